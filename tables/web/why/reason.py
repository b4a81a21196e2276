"""What is said of an amount of a settlement, and how its sentence is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tables.web.tablet.cards import SIGNS, TEXT_STYLE, codes

TEN = "10"
APART = "\N{NO-BREAK SPACE}"


class Reason(NamedTuple):
    """One amount: what it is, in minor units and as people read it, and why it is that much."""

    key: str
    """Which amount of its seat: a bet, `hand`, `bank`, `rake`, a pot, `stack`."""
    name: str
    units: int
    amount: str
    text: str


@dataclass(frozen=True, slots=True)
class SeatReasons:
    """All amounts of one seat, in the order in which they are shown; `name` says what this seat is in the round."""

    seat: int
    name: str
    reasons: Sequence[Reason]


def shown_cards(cards: str) -> str:
    """`ThAs` as people read it, the cards kept together on one line."""
    return APART.join(_shown(code) for code in codes(cards))


def in_sentence(template: str, figures: dict[str, Any]) -> str:
    """The sentence with its figures; the paragraph at its end is kept on one line."""
    return (template % figures).replace("(HCF ", f"(HCF{APART}").replace("(DRAW ", f"(DRAW{APART}")


def _shown(code: str) -> str:
    rank = TEN if code[0] == "T" else code[0]
    return f"{rank}{SIGNS[code[1]]}{TEXT_STYLE}"
