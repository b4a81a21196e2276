"""The twenty recorded rounds of six players, which say what happens at the table and not which keys are tapped."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

FILE = Path(__file__).with_name("rounds.json")


@dataclass(frozen=True, slots=True)
class Slip:
    """A wrong card typed in place of one of a hand, and when the dealer sees it."""

    seat: int
    place: int
    card: str
    seen: Literal["at once", "later"]


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round: whose bank, what is wagered beyond the wagers of before, who does not raise 1x, the hands shown."""

    what: str
    bank: int
    hands: dict[int, str]
    wagers: dict[int, dict[str, list[int]]]
    """The chips put on spots, by seat, in major units, on top of the wagers of the seat's last round."""
    decisions: dict[int, str]
    declines: list[int]
    amount: int | None
    """The bank in major units, where it is another than the page proposes."""
    slip: Slip | None
    shows: dict[int, str]
    """What the settlement shows at a seat: "dead" or "push"."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing happens but what happens in most rounds."""
        return self.what == "plain"


@dataclass(frozen=True, slots=True)
class Recording:
    """The seats taken, what each buys in for (in minor units), and the rounds."""

    seats: tuple[int, ...]
    chips: int
    rounds: tuple[RecordedRound, ...]


@cache
def recording() -> Recording:
    """Read the file."""
    read = json.loads(FILE.read_text(encoding="utf-8"))
    return Recording(tuple(read["seats"]), read["chips"], tuple(map(_round, read["rounds"])))


def _round(row: dict[str, Any]) -> RecordedRound:
    slip = row.get("slip")
    return RecordedRound(
        what=row["what"],
        bank=row["bank"],
        hands=_by_seat(row["hands"]),
        wagers=_by_seat(row.get("wagers", {})),
        decisions=_by_seat(row.get("decisions", {})),
        declines=row.get("declines", []),
        amount=row.get("amount"),
        slip=Slip(**slip) if slip else None,
        shows=_by_seat(row.get("shows", {})),
    )


def _by_seat(row: dict[str, Any]) -> dict[int, Any]:
    return {int(seat): value for seat, value in row.items()}
