"""An alert as the floor reads it: what it is, what of it, when, and where it leads (OPS 6)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tables.web.shared.addresses import round_address
from tables.web.shared.house_style import HouseStyle
from tables.web.words.common import ALERTS, SPOTS

UNKNOWN = "\N{EN DASH}"
AMOUNTS = ("amount", "bank", "worst_case")


@dataclass(frozen=True, slots=True)
class AlertLine:
    """An alert in words."""

    id: int
    word: str
    text: str
    time: str
    round: int | None
    address: str
    """The round behind it, else its table, else the list."""
    table: int | None = None
    by: str = ""
    by_time: str = ""


def alert_line(alert: Mapping[str, Any], house: HouseStyle) -> AlertLine:
    """Return the line of an alert, from its row of queries.floor.alerts."""
    number = alert.get("round", alert.get("round_number"))
    by, at = alert.get("acknowledged_by"), alert.get("acknowledged_at")
    return AlertLine(
        id=alert["id"],
        word=str(ALERTS[alert["kind"]]),
        text=alert_sentence(alert["kind"], alert["details"], house),
        time=house.clock.short(alert["raised_at"]),
        round=number,
        address=address_of(alert["table_id"], number),
        table=alert.get("table"),
        by=by["name"] if by else "",
        by_time=house.clock.full(at) if at else "",
    )


def address_of(table_id: int | None, number: int | None) -> str:
    """Return the address of what an alert is about: its round, else its table, else the list of alerts (OPS 6.2)."""
    if table_id is None:
        return reverse("web:alerts")
    return round_address(table_id, number) if number else reverse("web:floor_table", args=[table_id])


def alert_sentence(kind: str, details: Mapping[str, Any], house: HouseStyle) -> str:
    """Return what an alert of a kind says, in a few words; what its details do not tell is a dash."""
    sentences = {
        "dead_hand": _("seat %(seat)s: the bank could not cover it"),
        "override": _("seat %(seat)s: %(spot)s %(amount)s, signed"),
        "outside_limits": _("seat %(seat)s: %(spot)s %(amount)s, found after the deal"),
        "cover_short": _("bank %(bank)s, worst case %(worst_case)s"),
        "no_designated_player": _("before round %(coming_round)s"),
        "silent_tablet": _("%(tablet)s has not asked since %(since)s"),
        "correction": _("settlement %(version)s replaces %(replaces)s"),
        "owed": _("seat %(seat)s: %(amount)s"),
        "refused": "%(reason)s",
        "dispute": _("seat %(seat)s: %(words)s") if details.get("seat") else "%(words)s",
    }
    values = defaultdict(lambda: UNKNOWN, {key: _shown(key, value, house) for key, value in details.items()})
    return sentences[kind] % values


def _shown(key: str, value: Any, house: HouseStyle) -> str:
    if key in AMOUNTS:
        return house.figures.amount(value)
    if key == "spot":
        return str(SPOTS.get(value, value))
    return house.clock.second(value) if key == "since" else str(value)
