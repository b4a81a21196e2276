"""A match at a table: who plays it, for how long, what it moved, and how it ends (DRAW 1.13); amounts are minor units."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from tables.games.values import JSON, Leg


class MatchEnd(StrEnum):
    """How a match ends: a player cannot pay the ante any more, gives it up, or leaves, which it has no winner of (DRAW 1.13)."""

    LOST = "lost"
    GIVEN_UP = "given_up"
    LEFT = "left"


class MatchPlayer(NamedTuple):
    """A player of a match: their stay, the seat they have, or had at its end, and what they won so far in minor units.

    What they won leaves markers and chips bought out; what lies in a carried pot counts as lost until it is taken.
    """

    stay: int
    seat: int
    net: int = 0


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match, as it goes on or as it ended; the newest one of a table stays known until the next begins."""

    number: int
    began_at: datetime
    first_round: int
    players: tuple[MatchPlayer, ...]
    hands: int = 0
    """Rounds of it that were settled."""
    last_round: int | None = None
    ended_at: datetime | None = None
    how: str = ""
    """A MatchEnd as plain text; empty while it goes on."""
    winner: int | None = None
    """The stay of the winner."""

    @property
    def is_on(self) -> bool:
        """Whether it goes on."""
        return self.ended_at is None

    @property
    def stays(self) -> frozenset[int]:
        """Who plays it."""
        return frozenset(player.stay for player in self.players)

    @property
    def seats(self) -> list[int]:
        """Their seats, in order."""
        return sorted(player.seat for player in self.players)

    @property
    def winner_seat(self) -> int | None:
        """The seat of the winner; None where it has none."""
        return next((player.seat for player in self.players if player.stay == self.winner), None)

    @property
    def seconds(self) -> int:
        """How long it lasted; 0 while it goes on."""
        return 0 if self.ended_at is None else max(0, int((self.ended_at - self.began_at).total_seconds()))

    @property
    def moved(self) -> int:
        """What changed hands, in minor units: all that its players won."""
        return sum(max(0, player.net) for player in self.players)

    def opponent(self, stay: int) -> MatchPlayer:
        """The other player of a match of two."""
        return next(player for player in self.players if player.stay != stay)

    def moved_to(self, stay: int, seat: int) -> "MatchState":
        """The match after a player changed seats; one that has ended stays as it is."""
        if not self.is_on:
            return self
        players = (player._replace(seat=seat) if player.stay == stay else player for player in self.players)
        return replace(self, players=tuple(players))

    def with_nets(self, won: Mapping[int, int]) -> "MatchState":
        """The match after its players won and lost something, by seat; minor units."""
        players = (player._replace(net=player.net + won.get(player.seat, 0)) for player in self.players)
        return replace(self, players=tuple(players))

    def with_hand(self, won: Mapping[int, int]) -> "MatchState":
        """The match after a hand of it was settled; minor units by seat."""
        return replace(self.with_nets(won), hands=self.hands + 1)

    def end(self, how: MatchEnd, at: datetime, last_round: int, winner: int | None = None) -> "MatchState":
        """The match as it ended."""
        return replace(self, ended_at=at, how=how.value, last_round=last_round, winner=winner)


def nets_of(legs: Iterable[Leg]) -> dict[int, int]:
    """Return what a movement brings each seat, in minor units; a marker or a debt that comes with chips is no gain."""
    nets: dict[int, int] = {}
    for leg in legs:
        if leg.seat is not None:
            nets[leg.seat] = nets.get(leg.seat, 0) + leg.amount
    return nets


def told(match: MatchState) -> JSON:
    """How an entry tells of a match that ended: winner, hands, length, what changed hands (DRAW 1.13)."""
    return {
        "number": match.number,
        "how": match.how,
        "winner": match.winner_seat,
        "hands": match.hands,
        "rounds": [match.first_round, match.last_round],
        "seconds": match.seconds,
        "nets": {str(player.seat): player.net for player in match.players},
    }
