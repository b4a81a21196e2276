"""The screen of four-player draw (DRAW 2)."""

from collections.abc import Sequence
from typing import ClassVar

from django.utils.translation import gettext as _

from tables.games.draw.hands import FOUR_PLAYER, Ranking
from tables.web.shared.figures import percent
from tables.web.tablet.draw.pots import SharedPot, share_out
from tables.web.tablet.draw.screen import DrawScreen
from tables.web.tablet.steps import house_rules_of, round_in


class FourPlayerScreen(DrawScreen):
    """Two to four players, a clock, side pots and a commission (DRAW 2)."""

    __slots__ = ()
    step_names = {
        "opening": "action",
        "exchange": "exchange",
        "betting": "action",
        "showdown": "hands",
        "settled": "settlement",
    }
    place_key: ClassVar[str] = "button"
    disc: ClassVar[str] = "D"
    ranking: ClassVar[Ranking] = FOUR_PLAYER

    @property
    def disc_title(self) -> str:
        """What the disc means."""
        return _("The button")

    @property
    def place_at_rest(self) -> int | None:
        """Where the button will lie: it moves before the deal (DRAW 2.1)."""
        place: int | None = self.ready.place
        return place or self.state["table"]["button"]

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The limits of the opening, the time, the commission."""
        terms, text = house_rules_of(self.state)["terms"], self.figures.amount
        rate = percent(terms["commission_bps"])
        return [
            (_("Opening"), f"{text(terms['opening_min'])}\N{EN DASH}{text(terms['opening_max'])}"),
            (_("Time"), _("%(seconds)s s") % {"seconds": terms["action_seconds"]}),
            (_("Commission"), _("%(rate)s %% of what is won") % {"rate": rate}),
        ]

    @property
    def shared_pots(self) -> Sequence[SharedPot]:
        """The main pot and the side pots."""
        return share_out(round_in(self.state), self.ranking)

    @property
    def without_winner(self) -> str:
        """A showdown has a winner; where nobody shows, `uncontested_by` says what becomes of the chips (DRAW 2.9)."""
        return ""

    def uncontested_by(self, seat: int) -> str:
        """What was matched; nothing where nobody opened, or nobody paid the opening (DRAW 2.5, 2.9)."""
        round_ = round_in(self.state)
        paid = [player["paid"] for player in round_["players"].values() if player["paid"]]
        if not paid:
            return _("Nobody opened: no pot, and no winner.")
        if len(paid) == 1:
            return _("All but the opener dropped: the opening goes back, and nothing is won.")
        return _("Nobody shows: seat %(seat)s takes the pot; what nobody matched goes back.") % {"seat": seat}

    @property
    def broke_title(self) -> str:
        """A seat without chips cannot be dealt in."""
        return _("A player has no chips")
