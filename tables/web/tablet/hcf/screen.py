"""The screen of a game in which a designated player banks the round (HCF)."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from tables.games.high_card_flush.terms import RakeMode
from tables.queries.tables.documents import TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.cards import FLUSH_HAND_SIZE
from tables.web.tablet.hcf.cover import Cover, cover_of
from tables.web.tablet.hcf.panels import Decision, Offer, Payment, decisions, offers, payments
from tables.web.tablet.hcf.seats import SPOT_ORDER, Seat, seats, spot_order
from tables.web.tablet.screen import Screen
from tables.web.tablet.steps import TabletStep, house_rules_of, round_in, waiting_for
from tables.web.words.choices import RAKE_MODES
from tables.web.words.games import SPOTS


class BankedScreen(Screen):
    """Offers, wagers, decisions, hands and settlement beside a bank."""

    __slots__ = ()
    folder: ClassVar[str] = "tables/tablet/hcf"
    hand_size: ClassVar[int] = FLUSH_HAND_SIZE
    step_names = {"betting": "betting", "dealt": "decisions", "showdown": "hands", "settled": "settlement"}

    @classmethod
    def step_between_rounds(cls, state: TableStateDocument, _figures: MoneyFormat) -> TabletStep:
        """The bank is offered until a player has it (OPS 3.1)."""
        designation = state["designation"]
        if designation is None or designation["accepted"]:
            return TabletStep("opening", "open_round", _("Open round"))
        blocked = str(state["blocked"].get("open_round", ""))
        if designation["next"] is None:
            return TabletStep("stopped", "open_round", _("Takes the bank"), blocked or _("choose who takes the bank"))
        return TabletStep("offer", "open_round", _("Takes the bank"), blocked)

    @classmethod
    def step_in_round(cls, state: TableStateDocument) -> TabletStep:
        """From the wagers to the payment (OPS 5.1)."""
        round_, blocked = round_in(state), state["blocked"]
        name = cls.step_name(round_)
        if name == "betting":
            return TabletStep(name, "deal", _("Deal"), str(blocked.get("deal", "")))
        if name == "decisions":
            return TabletStep(name, "showdown", _("Showdown"), waiting_for(round_["undecided"], _("to decide")))
        if name == "hands":
            missing = waiting_for(round_["hands_needed"], _("hand needed"))
            return TabletStep(name, "settle_round", _("Close round"), missing or str(blocked.get("settle_round", "")))
        return TabletStep(name, "close_round", _("Close round"), str(blocked.get("close_round", "")))

    @classmethod
    def moved_on(cls, round_: Mapping[str, Any], step: str) -> str:
        """What the second tablet learns when the step has changed (OPS 5.10)."""
        sentences = {
            "betting": _("Round %(number)s was opened on another tablet."),
            "decisions": _("Round %(number)s was dealt on another tablet."),
            "hands": _("All decisions of round %(number)s were entered on another tablet."),
            "settlement": _("Round %(number)s was settled on another tablet."),
        }
        name = cls.step_name(round_)
        return sentences[name] % {"number": round_["number"]} if name != step else ""

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The limits by spot, and the rake (OPS 4.1, HCF 9.4)."""
        rules, text = house_rules_of(self.state), self.figures.amount
        limits = [(key, limit) for key in ("ante", "flush", "straight_flush") if (limit := rules["limits"].get(key))]
        ranges = [
            (str(SPOTS[key].name), f"{text(limit['min'])}\N{EN DASH}{text(limit['max'])}") for key, limit in limits
        ]
        return [*ranges, (_("Rake"), _rake(rules["terms"]["rake"], self.figures))]

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats on the felt."""
        return seats(self.state, self.figures)

    @property
    def shows(self) -> list[int]:
        """The designated player, all who raised, and who folded with a bonus that lives (HCF 4.1, 6.5)."""
        round_ = round_in(self.state)
        return [] if round_ is None else list(round_["shows"])

    @property
    def to_tick(self) -> list[int]:
        """Every hand with something on the layout still (HCF 3.3)."""
        return [row.seat for row in self.payments if row.has_to_be_ticked]

    @property
    def for_client(self) -> dict[str, Any]:
        """The betting spots by their names."""
        return {"spots": {key: [str(words) for words in SPOTS[key]] for key in SPOT_ORDER}}

    @property
    def bank(self) -> str:
        """The bank now, once it is declared (HCF 8.1)."""
        round_ = round_in(self.state)
        return self.figures.amount(round_["bank"]) if round_ else ""

    @property
    def bank_accepted(self) -> str:
        """The bank that was taken for the coming round."""
        designation = self.state["designation"]
        accepted = designation["accepted"] if designation else None
        return self.figures.amount(accepted["bank"]) if accepted else ""

    @property
    def bank_declared(self) -> str:
        """The bank as it was declared, or as a correction says that it was (OPS 5.8)."""
        round_ = round_in(self.state)
        if not round_:
            return ""
        settlement = round_["settlement"]
        declared = settlement["designated_player"]["bank_before"] if settlement else round_["bank_declared"]
        return self.figures.amount(declared)

    @property
    def cover(self) -> Cover | None:
        """The cover meter of the round, if it has anything to measure."""
        return cover_of(round_in(self.state), self.figures)

    @property
    def offers(self) -> list[Offer]:
        """The order in which the bank is offered."""
        return offers(self.state["designation"])

    @property
    def decisions(self) -> list[Decision]:
        """The rows of the decisions panel."""
        return decisions(self.state, self.figures) if round_in(self.state) else []

    @cached_property
    def payments(self) -> list[Payment]:
        """The rows of the settlement panel."""
        round_ = round_in(self.state)
        return payments(self.state, self.figures) if round_ and round_["settlement"] else []

    @property
    def caps(self) -> str:
        """The most that bonuses win, beside the bets they bear on; empty where nothing caps them (HCF 9.1)."""
        return _caps(house_rules_of(self.state)["terms"]["caps"], self.figures)

    @property
    def spots(self) -> list[tuple[str, str]]:
        """The betting spots in their places."""
        return [(key, str(SPOTS[key].name)) for key in spot_order(self.state)]

    @property
    def chips(self) -> list[tuple[int, str, str]]:
        """The chips the betting panel offers: value, colour, figure."""
        limits = house_rules_of(self.state)["limits"]
        return self.chips_up_to(max(limit["max"] for limit in limits.values() if limit))


def _rake(rake: dict[str, Any], figures: MoneyFormat) -> str:
    """Who pays the house how much; the designated player may pay another amount (HCF 9.4)."""
    own, mode = rake["designated_player_amount"], RakeMode(rake["mode"])
    amounts = {"amount": figures.amount(rake["amount"]), "own": figures.amount(own or 0)}
    if own is not None and mode is RakeMode.ALL_PLAYERS:
        return _("%(amount)s a player, %(own)s the bank") % amounts
    if own is not None and mode is RakeMode.DESIGNATED_PLAYER_ONLY:
        amounts["amount"] = amounts["own"]
    return str(RAKE_MODES[mode].tablet) % amounts


def _caps(caps: dict[str, Any], figures: MoneyFormat) -> str:
    words = {"per_hand": _("%(most)s a hand"), "per_round": _("%(most)s a round")}
    said = [text % {"most": figures.amount(caps[key])} for key, text in words.items() if caps[key] is not None]
    return _("Bonuses win at most %(caps)s") % {"caps": ", ".join(said)} if said else ""
