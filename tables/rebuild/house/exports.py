"""Exports of the audit log: asked for, cancelled, finished (AUD 4.1)."""

from tables.rebuild.house.book import Book
from tables.rebuild.house.entry import Entry

NO_FILE = {"file": "", "size": None, "sha256": "", "problem": ""}


def export_audit_log(book: Book, entry: Entry) -> None:
    """An export is asked for; when a worker takes it up, no entry says."""
    asked = {"id": entry.payload["export"], "filter": entry.payload["sent"]["filter"], "requested_by": entry.person}
    stands = {"requested_at": entry.time, "state": "under_way", "cancelled_by": None, "finished_at": None}
    book.make(entry, "export", {**asked, **stands, **NO_FILE})


def cancel_export(book: Book, entry: Entry) -> None:
    """It is not wanted any more."""
    cancelled = {"state": "cancelled", "cancelled_by": entry.person, "finished_at": entry.time}
    book.change(entry, "export", (entry.payload["export"],), cancelled)


def finish_export(book: Book, entry: Entry) -> None:
    """The file stands, or could not be made."""
    payload = entry.payload
    if "problem" in payload:
        made = {**NO_FILE, "state": "failed", "problem": payload["problem"]}
    else:
        made = {name: payload[name] for name in ("state", "file", "size", "sha256")}
    book.change(entry, "export", (payload["export"],), {**made, "finished_at": entry.time})
