"""A settled round as forms, prefilled with what was entered; sent back, what differs of it is a correction (OPS 5.8)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.errors import BadField
from tables.errors import gettext_noop as noop
from tables.games.values import JSON
from tables.queries.numbers import LARGEST_INTEGER, read_number
from tables.web.shared.fields import HIGHEST_SEAT, MoneyField, PageForm, TextField
from tables.web.shared.money import MoneyFormat
from tables.web.words.games import ACTIONS, DECISIONS, SPOTS

WAGERS = ("ante", "straight_flush", "flush")
STAKES = (*WAGERS, "raise")
COUNTED = ("exchange",)
MOST_EXCHANGED, LONGEST_QUOTE = 9, 15


class SeatForm(PageForm):
    """The cards of one seat; the names of its fields end in the number of the seat."""

    cards = TextField(label=_("Cards"))
    amounts: Sequence[forms.BoundField] = ()
    decisions: Sequence[tuple[str, str, bool]] = ()

    def __init__(self, seat: int, typed: Mapping[str, str], *, is_designated: bool = False) -> None:
        super().__init__(typed)
        self.seat, self.is_designated = seat, is_designated

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field on the page, as in cards-4."""
        return f"{field_name}-{self.seat}"


class PlayerForm(SeatForm):
    """What a player wagered and decided, beside the cards."""

    decision = TextField()

    def __init__(self, seat: int, typed: Mapping[str, str], figures: MoneyFormat) -> None:
        super().__init__(seat, typed)
        self.figures = figures
        for spot in STAKES:
            self.fields[spot] = MoneyField(figures, required=False, label=SPOTS[spot].short)

    @property
    def amounts(self) -> list[forms.BoundField]:  # type: ignore[override]
        """The fields of the amounts."""
        return [self[spot] for spot in STAKES]

    @property
    def decisions(self) -> list[tuple[str, str, bool]]:  # type: ignore[override]
        """The choices: code, word, and whether it is the one that stands."""
        chosen = self["decision"].value()
        return [(key, str(words.name), key == chosen) for key, words in DECISIONS.items()]

    @property
    def decision_name(self) -> str:
        """The name of the choice on the page."""
        return self.add_prefix("decision")

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
            raise _no_amount(str(self[spot].value()), spot, self.figures, self.seat)
        amount: int | None = fields[spot]
        return amount


@dataclass(frozen=True, slots=True)
class CorrectionForm:
    """All of a round that can be put right: forms by seat, and in a draw game all actions as lines."""

    rows: list[SeatForm]
    actions: str = ""
    has_actions: bool = False
    words: str = ""
    reason: str = ""
    action_words: str = ""
    replaces: int = 0
    """The version of the settlement that stands in it."""


def correction_form(
    document: Mapping[str, Any], figures: MoneyFormat, typed: Mapping[str, str], version: int
) -> CorrectionForm:
    """Return the form of an input of `settle`; what was typed before stands in it again."""
    texts = {**_texts(document, figures), **typed}
    return CorrectionForm(
        rows=_rows(document, texts, figures),
        actions=texts.get("actions", ""),
        has_actions="actions" in document,
        words=typed.get("words", ""),
        reason=typed.get("reason", ""),
        action_words=", ".join(ACTIONS),
        replaces=version,
    )


def read_corrections(document: Mapping[str, Any], typed: Mapping[str, str], figures: MoneyFormat) -> JSON:
    """Return all of the form, by part, as the act takes it; raises BadField.

    Whole, and not only what differs: sent again after the correction it is still the same, and answered as it was.
    """
    hands, replaces = _read_hands(typed), _read_replaces(typed)
    if "actions" in document:
        parts: JSON = {"hands": hands, "actions": _read_actions(typed.get("actions", ""), figures)}
        return replaces | {name: rows for name, rows in parts.items() if rows or name == "actions"}
    players = [row for row in _rows(document, typed, figures) if isinstance(row, PlayerForm)]
    parts = {
        "wagers": [player.wagers() for player in players],
        "decisions": [player.decided() for player in players],
        "hands": hands,
    }
    return replaces | {name: rows for name, rows in parts.items() if rows}


def _rows(document: Mapping[str, Any], texts: Mapping[str, str], figures: MoneyFormat) -> list[SeatForm]:
    seats = [entry["seat"] for entry in document["seats"]]
    if "actions" in document:
        return [SeatForm(seat, texts) for seat in seats]
    players = [PlayerForm(seat, texts, figures) for seat in seats]
    return [*players, SeatForm(document["designated_player"]["seat"], texts, is_designated=True)]


def _texts(document: Mapping[str, Any], figures: MoneyFormat) -> dict[str, str]:
    """What was entered, as it stands in the fields."""
    if "actions" in document:
        texts = {f"cards-{seat}": _spaced(cards or "") for seat, cards in document.get("hands", {}).items()}
        return {**texts, "actions": "\n".join(_line(action, figures) for action in document["actions"])}
    rows = [*document["seats"], document["designated_player"]]
    texts = {f"cards-{row['seat']}": _spaced(row.get("cards") or "") for row in rows}
    for row in document["seats"]:
        texts[f"decision-{row['seat']}"] = row["decision"]
        texts |= {f"{spot}-{row['seat']}": figures.typed(row[spot]) for spot in STAKES if row.get(spot) is not None}
    return texts


def _spaced(cards: str) -> str:
    return " ".join(re.findall("..", cards))


def _line(action: Mapping[str, Any], figures: MoneyFormat) -> str:
    number = action.get("count", figures.amount(action["amount"]) if "amount" in action else "")
    return f"{action['seat']} {action['do']} {number}".strip()


def _read_replaces(typed: Mapping[str, str]) -> JSON:
    """The version of the settlement that the form was filled in from; 0, which none has, for what is no version."""
    text = typed.get("replaces")
    return {} if text is None else {"replaces": read_number(text, LARGEST_INTEGER) or 0}


def _read_hands(typed: Mapping[str, str]) -> list[JSON]:
    """The hands by seat, also of seats that are not in the round, which the act refuses; an empty field is no hand."""
    rows: list[JSON] = []
    for name, text in typed.items():
        part, _dash, seat = name.partition("-")
        number = read_number(seat, HIGHEST_SEAT)
        if part == "cards" and number is not None:
            rows.append({"seat": number, "cards": text.replace(" ", "") or None})
    return rows


def _read_actions(text: str, figures: MoneyFormat) -> list[JSON]:
    """One action a line: the seat, the word, and its amount or how many cards."""
    return [_read_action(line.split(), figures) for line in text.splitlines() if line.strip()]


def _read_action(words: Sequence[str], figures: MoneyFormat) -> JSON:
    seat = read_number(words[0], HIGHEST_SEAT)
    if len(words) < 2 or len(words) > 3 or seat is None:
        raise BadField(noop("Each line of the actions is a seat, a word and perhaps an amount."), field="actions")
    action: JSON = {"seat": seat, "do": words[1].lower()}
    if len(words) == 3:
        count = read_number(words[2], MOST_EXCHANGED) if action["do"] in COUNTED else None
        amount = figures.units(words[2]) if count is None else None
        if count is None and amount is None:
            raise _no_amount(words[2], "actions", figures)
        action["count" if action["do"] in COUNTED else "amount"] = amount if count is None else count
    return action


def _no_amount(text: str, name: str, figures: MoneyFormat, seat: int | None = None) -> BadField:
    template = noop("Seat %(seat)s: %(field)s must be an amount, as in %(example)s.")
    if seat is None:
        template = noop("%(field)s: %(text)s must be an amount, as in %(example)s.")
    example = figures.amount(125 * 10 ** max(0, figures.minor_digits - 1))
    return BadField(template, field=name, seat=seat, text=text[:LONGEST_QUOTE], example=example)
