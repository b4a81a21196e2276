"""An alert as the floor reads it: what it is, what it says, when, and where it leads (OPS 6)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from tables.models import Alert
from tables.web.shared.addresses import round_address
from tables.web.shared.house_style import HouseStyle
from tables.web.words.floor import ALERTS, DISPUTE_WITHOUT_A_SEAT
from tables.web.words.games import SPOTS

UNKNOWN = "\N{EN DASH}"
AMOUNTS = ("amount", "bank", "likely_case", "worst_case")


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
        word=str(ALERTS[alert["kind"]].name),
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
    is_without_seat = kind == Alert.Kind.DISPUTE and not details.get("seat")
    sentence = DISPUTE_WITHOUT_A_SEAT if is_without_seat else ALERTS[kind].sentence
    values = defaultdict(lambda: UNKNOWN, {key: _shown(key, value, house) for key, value in details.items()})
    return str(sentence) % values


def _shown(key: str, value: Any, house: HouseStyle) -> str:
    if key in AMOUNTS:
        return house.figures.amount(value)
    if key == "spot":
        return str(SPOTS[value].name)
    return house.clock.second(value) if key == "since" else str(value)
