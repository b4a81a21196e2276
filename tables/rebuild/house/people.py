"""People, their roles, and the requests about them, as the entries of the house's chain have them (OPS 1.4, 1.5)."""

from collections.abc import Mapping
from typing import Any

from tables.rebuild.house.book import Book
from tables.rebuild.house.devices import end_tap_in
from tables.rebuild.house.entry import Entry

NOBODY_YET = {"decided_by": None, "decided_at": None}
SETTINGS = ("name", "currency", "minor_digits", "time_zone", "gaming_day_starts", "is_demonstration")
FIRST_EPOCH = 1


def make_casino(book: Book, entry: Entry, settings: Mapping[str, Any]) -> None:
    """A casino with what it was set up with, in its first epoch."""
    book.make(entry, "casino", {**{name: settings[name] for name in SETTINGS}, "epoch": FIRST_EPOCH})


def begin_epoch(book: Book, entry: Entry) -> None:
    """A lawful restore begins another epoch (AUD 3.5)."""
    book.change(entry, "casino", (), {"epoch": entry.payload["epoch"]})


def bootstrap(book: Book, entry: Entry) -> None:
    """A casino with its settings and its first people."""
    make_casino(book, entry, entry.payload["settings"])
    for person in entry.payload["people"]:
        _add(book, entry, person, {"granted_by": None, "confirmed_by": None})


def add_person(book: Book, entry: Entry) -> None:
    """A person of a demonstration, without a second person."""
    _add(book, entry, entry.payload["person"], {"granted_by": None, "confirmed_by": None})


def manage_people(book: Book, entry: Entry) -> None:
    """A request about people."""
    sent, after = entry.payload["sent"], entry.payload["after"]
    asked = {"id": after["change"], "kind": sent["kind"], "badge": sent["badge"], **_macs(after)}
    details = {"roles": sent.get("roles"), "returns": sent.get("returns")}
    by = {"requested_by": entry.responsible, "requested_at": entry.time, "state": "requested", **NOBODY_YET}
    book.make(entry, "staff_change", {**asked, **details, **by})


def decide(book: Book, entry: Entry) -> None:
    """A request is confirmed, rejected, withdrawn or has run out; a confirmed one takes effect."""
    before, after = entry.payload["before"], entry.payload["after"]
    decided = {"state": after["state"], "decided_by": entry.person, "decided_at": entry.time}
    book.change(entry, "staff_change", (after["change"],), decided)
    if after["state"] != "confirmed":
        return
    badge = before["badge"]
    if before["kind"] == "reset_credential":
        book.change(entry, "person", (badge,), {"is_active": True})
        _end_tokens(book, entry, badge)
        return
    by = {"granted_by": after["granted_by"], "confirmed_by": after["confirmed_by"]}
    if before["kind"] == "create_person":
        _add(book, entry, after, by)
    else:
        _grant(book, entry, after, by)


def take_roles(book: Book, entry: Entry) -> None:
    """A role is taken away, or with all of them the person is deactivated."""
    badge = entry.payload["sent"]["badge"]
    before, after = entry.payload["before"], entry.payload["after"]
    taken = set(before["roles"]) - set(after["roles"])
    revoked = {"revoked_by": entry.person, "revoked_at": entry.time}
    book.change_all(
        entry,
        "role_grant",
        lambda row: row["badge"] == badge and row["role"] in taken and row["revoked_at"] is None,
        revoked,
    )
    book.change(entry, "person", (badge,), {"is_active": after["active"]})
    if after["tapped_out_at"] is not None:
        end_tap_in(book, entry, after["tapped_out_at"])
    if not after["roles"]:
        _end_tokens(book, entry, badge)


def choose_language(book: Book, entry: Entry) -> None:
    """The language in which a person reads their pages."""
    book.change(entry, "person", (entry.person,), {"language": entry.payload["after"]["language"]})


def _add(book: Book, entry: Entry, told: Any, by: dict[str, Any]) -> None:
    book.make(entry, "person", {"badge": told["badge"], "is_active": True, "language": "", **_macs(told)})
    _grant(book, entry, told, by)


def _grant(book: Book, entry: Entry, told: Any, by: dict[str, Any]) -> None:
    held = {"granted_at": entry.time, "revoked_by": None, "revoked_at": None}
    for role in told["roles"]:
        book.make(entry, "role_grant", {"badge": told["badge"], "role": role, **by, **held})


def _macs(told: Any) -> dict[str, Any]:
    return {name: told[name] for name in ("name_mac", "licence_mac") if name in told}


def _end_tokens(book: Book, entry: Entry, badge: str) -> None:
    book.change_all(
        entry,
        "person_token",
        lambda row: row["badge"] == badge and row["revoked_at"] is None,
        {"revoked_at": entry.time},
    )
