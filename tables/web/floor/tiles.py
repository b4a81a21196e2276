"""The board's tiles: each table at a glance, with the one thing that needs the floor (OPS 6, LOOK 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tables.web.floor.alert_lines import AlertLine, alert_line
from tables.web.shared.addresses import change_address
from tables.web.shared.house_style import HouseStyle
from tables.web.shared.match_line import match_mark
from tables.web.shared.times import minutes_between
from tables.web.tablet.registry import facts_of
from tables.web.words.games import GAMES
from tables.web.words.rounds import ROUND_STATES
from tables.web.words.seats import TABLE_STATES

REQUESTED = "requested"


@dataclass(frozen=True, slots=True)
class ChangeMark:
    """The change of rules that is open at a table."""

    text: str
    address: str
    needs_me: bool
    """Whether it waits for a decision that another person than its requester takes (OPS 4.2)."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One table on the board."""

    id: int
    number: int
    game: str
    state: str
    state_word: str
    round: str
    round_state: str
    dealer: str
    since: str
    minutes: str
    bank: str
    limits: str
    pace: int | None
    players: str
    change: ChangeMark | None
    alert: AlertLine | None
    further: int
    """How many more alerts there are."""

    @property
    def needs_floor(self) -> bool:
        """Whether the filter "needs me" leaves it on the board."""
        return self.alert is not None or (self.change is not None and self.change.needs_me)


def tile_of(row: dict[str, Any], house: HouseStyle) -> Tile:
    """A tile from a row of queries.board."""
    dealer, round_ = row["dealer"], row["round"]
    alert = alert_line(row["alerts"][0], house) if row["alerts"] else None
    now = row["now"]
    return Tile(
        id=row["id"],
        number=row["number"],
        game=str(GAMES[row["game"]]) if row["game"] else "",
        state=row["state"],
        state_word=str(TABLE_STATES[row["state"]]),
        round=_round(row),
        round_state=str(ROUND_STATES[round_["state"]]) if round_ else "",
        dealer=dealer["name"] if dealer else "",
        since=dealer["since"] if dealer else "",
        minutes=minutes_between(dealer["since"], now) if dealer else "",
        bank=_bank(round_, house) or match_mark(row["newest_match"]),
        limits=_limits(row, house),
        pace=row["rounds_an_hour"],
        players=f"{row['players']}/{row['seat_count']}",
        change=change_mark(row["change"], house, now) if row["change"] else None,
        alert=alert,
        further=max(0, row["open_alerts"] - 1),
    )


def change_mark(change: dict[str, Any], house: HouseStyle, now: str) -> ChangeMark:
    """The open change: to be decided by a time, or coming at one."""
    is_requested = change["state"] == REQUESTED
    text = _("to be decided by %(time)s") if is_requested else _("comes at %(time)s")
    time = house.clock.short(change["expires_at"] if is_requested else change["due_at"], now)
    needs_me = is_requested and change["requested_by"] != house.reader
    return ChangeMark(text % {"time": time}, change_address(change["id"]), needs_me)


def _round(row: dict[str, Any]) -> str:
    if row["round"]:
        return _("Round %(number)s") % {"number": row["round"]["number"]}
    return _("After round %(number)s") % {"number": row["last_round"]} if row["last_round"] else _("No round yet")


def _bank(round_: Mapping[str, Any] | None, house: HouseStyle) -> str:
    if round_ is None or round_["designated_player"] is None:
        return ""
    named = {"seat": round_["designated_player"], "amount": house.figures.amount(round_["bank"])}
    return _("Seat %(seat)s banks %(amount)s") % named


def _limits(row: dict[str, Any], house: HouseStyle) -> str:
    """The first of what the table's own top bar says: the limit that a player who sits down asks for."""
    facts = facts_of(row["game"], row["rules"], house.figures) if row["rules"] else []
    return " ".join(facts[0]) if facts else ""
