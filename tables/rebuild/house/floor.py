"""Bars, disputes and their rulings, debts and alerts (OPS 2.3, 5.8, 5.9, 6)."""

from tables.audit.canonical import digest
from tables.rebuild.house.book import Book
from tables.rebuild.house.entry import Entry


def bar_player(book: Book, entry: Entry) -> None:
    """A player is barred from a table, or by their card from the house."""
    payload = entry.payload
    at = {"table": entry.table if payload["scope"] == "table" else None, "stay": payload.get("stay")}
    why = {"player_card": payload["player_card"], "reason": payload["reason"], "words": payload["words"]}
    by = {"barred_by": entry.responsible, "barred_at": entry.time, "lifted_by": None, "lifted_at": None}
    book.make(entry, "bar", {"id": payload["bar"], **at, **why, **by})


def lift_bar(book: Book, entry: Entry) -> None:
    """And may play again."""
    lifted = {"lifted_by": entry.responsible, "lifted_at": entry.time}
    book.change(entry, "bar", (entry.payload["bar"],), lifted)


def open_dispute(book: Book, entry: Entry) -> None:
    """A dispute, with the evidence as it stood."""
    payload = entry.payload
    about = {"id": payload["dispute"], "round": entry.round, "seat": payload["seat"]}
    why = {"reason": payload["reason"], "words": payload["words"], "evidence": digest(payload["evidence"])}
    book.make(entry, "dispute", {**about, **why, "opened_by": entry.responsible, "opened_at": entry.time})


def rule_on_dispute(book: Book, entry: Entry) -> None:
    """The ruling that ends it."""
    payload = entry.payload
    ruling = {"dispute": payload["dispute"], "outcome": payload["outcome"], "words": payload["words"]}
    book.make(entry, "ruling", {**ruling, "ruled_by": entry.responsible, "ruled_at": entry.time})


def settle_owed(book: Book, entry: Entry) -> None:
    """A debt is dealt with."""
    settled = {"settled_by": entry.responsible, "settled_at": entry.time, "words": entry.payload["words"]}
    book.change(entry, "owed", (entry.payload["owed"],), settled)


def acknowledge_alert(book: Book, entry: Entry) -> None:
    """A person of the floor has seen it."""
    seen = entry.payload["after"]
    key = (seen["kind"], seen["subject"], seen["raised_at"])
    book.change(entry, "alert", key, {"acknowledged_by": entry.person, "acknowledged_at": entry.time})


def raise_alerts(book: Book, entry: Entry) -> None:
    """The alerts that an act raised; each debt among them is a row of its own, of the stay that `owing` names."""
    for told in entry.payload.get("effects", {}).get("alerts", []):
        about = {"table": entry.table, "round": told["round"], "kind": told["kind"], "subject": told["subject"]}
        stands = {"raised_at": entry.time, "acknowledged_by": None, "acknowledged_at": None}
        book.make(entry, "alert", {**about, "details": told["details"], **stands})
        if told["kind"] == "owed":
            _owe(book, entry, told["round"], told["details"])


def _owe(book: Book, entry: Entry, number: int | None, debt: dict[str, object]) -> None:
    stay = entry.payload["owing"][str(debt["owed"])]
    told = {"id": debt["owed"], "round": number, "stay": stay, "reason": debt["reason"], "amount": debt["amount"]}
    open_still = {"raised_at": entry.time, "settled_by": None, "settled_at": None, "words": ""}
    book.make(entry, "owed", {**told, **open_still})
