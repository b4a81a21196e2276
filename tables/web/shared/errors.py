"""Refusals as people read them: a sentence in the language of the page, and the HTTP status."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from tables.errors import TableError, status_of
from tables.games.errors import RuleError
from tables.queries.numbers import LARGEST_KEY, read_number
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.cards import SIGNS, TEXT_STYLE
from tables.web.words import Words
from tables.web.words.fields import FIELDS
from tables.web.words.floor import BAR_REASONS
from tables.web.words.people import HOLDERS
from tables.web.words.rounds import NOT_ELIGIBLE

# Why a player is not offered the bank, or is barred, as a sentence quotes it.
REASONS: Mapping[str, Words] = {**NOT_ELIGIBLE, **BAR_REASONS}
# Sentences of the rules carry amounts as minor units under these names.
AMOUNTS = frozenset({"amount", "min", "max", "unit", "chips", "others", "needed", "ante", "raise", "bank"})
# These are amounts only where the fault is one of an amount: hands, cards and players are counted under them too.
OF_A_RANGE = frozenset({"least", "most", "found"})
COUNTS = frozenset({"count", "take_back", "markers_out"})
AMOUNT_CODES = frozenset({"bad_amount", "raise_below_ante"})
NO_AMOUNTS = frozenset({"wrong_card_count", "bad_field", "bad_seat"})


def refused(response: HttpResponse, error: TableError | RuleError) -> HttpResponse:
    """Return the page with the status and the code of the refusal on it; a script tells by the code that it was answered."""
    response.status_code = int(status_of(error))
    response["Croupier-Code"] = error.code
    return response


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
    said = str(_(error.template) % params) if "%(" in error.template else str(_(error.template))
    return f"{_place(error)}{said}"


def _place(error: TableError | RuleError) -> str:
    """Which entry of a list is at fault; of a list of one, a page has no need to say it."""
    if isinstance(error, RuleError) and error.entry is not None and error.entry.of > 1:
        return error.place(_)
    return ""


def _shown(name: str, value: Any, error: TableError | RuleError, figures: MoneyFormat) -> Any:
    if name == "field":
        return _field(value)
    if name == "reason":
        return REASONS.get(value, value)
    if name == "roles":
        return ", ".join(str(HOLDERS[role]) for role in str(value).split(", "))
    is_of_range = name in OF_A_RANGE and error.code in AMOUNT_CODES and error.field not in COUNTS
    is_amount = (name in AMOUNTS or is_of_range) and error.code not in NO_AMOUNTS
    # What was found is quoted as it was sent.
    number = read_number(value, LARGEST_KEY) if isinstance(value, str) else value
    return figures.amount(number) if is_amount and isinstance(number, int) else value


def _field(name: object) -> str:
    return str(FIELDS.get(str(name), name))
