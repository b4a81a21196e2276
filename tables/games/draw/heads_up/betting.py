"""The betting of heads-up draw: a hand as a frozen value, one action at a time (DRAW 1.2 to 1.8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tables.games.draw.betting import (
    BET,
    CALL,
    DRAW,
    DROP,
    EXCHANGE,
    MOST_EXCHANGED,
    RAISE,
    SHOWDOWN,
    STAY,
    Action,
    Option,
    Player,
    insufficient_funds,
    replaced,
    verify_range,
    verify_turn,
)
from tables.games.draw.terms import HeadsUpTerms
from tables.games.errors import RuleError, gettext_noop


class HeadsUpState(StrEnum):
    """The states of a round: the phases of its hand, and its ends (OPS 5.1)."""

    BETTING_1 = "betting_1"
    EXCHANGE = "exchange"
    BETTING_2 = "betting_2"
    SHOWDOWN = "showdown"
    SETTLED = "settled"
    CLOSED = "closed"
    VOID = "void"


# What is written down is plain text: canonical JSON takes nothing else.
BETTING_1, BETTING_2 = HeadsUpState.BETTING_1.value, HeadsUpState.BETTING_2.value
PLAYERS = 2
ACTION_NUMBERS: Mapping[str, str | None] = {
    BET: "amount",
    RAISE: "amount",
    STAY: None,
    DRAW: None,
    DROP: None,
    CALL: None,
    EXCHANGE: "count",
}
"""Every action there is, with the number that goes with it."""


@dataclass(frozen=True, slots=True)
class HeadsUpHand:
    """A hand at one moment; the first of the players acts first in both betting rounds (DRAW 1.3)."""

    terms: HeadsUpTerms
    carry: int
    """Minor units that a tie left in the pot (DRAW 1.10)."""
    players: tuple[Player, ...]
    phase: str = BETTING_1
    turn: int | None = None

    @property
    def pot(self) -> int:
        """All that lies in the middle, what was carried over included; minor units."""
        return self.carry + sum(player.paid for player in self.players)

    @property
    def to_call(self) -> int:
        """Return what it costs the player to act to match, in minor units; 0 where nobody is to act."""
        if self.turn is None:
            return 0
        actor, opponent = self._sides()
        return opponent.paid - actor.paid

    def options(self) -> tuple[Option, ...]:
        """Return all that the player to act may do (DRAW 1.4 to 1.7)."""
        options = []
        for word in self._words():
            if word == EXCHANGE:
                options.append(Option(word, 0, MOST_EXCHANGED))
            elif word in (BET, RAISE):
                options.append(Option(word, 1, self._most()))
            else:
                options.append(Option(word))
        return tuple(options)

    def apply(self, action: Action) -> "HeadsUpHand":
        """The hand after an action; amounts in minor units.

        Raises `out_of_turn`, `illegal_action`, `bad_amount` or `insufficient_funds`.
        """
        self._verify_something_to_bet(action)
        verify_turn(self, action, self._words())
        actor, opponent = self._sides()
        match action.do:
            case "bet" | "raise":
                self._verify_bet(action)
                return replace(self._with(self._paid(actor, self.to_call + action.number)), turn=opponent.seat)
            case "stay":
                return replace(self, turn=opponent.seat)
            case "draw":
                return replace(self._with(self._paid(actor, self.to_call)), phase=EXCHANGE)
            case "exchange":
                verify_range(action, "count", 0, MOST_EXCHANGED)
                return self._exchanged(actor._replace(exchanged=action.number), opponent)
            case "call":
                return replace(self._with(self._paid(actor, self.to_call)), phase=SHOWDOWN, turn=None)
            case _:
                return replace(self._with(actor._replace(dropped=True)), phase=SHOWDOWN, turn=None)

    def _sides(self) -> tuple[Player, Player]:
        """Return the player to act, and the other."""
        first, second = self.players
        return (first, second) if first.seat == self.turn else (second, first)

    def _words(self) -> tuple[str, ...]:
        """What the player to act may do; where nothing is left to bet, `bet` and `raise` are no actions (DRAW 1.12)."""
        words = self._words_of_the_phase()
        return words if self.turn is None or self._most() else tuple(word for word in words if word not in (BET, RAISE))

    def _words_of_the_phase(self) -> tuple[str, ...]:
        if self.phase == EXCHANGE:
            return (EXCHANGE,)
        if self.phase == BETTING_2:
            return (RAISE if self.to_call else BET, CALL, DROP)
        if self.phase != BETTING_1:
            return ()
        if self.to_call:
            return RAISE, DRAW, DROP
        return (BET, STAY if self.turn == self.players[0].seat else DRAW, DROP)

    def _most(self) -> int:
        """The largest bet, or raise on top of what it costs to match (DRAW 1.7)."""
        actor, opponent = self._sides()
        return min(reach(self.terms, actor) - self.to_call, reach(self.terms, opponent))

    def _verify_something_to_bet(self, action: Action) -> None:
        """Raise `illegal_action` for a bet in its place that nothing is left for, and say who has no more (DRAW 1.7, 1.12)."""
        if action.seat != self.turn or action.do not in self._words_of_the_phase() or action.do in self._words():
            return
        actor, opponent = self._sides()
        template = (
            gettext_noop("Seat %(seat)s cannot %(found)s: seat %(opponent)s has no more to match it with.")
            if reach(self.terms, actor) > self.to_call
            else gettext_noop("Seat %(seat)s cannot %(found)s: they have no more than it costs to match.")
        )
        raise RuleError(
            "illegal_action", template, seat=actor.seat, field="do", found=action.do, opponent=opponent.seat
        )

    def _verify_bet(self, action: Action) -> None:
        """Raise `insufficient_funds` above what the bettor has, `bad_amount` above what the opponent can match (DRAW 1.7)."""
        actor, opponent = self._sides()
        needed, chips = self.to_call + action.number, reach(self.terms, actor)
        if needed > chips:
            raise insufficient_funds(actor.seat, needed, chips)
        if action.number > self._most():
            template = gettext_noop(
                "Seat %(seat)s: the amount is at most %(most)s, not %(found)s: seat %(opponent)s can match no more."
            )
            more = {"most": self._most(), "found": action.number, "opponent": opponent.seat}
            raise RuleError("bad_amount", template, seat=actor.seat, field="amount", **more)
        verify_range(action, "amount", 1, self._most())

    def _exchanged(self, actor: Player, opponent: Player) -> "HeadsUpHand":
        hand = self._with(actor)
        if opponent.exchanged is None:
            return replace(hand, turn=opponent.seat)
        return replace(hand, phase=BETTING_2, turn=self.players[0].seat)

    def _paid(self, player: Player, amount: int) -> Player:
        return pay(self.terms, player, amount)

    def _with(self, changed: Player) -> "HeadsUpHand":
        return replace(self, players=replaced(self.players, changed))


def start(terms: HeadsUpTerms, carry: int, players: Sequence[Player], first: int) -> HeadsUpHand:
    """The hand after both have paid the ante (DRAW 1.2, 1.12); raises `insufficient_funds` for the first who cannot."""
    ante = terms.ante
    if carry and terms.deals_for_a_carried_pot:
        ante = min(ante, *(reach(terms, player) for player in players))
    paid = [pay(terms, player, ante) for player in players]
    in_order = sorted(paid, key=lambda player: player.seat != first)
    return HeadsUpHand(terms, carry, tuple(in_order), turn=first)


def reach(terms: HeadsUpTerms, player: Player) -> int:
    """Return what a player can still pay, markers that can be issued to them counted; minor units (DRAW 1.7)."""
    return player.chips + (terms.marker_count - player.markers_out) * terms.marker_value


def pay(terms: HeadsUpTerms, player: Player, amount: int) -> Player:
    """Return the player after they paid, with the markers they had to be issued (DRAW 1.8); raises `insufficient_funds`."""
    if amount > reach(terms, player):
        raise insufficient_funds(player.seat, amount, reach(terms, player))
    short = max(0, amount - player.chips)
    issued = -(-short // terms.marker_value) if short else 0
    return issue_markers(terms, player, issued).pays(amount)


def issue_markers(terms: HeadsUpTerms, player: Player, count: int) -> Player:
    """The player with the chips of some more markers, or after giving some back where the count is below 0 (DRAW 1.8)."""
    chips = player.chips + count * terms.marker_value
    return player._replace(chips=chips, markers_out=player.markers_out + count)


def redeem(terms: HeadsUpTerms, winner: Player) -> Player:
    """Return the winner of a pot after they redeemed all that their chips allow, one by one (DRAW 1.8)."""
    if not winner.markers_out:
        return winner
    allowed = (winner.chips - terms.reserve) // terms.marker_value
    return issue_markers(terms, winner, -max(0, min(winner.markers_out, allowed)))
