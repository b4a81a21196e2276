"""The value of a house rule as people read it (OPS 4.1)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.web.shared.figures import percent, whole
from tables.web.shared.money import MoneyFormat
from tables.web.words import Words
from tables.web.words.rules import BASIS_POINTS, FLAG, MINUTES, MONEY, MULTIPLE, ODDS, SECONDS, rule_of


def value_words(key: str, value: Any, figures: MoneyFormat) -> str:
    """A value as people read it; amounts in minor units become figures of the casino."""
    rule = rule_of(key)
    if value is None:
        return str(rule.none)
    if rule.kind == MONEY:
        return figures.amount(value)
    if rule.choices:
        name = str(value).lower() if rule.kind == FLAG else str(value)
        return str(rule.choices.get(name, name))
    if rule.kind == ODDS and isinstance(value, str):
        pays, _colon, staked = value.partition(":")
        return gettext("%(pays)s to %(staked)s") % {"pays": whole(int(pays)), "staked": whole(int(staked))}
    return str(UNITS.get(rule.kind, "%(value)s")) % {"value": _number(rule.kind, value)}


UNITS: Mapping[str, Words] = {
    ODDS: _("%(value)s to 1"),
    MULTIPLE: _("up to %(value)s\N{MULTIPLICATION SIGN}"),
    MINUTES: _("%(value)s min"),
    SECONDS: _("%(value)s s"),
    BASIS_POINTS: _("%(value)s %%"),
}


def _number(kind: str, value: int) -> str:
    return percent(value) if kind == BASIS_POINTS else whole(value)
