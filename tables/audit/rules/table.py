"""The chain of one table: its state, rounds, changes of rules, bars, disputes, debts, and who dealt (AUD 2.6)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tables.audit.rules.acts import DEALER, EFFECTS_SCHEMA, FLOOR
from tables.audit.rules.changes import Changes
from tables.audit.rules.facts import NEVER, Entry, HouseFacts, Span
from tables.audit.rules.floor import FloorRules
from tables.audit.rules.judging import CLOCK_SET_BACK, PEOPLE_HIDDEN, Handler, signer_of
from tables.audit.rules.rounds import OPEN, ROUND_ACTS, VOID

Payload = Mapping[str, Any]
STATES = {
    "open_table": ("closed", "open"),
    "close_table": ("open", "closed"),
    "suspend_table": ("open", "suspended"),
    "resume_table": ("suspended", "open"),
}
_PLAYS = ROUND_ACTS | {OPEN, "offer_designation"}


class TableRules(FloorRules):
    """Judges the chain of a table by itself, and by what the house says of people."""

    def __init__(self, number: int, facts: HouseFacts, undecided: Counter[str]) -> None:
        super().__init__(facts, undecided)
        self.number = number
        self.changes = Changes(self.miss)
        self._state: str | None = None
        self._version = 0
        self._tap_in: tuple[int, str, Span] = (0, "", NEVER)
        self.raised: set[tuple[str, str, str]] = set()
        """Of the alerts that the house acknowledged, those that entries here raised."""

    def hide(self) -> None:
        """An entry was left out, or cannot be believed."""
        super().hide()
        self._state, self._version = None, 0
        self.rounds.hide()
        self.changes.hide()

    def judge(self, entry: Entry) -> str:
        """What is wrong with what an entry of good form says."""
        if entry["table"] != self.number:
            return f"is of table {entry['table']}, in the chain of table {self.number}"
        act, payload = entry["act"], entry["payload"]
        if entry["schema"] >= EFFECTS_SCHEMA and act != "baseline":
            problem = self._effects(entry, payload["effects"])
            if problem:
                return problem
        problem = self._play(entry, payload) if act in _PLAYS else super().judge(entry)
        if not problem and "rules_in_force" in payload:
            problem = self.changes.take_effect(payload["rules_in_force"])
        return problem

    def _effects(self, entry: Entry, effects: Payload) -> str:
        version = effects["version"]
        if version < self._version:
            return f"leaves the table at version {version}, after version {self._version}"
        if "legs" in effects and sum(leg[2] for leg in effects["legs"]):
            return "moves chips whose legs do not sum to nothing"
        if entry["role"] == DEALER and (problem := self._dealer(entry, effects.get("tap_in"))):
            return problem
        self._version = version
        for alert in effects.get("alerts", ()):
            key = (alert["kind"], alert["subject"], entry["time"])
            if key in self.facts.acknowledged:
                self.raised.add(key)
            if alert["kind"] == "owed":
                self._owed.setdefault(alert["details"]["owed"], False)
        return ""

    def _dealer(self, entry: Entry, sequence: object) -> str:
        """Why a dealer's act here does not rest on a tap-in of theirs; empty where it does."""
        badge, time = entry["person"], entry["time"]
        known, dealing, span = self._tap_in
        if known == sequence and dealing == badge and span[0] <= time <= span[1]:
            return ""
        found = self.facts.tap_ins.named(sequence)
        if found is None:
            if self.facts.is_hidden:
                self.undecided[PEOPLE_HIDDEN] += 1
                return ""
            return (
                f"names no tap-in of {badge}" if sequence is None else f"names entry {sequence} of the house, no tap-in"
            )
        if (found.table, found.badge) != (self.number, badge):
            return f"names the tap-in of {found.badge} at table {found.table}, entry {sequence} of the house"
        if not found.span[0] <= time <= found.span[1]:
            if self.facts.is_doubtful(time, found.span):
                self.undecided[CLOCK_SET_BACK] += 1
                return ""
            when = "had ended" if time > found.span[1] else "had not begun"
            return f"names a tap-in that {when} then, entry {sequence} of the house"
        self._tap_in = (int(str(sequence)), badge, found.span)
        return ""

    def _play(self, entry: Entry, payload: Payload) -> str:
        act = entry["act"]
        if self._state not in (None, "open"):
            return f"is of {act} at a table that is {self._state}"
        if act == OPEN:
            return self.rounds.open(entry, payload) or self.changes.verify_version(payload)
        if act == "offer_designation":
            return "offers the bank while a round is open" if self.rounds.is_open else ""
        if act == VOID and self.rounds.is_open and self.rounds.is_decided and (problem := self._signed_void(entry)):
            return problem
        return self.rounds.play(entry)

    def _signed_void(self, entry: Entry) -> str:
        badge = signer_of(entry)
        if badge is None:
            return "declares a round void that was decided, and nobody signed it"
        if badge in self.rounds.dealers or (entry["role"] == DEALER and badge == entry["person"]):
            return f"is signed by {badge}, who dealt in the round"
        problem = self.verify_role(badge, FLOOR, entry["time"])
        return f"is signed by {badge}, who {problem}" if problem else ""

    def change_state(self, entry: Entry, payload: Payload) -> str:
        """The table opens, closes, stops and goes on."""
        before, after = STATES[entry["act"]]
        if (payload["before"]["state"], payload["after"]["state"]) != (before, after):
            return f"leads from {payload['before']['state']} to {payload['after']['state']}"
        if self._state not in (None, before):
            return f"is of {entry['act']} at a table that is {self._state}"
        if entry["act"] == "close_table" and self.rounds.is_open:
            return f"closes the table, but round {self.rounds.last} is still open"
        self._state = after
        return ""

    def correct_round(self, entry: Entry, payload: Payload) -> str:
        """A settlement gets its next version."""
        return self.rounds.correct(entry["round"], payload["version"])

    handlers: Mapping[str, Handler] = {
        **dict.fromkeys(STATES, change_state),
        "correct_round": correct_round,
        "open_dispute": FloorRules.open_dispute,
        "rule_on_dispute": FloorRules.rule_on_dispute,
        "bar_player": FloorRules.bar_player,
        "lift_bar": FloorRules.lift_bar,
        "apply_bar": FloorRules.apply_bar,
        "settle_owed": FloorRules.settle_owed,
        **dict.fromkeys(Changes.STEPS, lambda judge, entry, payload: judge.changes.step(entry, payload)),
    }
