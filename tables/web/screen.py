"""The tablet's screen from the state of its table: what the templates draw and what the modules work with."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tables.web.amounts import Figures
from tables.web.cards import Face, pad_rows
from tables.web.chips import chip_values
from tables.web.client import client_data
from tables.web.panels import Decision, Offer, Payment, decisions, offers, payments
from tables.web.seats import SPOT_ORDER, Seat, seats
from tables.web.steps import Step, Viewer, house_rules_of, step_of
from tables.web.top_bar import TopBar, top_bar
from tables.web.words import RECOUNT_REASONS, SPOTS, VOID_REASONS

LARGEST_BUY_IN_CHIP = 1000


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
    def seats(self) -> list[Seat]:
        """The seats on the felt."""
        return seats(self.state, self.figures)

    @property
    def bank(self) -> str:
        """The bank now, once it is declared (HCF 8.1)."""
        round_ = self.state["round"]
        return self.figures.amount(round_["bank"]) if round_ else ""

    @property
    def bank_accepted(self) -> str:
        """The bank that was taken for the coming round."""
        accepted = (self.state["designation"] or {}).get("accepted")
        return self.figures.amount(accepted["bank"]) if accepted else ""

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
    def top(self) -> TopBar:
        """The top bar."""
        return top_bar(self.state, self.figures)

    @property
    def client(self) -> dict[str, Any]:
        """What the modules of the page work with."""
        return client_data(self)

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
        limits = house_rules_of(self.state)["limits"]
        return self._chips(max(limit["max"] for limit in limits.values()))

    @property
    def stack_chips(self) -> list[tuple[int, str, str]]:
        """The chips of buy-ins and banks."""
        return self._chips(LARGEST_BUY_IN_CHIP * 10**self.figures.minor_digits)

    def _chips(self, most: int) -> list[tuple[int, str, str]]:
        unit = house_rules_of(self.state)["chip_unit"]
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


def make_screen(state: dict[str, Any], viewer: Viewer, seed: str, tag: str, message: Message | None = None) -> Screen:
    """The screen of a table for a viewer; `seed` begins the command ids of the acts it will send."""
    figures = Figures.of(state["casino"]["minor_digits"])
    return Screen(state, viewer, figures, step_of(state, viewer), seed, tag, message)
