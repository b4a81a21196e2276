"""Changes of a table's rules: asked for by one, decided on by another, in force once (AUD 2.6)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tables.audit.rules.facts import Entry
from tables.audit.rules.judging import signer_of

REQUESTED, APPROVED, ENDED = "requested", "approved", "ended"


@dataclass(slots=True)
class Change:
    """One change, as the entries tell it."""

    by: str
    expires_at: str
    state: str = REQUESTED


class Changes:
    """The changes of one table, and the version of the rules in force."""

    STEPS: ClassVar[Mapping[str, tuple[str, str]]] = {
        "request_rule_change": ("", REQUESTED),
        "withdraw_rule_change": (REQUESTED, ENDED),
        "approve_rule_change": (REQUESTED, APPROVED),
        "reject_rule_change": (REQUESTED, ENDED),
        "expire_rule_change": (REQUESTED, ENDED),
        "cancel_rule_change": (APPROVED, ENDED),
        "put_rules_in_force": (APPROVED, APPROVED),
    }
    """Each act with the state it needs, and the one it leads to; in force is what `take_effect` makes of it."""

    def __init__(self, miss: Callable[[str], str]) -> None:
        self._miss = miss
        self._known: dict[int, Change] = {}
        self._version: int | None = None

    def hide(self) -> None:
        """An entry was left out that may have changed the rules."""
        self._version = None

    def step(self, entry: Entry, payload: Mapping[str, Any]) -> str:
        """What is wrong with an entry about a change; empty where nothing is."""
        act, number = entry["act"], payload["change"]
        if act == "request_rule_change":
            return self._request(entry, payload)
        change, (needed, reached) = self._known.get(number), self.STEPS[act]
        if change is None:
            return self._miss(f"is of {act} about change {number}, which nobody asked for")
        if change.state != needed:
            return f"is of {act} about change {number}, which is {change.state}"
        problem = _own(entry, change) or _late(entry, change)
        if not problem:
            change.state = reached
        return problem

    def take_effect(self, told: Mapping[str, Any]) -> str:
        """Rules come in force, in the act of any entry: of a change that was approved, as the next version."""
        number, before, after = told["change"], told["before"]["version"], told["after"]["version"]
        if after != before + 1 or self._version not in (None, before):
            return f"puts version {after} of the rules in force, after version {before if self._version is None else self._version}"
        self._version = after
        change = self._known.get(number)
        if change is None:
            return self._miss(f"puts change {number} of the rules in force, which nobody asked for")
        if change.state != APPROVED:
            return f"puts change {number} of the rules in force, which is {change.state}"
        change.state = ENDED
        return ""

    def verify_version(self, payload: Mapping[str, Any]) -> str:
        """Say that a round opens under another version of the rules than is in force; empty where it does not."""
        version = payload["rules_version"]
        if "rules_in_force" in payload:
            return "" if payload["rules_in_force"]["after"]["version"] == version else "opens under rules not in force"
        if self._version not in (None, version):
            return f"opens a round under version {version} of the rules, but version {self._version} is in force"
        self._version = version
        return ""

    def _request(self, entry: Entry, payload: Mapping[str, Any]) -> str:
        number = payload["change"]
        if number in self._known:
            return f"asks for change {number}, which was asked for before"
        overdue = payload.get("expired")
        if overdue and overdue["change"] in self._known:
            self._known[overdue["change"]].state = ENDED
        waiting = next((other for other, change in self._known.items() if change.state != ENDED), None)
        if waiting is not None and self._miss("-"):
            return f"asks for change {number}, while change {waiting} waits"
        self._known[number] = Change(entry["person"], payload["expires_at"])
        return ""


def _own(entry: Entry, change: Change) -> str:
    """Why it is not the person it has to be: another than asked decides, and whoever asked withdraws."""
    act, badge = entry["act"], entry["person"]
    if act == "withdraw_rule_change":
        return "" if badge == change.by else f"withdraws a change that {change.by} asked for"
    if act not in ("approve_rule_change", "reject_rule_change", "cancel_rule_change"):
        return ""
    if change.by in (badge, signer_of(entry)):
        return f"decides on a change that {change.by} asked for themselves"
    return "" if signer_of(entry) == badge else "is not signed by who decides it"


def _late(entry: Entry, change: Change) -> str:
    """Why it is not the time for it: nobody decides after the time is over, and it runs out no sooner."""
    if entry["act"] in ("approve_rule_change", "reject_rule_change") and entry["time"] >= change.expires_at:
        return f"decides on a change whose time was over at {change.expires_at}"
    if entry["act"] == "expire_rule_change" and entry["time"] < change.expires_at:
        return f"ends a change whose time is over only at {change.expires_at}"
    return ""
