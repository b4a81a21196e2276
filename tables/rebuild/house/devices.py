"""Tablets, their codes, tokens of programs, and who is tapped in where (OPS 1.2, 1.6)."""

from tables.rebuild.house.book import Book
from tables.rebuild.house.entry import Entry


def enrol_tablet(book: Book, entry: Entry) -> None:
    """A one-time code is given out, or traded for a tablet."""
    if "issued_for_table" in entry.payload:
        code = {"id": entry.payload["code"], "table": entry.payload["issued_for_table"], "issued_by": entry.person}
        book.make(entry, "enrolment_code", {**code, "expires_at": entry.payload["expires_at"], "used_at": None})
        return
    after = entry.payload["after"]
    book.change(entry, "enrolment_code", (after["code"],), {"used_at": entry.time})
    made = {"id": after["tablet"], "table": entry.table, "label": after["label"], "token": after["token_digest"]}
    stands = {"enrolled_by": entry.person, "enrolled_at": entry.time, "revoked_at": None, "locked_at": None}
    book.make(entry, "tablet", {**made, **stands})


def revoke_tablet(book: Book, entry: Entry) -> None:
    """A tablet does nothing any more."""
    book.change(entry, "tablet", (entry.payload["after"]["tablet"],), {"revoked_at": entry.time})


def unlock_tablet(book: Book, entry: Entry) -> None:
    """A locked tablet works again."""
    book.change(entry, "tablet", (entry.payload["after"]["tablet"],), {"locked_at": None})


def sign_in_failed(book: Book, entry: Entry) -> None:
    """After too many failures the tablet they were made at is locked; how many there were is no part of the log."""
    if entry.payload.get("locks") == "tablet":
        book.change(entry, "tablet", (entry.tablet,), {"locked_at": entry.time})


def issue_token(book: Book, entry: Entry) -> None:
    """A program may act as a person."""
    payload = entry.payload
    made = {"id": payload["token"], "badge": payload["token_for"], "label": payload["label"]}
    stands = {"token": payload["token_digest"], "created_at": entry.time, "revoked_at": None}
    book.make(entry, "person_token", {**made, **stands})


def tap_in(book: Book, entry: Entry) -> None:
    """A dealer takes a table over from the one before."""
    end_tap_in(book, entry, entry.table)
    where = {"sequence": entry.sequence, "table": entry.table, "badge": entry.person, "tablet": entry.tablet}
    book.make(entry, "tap_in", {**where, "started_at": entry.time, "ended_at": None})


def tap_out(book: Book, entry: Entry) -> None:
    """Nobody deals at the table any more."""
    end_tap_in(book, entry, entry.table)


def end_tap_in(book: Book, entry: Entry, table: int | None) -> None:
    """End the tap-in at a table, if there is one."""
    book.change_all(
        entry,
        "tap_in",
        lambda row: row["table"] == table and row["ended_at"] is None,
        {"ended_at": entry.time},
    )
