"""The tablet's screen from the state of its table: what the templates draw and what the modules work with."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.web.amounts import Figures
from tables.web.cards import Face, pad_rows
from tables.web.chips import chip_values
from tables.web.panels import Decision, Offer, Payment, decisions, offers, payments
from tables.web.seats import SPOT_ORDER, Seat, seats
from tables.web.words import GAMES, RECOUNT_REASONS, SHORT_SPOTS, SPOTS, VOID_REASONS

STEP_OF_ROUND = {"betting": "betting", "dealt": "decisions", "showdown": "hands", "settled": "settlement"}
LARGEST_BUY_IN_CHIP = 1000


@dataclass(frozen=True, slots=True)
class Viewer:
    """What the person in front of the screen may do with it."""

    can_act: bool
    is_floor: bool
    is_tablet: bool


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in its fixed place, with the ways out it offers."""

    text: str
    tone: str = "wrong"
    code: str = ""
    seat: int | None = None
    ways: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Cover:
    """The cover meter (OPS 3.5)."""

    bank: int
    worst: int
    text: str
    is_short: bool


@dataclass(frozen=True, slots=True)
class Step:
    """The step in hand: the panel it owns and its one next act."""

    name: str
    act: str
    label: str
    blocked: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything the fragment of the tablet shows."""

    state: dict[str, Any]
    viewer: Viewer
    figures: Figures
    step: Step
    seed: str
    tag: str
    message: Message | None = None

    @property
    def game(self) -> str:
        """The name of the table's game."""
        return str(GAMES[self.state["table"]["game"]])

    @property
    def limits(self) -> list[tuple[str, str]]:
        """The limits of the table, by spot (OPS 4.1)."""
        limits = self.state["rules"]["document"]["limits"]
        text = self.figures.amount
        return [
            (str(SPOTS[key]), f"{text(limits[key]['min'])}\N{EN DASH}{text(limits[key]['max'])}")
            for key in ("ante", "flush", "straight_flush")
            if key in limits
        ]

    @property
    def rake(self) -> str:
        """The rake in a few words (HCF 9.4)."""
        rake = self.state["rules"]["document"]["terms"]["rake"]
        amount = self.figures.amount(rake["amount"])
        return {
            "none": _("none"),
            "all_players": _("%(amount)s each") % {"amount": amount},
            "players_only": _("%(amount)s a player") % {"amount": amount},
            "designated_player_only": _("%(amount)s the bank alone") % {"amount": amount},
        }[rake["mode"]]

    @property
    def round(self) -> tuple[str, str]:
        """The round on the table, or the last one, with the word for it."""
        round_, last = self.state["round"], self.state["last_round"]
        if round_ is not None:
            return _("Round"), str(round_["number"])
        if last is None:
            return _("Round"), "\N{EN DASH}"
        return (_("Last, void") if last["state"] == "void" else _("Last round")), str(last["number"])

    @property
    def dealer(self) -> str:
        """Who deals."""
        return self.state["dealer"]["name"] if self.state["dealer"] else "\N{EN DASH}"

    @property
    def seats(self) -> list[Seat]:
        """The seats on the felt."""
        return seats(self.state, self.figures)

    @property
    def bank(self) -> str:
        """The bank now, once it is declared (HCF 8.1)."""
        round_ = self.state["round"]
        return self.figures.amount(round_["bank"]) if round_ else ""

    @property
    def bank_declared(self) -> str:
        """The bank as it was declared."""
        round_ = self.state["round"]
        return self.figures.amount(round_["bank_declared"]) if round_ else ""

    @property
    def cover(self) -> Cover | None:
        """The cover meter of the round, if it has anything to measure."""
        round_ = self.state["round"]
        if not round_ or not round_["cover"] or not round_["cover"]["worst_case"]:
            return None
        bank, worst = round_["bank"], round_["cover"]["worst_case"]
        if round_["cover"]["short"]:
            text = _("Worst case %(worst)s: %(missing)s not covered") % {
                "worst": self.figures.amount(worst),
                "missing": self.figures.amount(worst - bank),
            }
        else:
            text = _("Covers the worst case %(worst)s") % {"worst": self.figures.amount(worst)}
        return Cover(min(bank, worst), worst, text, bool(round_["cover"]["short"]))

    @property
    def offers(self) -> list[Offer]:
        """The order in which the bank is offered."""
        return offers(self.state["designation"])

    @property
    def decisions(self) -> list[Decision]:
        """The rows of the decisions panel."""
        return decisions(self.state, self.figures) if self.state["round"] else []

    @property
    def payments(self) -> list[Payment]:
        """The rows of the settlement panel."""
        round_ = self.state["round"]
        return payments(round_, self.figures) if round_ and round_["settlement"] else []

    @property
    def pad(self) -> list[list[Face]]:
        """The keys of the pad."""
        return pad_rows()

    @property
    def spots(self) -> list[tuple[str, str]]:
        """The betting spots in their places."""
        return [(key, str(SPOTS[key])) for key in SPOT_ORDER]

    @property
    def chips(self) -> list[tuple[int, str, str]]:
        """The chips the betting panel offers: value, colour, figure."""
        limits = self.state["rules"]["document"]["limits"]
        return self._chips(max(limit["max"] for limit in limits.values()))

    @property
    def stack_chips(self) -> list[tuple[int, str, str]]:
        """The chips of buy-ins and banks."""
        return self._chips(LARGEST_BUY_IN_CHIP * 10**self.figures.minor_digits)

    def _chips(self, most: int) -> list[tuple[int, str, str]]:
        unit = self.state["rules"]["document"]["chip_unit"]
        values = chip_values(self.figures.minor_digits, unit, most)
        return [(value, colour, self.figures.amount(value)) for value, colour in values]

    @property
    def void_reasons(self) -> list[tuple[str, str]]:
        """Why a round may be void (OPS 5.6)."""
        return [(key, str(word)) for key, word in VOID_REASONS.items()]

    @property
    def recount_reasons(self) -> list[tuple[str, str]]:
        """Why a stack may differ from what is tracked (OPS 2.2)."""
        return [(key, str(word)) for key, word in RECOUNT_REASONS.items()]

    @property
    def client(self) -> dict[str, Any]:
        """What the modules work with; the state's own words, amounts in minor units."""
        state = self.state
        document = state["rules"]["document"]
        return {
            "table": state["table"],
            "version": state["table"]["version"],
            "tag": self.tag,
            "step": self.step.name,
            "next": {"act": self.step.act, "label": self.step.label, "blocked": self.step.blocked},
            "can_act": self.viewer.can_act,
            "is_floor": self.viewer.is_floor,
            "dealer": state["dealer"],
            "seats": state["seats"],
            "designation": state["designation"],
            "round": state["round"],
            "legal_acts": state["legal_acts"],
            "rules": {key: document.get(key) for key in ("limits", "chip_unit", "designation", "terms")},
            "figures": {
                "digits": self.figures.minor_digits,
                "thousands": self.figures.thousands,
                "decimal": self.figures.decimal,
            },
            "spots": {key: [str(SPOTS[key]), str(SHORT_SPOTS[key])] for key in SPOT_ORDER},
            "message": _plain(self.message),
            "seed": self.seed,
        }


def _plain(message: Message | None) -> dict[str, Any] | None:
    if message is None:
        return None
    return {
        "text": message.text,
        "tone": message.tone,
        "code": message.code,
        "seat": message.seat,
        "ways": message.ways,
    }


def make_screen(state: dict[str, Any], viewer: Viewer, seed: str, tag: str, message: Message | None = None) -> Screen:
    """The screen of a table for a viewer; `seed` begins the command ids of the acts it will send."""
    figures = Figures.of(state["casino"]["minor_digits"])
    return Screen(state, viewer, figures, step_of(state, viewer), seed, tag, message)


def step_of(state: dict[str, Any], viewer: Viewer) -> Step:
    """The step in hand; without anybody who may act it is tapping in."""
    if not viewer.can_act:
        return Step("tap_in", "", _("Tap in"))
    if state["table"]["state"] == "closed":
        return Step("closed", "open_table", _("Open table"), _floor_only(state, viewer, "open_table"))
    if state["table"]["state"] == "suspended":
        return Step("suspended", "resume_table", _("Resume"), _floor_only(state, viewer, "resume_table"))
    if state["round"] is None:
        return _between_rounds(state)
    return _in_round(state)


def _floor_only(state: dict[str, Any], viewer: Viewer, act: str) -> str:
    blocked = str(state["blocked"].get(act, ""))
    return blocked or ("" if viewer.is_floor else _("a floor manager does this"))


def _between_rounds(state: dict[str, Any]) -> Step:
    designation = state["designation"]
    blocked = "" if designation else str(state["blocked"].get("open_round", ""))
    if designation is None:
        return Step("opening", "open_round", _("Open round"), blocked)
    if designation["accepted"]:
        return Step("opening", "open_round", _("Open round"), blocked)
    if designation["next"] is None:
        return Step("stopped", "open_round", _("Takes the bank"), blocked or _("choose who takes the bank"))
    return Step("offer", "open_round", _("Takes the bank"), blocked)


def _in_round(state: dict[str, Any]) -> Step:
    round_, blocked = state["round"], state["blocked"]
    name = STEP_OF_ROUND[round_["state"]]
    if name == "betting":
        return Step(name, "deal", _("Deal"), str(blocked.get("deal", "")))
    if name == "decisions":
        return Step(name, "showdown", _("Showdown"), _waiting_for(round_["undecided"], _("to decide")))
    if name == "hands":
        missing = _waiting_for(round_["hands_needed"], _("hand needed"))
        return Step(name, "settle_round", _("Settle"), missing or str(blocked.get("settle_round", "")))
    return Step(name, "close_round", _("Close round"), str(blocked.get("close_round", "")))


def _waiting_for(waiting: list[int], what: str) -> str:
    if not waiting:
        return ""
    who = ngettext("seat %(seats)s", "seats %(seats)s", len(waiting)) % {"seats": ", ".join(map(str, waiting))}
    return f"{who}: {what}"
