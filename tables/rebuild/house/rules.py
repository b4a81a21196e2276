"""Changes of house rules, from the request to their effect or end (OPS 4.2, 4.3)."""

from tables.rebuild.house.book import Book
from tables.rebuild.house.entry import Entry

OPEN_STILL = {
    "state": "requested",
    "decided_by": None,
    "decided_at": None,
    "words": "",
    "due_at": None,
    "ended_by": None,
    "ended_at": None,
}


def request_rule_change(book: Book, entry: Entry) -> None:
    """A change is asked for."""
    payload = entry.payload
    asked = {"id": payload["change"], "base": payload["base_version"], "changes": payload["sent"]["rules"]}
    whole = {"document": payload["document_sha256"], "reason": payload["reason"], "expires_at": payload["expires_at"]}
    by = {"requested_by": entry.person, "requested_at": entry.time}
    book.make(entry, "rule_change", {**asked, **whole, **by, **OPEN_STILL})


def approve_rule_change(book: Book, entry: Entry) -> None:
    """The second person agrees, and the notice begins."""
    decided = {
        "state": "approved",
        "decided_by": entry.person,
        "decided_at": entry.time,
        "due_at": entry.payload["due_at"],
    }
    book.change(entry, "rule_change", (entry.payload["change"],), {**decided, "words": entry.payload.get("words", "")})


def reject_rule_change(book: Book, entry: Entry) -> None:
    """Or does not."""
    decided = {"state": "rejected", "decided_by": entry.person, "decided_at": entry.time}
    ended = {"ended_by": entry.person, "ended_at": entry.time, "words": entry.payload.get("words", "")}
    book.change(entry, "rule_change", (entry.payload["change"],), {**decided, **ended})


def end_rule_change(book: Book, entry: Entry) -> None:
    """It is withdrawn, called off, or has run out."""
    state = entry.payload["after"]["state"]
    said = {} if state == "expired" else {"words": entry.payload.get("words", "")}
    ended = {"state": state, "ended_by": entry.person, "ended_at": entry.time, **said}
    book.change(entry, "rule_change", (entry.payload["change"],), ended)


def end_beside(book: Book, entry: Entry) -> None:
    """What any act does to a change beside itself: it expires one, or puts one in force (docs/decisions/0049)."""
    ends = {"expired": "expired", "rules_in_force": "in_force"}
    for name, state in ends.items():
        if name in entry.payload:
            ended = {"state": state, "ended_at": entry.time}
            book.change(entry, "rule_change", (entry.payload[name]["change"],), ended)
