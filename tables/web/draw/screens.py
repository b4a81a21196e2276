"""The screens of the two draw games (DRAW 1, 2)."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils import timezone
from django.utils.translation import gettext as _

from tables.games.draw.hands import FOUR_PLAYER
from tables.queries.tablet import text_of
from tables.web.amounts import Figures
from tables.web.draw.hand import HAND_SIZE
from tables.web.draw.keys import Turn, undo_note
from tables.web.draw.middle import Pot, SharedPot, lying, share_out, shared
from tables.web.draw.payments import DrawPayment, payments
from tables.web.draw.ready import Ready, ready
from tables.web.draw.seats import DrawSeat, draw_seats, seats_that_show
from tables.web.screen import Screen
from tables.web.steps import Step, house_rules_of, waiting_for

# A larger amount is typed.
LARGEST_BET_CHIP = 500


class DrawScreen(Screen):
    """What both have in common: actions in turn, a showdown, pots that are shared out."""

    __slots__ = ()
    folder: ClassVar[str] = "tables/dealer/draw"
    hand_size: ClassVar[int] = HAND_SIZE
    place_key: ClassVar[str]
    """Under which key a round keeps the seat from which turns are counted."""
    disc: ClassVar[str]

    @classmethod
    def step_name(cls, round_: dict[str, Any]) -> str:
        """Where all but one dropped, nobody shows (DRAW 0.4)."""
        name = cls.step_names[round_["state"]]
        return "uncontested" if name == "hands" and not seats_that_show(round_) else name

    @classmethod
    def step_between_rounds(cls, state: dict[str, Any], figures: Figures) -> Step:
        """The next hand can be opened at any time by whoever sits there."""
        coming = ready(state, cls.place_key, figures)
        return Step("ready", "open_round", _("Open round"), coming.problem)

    @classmethod
    def step_in_round(cls, state: dict[str, Any]) -> Step:
        """From the first action to the payment (OPS 5.1)."""
        round_, blocked = state["round"], state["blocked"]
        name = cls.step_name(round_)
        if name in ("action", "exchange"):
            return Step(name, "take_actions", "", waiting_for([round_["turn"]], _("to act")))
        if name in ("hands", "uncontested"):
            missing = waiting_for(round_["hands_needed"], _("hand needed"))
            return Step(name, "settle_round", _("Settle"), missing or str(blocked.get("settle_round", "")))
        return Step(name, "close_round", _("Close round"), str(blocked.get("close_round", "")))

    @classmethod
    def moved_on(cls, round_: dict[str, Any], _step: str) -> str:
        """What the second tablet learns: somebody acted, or his time was up (OPS 5.10)."""
        if round_["settlement"]:
            return _("Round %(number)s was settled on another tablet.") % {"number": round_["number"]}
        actions = round_["play"]["actions"]
        if actions and actions[-1]["do"] == "timeout":
            return _("The time of seat %(seat)s was up before that.") % {"seat": actions[-1]["seat"]}
        if round_["turn"] is not None:
            return _("The table was changed before that: it is the turn of seat %(seat)s.") % {"seat": round_["turn"]}
        return _("The betting of round %(number)s is over.") % {"number": round_["number"]}

    @property
    def ready(self) -> Ready:
        """The coming hand."""
        return ready(self.state, self.place_key, self.figures)

    @property
    def seats(self) -> list[DrawSeat]:
        """The seats on the felt."""
        round_ = self.state["round"]
        place = round_["play"][self.place_key] if round_ else self.place_at_rest
        return draw_seats(self.state, place, self.figures)

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
        """Whoever remains at the showdown."""
        return seats_that_show(self.state["round"])

    @property
    def to_tick(self) -> list[int]:
        """The seats whose chips move."""
        return [row.seat for row in self.payments if row.has_to_be_ticked]

    @property
    def for_client(self) -> dict[str, Any]:
        """The clock, with what the server's own says as it answers."""
        return {"clock": self.clock}

    @property
    def clock(self) -> dict[str, Any] | None:
        """When the time of whoever is to act is up; None where no clock runs (DRAW 2.7)."""
        round_ = self.state["round"]
        if not round_ or not round_["deadline"]:
            return None
        return {
            "deadline": round_["deadline"],
            "now": text_of(timezone.now()),
            "seconds": round_["seconds"],
            "by_dealer": self.dealer_keeps_time,
            "stopped": self.state["table"]["state"] == "suspended",
        }

    @property
    def has_clock(self) -> bool:
        """Whether seats keep a place for the clock."""
        return "action_seconds" in house_rules_of(self.state)["terms"]

    @property
    def dealer_keeps_time(self) -> bool:
        """Whether the end of the time is the dealer's to call (DRAW 2.7)."""
        return bool(house_rules_of(self.state)["terms"].get("clock_mode") == "dealer")

    @property
    def turn(self) -> Turn:
        """Whoever is to act, and his keys."""
        return Turn(self.state["round"], self.figures)

    @property
    def counts(self) -> range:
        """How many cards can be exchanged."""
        return range(HAND_SIZE + 1)

    @property
    def undo(self) -> str:
        """What would be taken back."""
        return undo_note(self.state["round"], self.figures)

    @property
    def pots(self) -> list[Pot]:
        """The pots in the middle, as they lie or as they were shared out."""
        round_ = self.state["round"]
        if not round_:
            carry = self.state["table"]["carry"]
            return [Pot(_("Carried over"), _("Carried"), self.figures.amount(carry))] if carry else []
        return shared(self.shared_pots, self.figures) if round_["settlement"] else lying(round_, self.figures)

    @property
    def shared_pots(self) -> Sequence[SharedPot]:
        """How the pots of a settled hand were shared."""
        raise NotImplementedError

    @property
    def payments(self) -> list[DrawPayment]:
        """The rows of the settlement panel."""
        round_ = self.state["round"]
        return payments(round_, self.shared_pots, self.figures) if round_ and round_["settlement"] else []

    @property
    def ending(self) -> str:
        """What is to be said of the end of a hand beside its rows."""
        raise NotImplementedError

    @property
    def uncontested(self) -> str:
        """Who takes what without showing (DRAW 0.4, 2.9)."""
        round_ = self.state["round"]
        last = next(seat for seat in round_["order"] if not round_["players"][str(seat)]["dropped"])
        return self.uncontested_by(last)

    def uncontested_by(self, seat: int) -> str:
        """What the last player left takes."""
        raise NotImplementedError

    @property
    def broke_title(self) -> str:
        """What it means that somebody cannot pay to play."""
        raise NotImplementedError

    @property
    def chips(self) -> list[tuple[int, str, str]]:
        """The chips of a bet: value, colour, figure."""
        largest = LARGEST_BET_CHIP * 10**self.figures.minor_digits
        bet = self.turn.bet
        return self.chips_up_to(min(bet["most"], largest) if bet else largest)


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
        round_ = self.state["round"]
        settlement = round_["settlement"]
        remaining = [seat for seat in round_["order"] if not round_["players"][str(seat)]["dropped"]]
        return [SharedPot(settlement["pot"], remaining, dict.fromkeys(settlement["winners"], settlement["pot"]))]

    @property
    def ending(self) -> str:
        """A tie leaves the pot on the table (DRAW 1.10)."""
        settlement = self.state["round"]["settlement"]
        if settlement["winners"]:
            return ""
        return _("A tie: the pot of %(pot)s stays on the table and carries over into the next deal.") % {
            "pot": self.figures.amount(settlement["carry"])
        }

    def uncontested_by(self, seat: int) -> str:
        """The whole pot, a bet that nobody matched included (DRAW 1.11)."""
        pot = self.figures.amount(self.state["round"]["middle"])
        return _("Seat %(seat)s takes the pot of %(pot)s.") % {"seat": seat, "pot": pot}

    @property
    def broke_title(self) -> str:
        """Who cannot pay an ante even with markers has lost the match (DRAW 1.8)."""
        return _("The match is over")

    @property
    def parting(self) -> str:
        """What leaving does to the match (OPS 7.2)."""
        return _("Leaving ends the match: a carried pot is shared, markers are redeemed as far as the chips go.")


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
        rate = f"{terms['commission_bps'] / 100:g}"
        return [
            (_("Opening"), f"{text(terms['opening_min'])}\N{EN DASH}{text(terms['opening_max'])}"),
            (_("Time"), _("%(seconds)s s") % {"seconds": terms["action_seconds"]}),
            (_("Commission"), _("%(rate)s %% of what is won") % {"rate": rate}),
        ]

    @property
    def shared_pots(self) -> Sequence[SharedPot]:
        """The main pot and the side pots."""
        return share_out(self.state["round"], FOUR_PLAYER)

    @property
    def ending(self) -> str:
        """A hand without a winner (DRAW 2.9)."""
        round_ = self.state["round"]
        if round_["settlement"]["winners"]:
            return ""
        if not round_["middle"]:
            return _("Nobody opened: no pot, and no winner.")
        return _("All but the opener dropped: the opening goes back, and nothing is won.")

    def uncontested_by(self, seat: int) -> str:
        """What somebody matched; nothing where nobody opened, or nobody paid the opening (DRAW 2.5, 2.9)."""
        round_ = self.state["round"]
        paid = [player["paid"] for player in round_["players"].values() if player["paid"]]
        if not paid:
            return _("Nobody opened: no pot, and no winner.")
        if len(paid) == 1:
            return _("All but the opener dropped: the opening goes back, and nothing is won.")
        return _("Seat %(seat)s takes the pot; what nobody matched goes back.") % {"seat": seat}

    @property
    def broke_title(self) -> str:
        """A seat without chips cannot be dealt in."""
        return _("Somebody has no chips")
