"""What the sentences about a hand of draw poker are made of, and those that both games have (DRAW 0)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tables.games.draw.betting import Action, Hand, Player, play
from tables.games.draw.rules import DrawRules
from tables.games.draw.terms import DrawTerms
from tables.games.values import JSON
from tables.web.shared.money import MoneyFormat
from tables.web.why.reason import Reason, in_sentence, shown_cards
from tables.web.words.games import CATEGORIES


@dataclass(frozen=True, slots=True)
class DrawFacts:
    """A settled hand: its terms, the hand before the first action and after the last, the cards shown, the settlement."""

    terms: DrawTerms
    start: Hand
    hand: Hand
    cards: Mapping[str, str]
    output: JSON
    figures: MoneyFormat

    @classmethod
    def of(
        cls, rules: DrawRules, terms: Any, played: Mapping[str, Any], settled: tuple[JSON, MoneyFormat]
    ) -> "DrawFacts":
        """The facts of what was played: the play of a round, or the recorded input of its settlement."""
        numbers = rules.form.action_numbers
        start = rules.start(terms, played)
        actions = [
            Action(entry["seat"], entry["do"], entry[field] if (field := numbers[entry["do"]]) else 0)
            for entry in played["actions"]
        ]
        return cls(terms, start, play(start, actions), played.get("hands", {}), *settled)

    @property
    def players(self) -> dict[int, Player]:
        """The players once the betting was over, by seat, in the order in which they acted."""
        return {player.seat: player for player in self.hand.players}

    def amount(self, units: int) -> str:
        """An amount as people read it."""
        return self.figures.amount(units)

    def shown(self, row: JSON) -> str:
        """A hand that was compared: what it is, and its cards."""
        name = str(CATEGORIES[row["hand"]])
        return f"{name} ({shown_cards(self.cards[str(row['seat'])])})"


def net_reason(facts: DrawFacts, row: JSON, text: str) -> Reason:
    """What a player won or lost in all."""
    return Reason("hand", _("Result"), row["net"], facts.figures.signed(row["net"]), text)


def paid_reason(facts: DrawFacts, row: JSON) -> Reason | None:
    """What a player who won nothing had paid; None where they paid nothing (DRAW 0.3, 0.4)."""
    player = facts.players[row["seat"]]
    if not player.paid:
        return None
    words = {"seat": row["seat"], "paid": facts.amount(player.paid)}
    template = (
        _("Seat %(seat)s paid %(paid)s into the pot and dropped: it stays there (DRAW 0.4).")
        if player.dropped
        else _("Seat %(seat)s paid %(paid)s into the pot, chips they had on the table (DRAW 0.3).")
    )
    return Reason("paid", _("Paid in"), player.paid, words["paid"], in_sentence(template, words))
