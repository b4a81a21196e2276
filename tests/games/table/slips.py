"""A table of four players at which something goes wrong in a round, as a value."""

from typing import Any

from tables.games.table.change import Change
from tests.cast import HOUSE_RULES
from tests.games.table.at_a_table import Evening
from tests.games.table.test_evenings import verify_books

FOLD, WALK = {"decision": "fold"}, {"decision": "walk_away"}


class Slips(Evening):
    """A table of four players; the books are looked at after every act."""

    def __init__(self, bank: int = 50000, **terms: Any) -> None:
        super().__init__({**HOUSE_RULES, "terms": {**HOUSE_RULES["terms"], "rulings": 2, **terms}})
        self.seat(1, 2, 4, 6)
        self.number = self.take_bank(1, bank)

    def act(self, name: str, *, watched: bool = True, **sent: Any) -> Change:
        """Do an act and verify the books."""
        before = self.table
        change = super().act(name, watched=watched, **sent)
        verify_books(before, change)
        return change

    def play(self, name: str, **sent: Any) -> Change:
        """An act of the open round."""
        return self.act(name, number=self.number, **sent)

    def dealt(self, *seats: int, **bonuses: int) -> "Slips":
        """Each of these seats has an Ante of 1000."""
        self.play("enter_wagers", wagers=[{"seat": seat, "ante": 1000, **bonuses} for seat in seats or (2, 4)])
        self.play("deal")
        return self

    def decide(self, **decisions: Any) -> None:
        """Decisions by seat, as in seat2=FOLD, or a Raise in minor units."""
        rows = [
            {"seat": int(name[4:]), **(made if isinstance(made, dict) else {"decision": "raise", "raise": made})}
            for name, made in decisions.items()
        ]
        self.play("enter_decisions", decisions=rows)

    def show(self, **hands: str) -> None:
        """Hands by seat."""
        self.play("enter_hands", hands=[{"seat": int(name[4:]), "cards": cards} for name, cards in hands.items()])

    @property
    def state(self) -> tuple[str, int, int, int]:
        """State, declared bank, bank and pot of the open round."""
        round_ = self.table.round
        assert round_ is not None
        return round_.state, round_.bank_declared, round_.bank, round_.pot


def flags(evening: Evening) -> list[dict[str, Any]]:
    """The flags of the open round."""
    assert evening.table.round is not None
    return [*evening.table.round.flags]
