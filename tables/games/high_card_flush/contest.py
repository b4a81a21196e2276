"""One hand against the designated player's: what each bet does before caps and cover (HCF 3.3, 5, 6, 7)."""

from enum import StrEnum
from typing import NamedTuple

from tables.games.errors import RuleError, gettext_noop
from tables.games.high_card_flush.hands import HandValue, value
from tables.games.high_card_flush.pay_tables import Odds
from tables.games.high_card_flush.terms import BonusContest, FoldedBonuses, Terms, TieBonuses
from tables.games.high_card_flush.wagers import Player, Wagers


class BetResult(StrEnum):
    """What a bet came to; RETURNED is one of a dead hand (HCF 8.4)."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"


# What is written down is plain text: canonical JSON takes nothing else.
WIN, LOSE, PUSH, RETURNED = (result.value for result in BetResult)


class Bet(NamedTuple):
    """One bet: the stake that counted, its result and net in minor units."""

    spot: str
    stake: int
    result: str
    net: int
    uncapped: int | None = None
    """What it would have won; only where a cap bit (HCF 9.2)."""
    short: int | None = None
    """What the funds did not reach; only where they did not (HCF 8.7)."""


def forfeited_bets(terms: Terms, wagers: Wagers | Player) -> list[Bet]:
    """What a folded hand loses by folding: Ante and bonuses, or the Ante alone where the bonuses live (HCF 3.3, 6.5)."""
    placed = [("ante", wagers.ante)]
    if terms.bonuses_on_fold is FoldedBonuses.LOST:
        placed += [("straight_flush", wagers.straight_flush), ("flush", wagers.flush)]
    return [Bet(spot, stake, LOSE, -stake) for spot, stake in placed if stake]


def contested_bets(terms: Terms, player: Player, opposing: HandValue) -> list[Bet]:
    """The bets of a raised hand, the Raise counted up to its cap (HCF 3.4, 5 to 7); minor units.

    Raises `missing_cards` where the player's hand is absent.
    """
    own = _value(terms, player)
    ante, lead = player.ante, own.flush - opposing.flush
    raised = min(player.raise_amount or 0, ante * terms.raise_caps[own.flush_length])
    if not terms.qualifies(opposing):
        bets = [Bet("ante", ante, WIN, ante), Bet("raise", raised, PUSH, 0)]
    else:
        bets = [_contested("ante", ante, ante, lead), _contested("raise", raised, raised, lead)]
    return bets + _bonus_bets(terms, player, own, opposing)


def live_bonuses(terms: Terms, player: Player, opposing: HandValue) -> list[Bet]:
    """The bonuses of a folded hand, which live (HCF 6.5); minor units.

    Raises `missing_cards` where the player's hand is absent.
    """
    return _bonus_bets(terms, player, _value(terms, player), opposing)


def missing_cards(seat: int) -> RuleError:
    """The error for a hand that has to be compared and was not given."""
    return RuleError(
        "missing_cards",
        gettext_noop(
            "The hand at seat %(seat)s is missing: everybody who raised or has a bonus that lives shows, and the designated player."
        ),
        seat=seat,
        field="cards",
    )


def _value(terms: Terms, player: Player) -> HandValue:
    if player.hand is None:
        raise missing_cards(player.seat)
    return value(player.hand, ace_low=terms.straight_flush_ace_low)


def _bonus_bets(terms: Terms, player: Player, own: HandValue, opposing: HandValue) -> list[Bet]:
    """The bonuses placed, each against what it is won against (HCF 6, 7)."""
    lead, bets = own.flush - opposing.flush, []
    if player.straight_flush:
        odds = terms.straight_flush_paytable.by_length[own.run_length]
        run_lead = own.straight_flush - opposing.straight_flush
        bets.append(_bonus(terms, ("straight_flush", player.straight_flush, odds), run_lead, lead))
    if player.flush:
        bets.append(
            _bonus(terms, ("flush", player.flush, terms.flush_paytable.by_length[own.flush_length]), lead, lead)
        )
    return bets


def _bonus(terms: Terms, bet: tuple[str, int, Odds | None], lead: int, flush_lead: int) -> Bet:
    """A bonus given as spot, stake and odds; none where the hand is below the lowest line of its table (HCF 6.1, 7.1)."""
    spot, stake, odds = bet
    if flush_lead == 0 and terms.exact_tie_bonuses is TieBonuses.PUSH:
        return Bet(spot, stake, PUSH, 0)
    if odds is None:
        return Bet(spot, stake, LOSE, -stake)
    # A bonus on the player's own hand is ahead of every hand that it does not have to be ahead of (HCF 6.6).
    ahead = 1 if terms.contest(spot) is BonusContest.OWN_HAND else lead
    return _contested(spot, stake, odds.winnings(stake), ahead)


def _contested(spot: str, stake: int, winnings: int, lead: int) -> Bet:
    """A bet that wins when the player's hand is ahead and loses when it is behind (HCF 5.3, 5.4, 6.2, 7.2)."""
    if lead > 0:
        return Bet(spot, stake, WIN, winnings)
    if lead < 0:
        return Bet(spot, stake, LOSE, -stake)
    return Bet(spot, stake, PUSH, 0)
