"""What a folded hand forfeits, and to which bank (HCF 3.3, 6.5, 8.2, 8.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tables.games.high_card_flush.contest import Bet, forfeited_bets
from tables.games.high_card_flush.cover import on_layout, short_of_cover
from tables.games.high_card_flush.funds import from_funds
from tables.games.high_card_flush.terms import FoldedBonuses, Terms
from tables.games.high_card_flush.wagers import FOLDS, Player, Wagers
from tables.games.values import FIRST_RULINGS, JSON, Leg, RoundView


def forfeited(terms: Terms, declared: int, wagers: Wagers | Player) -> tuple[Sequence[Bet], bool]:
    """The bets that a fold loses to a declared bank, in minor units, and whether they go back instead.

    With symmetric cover they are lost only to a bank that could have paid as much (HCF 8.2, 8.7).
    """
    bets = forfeited_bets(terms, wagers)
    if terms.rulings == FIRST_RULINGS:
        return bets, False
    lost = from_funds(terms, declared, bets)
    return (bets, True) if lost is None else (lost, False)


def has_live_bonus(terms: Terms, wagers: Wagers | Player) -> bool:
    """Whether a folded hand still has a bonus to play for, so that its cards are needed (HCF 6.5)."""
    return terms.bonuses_on_fold is FoldedBonuses.LIVE and bool(wagers.straight_flush or wagers.flush)


def in_bank(view: RoundView, number: str) -> int:
    """What of a seat's stakes lies in the bank before the settlement, in minor units: what it forfeited by folding."""
    wagers, decision = view.play["wagers"].get(number, {}), view.play["decisions"].get(number, {})
    return forfeited_stake(view, wagers, decision)


def forfeited_stake(view: RoundView, wagers: Mapping[str, int], decision: Mapping[str, object]) -> int:
    """What goes to the bank with a decision about some wagers, in minor units; nothing unless it is a fold (HCF 3.3)."""
    if not wagers or decision.get("decision") not in FOLDS:
        return 0
    bets, go_back = forfeited(view.rules.terms, view.bank_declared, on_layout(wagers))
    return 0 if go_back else -sum(bet.net for bet in bets)


def still_on_layout(view: RoundView) -> list[Wagers]:
    """The wagers that the bank may still have to pay: of a folded hand only bonuses that live (HCF 3.3, 6.5)."""
    terms, decisions = view.rules.terms, view.play.get("decisions", {})
    layout = []
    for number, placed in view.play["wagers"].items():
        wagers = on_layout(placed)
        if decisions.get(number, {}).get("decision") not in FOLDS:
            layout.append(wagers)
        elif has_live_bonus(terms, wagers):
            layout.append(wagers._replace(ante=0))
    return layout


def cover_warnings(view: RoundView, play: JSON, legs: Sequence[Leg]) -> list[JSON]:
    """What an act with these legs leaves short of cover, of a round that is dealt: a warning, never a block (OPS 3.5)."""
    bank = view.bank + sum(leg.amount for leg in legs if leg.account == "bank")
    return short_of_cover(view.rules.terms, bank, still_on_layout(replace(view, play=play)))
