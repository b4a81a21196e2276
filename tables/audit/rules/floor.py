"""What a table's chain says of bars, disputes and debts: what an entry is about is there, and ends once (AUD 2.6)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tables.audit.rules.acts import EFFECTS_SCHEMA, TABLE
from tables.audit.rules.facts import Entry, HouseFacts
from tables.audit.rules.judging import PEOPLE_HIDDEN, Judge
from tables.audit.rules.rounds import Rounds

Payload = Mapping[str, Any]


class FloorRules(Judge):
    """Judges what the floor does at a table beside play."""

    place = TABLE

    def __init__(self, facts: HouseFacts, undecided: Counter[str]) -> None:
        super().__init__(facts, undecided)
        self.rounds = Rounds(self.miss)
        self._bars: dict[int, bool] = {}
        self._disputes: dict[int, tuple[int, bool]] = {}
        """Of each the round it is about, and whether it has its ruling."""
        self._owed: dict[int, bool] = {}

    def open_dispute(self, entry: Entry, payload: Payload) -> str:
        """A dispute about a round that there is."""
        number = payload["dispute"]
        if number in self._disputes:
            return f"opens dispute {number}, which there was before"
        problem = self.rounds.verify_there(entry["round"])
        if not problem:
            self._disputes[number] = (entry["round"], False)
        return problem

    def rule_on_dispute(self, entry: Entry, payload: Payload) -> str:
        """The one ruling of a dispute."""
        number = payload["dispute"]
        if number not in self._disputes:
            return self.miss(f"rules on dispute {number}, which nobody opened")
        about, is_ruled = self._disputes[number]
        if is_ruled or about != entry["round"]:
            return f"rules on dispute {number} again" if is_ruled else f"rules on dispute {number} of round {about}"
        self._disputes[number] = (about, True)
        return ""

    def bar_player(self, _entry: Entry, payload: Payload) -> str:
        """A player is barred from this table."""
        number = payload["bar"]
        if number in self._bars or number in self.facts.house_bars or payload["scope"] != "table":
            return f"sets bar {number}, which there was before, or which is none of a table"
        self._bars[number] = False
        return ""

    def lift_bar(self, _entry: Entry, payload: Payload) -> str:
        """The end of a bar from this table."""
        number = payload["bar"]
        if number not in self._bars:
            return self.miss(f"lifts bar {number}, which nobody set here")
        is_lifted, self._bars[number] = self._bars[number], True
        return f"lifts bar {number}, which was lifted before" if is_lifted else ""

    def apply_bar(self, _entry: Entry, payload: Payload) -> str:
        """A bar of the house meets a player here."""
        if payload["bar"] in self.facts.house_bars:
            return ""
        if self.facts.is_hidden:
            self.undecided[PEOPLE_HIDDEN] += 1
            return ""
        return f"applies bar {payload['bar']}, which the house never set"

    def settle_owed(self, _entry: Entry, payload: Payload) -> str:
        """What is owed is dealt with once; where entries name alerts, it was raised by one of them."""
        number = payload["owed"]
        is_settled = self._owed.get(number)
        if is_settled is None and (self.first_schema or 0) >= EFFECTS_SCHEMA:
            return self.miss(f"settles debt {number}, which nobody has")
        self._owed[number] = True
        return f"settles debt {number}, which was settled before" if is_settled else ""
