"""A round from opening to closing; what each act does to it is its game's to say (OPS 5)."""

from tables.actions.act.context import ActContext
from tables.actions.act.outcomes import play
from tables.actions.act.path import at_table
from tables.games.values import JSON
from tables.policy import Act


@at_table(Act.OPEN_ROUND)
def open_round(context: ActContext, *, offers: object = None) -> JSON:
    """Open the next round; where the game has a bank, with the player who took it, and offers may come with it in one tap."""
    return play(context)


@at_table(Act.ENTER_WAGERS)
def enter_wagers(
    context: ActContext, *, number: int, wagers: object = None, same_again: object = None, removed: object = None
) -> JSON:
    """Wagers by seat, or the last ones again; after the deal, what was found different, and who was not dealt to (OPS 5.2, 5.4)."""
    return play(context)


@at_table(Act.CHANGE_BANK)
def change_bank(context: ActContext, *, number: int, bank: object) -> JSON:
    """Put a mistyped bank right, until the round is settled (OPS 5.4)."""
    return play(context)


@at_table(Act.DEAL)
def deal(context: ActContext, *, number: int) -> JSON:
    """Close the betting, collect the rake, say the order of the deal (OPS 5.2)."""
    return play(context)


@at_table(Act.ENTER_DECISIONS)
def enter_decisions(context: ActContext, *, number: int, decisions: object) -> JSON:
    """Fold, Raise or walk away, by seat (OPS 5.3)."""
    return play(context)


@at_table(Act.ENTER_HANDS)
def enter_hands(context: ActContext, *, number: int, hands: object) -> JSON:
    """Hands by seat, checked as they come in (OPS 5.5)."""
    return play(context)


@at_table(Act.TAKE_ACTIONS)
def take_actions(context: ActContext, *, number: int, actions: object = None, take_back: object = None) -> JSON:
    """What players did, in turn; or the last of it taken back (DRAW 0.1, OPS 5.4)."""
    return play(context)


@at_table(Act.SETTLE_ROUND)
def settle_round(context: ActContext, *, number: int) -> JSON:
    """Settle every bet (OPS 5.7)."""
    return play(context)


@at_table(Act.CLOSE_ROUND)
def close_round(context: ActContext, *, number: int) -> JSON:
    """The chips have moved; the next offer begins (OPS 5.7)."""
    return play(context)


@at_table(Act.VOID_ROUND)
def void_round(context: ActContext, *, number: int, reason: object = None, words: object = "") -> JSON:
    """Everything goes back; the player who had the bank keeps it for the deal that follows (OPS 5.6, HCF 10.1)."""
    return play(context)
