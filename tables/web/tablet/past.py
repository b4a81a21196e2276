"""A settled round on the felt, to be put right there (TAB 4.5, OPS 5.8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from tables.models import Settlement, Table
from tables.queries.tables.past import players_then
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.cards import Face, pad_rows
from tables.web.tablet.screen import WHOLE_DECK
from tables.web.words.floor import CORRECTION_REASONS


@dataclass(frozen=True)
class PastScreen:
    """What the tablet shows of a settled round while it is corrected, as far as games have it in common.

    Without slots, because what several templates ask for is worked out once and kept.
    """

    table: Table
    settlement: Settlement
    figures: MoneyFormat

    folder: ClassVar[str]
    """Where the templates of the game lie."""
    hand_size: ClassVar[int]
    parts: ClassVar[Sequence[str]] = ("hand",)
    """What of a seat can be put right on the tablet; the rest on the floor's page."""

    @property
    def number(self) -> int:
        """The round."""
        return self.settlement.round.number

    @property
    def rules(self) -> dict[str, Any]:
        """The house rules that the round was played under."""
        document: dict[str, Any] = self.settlement.round.rules.document
        return document

    @property
    def document(self) -> Mapping[str, Any]:
        """What was entered, as it counts now: an input of `settle`."""
        document: dict[str, Any] = self.settlement.input
        return document

    @cached_property
    def names(self) -> dict[int, str]:
        """Who sat where then, by player card; empty for a player without one."""
        return {seat: player.player_card for seat, player in players_then(self.table, self.settlement.round).items()}

    @property
    def elsewhere(self) -> str:
        """What cannot be put right here, and where it can; empty where all of it can."""
        return ""

    @property
    def seats(self) -> Sequence[Any]:
        """The seats as they were settled."""
        raise NotImplementedError

    @property
    def seat_template(self) -> str:
        """What a seat shows."""
        return f"{self.folder}/_seat.html"

    @property
    def deck(self) -> int:
        """How many cards were played with."""
        return int(self.rules["terms"].get("deck", WHOLE_DECK))

    @property
    def pad(self) -> list[list[Face]]:
        """The keys of the pad."""
        return pad_rows(self.deck)

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """Why a settled round may have to be corrected (OPS 5.8)."""
        return [(key, str(word)) for key, word in CORRECTION_REASONS.items()]

    @property
    def client(self) -> dict[str, Any]:
        """What the module of the page works with."""
        return {
            "number": self.number,
            "version": self.settlement.version,
            "document": self.document,
            "hand_size": self.hand_size,
            "parts": list(self.parts),
            "chip_unit": self.rules["chip_unit"],
        }
