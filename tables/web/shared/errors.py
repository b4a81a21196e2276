"""Refusals as sentences in their fixed place, with the ways out they offer."""

from typing import Any

from django.utils.translation import gettext as _

from tables.errors import TableError
from tables.games.errors import RuleError
from tables.queries.numbers import LARGEST_KEY, read_number
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.cards import SIGNS, TEXT_STYLE
from tables.web.tablet.screen import Message
from tables.web.words.common import ACTIONS, FIELDS, LEFT_OUT, SPOTS, WHO

# Sentences of the rules carry amounts as minor units under these names.
AMOUNTS = frozenset({"amount", "min", "max", "unit", "chips", "others", "needed", "ante", "raise", "bank"})
# These are amounts only where the fault is one of an amount: hands, cards and players are counted under them too.
OF_A_RANGE = frozenset({"least", "most", "found"})
COUNTS = frozenset({"count", "take_back", "markers_out"})
AMOUNT_CODES = frozenset({"bad_amount", "raise_below_ante"})
NO_AMOUNTS = frozenset({"wrong_card_count", "bad_field", "bad_seat"})


STATUSES = {
    "not_allowed": 403,
    "own_change": 403,
    "needs_signature": 403,
    "not_found": 404,
    "wrong_state": 409,
    "conflict": 409,
    "suspended": 409,
    "expired": 410,
    "stale": 412,
    "locked": 423,
}


def status_of(error: TableError | RuleError) -> int:
    """Return the HTTP status of a page that says why something was refused."""
    return STATUSES.get(error.code, 422)


def refusal(error: TableError | RuleError, act: str, figures: MoneyFormat) -> Message:
    """The message of a refused act, naming the seat and what is allowed (LOOK 1.1)."""
    return Message(sentence(error, figures), "wrong", error.code, error.seat, _ways(error, act))


def sentence(error: TableError | RuleError, figures: MoneyFormat) -> str:
    """The sentence of an error in the language of the page, amounts and cards as people read them."""
    if error.code == "duplicate_card":
        card = str(error.params["card"])
        return _("%(card)s is already in seat %(seat)s's hand.") % {
            "card": ("10" if card[0] == "T" else card[0]) + SIGNS[card[1]] + TEXT_STYLE,
            "seat": error.params["holder"],
        }
    params = {name: _shown(name, value, error, figures) for name, value in error.params.items()}
    params.setdefault("seat", error.seat)
    params.setdefault("field", _field(error.field))
    return str(_(error.template) % params) if "%(" in error.template else str(_(error.template))


def _shown(name: str, value: Any, error: TableError | RuleError, figures: MoneyFormat) -> Any:
    if name == "field":
        return _field(value)
    if name == "roles":
        return ", ".join(str(WHO.get(role, role)) for role in str(value).split(", "))
    is_of_range = name in OF_A_RANGE and error.code in AMOUNT_CODES and error.field not in COUNTS
    is_amount = (name in AMOUNTS or is_of_range) and error.code not in NO_AMOUNTS
    # What was found is quoted as it was sent.
    number = read_number(value, LARGEST_KEY) if isinstance(value, str) else value
    return figures.amount(number) if is_amount and isinstance(number, int) else value


def _field(name: object) -> str:
    return str({**FIELDS, **SPOTS, **ACTIONS}.get(str(name), name))


def _ways(error: TableError | RuleError, act: str) -> list[dict[str, Any]]:
    """What the dealer can do about it, as buttons beside the sentence (OPS 2.2, 5.5)."""
    if error.code == "short_chips" and act in ("enter_wagers", "enter_decisions"):
        do = "i-see" if act == "enter_wagers" else "i-see-raise"
        return [{"do": do, "label": _("I see the chips"), "data": {"seat": error.seat}}]
    if error.code == "duplicate_card":
        holder = error.params["holder"]
        return [
            {"do": "retake", "label": _("Retake here"), "data": {"seat": error.seat}},
            {"do": "retake", "label": _("Retake seat %(seat)s") % {"seat": holder}, "data": {"seat": holder}},
            {"do": "call-floor", "label": _("Call the floor"), "data": {}},
        ]
    return []


def left_out(body: dict[str, Any]) -> Message | None:
    """Whom "same again" could not put back, and why (OPS 5.2)."""
    rows = body.get("left_out") or []
    if not rows:
        return None
    reasons = [
        _("seat %(seat)s (%(reason)s)") % {"seat": row["seat"], "reason": LEFT_OUT.get(row["code"], row["reason"])}
        for row in rows
    ]
    return Message(_("Not put back: %(reasons)s") % {"reasons": ", ".join(reasons)}, "plain")
