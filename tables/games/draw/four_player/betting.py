"""The betting of four-player draw: a hand as a frozen value, one action at a time (DRAW 2.1 to 2.7, 2.9)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tables.games.draw.betting import (
    CALL,
    DROP,
    EXCHANGE,
    MOST_EXCHANGED,
    OPEN,
    PAY,
    RAISE,
    SHOWDOWN,
    TIMEOUT,
    Action,
    Option,
    Player,
    insufficient_funds,
    replaced,
    verify_range,
    verify_turn,
)
from tables.games.draw.terms import FourPlayerTerms
from tables.games.money import MAX_AMOUNT
from tables.games.values import FIRST_RULINGS, clockwise


class FourPlayerState(StrEnum):
    """The states of a round: the phases of its hand, and its ends (OPS 5.1)."""

    OPENING = "opening"
    EXCHANGE = "exchange"
    BETTING = "betting"
    SHOWDOWN = "showdown"
    SETTLED = "settled"
    CLOSED = "closed"
    VOID = "void"


# What is written down is plain text: canonical JSON takes nothing else.
OPENING, BETTING = FourPlayerState.OPENING.value, FourPlayerState.BETTING.value
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
ACTION_NUMBERS: Mapping[str, str | None] = {
    OPEN: "amount",
    PAY: None,
    DROP: None,
    EXCHANGE: "count",
    RAISE: "amount",
    CALL: None,
    TIMEOUT: None,
}
"""Every action there is, with the number that goes with it."""


@dataclass(frozen=True, slots=True)
class FourPlayerHand:
    """A hand at one moment; the players stand from the left of the button, and so do those whose turn is to come."""

    terms: FourPlayerTerms
    players: tuple[Player, ...]
    pending: tuple[int, ...]
    """The seats still to act in this phase, in order."""
    phase: str = OPENING

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None once the betting is over."""
        return self.pending[0] if self.pending else None

    @property
    def pot(self) -> int:
        """All that lies in the middle, in minor units."""
        return sum(player.paid for player in self.players)

    @property
    def stake(self) -> int:
        """The highest stake, which the others have to match; minor units."""
        return max(player.paid for player in self.players)

    @property
    def to_call(self) -> int:
        """Return what it costs the player to act to match, at most all their chips; minor units (DRAW 2.2, 2.4)."""
        if self.turn is None:
            return 0
        actor = self._actor()
        return min(self.stake - actor.paid, actor.chips)

    @property
    def remaining(self) -> tuple[Player, ...]:
        """The players who have not dropped."""
        return tuple(player for player in self.players if not player.dropped)

    def options(self) -> tuple[Option, ...]:
        """Return all that the player to act may do (DRAW 2.2 to 2.4); running out of time is always possible."""
        options = []
        for word in self._words():
            if word == EXCHANGE:
                options.append(Option(word, 0, MOST_EXCHANGED))
            elif word not in (OPEN, RAISE):
                options.append(Option(word))
            elif self._least(word) <= self._most(word):
                options.append(Option(word, self._least(word), self._most(word)))
        return tuple(options)

    def apply(self, action: Action) -> "FourPlayerHand":
        """The hand after an action; amounts in minor units.

        Raises `out_of_turn`, `illegal_action`, `bad_amount` or `insufficient_funds`.
        """
        verify_turn(self, action, self._words())
        actor = self._actor()
        match action.do:
            case "open" | "raise":
                self._verify_amount(action)
                return self._raised(actor.pays(self.stake - actor.paid + action.number))
            case "pay" | "call":
                return self._acted(actor.pays(self.to_call))
            case "exchange":
                verify_range(action, "count", 0, MOST_EXCHANGED)
                return self._acted(actor._replace(exchanged=action.number))
            case "timeout" if self.phase == EXCHANGE:
                return self._acted(actor._replace(exchanged=0))
            case "timeout" if self._only_calls():
                return self._acted(actor)
            case _:
                return self._acted(actor._replace(dropped=True))

    def _only_calls(self) -> bool:
        """Whether the player to act has nothing to pay, and no other who remains has chips: a time-out is a call (DRAW 2.7)."""
        if self.terms.rulings == FIRST_RULINGS or self.phase != BETTING or self.to_call:
            return False
        return not any(player.chips for player in self.remaining if player.seat != self.turn)

    def _actor(self) -> Player:
        return next(player for player in self.players if player.seat == self.turn)

    def _words(self) -> tuple[str, ...]:
        if self.phase == OPENING:
            return (PAY if self.stake else OPEN, DROP, TIMEOUT)
        if self.phase == EXCHANGE:
            return EXCHANGE, TIMEOUT
        return (RAISE, CALL, DROP, TIMEOUT) if self.phase == BETTING else ()

    def _least(self, word: str) -> int:
        return self.terms.opening_min if word == OPEN else 1

    def _most(self, word: str) -> int:
        actor = self._actor()
        return min(actor.chips, self.terms.opening_max) if word == OPEN else actor.chips - self.to_call

    def _verify_amount(self, action: Action) -> None:
        """The opening's own limits come before what the player has (DRAW 2.2)."""
        actor = self._actor()
        if action.do == OPEN:
            verify_range(action, "amount", self.terms.opening_min, self.terms.opening_max)
        else:
            verify_range(action, "amount", 1, MAX_AMOUNT)
        needed = self.stake - actor.paid + action.number
        if needed > actor.chips:
            raise insufficient_funds(actor.seat, needed, actor.chips)

    def _raised(self, actor: Player) -> "FourPlayerHand":
        """After an opening those who have not spoken go on; after a raise all the others with chips come again."""
        if self.phase == OPENING:
            return self._acted(actor)
        hand = replace(self, players=replaced(self.players, actor))
        after = _seats(hand.players_after(actor.seat))
        return replace(hand, pending=after)._next_phase()

    def players_after(self, seat: int) -> list[Player]:
        """The others who remain with chips, clockwise from the left of a seat."""
        place = [player.seat for player in self.players].index(seat)
        others = (*self.players[place + 1 :], *self.players[:place])
        return [player for player in others if not player.dropped and player.chips]

    def _acted(self, actor: Player) -> "FourPlayerHand":
        return replace(self, players=replaced(self.players, actor), pending=self.pending[1:])._next_phase()

    def _next_phase(self) -> "FourPlayerHand":
        """Go on to the phase that comes when no turn is left, or to the end when only one remains (DRAW 2.4, 2.9)."""
        remaining = self.remaining
        if len(remaining) == 1:
            return replace(self, phase=SHOWDOWN, pending=())
        if self.pending:
            return self
        if self.phase == OPENING:
            return replace(self, phase=EXCHANGE, pending=_seats(remaining))
        with_chips = [player for player in remaining if player.chips]
        if self.phase == EXCHANGE and len(with_chips) > 1:
            return replace(self, phase=BETTING, pending=_seats(with_chips))
        return replace(self, phase=SHOWDOWN)


def start(terms: FourPlayerTerms, players: Sequence[Player], button: int) -> FourPlayerHand:
    """The hand before its opening, from the left of the button clockwise (DRAW 2.1)."""
    by_seat = {player.seat: player for player in players}
    in_order = tuple(by_seat[seat] for seat in clockwise(list(by_seat), button))
    return FourPlayerHand(terms, in_order, _seats(in_order))


def _seats(players: Iterable[Player]) -> tuple[int, ...]:
    return tuple(player.seat for player in players)
