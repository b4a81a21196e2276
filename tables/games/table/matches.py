"""The match at a table: it begins with a round, ends as its players do, and can be given up between rounds (DRAW 1.13)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from tables.errors import BadField, NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.registry import GAMES
from tables.games.table.change import ActCall, Change, with_legs
from tables.games.table.match import MatchEnd, MatchPlayer, MatchState, nets_of, told
from tables.games.table.reading import read_player
from tables.games.table.state import TableState, verify_open
from tables.games.values import JSON, Leg

ENDED = "match_ended"
"""The key under which the entry of the act that ends a match tells of it."""
BEGAN = "match_began"


class Matched(NamedTuple):
    """A table after something happened to its match, and what the entry says of it."""

    table: TableState
    payload: JSON = {}
    before: MatchState | None = None
    """The match that ended for another to begin."""


def give_up_match(call: ActCall, *, match: object, seat: object) -> Change:
    """A player gives the match up between rounds: the other wins it, and a carried pot (DRAW 1.13)."""
    table = verify_open(call.table)
    going_on, player = _match_that_is_on(table, match), read_player(table, seat)
    if player.stay not in going_on.stays:
        raise WrongState(_("Seat %(seat)s does not play this match."), seat=player.seat)
    if table.round is not None:
        template = _("Round %(number)s is open: the hand is played to its end, or dropped; then a match is given up.")
        raise WrongState(template, number=table.round.number)
    winner = going_on.opponent(player.stay)
    legs = [Leg("pot", None, -table.carry), Leg("seat", winner.seat, table.carry)] if table.carry else []
    won = going_on.with_nets({winner.seat: table.carry}).end(
        MatchEnd.GIVEN_UP, call.moment.now, table.last_round, winner.stay
    )
    after = replace(with_legs(table, legs), match=won, carry=0, button=None)
    payload = {
        "before": {"match": going_on.number, "carry": table.carry},
        "after": {"match": None, "carry": 0},
        ENDED: told(won),
    }
    answer = {"match": won.number, "winner": winner.seat, "pot": table.carry}
    return Change(after, payload, answer, legs=legs)


def begin_match(table: TableState, seats: list[int], now: datetime) -> Matched:
    """The table with the match of these seats: the one that is on, or the next; other players end the one before (DRAW 1.1)."""
    before = table.match
    if before is not None and before.is_on and before.seats == seats:
        return Matched(table)
    over = Matched(table)
    if before is not None and before.is_on:
        over = _ended(table, before.end(MatchEnd.LEFT, now, table.last_round))
    number = before.number + 1 if before is not None else 1
    players = tuple(MatchPlayer(table.players[seat].stay, seat) for seat in seats)
    match = MatchState(number, now, table.last_round + 1, players)
    # What was before them, the button too, is another match's.
    return Matched(
        replace(over.table, match=match, button=None),
        {**over.payload, BEGAN: {"number": number, "seats": seats}},
        over.table.match if over.payload else None,
    )


def end_lost_match(table: TableState, now: datetime) -> Matched:
    """The table between rounds, where a player cannot pay the ante even with markers and no pot is carried: the other has won."""
    match = table.match
    if match is None or not match.is_on or table.carry or table.round is not None:
        return Matched(table)
    game, stacks = GAMES[table.rules.game], table.stacks
    lost = [player for player in match.players if game.cannot_go_on(table.rules.terms, stacks[player.seat])]
    if len(lost) != 1:
        return Matched(table)
    winner = match.opponent(lost[0].stay)
    return _ended(table, match.end(MatchEnd.LOST, now, table.last_round, winner.stay))


def leave_match(table: TableState, parting: Sequence[Leg], now: datetime) -> Matched:
    """The table whose match a player ends by leaving, which nobody has won; `parting` is what moves before they go (OPS 7.2)."""
    if table.match is None:
        return Matched(table)
    match = table.match.with_nets(nets_of(parting)).end(MatchEnd.LEFT, now, table.last_round)
    return _ended(replace(table, carry=0), match)


def _ended(table: TableState, match: MatchState) -> Matched:
    return Matched(replace(table, match=match, button=None), {ENDED: told(match)})


def _match_that_is_on(table: TableState, number: object) -> MatchState:
    """The match that is on, if it is the one that is meant; raises BadField, NotFound or WrongState."""
    if type(number) is not int:
        raise BadField(_("%(field)s must be the number of a match."), field="match")
    newest = table.match
    if newest is None or not 1 <= number <= newest.number:
        raise NotFound(_("There is no match %(number)s at table %(table)s."), number=number, table=table.number)
    if number != newest.number or not newest.is_on:
        raise WrongState(_("Match %(number)s is over."), number=number)
    return newest
