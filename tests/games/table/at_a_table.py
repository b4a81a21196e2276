"""Short ways to act at a table that is a value."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tables.errors import TableError
from tables.games.errors import RuleError
from tables.games.house_rules import read_house_rules
from tables.games.table.acts import apply
from tables.games.table.change import Change
from tables.games.table.state import ComingRules, Moment, NumberedRules, TableState
from tests.cast import HOUSE_RULES

EVENING = datetime(2026, 5, 1, 20, tzinfo=UTC)


def numbered(document: dict[str, Any], number: int = 1) -> NumberedRules:
    """A version of house rules."""
    rules = read_house_rules(document)
    return NumberedRules(number, rules.document(), rules)


class Evening:
    """A table, the acts at it one after the other, a minute apart, and what the last of them did."""

    def __init__(self, document: dict[str, Any] = HOUSE_RULES, seat_count: int = 7) -> None:
        self.table = TableState(number=12, seat_count=seat_count, in_force=numbered(document))
        self.now, self.stays = EVENING, 100
        self.last: Change | None = None
        self.asked: tuple[str, dict[str, Any], Moment]

    def act(self, name: str, *, watched: bool = True, **sent: Any) -> Change:
        """Do an act; a player who sits down has the next number of a stay."""
        self.now += timedelta(minutes=1)
        self.stays += name == "sit"
        self.asked = (name, sent, Moment(self.now, watched, self.stays))
        self.last = apply(self.table, *self.asked)
        self.table = self.last.table
        return self.last

    def refused(self, code: str, name: str, **sent: Any) -> str:
        """An act that has to be refused with this code; the sentence."""
        before = self.table
        refusal: TableError | RuleError | None = None
        try:
            self.act(name, **sent)
        except (TableError, RuleError) as error:
            refusal = error
        assert refusal is not None, f"{name} was not refused"
        assert (refusal.code, self.table) == (code, before), str(refusal)
        return str(refusal)

    def seat(self, *seats: int, chips: int = 100000) -> "Evening":
        """Open the table and let players sit down."""
        self.act("open_table")
        for seat in seats:
            self.act("sit", seat=seat, buy_in=chips)
        return self

    def take_bank(self, seat: int = 1, bank: int = 50000) -> int:
        """Open a round with the next in order as designated player; its number."""
        offers = [{"seat": seat, "answer": "accepted", "bank": bank}]
        number: int = self.act("open_round", offers=offers).answer["round"]
        return number

    def take_bank_after_decline(self, declining: int, seat: int, bank: int = 50000) -> int:
        """Open a round with a designated player whose turn comes when another has declined; its number."""
        offers = [{"seat": declining, "answer": "declined"}, {"seat": seat, "answer": "accepted", "bank": bank}]
        number: int = self.act("open_round", offers=offers).answer["round"]
        return number

    def approve(self, document: dict[str, Any], *, in_minutes: int = 0) -> None:
        """A change of rules that two people made, which waits for its time."""
        base = self.table.version
        coming = ComingRules(7, base, numbered(document, base.number + 1), self.now + timedelta(minutes=in_minutes))
        self.table = replace(self.table, coming=coming)

    @property
    def chips(self) -> dict[int, int]:
        """What everybody has behind, by seat."""
        return {seat: player.chips for seat, player in self.table.players.items()}
