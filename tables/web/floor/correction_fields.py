"""The fields of a correction, by seat: what stands there, and what is read of them as the act takes it (OPS 5.8)."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.errors import BadField
from tables.errors import gettext_noop as noop
from tables.games.values import JSON
from tables.web.shared.fields import MoneyField, PageForm, TextField
from tables.web.shared.money import MoneyFormat
from tables.web.words import Words
from tables.web.words.games import DECISIONS, SPOTS

WAGERS = ("ante", "straight_flush", "flush")
STAKES = (*WAGERS, "raise")
LONGEST_QUOTE = 15
DEALT, NOT_DEALT = "dealt", "not_dealt"
IN_OR_OUT = {DEALT: _("was dealt"), NOT_DEALT: _("was not dealt: take it out")}
ADDED = "new"
"""What stands in the place of a seat in the names of the fields of a hand that is added."""


class SeatForm(PageForm):
    """The cards of one seat; the names of its fields end in the number of the seat."""

    cards = TextField(label=_("Cards"))
    is_designated = is_added = False

    def __init__(self, seat: int, typed: Mapping[str, str]) -> None:
        super().__init__(typed)
        self.seat, self.place = seat, str(seat or ADDED)

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field on the page, as in cards-4."""
        return f"{field_name}-{self.place}"

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The fields of the amounts."""
        return []

    @property
    def choices(self) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
        """The choices: label, name of the field, and of each code, word, and whether it is the one that stands."""
        return []


class DesignatedForm(SeatForm):
    """The bank that was declared, beside the cards of the designated player."""

    is_designated = True

    def __init__(self, seat: int, typed: Mapping[str, str], figures: MoneyFormat) -> None:
        super().__init__(seat, typed)
        self.figures = figures
        self.fields["bank"] = MoneyField(figures, required=False, label=_("Bank"))

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The bank alone."""
        return [self["bank"]]

    def bank(self) -> JSON:
        """Return the bank in minor units as the act takes it; nothing where it was left empty. Raises BadField."""
        amount = self.read().get("bank")
        if "bank" in self.errors:
            raise no_amount(str(self["bank"].value()), "bank", self.figures, self.seat)
        return {} if amount is None else {"bank": amount}


class PlayerForm(SeatForm):
    """What a player wagered and decided, beside the cards, and whether the hand was dealt at all."""

    decision = TextField()
    hand = TextField()

    def __init__(self, seat: int, typed: Mapping[str, str], figures: MoneyFormat) -> None:
        super().__init__(seat, typed)
        self.figures = figures
        for spot in STAKES:
            self.fields[spot] = MoneyField(figures, required=False, label=SPOTS[spot].short)

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The fields of the amounts."""
        return [self[spot] for spot in STAKES]

    @property
    def choices(self) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
        """The decision, and whether the hand was dealt."""
        decisions = {key: words.name for key, words in DECISIONS.items()}
        return [
            (str(label), self.add_prefix(name), self._options(name, words))
            for label, name, words in ((_("Decision"), "decision", decisions), (_("Hand"), "hand", IN_OR_OUT))
        ]

    @property
    def is_taken_out(self) -> bool:
        """Whether the hand was not dealt."""
        return bool(self.read()["hand"] == NOT_DEALT)

    def _options(self, name: str, words: Mapping[str, Words]) -> list[tuple[str, str, bool]]:
        chosen = self[name].value()
        return [(key, str(word), key == chosen) for key, word in words.items()]

    def wagers(self) -> JSON:
        """Return the wagers in minor units as the act takes them; raises BadField."""
        amounts = {spot: self._amount(spot) for spot in WAGERS}
        return {"seat": self.seat, **{spot: amount for spot, amount in amounts.items() if amount is not None}}

    def decided(self) -> JSON:
        """Return the decision as the act takes it, the Raise in minor units; raises BadField."""
        decision = self.read()["decision"]
        raised = self._amount("raise") if decision == "raise" else None
        return {"seat": self.seat, "decision": decision, **({} if raised is None else {"raise": raised})}

    def _amount(self, spot: str) -> int | None:
        fields = self.read()
        if spot in self.errors:
            raise no_amount(str(self[spot].value()), spot, self.figures, self.seat)
        amount: int | None = fields[spot]
        return amount


class AddedForm(PlayerForm):
    """A hand that was dealt and not entered; none where no seat is typed."""

    where = TextField(label=_("Seat"), strip=True)
    is_added = True

    def __init__(self, typed: Mapping[str, str], figures: MoneyFormat) -> None:
        super().__init__(0, typed, figures)

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The seat, then the amounts."""
        return [self["where"], *super().amounts]

    @property
    def choices(self) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
        """The decision alone."""
        return super().choices[:1]

    def hand_row(self) -> JSON:
        """Return the cards as the act takes them."""
        return {"seat": self.seat, "cards": self.read()["cards"].replace(" ", "") or None}


def no_amount(text: str, name: str, figures: MoneyFormat, seat: int | None = None) -> BadField:
    """The refusal of a text that is no amount, with an example of one."""
    template = noop("Seat %(seat)s: %(field)s must be an amount, as in %(example)s.")
    if seat is None:
        template = noop("%(field)s: %(text)s must be an amount, as in %(example)s.")
    example = figures.amount(125 * 10 ** max(0, figures.minor_digits - 1))
    return BadField(template, field=name, seat=seat, text=text[:LONGEST_QUOTE], example=example)
