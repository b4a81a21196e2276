"""What the screens of the draw games have in common (DRAW)."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from tables.games.draw.hands import Ranking
from tables.queries.tables.documents import TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.draw.action_keys import Turn, undo_note
from tables.web.tablet.draw.clock import TableClock
from tables.web.tablet.draw.hand import HAND_SIZE
from tables.web.tablet.draw.payments import DrawPayment, payments
from tables.web.tablet.draw.pots import Pot, SharedPot, lying, shared
from tables.web.tablet.draw.pre_round import Ready, ready
from tables.web.tablet.draw.seats import DrawSeat, draw_seats, seats_that_show
from tables.web.tablet.draw.shown import decided, shown_hands
from tables.web.tablet.screen import Screen
from tables.web.tablet.steps import TabletStep, round_in, waiting_for

# A larger amount is typed.
LARGEST_BET_CHIP = 500


class DrawScreen(Screen):
    """What both have in common: actions in turn, a showdown, pots that are shared out."""

    __slots__ = ()
    folder: ClassVar[str] = "tables/tablet/draw"
    hand_size: ClassVar[int] = HAND_SIZE
    counts: ClassVar[range] = range(HAND_SIZE + 1)
    """How many cards can be exchanged."""
    place_key: ClassVar[str]
    """Under which key a round keeps the seat from which turns are counted."""
    disc: ClassVar[str]
    ranking: ClassVar[Ranking]
    """How the game compares hands."""

    @classmethod
    def step_between_rounds(cls, state: TableStateDocument, figures: MoneyFormat) -> TabletStep:
        """The next hand can be opened at any time by the players who sit there."""
        coming = ready(state, cls.place_key, figures)
        return TabletStep("ready", "open_round", _("Open round"), coming.problem)

    @classmethod
    def step_in_round(cls, state: TableStateDocument) -> TabletStep:
        """From the first action to the payment (OPS 5.1)."""
        round_, blocked = round_in(state), state["blocked"]
        name = cls.step_name(round_)
        if name in ("action", "exchange"):
            return TabletStep(name, "take_actions", "", waiting_for([round_["turn"]], _("to act")))
        if name == "hands":
            missing = waiting_for(round_["hands_needed"], _("hand needed"))
            return TabletStep(name, "settle_round", _("Close round"), missing or str(blocked.get("settle_round", "")))
        return TabletStep(name, "close_round", _("Close round"), str(blocked.get("close_round", "")))

    @classmethod
    def moved_on(cls, round_: Mapping[str, Any], _step: str) -> str:
        """What the second tablet learns: the player acted, or their time was up (OPS 5.10)."""
        return _moved_on(round_)

    @property
    def ready(self) -> Ready:
        """The coming hand."""
        return ready(self.state, self.place_key, self.figures)

    @cached_property
    def seats(self) -> list[DrawSeat]:
        """The seats on the felt."""
        place = round_["play"][self.place_key] if (round_ := round_in(self.state)) else self.place_at_rest
        return draw_seats(self.state, place, self.ranking, self.figures)

    @property
    def place_at_rest(self) -> int | None:
        """Where the disc lies between rounds."""
        raise NotImplementedError

    @property
    def disc_title(self) -> str:
        """What the disc means."""
        raise NotImplementedError

    @property
    def shows(self) -> list[int]:
        """Show the players who remain at the showdown."""
        return seats_that_show(round_in(self.state))

    @property
    def to_tick(self) -> list[int]:
        """The seats whose chips move."""
        return [row.seat for row in self.payments if row.has_to_be_ticked]

    @property
    def for_client(self) -> dict[str, Any]:
        """The clock, with what the server's own says as it answers."""
        return {"clock": self.clock.for_client}

    @property
    def clock(self) -> TableClock:
        """The clock of the player to act (DRAW 2.7)."""
        return TableClock(self.state)

    @property
    def turn(self) -> Turn:
        """The player to act, and their keys."""
        return Turn(round_in(self.state), self.figures)

    @property
    def undo(self) -> str:
        """What would be taken back."""
        return undo_note(round_in(self.state), self.figures)

    @property
    def pots(self) -> list[Pot]:
        """The pots in the middle, as they lie or as they were shared out."""
        round_ = round_in(self.state)
        if not round_:
            carry = self.state["table"]["carry"]
            return [Pot(_("Carried over"), _("Carried"), self.figures.amount(carry))] if carry else []
        return shared(self.shared_pots, self.figures) if round_["settlement"] else lying(round_, self.figures)

    @property
    def shared_pots(self) -> Sequence[SharedPot]:
        """How the pots of a settled hand were shared."""
        raise NotImplementedError

    @cached_property
    def payments(self) -> list[DrawPayment]:
        """The rows of the settlement panel."""
        round_ = round_in(self.state)
        hands = shown_hands(round_, self.ranking)
        return payments(round_, self.shared_pots, hands, self.figures) if round_ and round_["settlement"] else []

    @property
    def decided(self) -> str:
        """Which card decided between two hands of one name."""
        return " ".join(decided(shown_hands(round_in(self.state), self.ranking), self.shared_pots))

    @property
    def ending(self) -> str:
        """What is to be said of the end of a hand beside its rows; empty for a showdown that somebody won (DRAW 0.4)."""
        round_ = round_in(self.state)
        if not seats_that_show(round_):
            last = next(seat for seat in round_["order"] if not round_["players"][str(seat)]["dropped"])
            return self.uncontested_by(last)
        return "" if round_["settlement"]["winners"] else self.without_winner

    @property
    def without_winner(self) -> str:
        """What becomes of the chips of a hand that nobody won."""
        raise NotImplementedError

    def uncontested_by(self, seat: int) -> str:
        """What the last player left takes, without showing (DRAW 0.4, 2.9)."""
        raise NotImplementedError

    @property
    def broke_title(self) -> str:
        """What it means that a player cannot pay to play."""
        raise NotImplementedError

    @property
    def chips(self) -> list[tuple[int, str, str]]:
        """The chips of a bet: value, colour, figure."""
        largest = LARGEST_BET_CHIP * 10**self.figures.minor_digits
        bet = self.turn.bet
        return self.chips_up_to(min(bet["most"], largest) if bet else largest)


def _moved_on(round_: Mapping[str, Any]) -> str:
    if round_["settlement"]:
        return _("Round %(number)s was settled on another tablet.") % {"number": round_["number"]}
    actions = round_["play"]["actions"]
    if actions and actions[-1]["do"] == "timeout":
        return _("The time of seat %(seat)s was up before that.") % {"seat": actions[-1]["seat"]}
    if round_["turn"] is not None:
        return _("The table was changed before that: it is the turn of seat %(seat)s.") % {"seat": round_["turn"]}
    return _("The betting of round %(number)s is over.") % {"number": round_["number"]}
