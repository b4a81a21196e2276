"""A settled round as a form, prefilled with what was entered; sent back, what differs of it is a correction (OPS 5.8)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from tables.errors import BadField
from tables.errors import gettext_noop as noop
from tables.queries.numbers import LARGEST_INTEGER, read_number
from tables.web.shared.money import MoneyFormat
from tables.web.words.common import ACTIONS, SHORT_SPOTS, SPOTS

JSON = dict[str, Any]

WAGERS = ("ante", "straight_flush", "flush")
DECISIONS = {"raise": SPOTS["raise"], "fold": later("Folded"), "walk_away": later("Walked away")}
COUNTED = ("exchange",)
HIGHEST_SEAT, MOST_EXCHANGED = 99, 9
LONGEST_QUOTE = 15


@dataclass(frozen=True, slots=True)
class Input:
    """One field: its name, what it is called, what stands in it."""

    name: str
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A seat of the round."""

    seat: int
    is_designated: bool
    amounts: list[Input] = field(default_factory=list)
    decisions: list[tuple[str, str, bool]] = field(default_factory=list)
    cards: Input | None = None

    @property
    def decision_name(self) -> str:
        """The name of the choice of his decision."""
        return f"decision-{self.seat}"


@dataclass(frozen=True, slots=True)
class CorrectionForm:
    """All of a round that can be put right: rows by seat, and in a draw game all actions as lines."""

    rows: list[Row]
    actions: str = ""
    has_actions: bool = False
    words: str = ""
    reason: str = ""
    action_words: str = ""
    replaces: int = 0
    """The version of the settlement that stands in it."""


def correction_form(
    document: Mapping[str, Any], figures: MoneyFormat, sent: Mapping[str, str], version: int
) -> CorrectionForm:
    """The form of an input of `settle`; what was sent before stands in it again."""
    has_actions = "actions" in document
    actions = "\n".join(_line(action, figures) for action in document.get("actions", ()))
    return CorrectionForm(
        rows=_draw_rows(document, sent) if has_actions else _banked_rows(document, figures, sent),
        actions=sent.get("actions", actions),
        has_actions=has_actions,
        words=sent.get("words", ""),
        reason=sent.get("reason", ""),
        action_words=", ".join(ACTIONS),
        replaces=version,
    )


def read_corrections(document: Mapping[str, Any], sent: Mapping[str, str], figures: MoneyFormat) -> JSON:
    """All of the form, by part, as the act takes it; raises BadField.

    Whole, and not only what differs: sent again after the correction it is still the same, and answered as it was.
    """
    hands, seen = _read_hands(sent), _read_replaces(sent)
    if "actions" in document:
        parts: JSON = {"hands": hands, "actions": _read_actions(sent.get("actions", ""), figures)}
        return seen | {name: rows for name, rows in parts.items() if rows or name == "actions"}
    seats = [entry["seat"] for entry in document["seats"]]
    parts = {
        "wagers": [_read_wagers(seat, sent, figures) for seat in seats],
        "decisions": [_read_decision(seat, sent, figures) for seat in seats],
        "hands": hands,
    }
    return seen | {name: rows for name, rows in parts.items() if rows}


def _read_replaces(sent: Mapping[str, str]) -> JSON:
    """The version of the settlement that the form was filled in from; 0, which none has, for what is no version."""
    text = sent.get("replaces")
    return {} if text is None else {"replaces": read_number(text, LARGEST_INTEGER) or 0}


def _banked_rows(document: Mapping[str, Any], figures: MoneyFormat, sent: Mapping[str, str]) -> list[Row]:
    rows = []
    for entry in document["seats"]:
        seat = entry["seat"]
        chosen = sent.get(f"decision-{seat}", entry["decision"])
        amounts = [*WAGERS, "raise"]
        rows.append(
            Row(
                seat=seat,
                is_designated=False,
                amounts=[
                    _input(spot, seat, str(SHORT_SPOTS[spot]), _text(entry.get(spot), figures), sent)
                    for spot in amounts
                ],
                decisions=[(key, str(word), key == chosen) for key, word in DECISIONS.items()],
                cards=_input("cards", seat, _("Cards"), _spaced(entry.get("cards", "")), sent),
            )
        )
    designated = document["designated_player"]
    seat = designated["seat"]
    cards = _input("cards", seat, _("Cards"), _spaced(designated.get("cards", "")), sent)
    return [*rows, Row(seat, is_designated=True, cards=cards)]


def _draw_rows(document: Mapping[str, Any], sent: Mapping[str, str]) -> list[Row]:
    hands = document.get("hands", {})
    return [
        Row(seat, is_designated=False, cards=_input("cards", seat, _("Cards"), _spaced(hands.get(str(seat), "")), sent))
        for seat in (entry["seat"] for entry in document["seats"])
    ]


def _input(part: str, seat: int, label: str, text: str, sent: Mapping[str, str]) -> Input:
    name = f"{part}-{seat}"
    return Input(name, label, sent.get(name, text))


def _text(units: int | None, figures: MoneyFormat) -> str:
    return figures.amount(units).replace(figures.thousands, "") if units is not None else ""


def _spaced(cards: str) -> str:
    return " ".join(re.findall("..", cards))


def _read_wagers(seat: int, sent: Mapping[str, str], figures: MoneyFormat) -> JSON:
    texts = {spot: sent.get(f"{spot}-{seat}", "").strip() for spot in WAGERS}
    return {"seat": seat, **{spot: _units(text, spot, figures, seat) for spot, text in texts.items() if text}}


def _read_decision(seat: int, sent: Mapping[str, str], figures: MoneyFormat) -> JSON:
    made: JSON = {"seat": seat, "decision": sent.get(f"decision-{seat}", "")}
    raised = sent.get(f"raise-{seat}", "").strip()
    if made["decision"] == "raise" and raised:
        made["raise"] = _units(raised, "raise", figures, seat)
    return made


def _read_hands(sent: Mapping[str, str]) -> list[JSON]:
    """The hands by seat; a field left empty is a hand that was not shown."""
    rows: list[JSON] = []
    for name, text in sent.items():
        part, _dash, seat = name.partition("-")
        number = read_number(seat, HIGHEST_SEAT)
        if part == "cards" and number is not None:
            rows.append({"seat": number, "cards": text.replace(" ", "") or None})
    return rows


def _line(action: Mapping[str, Any], figures: MoneyFormat) -> str:
    number = action.get("count", figures.amount(action["amount"]) if "amount" in action else "")
    return f"{action['seat']} {action['do']} {number}".strip()


def _read_actions(text: str, figures: MoneyFormat) -> list[JSON]:
    """One action a line: the seat, the word, and its amount or how many cards."""
    return [_read_action(line.split(), figures) for line in text.splitlines() if line.strip()]


def _read_action(words: Sequence[str], figures: MoneyFormat) -> JSON:
    seat = read_number(words[0], HIGHEST_SEAT)
    if len(words) < 2 or len(words) > 3 or seat is None:
        raise BadField(noop("Each line of the actions is a seat, a word and perhaps an amount."), field="actions")
    action: JSON = {"seat": seat, "do": words[1].lower()}
    if len(words) == 3:
        is_count = action["do"] in COUNTED
        count = read_number(words[2], MOST_EXCHANGED) if is_count else None
        action["count" if is_count else "amount"] = _units(words[2], "actions", figures) if count is None else count
    return action


def _units(text: str, name: str, figures: MoneyFormat, seat: int | None = None) -> int:
    """An amount as it is typed in the casino's currency, in minor units; raises BadField."""
    units = figures.units(text)
    if units is None:
        template = noop("Seat %(seat)s: %(field)s must be an amount, as in %(example)s.")
        if seat is None:
            template = noop("%(field)s: %(text)s must be an amount, as in %(example)s.")
        example = figures.amount(125 * 10 ** max(0, figures.minor_digits - 1))
        raise BadField(template, field=name, seat=seat, text=text[:LONGEST_QUOTE], example=example)
    return units
