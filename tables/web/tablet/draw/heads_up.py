"""The screen of heads-up draw (DRAW 1)."""

from collections.abc import Sequence
from typing import ClassVar

from django.utils.translation import gettext as _

from tables.games.draw.hands import HEADS_UP, Ranking
from tables.web.tablet.draw.pots import SharedPot
from tables.web.tablet.draw.screen import DrawScreen
from tables.web.tablet.steps import house_rules_of, round_in


class HeadsUpScreen(DrawScreen):
    """Two players, markers, and a pot that a tie carries over (DRAW 1)."""

    __slots__ = ()
    step_names = {
        "betting_1": "action",
        "exchange": "exchange",
        "betting_2": "action",
        "showdown": "hands",
        "settled": "settlement",
    }
    place_key: ClassVar[str] = "first"
    disc: ClassVar[str] = "1st"
    ranking: ClassVar[Ranking] = HEADS_UP

    @property
    def disc_title(self) -> str:
        """What the disc means."""
        return _("acts first")

    @property
    def place_at_rest(self) -> int | None:
        """Who acts first in the coming hand (DRAW 1.3)."""
        return self.ready.place

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Ante, deck and marker line."""
        terms, text = house_rules_of(self.state)["terms"], self.figures.amount
        line = {"count": terms["marker_count"], "value": text(terms["marker_value"])}
        return [
            (_("Ante"), text(terms["ante"])),
            (_("Deck"), str(terms["deck"])),
            (_("Markers"), _("%(count)s of %(value)s") % line if terms["marker_count"] else _("none")),
            (_("Rake"), _("none")),
        ]

    @property
    def shared_pots(self) -> Sequence[SharedPot]:
        """One pot, which one takes, or which stays."""
        round_ = round_in(self.state)
        settlement = round_["settlement"]
        remaining = [seat for seat in round_["order"] if not round_["players"][str(seat)]["dropped"]]
        return [SharedPot(settlement["pot"], remaining, dict.fromkeys(settlement["winners"], settlement["pot"]))]

    @property
    def without_winner(self) -> str:
        """A tie leaves the pot on the table (DRAW 1.10)."""
        settlement = round_in(self.state)["settlement"]
        return _("A tie: the pot of %(pot)s stays on the table and carries over into the next deal.") % {
            "pot": self.figures.amount(settlement["carry"])
        }

    def uncontested_by(self, seat: int) -> str:
        """The whole pot, a bet that nobody matched included (DRAW 1.11)."""
        pot = self.figures.amount(round_in(self.state)["settlement"]["pot"])
        return _("Nobody shows: seat %(seat)s takes the pot of %(pot)s.") % {"seat": seat, "pot": pot}

    @property
    def broke_title(self) -> str:
        """A player without an ante cannot begin a match, nor go on with one (DRAW 1.8)."""
        return _("An Ante is missing")

    @property
    def parting(self) -> str:
        """What leaving does to the match (OPS 7.2)."""
        if self.state["table"]["match"]:
            return _("Leaving ends the match: a carried pot is shared, markers are redeemed as far as the chips go.")
        return _("Markers are redeemed as far as the chips go.")

    @property
    def giving_up(self) -> str:
        """What giving the match up does (DRAW 1.13)."""
        carry = self.state["table"]["carry"]
        if not carry:
            return _("The other player wins the match. Both keep their chips.")
        return _("The other player wins the match and the carried pot of %(pot)s.") % {
            "pot": self.figures.amount(carry)
        }
