"""Caps on what the bonuses may win (HCF 9.1 to 9.3)."""

from collections.abc import Callable, Iterable, Sequence

from tables.games.high_card_flush.contest import WIN, Bet
from tables.games.high_card_flush.wagers import BONUS_SPOTS
from tables.games.money import share_in_proportion

Sharing = Callable[[int, Sequence[int]], list[int]]
"""How a sum is shared among winnings: `share_in_proportion` or `share_in_order` (HCF 9.2)."""


def within_cap(cap: int | None, bets: Sequence[Bet], sharing: Sharing = share_in_proportion) -> Sequence[Bet]:
    """The bets with the bonuses that won cut down to a cap together, in minor units (HCF 9.1, 9.2)."""
    if cap is None or bonuses_won(bets) <= cap:
        return bets
    shares = iter(sharing(cap, [bet.net for bet in bets if is_won_bonus(bet)]))
    return [_cut(bet, next(shares)) if is_won_bonus(bet) else bet for bet in bets]


def within_round_cap(cap: int, hands: Sequence[Sequence[Bet]], sharing: Sharing) -> list[Sequence[Bet]]:
    """The bets of all hands, in settlement order, with the bonuses that won cut down to a cap together (HCF 9.2)."""
    bets = iter(within_cap(cap, [bet for hand in hands for bet in hand], sharing))
    return [[next(bets) for _bet in hand] for hand in hands]


def bonuses_won(bets: Iterable[Bet]) -> int:
    """What the bonuses win together, in minor units."""
    return sum([bet.net for bet in bets if is_won_bonus(bet)])


def is_won_bonus(bet: Bet) -> bool:
    """Whether a bet is a bonus that wins."""
    return bet.result == WIN and bet.spot in BONUS_SPOTS


def _cut(bet: Bet, allowed: int) -> Bet:
    """A bonus cut down; what it would have won is told as it was before any cap."""
    if allowed == bet.net:
        return bet
    return bet._replace(net=allowed, uncapped=bet.net if bet.uncapped is None else bet.uncapped)
