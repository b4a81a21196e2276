"""One hand against the designated player's: what each bet does before caps and cover (HCF 3.3, 5, 6, 7)."""

from enum import StrEnum
from typing import NamedTuple

from tables.games.errors import RuleError, gettext_noop
from tables.games.high_card_flush.hands import HandValue, value
from tables.games.high_card_flush.terms import Terms, TieBonuses
from tables.games.high_card_flush.wagers import Player


class BetResult(StrEnum):
    """What a bet came to; RETURNED is one of a dead hand (HCF 8.4)."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"


# What is written down is plain text: canonical JSON takes nothing else.
WIN, LOSE, PUSH, RETURNED = (result.value for result in BetResult)


class Bet(NamedTuple):
    """One bet: the stake that counted, its result and net in minor units; `uncapped` only where a cap bit (HCF 9.2)."""

    spot: str
    stake: int
    result: str
    net: int
    uncapped: int | None = None


def folded_bets(player: Player) -> list[Bet]:
    """Ante and bonuses of a folded hand, forfeited (HCF 3.3); minor units."""
    placed = [("ante", player.ante), ("straight_flush", player.straight_flush), ("flush", player.flush)]
    return [Bet(spot, stake, LOSE, -stake) for spot, stake in placed if stake]


def contested_bets(terms: Terms, player: Player, opposing: HandValue) -> list[Bet]:
    """The bets of a raised hand, the Raise counted up to its cap (HCF 3.4, 5 to 7); minor units.

    Raises `missing_cards` where the player's hand is absent.
    """
    seat, ante, straight_flush, flush, placed, hand = player
    if hand is None:
        raise missing_cards(seat)
    own = value(hand, ace_low=terms.straight_flush_ace_low)
    lead = own.flush - opposing.flush
    raised = min(placed or 0, ante * terms.raise_caps[own.flush_length])
    if not terms.qualifies(opposing):
        bets = [Bet("ante", ante, WIN, ante), Bet("raise", raised, PUSH, 0)]
    else:
        bets = [_contested("ante", ante, ante, lead), _contested("raise", raised, raised, lead)]
    if straight_flush:
        odds = terms.straight_flush_paytable[own.run_length]
        run_lead = own.straight_flush - opposing.straight_flush
        bets.append(_bonus(terms, ("straight_flush", straight_flush, odds), run_lead, lead))
    if flush:
        bets.append(_bonus(terms, ("flush", flush, terms.flush_paytable[own.flush_length]), lead, lead))
    return bets


def missing_cards(seat: int) -> RuleError:
    """The error for a hand that has to be compared and was not given."""
    return RuleError(
        "missing_cards",
        gettext_noop("The hand at seat %(seat)s is missing: everybody who raised, and the designated player, shows."),
        seat=seat,
        field="cards",
    )


def _bonus(terms: Terms, bet: tuple[str, int, int], lead: int, flush_lead: int) -> Bet:
    """A bonus given as spot, stake and odds; odds of 0 mean that the hand is on no line of its table (HCF 6.1, 7.1)."""
    spot, stake, odds = bet
    if flush_lead == 0 and terms.exact_tie_bonuses is TieBonuses.PUSH:
        return Bet(spot, stake, PUSH, 0)
    if not odds:
        return Bet(spot, stake, LOSE, -stake)
    return _contested(spot, stake, stake * odds, lead)


def _contested(spot: str, stake: int, winnings: int, lead: int) -> Bet:
    """A bet that wins when the player's hand is ahead and loses when it is behind (HCF 5.3, 5.4, 6.2, 7.2)."""
    if lead > 0:
        return Bet(spot, stake, WIN, winnings)
    if lead < 0:
        return Bet(spot, stake, LOSE, -stake)
    return Bet(spot, stake, PUSH, 0)
