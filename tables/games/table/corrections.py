"""A settled round put right later: where the difference can be taken from and given to now (OPS 5.8)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.table.change import sum_on
from tables.games.table.match import MatchEnd, MatchState, nets_of
from tables.games.table.state import NumberedRules, Player, TableState
from tables.games.values import Difference, Leg


@dataclass(frozen=True, slots=True)
class SettledRound:
    """A settled round as it is known when it is corrected."""

    number: int
    rules: NumberedRules
    players: Mapping[int, int]
    """The stays of all who sat at the table when it was settled, by the seat they had then."""
    designated_seat: int | None = None
    is_ended: bool = True
    """Whether its chips have moved: neither bank nor pot is set aside for it any more."""
    match: MatchState | None = None
    """The match that it was a hand of, as it stands now."""
    played_since: Sequence[int] = ()
    """Later rounds that were not void, the open one too; of a longer list the first is enough."""

    @property
    def pot_lies(self) -> bool:
        """Whether what it left in the pot can still be played for by those who left it there."""
        return not self.is_ended or (self.match is not None and self.match.is_on and not self.played_since)

    @property
    def given_up_to(self) -> int | None:
        """The seat, then, of the player to whom the pot it left went whole, because the other gave the match up (DRAW 1.13)."""
        match = self.match
        if match is None or match.how != MatchEnd.GIVEN_UP or match.last_round is None:
            return None
        if any(number <= match.last_round for number in self.played_since):
            return None
        return next((seat for seat, stay in self.players.items() if stay == match.winner), None)


class Correction(NamedTuple):
    """What a correction does to the table; its seats are those of the time when the round was settled."""

    table: TableState
    legs: Sequence[Leg]
    markers_out: Mapping[int, int]
    """How many markers some seats have outstanding after it."""
    shared: Sequence[Leg]
    """What each seat gets of a pot that was played on, or gives where below zero; it is in the legs already."""


def correct(
    table: TableState,
    settled: SettledRound,
    document: Mapping[str, Any],
    outputs: tuple[Mapping[str, Any], Mapping[str, Any]],
) -> Correction:
    """Move what lies between two outputs of `settle`, the one that counted and the one of `document`, as far as it can be moved.

    A bank that has gone back is the designated player's, a pot nobody can play for any more is shared, and what cannot
    be taken from a seat, or given to it, is owed. Markers a player can no longer have, or no longer lack, are chips.
    Raises `bad_seat` for a hand that nobody can have had: no player sat there when the round was settled.
    """
    for seat in outputs[1]["seats"]:
        if seat["seat"] not in settled.players:
            template = _("Nobody sat at seat %(seat)s when round %(number)s was settled.")
            raise RuleError("bad_seat", template, seat=seat["seat"], number=settled.number)
    game = GAMES[settled.rules.rules.game]
    difference = game.difference(settled.rules.rules, *outputs)
    lost = _lost_pot(settled, difference)
    shared = list(game.pot_shared(document, lost)) if lost else []
    legs, markers_out = _legs_now(table, settled, difference, shared)
    return Correction(_after(table, settled, legs, markers_out), legs, markers_out, shared)


def _lost_pot(settled: SettledRound, difference: Difference) -> int:
    """Return what a pot that nobody can play for any more has to be more or less, in minor units."""
    if settled.pot_lies or settled.given_up_to is not None:
        return 0
    return sum_on("pot", difference.legs)


def at_stake(table: TableState) -> frozenset[int]:
    """Return the stays of the players in the round that is played now; chips from another time wait for them (DRAW 0.3)."""
    current = table.round
    if current is None or current.settled_at is not None:
        return frozenset()
    seats = [*current.game.players_in(current.play), current.designated_seat]
    return frozenset(player.stay for seat, player in table.players.items() if seat in seats)


def _legs_now(
    table: TableState, settled: SettledRound, difference: Difference, shared: Iterable[Leg]
) -> tuple[list[Leg], dict[int, int]]:
    legs: list[Leg] = []
    markers_out: dict[int, int] = {}
    due: Counter[int] = Counter()
    for leg in difference.legs:
        seat = settled.designated_seat if leg.account == "bank" and settled.is_ended else leg.seat
        if leg.account == "pot" and settled.given_up_to is not None:
            due[settled.given_up_to] += leg.amount
        elif leg.account == "pot" and not settled.pot_lies:
            continue
        elif leg.account == "markers" and (count := _markers_out(table, settled, difference, leg.seat)) is not None:
            markers_out[leg.seat or 0] = count
            legs.append(leg)
        elif seat is not None:
            due[seat] += leg.amount
        else:
            legs.append(leg)
    for share in shared:
        due[share.seat or 0] += share.amount
    return [*legs, *_from_players(table, settled, due)], markers_out


def _markers_out(table: TableState, settled: SettledRound, difference: Difference, seat: int | None) -> int | None:
    """How many the player has out then; None where they have gone, or play, or the line agreed on is passed (DRAW 1.8)."""
    if seat is None or table.version.number != settled.rules.number:
        return None
    player = _here(table).get(settled.players[seat])
    if player is None:
        return None
    count = player.markers_out + difference.markers[seat]
    return count if 0 <= count <= difference.most_markers else None


def _from_players(table: TableState, settled: SettledRound, due: Mapping[int, int]) -> list[Leg]:
    legs, here = [], _here(table)
    for seat, amount in sorted(due.items()):
        player = here.get(settled.players[seat])
        moved = max(amount, -player.chips) if player is not None else 0
        legs += [Leg("seat", seat, moved), Leg("owed", seat, amount - moved)]
    return [leg for leg in legs if leg.amount]


def _here(table: TableState) -> dict[int, Player]:
    """The players whose stacks chips can be taken from, and given to, by stay."""
    waiting = at_stake(table)
    return {player.stay: player for player in table.players.values() if player.stay not in waiting}


def _after(table: TableState, settled: SettledRound, legs: Sequence[Leg], markers_out: Mapping[int, int]) -> TableState:
    """Stacks, markers, what is set aside for the round where it still lies, and what was won so far in the match that is on."""
    seated = {player.stay: player for player in table.players.values()}
    for leg in legs:
        if leg.account == "seat" and leg.seat is not None:
            player = seated[settled.players[leg.seat]]
            seated[player.stay] = replace(player, chips=player.chips + leg.amount)
    for seat, count in markers_out.items():
        player = seated[settled.players[seat]]
        seated[player.stay] = replace(player, markers_out=count)
    bank, pot, round_ = sum_on("bank", legs), sum_on("pot", legs), table.round
    carry = table.carry + pot if settled.is_ended else table.carry
    if round_ is not None and not settled.is_ended:
        round_ = replace(round_, bank=round_.bank + bank, pot=round_.pot + pot)
    return replace(
        table.with_players(*seated.values()), carry=carry, round=round_, match=_match_told(table, settled, legs)
    )


def _match_told(table: TableState, settled: SettledRound, legs: Sequence[Leg]) -> MatchState | None:
    """The match after it; one that has ended stands as it ended (DRAW 1.13)."""
    match = settled.match
    if match is None or not match.is_on:
        return table.match
    won = {settled.players[seat]: net for seat, net in nets_of(legs).items()}
    players = (player._replace(net=player.net + won.get(player.stay, 0)) for player in match.players)
    return replace(match, players=tuple(players))
