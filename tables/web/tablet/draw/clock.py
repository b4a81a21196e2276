"""The clock of the player to act, as the page shows it (DRAW 2.7)."""

from dataclasses import dataclass
from typing import Any

from tables.queries.tables.documents import TableStateDocument
from tables.web.tablet.steps import house_rules_of, round_in


@dataclass(frozen=True, slots=True)
class TableClock:
    """Whether a table keeps time, who calls the end of it, and when it is up."""

    state: TableStateDocument

    @property
    def is_kept(self) -> bool:
        """Whether seats keep a place for the clock."""
        return "action_seconds" in house_rules_of(self.state)["terms"]

    @property
    def by_dealer(self) -> bool:
        """Whether the end of the time is the dealer's to call."""
        return bool(house_rules_of(self.state)["terms"].get("clock_mode") == "dealer")

    @property
    def runs(self) -> bool:
        """Whether the time of a player is counted."""
        return bool(round_in(self.state) and round_in(self.state)["deadline"])

    @property
    def for_client(self) -> dict[str, Any] | None:
        """The deadline, with what the clock that judges it says as it answers; None where none is counted."""
        if not self.runs:
            return None
        round_ = round_in(self.state)
        return {
            "deadline": round_["deadline"],
            "now": self.state["now"],
            "seconds": round_["seconds"],
            "by_dealer": self.by_dealer,
            "stopped": self.state["table"]["state"] == "suspended",
        }
