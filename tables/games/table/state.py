"""A table and all that stands on it, as one immutable value; amounts are minor units."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from tables.errors import Suspended, WrongState
from tables.errors import gettext_noop as _
from tables.games.designation import Answer, Candidate, Rotation
from tables.games.game import Game
from tables.games.registry import GAMES
from tables.games.table.match import MatchState
from tables.games.values import JSON, HouseRules, RoundView, Stack

CLOSED, OPEN, SUSPENDED = "closed", "open", "suspended"
ENDED = ("closed", "void")
"""The states that end a round, in every game."""


class Moment(NamedTuple):
    """When an act is done, and what is known of that moment only outside the table."""

    now: datetime
    watched: bool = True
    """Whether lateness was looked for all the time; where it was not, it is held against nobody (DRAW 2.7)."""
    stay: int = 0
    """The id that the stay of a player who sits down with this act gets."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player who sits at a table. `stay` is the id of this stay: it stays the same when the player changes seats."""

    stay: int
    seat: int
    chips: int = 0
    player_card: str = ""
    sitting_out: bool = False
    barred: bool = False
    standing_decline: bool = False
    in_a_row: int = 0
    """Rounds in a row as designated player (OPS 3.2)."""
    in_a_row_since: datetime | None = None
    """When the first of these rounds, or the one that is open, was opened; None for a player who does not bank."""
    last_wagers: Mapping[str, int] | None = None
    last_bank: int | None = None
    markers_out: int = 0


@dataclass(frozen=True, slots=True)
class NumberedRules:
    """One version of a table's house rules: its number, the document as it is stored, and what the document says."""

    number: int
    document: Mapping[str, Any]
    rules: HouseRules


@dataclass(frozen=True, slots=True)
class ComingRules:
    """An approved change of rules that waits for its time, and for the end of a round (OPS 4.3)."""

    change: int
    base: NumberedRules
    rules: NumberedRules
    due_at: datetime


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round of a table with all that was entered, and its times; also as it is at its end."""

    number: int
    rules: NumberedRules
    state: str
    play: Mapping[str, Any]
    opened_at: datetime
    flags: tuple[JSON, ...] = ()
    designated: int | None = None
    """The stay of the designated player; None in a game without one."""
    designated_seat: int | None = None
    bank_declared: int = 0
    bank: int = 0
    pot: int = 0
    dealt_at: datetime | None = None
    settled_at: datetime | None = None
    ended_at: datetime | None = None
    void_reason: str = ""
    clock_from: datetime | None = None
    deadline: datetime | None = None

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.rules.rules.game]

    def view(self, stacks: Mapping[int, Stack], moment: Moment | None = None) -> RoundView:
        """The round as its game sees it; whether a player is late, only where a moment is given (DRAW 2.7)."""
        late = moment is not None and self.deadline is not None and moment.now > self.deadline
        return RoundView(
            self.rules.rules,
            self.state,
            self.play,
            stacks,
            self.designated_seat,
            self.bank_declared,
            self.bank,
            self.pot,
            late=late,
            outage=late and moment is not None and not moment.watched,
        )


@dataclass(frozen=True, slots=True)
class TableState:
    """A table: its seats, the rules in force, button, bank, what lies on it between rounds, and the open round."""

    number: int
    seat_count: int
    state: str = CLOSED
    in_force: NumberedRules | None = None
    """The rules of the next round; None where nobody has given the table any yet."""
    button: int | None = None
    last_round: int = 0
    carry: int = 0
    """A pot that a tie left for the next deal (DRAW 1.10)."""
    match: MatchState | None = None
    """The newest match, on or ended; None where none was ever played (DRAW 1.13)."""
    present: int | None = None
    """The stay of the present designated player."""
    answers: tuple[Answer, ...] = ()
    """The answers so far to the offers of the coming round (OPS 3.1)."""
    players: Mapping[int, Player] = field(default_factory=dict)
    """Everybody who sits at the table, by seat."""
    round: OpenRound | None = None
    coming: ComingRules | None = None

    @property
    def rules(self) -> HouseRules:
        """What the rules in force say."""
        return self.version.rules

    @property
    def version(self) -> NumberedRules:
        """The rules in force, with their number."""
        if self.in_force is None:
            raise AssertionError(f"table {self.number} has no rules")
        return self.in_force

    @property
    def stacks(self) -> dict[int, Stack]:
        """The players as a game sees them, by seat."""
        return {
            seat: Stack(seat, player.chips, not player.sitting_out, player.last_wagers, player.markers_out)
            for seat, player in self.players.items()
        }

    @property
    def match_seats(self) -> list[int]:
        """The seats of the players whose match is on, in order; none between matches (DRAW 1.1)."""
        return self.match.seats if self.match is not None and self.match.is_on else []

    def rotation(self, now: datetime) -> Rotation | None:
        """Where the offers of the bank stand at a moment; None for a game without a designated player.

        Where the player who took it no longer has it, the offers begin anew.
        """
        rules = self.rules
        if rules.designation is None:
            return None
        rotation = Rotation(
            rules=rules.designation,
            rake=GAMES[rules.game].rake_of_designated_player(rules),
            chip_unit=rules.chip_unit,
            candidates={seat: _candidate(player, now) for seat, player in self.players.items()},
            present=self.button,
            present_is_there=any(player.stay == self.present for player in self.players.values()),
            answers=self.answers,
        )
        begin_anew = rotation.accepted is not None and not rotation.holds
        return replace(rotation, answers=()) if begin_anew else rotation

    def with_players(self, *changed: Player) -> "TableState":
        """The table with some players as they are now, each at the seat they have now."""
        stays = {player.stay for player in changed}
        kept = {seat: player for seat, player in self.players.items() if player.stay not in stays}
        return replace(self, players=dict(sorted({**kept, **{player.seat: player for player in changed}}.items())))


def _candidate(player: Player, now: datetime) -> Candidate:
    return Candidate(
        seat=player.seat,
        chips=player.chips,
        sitting_out=player.sitting_out,
        standing_decline=player.standing_decline,
        in_a_row=player.in_a_row,
        barred=player.barred,
        banking_for=now - player.in_a_row_since if player.in_a_row and player.in_a_row_since else timedelta(),
    )


def verify_open(table: TableState) -> TableState:
    """The table, if it is open for play; raises WrongState or Suspended."""
    if table.state == SUSPENDED:
        raise Suspended(
            _("Table %(table)s is suspended; everything stands as it is until it is resumed."), table=table.number
        )
    if table.state != OPEN:
        raise WrongState(_("Table %(table)s is closed."), table=table.number)
    return table
