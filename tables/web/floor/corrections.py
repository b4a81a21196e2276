"""A settled round as forms, prefilled with what was entered; sent back, what differs of it is a correction (OPS 5.8)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables.errors import BadField
from tables.errors import gettext_noop as noop
from tables.games.values import JSON
from tables.queries.numbers import LARGEST_INTEGER, read_number
from tables.web.floor.correction_fields import (
    DEALT,
    STAKES,
    AddedForm,
    DesignatedForm,
    PlayerForm,
    SeatForm,
    no_amount,
)
from tables.web.shared.fields import HIGHEST_SEAT
from tables.web.shared.money import MoneyFormat
from tables.web.words.games import ACTIONS

COUNTED = ("exchange",)
MOST_EXCHANGED = 9


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
    players = [PlayerForm(seat, typed, figures) for seat in _seats_of(typed)]
    added = _read_added(typed, figures)
    removed = [player.seat for player in players if player.is_taken_out]
    there = [*(player for player in players if not player.is_taken_out), *added]
    parts = {
        "wagers": [player.wagers() for player in there],
        "decisions": [player.decided() for player in there],
        "hands": [*(row for row in hands if row["seat"] not in removed), *(hand.hand_row() for hand in added)],
        "removed": removed,
    }
    bank = DesignatedForm(document["designated_player"]["seat"], typed, figures).bank()
    return replaces | bank | {name: rows for name, rows in parts.items() if rows}


def _rows(document: Mapping[str, Any], texts: Mapping[str, str], figures: MoneyFormat) -> list[SeatForm]:
    seats = [entry["seat"] for entry in document["seats"]]
    if "actions" in document:
        return [SeatForm(seat, texts) for seat in seats]
    players = [PlayerForm(seat, texts, figures) for seat in seats]
    designated = DesignatedForm(document["designated_player"]["seat"], texts, figures)
    return [*players, designated, AddedForm(texts, figures)]


def _texts(document: Mapping[str, Any], figures: MoneyFormat) -> dict[str, str]:
    """What was entered, as it stands in the fields."""
    if "actions" in document:
        texts = {f"cards-{seat}": _spaced(cards or "") for seat, cards in document.get("hands", {}).items()}
        return {**texts, "actions": "\n".join(_line(action, figures) for action in document["actions"])}
    rows = [*document["seats"], document["designated_player"]]
    texts = {f"cards-{row['seat']}": _spaced(row.get("cards") or "") for row in rows}
    designated = document["designated_player"]
    texts[f"bank-{designated['seat']}"] = figures.typed(designated["bank"])
    for row in document["seats"]:
        texts[f"decision-{row['seat']}"], texts[f"hand-{row['seat']}"] = row["decision"], DEALT
        texts |= {f"{spot}-{row['seat']}": figures.typed(row[spot]) for spot in STAKES if row.get(spot) is not None}
    return texts


def _spaced(cards: str) -> str:
    return " ".join(re.findall("..", cards))


def _line(action: Mapping[str, Any], figures: MoneyFormat) -> str:
    number = action.get("count", figures.amount(action["amount"]) if "amount" in action else "")
    return f"{action['seat']} {action['do']} {number}".strip()


def _seats_of(typed: Mapping[str, str]) -> list[int]:
    """The seats whose fields were sent, also those that have no hand any more: sent again, a form says what it said."""
    parts = [name.partition("-") for name in typed]
    seats = [read_number(seat, HIGHEST_SEAT) for part, _dash, seat in parts if part == "decision"]
    return [seat for seat in seats if seat]


def _read_added(typed: Mapping[str, str], figures: MoneyFormat) -> list[AddedForm]:
    """The hand that is added, if a seat is typed, or anything else of it; raises BadField for what is no seat."""
    form = AddedForm(typed, figures)
    fields = form.read()
    if not any(typed.get(form.add_prefix(name), "").strip() for name in ("where", "cards", *STAKES)):
        return []
    seat = read_number(fields["where"], HIGHEST_SEAT)
    if not seat:
        raise BadField(noop("The seat of the hand that is added must be a number from 1 to 99."), field="where-new")
    form.seat = seat
    return [form]


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
            raise no_amount(words[2], "actions", figures)
        action["count" if action["do"] in COUNTED else "amount"] = amount if count is None else count
    return action
