"""The table beside the board: seats, round, last rounds, dealer, tablets, and what the floor can do there (OPS 6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tables.models import Alert, Tablet
from tables.queries.identity import tablets_at
from tables.queries.paging import Page, Period
from tables.queries.tables.documents import SeatDocument, TableStateDocument
from tables.queries.tables.rounds import rounds_of
from tables.queries.tables.state import table_state
from tables.web.floor.alert_lines import AlertLine, alert_line
from tables.web.floor.tiles import Tile, tile_of
from tables.web.shared.addresses import round_address
from tables.web.shared.house_style import HouseStyle
from tables.web.shared.match_line import match_line
from tables.web.tablet.registry import facts_of
from tables.web.tablet.steps import house_rules_of, round_in
from tables.web.words.games import DECISIONS, SPOTS
from tables.web.words.rounds import ROUND_STATES

LAST_ROUNDS = 6
MOST_ALERTS = 4
FLOOR_ACTS = ("open_table", "resume_table", "suspend_table", "close_table")


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player: what they have behind, and what lies before them."""

    number: int
    is_designated: bool
    player: str
    chips: str
    layout: str
    word: str


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One of the last rounds."""

    number: int
    address: str
    state: str
    time: str
    flags: int


@dataclass(frozen=True, slots=True)
class TabletRow:
    """A tablet enrolled at the table."""

    id: int
    label: str
    is_locked: bool
    is_silent: bool
    seen: str


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything beside the board."""

    tile: Tile
    version: int
    facts: list[tuple[str, str]]
    rules_version: int
    seats: list[SeatRow]
    bank: str
    worst_case: str
    likely_case: str
    is_short: bool
    alerts: list[AlertLine]
    more_alerts: int
    last_rounds: list[RoundRow]
    tablets: list[TabletRow]
    acts: list[str]
    round_address: str
    rotates: bool
    match: str
    """How the match goes, or how the last one ended; empty in a game without any (DRAW 1.13)."""


def panel_of(row: dict[str, Any], house: HouseStyle) -> Panel:
    """The panel of a table, from its row on the board and its whole state; raises NotFound."""
    state = table_state(row["id"])
    document, round_ = house_rules_of(state), round_in(state)
    cover = (round_ or {}).get("cover") or {}
    alerts = [alert_line(alert, house) for alert in row["alerts"][:MOST_ALERTS]]
    return Panel(
        tile=tile_of(row, house),
        version=state["table"]["version"],
        facts=facts_of(state["table"]["game"], document, house.figures),
        rules_version=round_["rules_version"] if round_ else state["rules"]["version"],
        seats=[_seat(seat, state, house) for seat in state["seats"] if seat["state"] != "empty"],
        bank=house.figures.amount(round_["bank"]) if round_ and round_["designated_player"] else "",
        worst_case=house.figures.amount(cover["worst_case"]) if cover else "",
        likely_case=house.figures.amount(cover["likely_case"]) if cover else "",
        is_short=bool(cover.get("short")),
        alerts=alerts,
        more_alerts=max(0, row["open_alerts"] - len(alerts)),
        last_rounds=_last_rounds(row["id"], house),
        tablets=[_tablet(tablet, row["now"], house) for tablet in tablets_at(row["id"])],
        acts=[act for act in FLOOR_ACTS if act in state["legal_acts"]],
        round_address=round_address(row["id"], round_["number"]) if round_ else "",
        rotates="designation" in document,
        match=match_line(state["table"]["newest_match"], house.figures),
    )


def _seat(seat: SeatDocument, state: TableStateDocument, house: HouseStyle) -> SeatRow:
    round_ = round_in(state)
    return SeatRow(
        number=seat["seat"],
        is_designated=bool(round_) and round_["designated_player"] == seat["seat"],
        player=seat["player_card"] or _("anonymous"),
        chips=house.figures.amount(seat["chips"]),
        layout=" · ".join(_layout(round_, seat["seat"], house)) if round_ else "",
        word=_word(seat) or _decision(round_, str(seat["seat"])),
    )


def _word(seat: SeatDocument) -> str:
    if seat["state"] != "sitting_out":
        return ""
    return _("barred") if seat.get("barred") else _("sits out")


def _layout(round_: Mapping[str, Any], seat: int, house: HouseStyle) -> list[str]:
    """What a player has put in, in any game."""
    play, text = round_["play"], house.figures.amount
    placed = {**play.get("wagers", {}).get(str(seat), {})}
    raised = play.get("decisions", {}).get(str(seat), {}).get("raise")
    if raised:
        placed["raise"] = raised
    paid = round_.get("players", {}).get(str(seat), {}).get("paid", 0)
    return [*(f"{SPOTS[spot].name} {text(amount)}" for spot, amount in placed.items()), *([text(paid)] if paid else [])]


def _decision(round_: Mapping[str, Any] | None, seat: str) -> str:
    if round_ is None:
        return ""
    decided = round_["play"].get("decisions", {}).get(seat, {}).get("decision")
    if decided:
        return str(DECISIONS[decided].panel)
    return _("dropped") if round_.get("players", {}).get(seat, {}).get("dropped") else ""


def _last_rounds(table_id: int, house: HouseStyle) -> list[RoundRow]:
    found = rounds_of(table_id, Period(), Page(LAST_ROUNDS))["rounds"]
    return [
        RoundRow(
            number=round_["number"],
            address=round_address(table_id, round_["number"]),
            state=str(ROUND_STATES[round_["state"]]),
            time=house.clock.short(round_["ended_at"] or round_["opened_at"]),
            flags=len(round_["flags"]),
        )
        for round_ in found
    ]


def _tablet(tablet: Tablet, now: str, house: HouseStyle) -> TabletRow:
    silent = tablet.seen_at is None or datetime.fromisoformat(now) - tablet.seen_at > Alert.SILENT_AFTER
    seen = _("asked last at %(time)s") % {"time": house.clock.second(tablet.seen_at)} if tablet.seen_at else ""
    return TabletRow(tablet.pk, tablet.label, tablet.locked_at is not None, silent, seen or _("has not asked yet"))
