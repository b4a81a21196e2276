"""Moments of a table that acts need: each gives what they are sent there."""

from tables.games.values import JSON
from tests.actions.felt import BANK_HAND, betting, dealt, decide, settled
from tests.cast import Cast


def settled_round(cast: Cast) -> JSON:
    """A settled round."""
    return {"number": settled(cast)}


def players(cast: Cast) -> JSON:
    """Players between rounds."""
    cast.seat_players((1, 2, 4))
    return {"seat": 1}


def decided(cast: Cast) -> JSON:
    """A round in which a player decided already."""
    number = dealt(cast)
    cast.act("enter_decisions", number=number, decisions=[{"seat": 2, "decision": "fold"}])
    return {"number": number}


def shown(cast: Cast) -> JSON:
    """A showdown in which a hand was entered."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4="fold")
    cast.act("enter_hands", number=number, hands=[{"seat": 1, "cards": BANK_HAND}])
    return {"number": number}


def dealt_round(cast: Cast) -> JSON:
    """A round whose cards are dealt."""
    return {"number": dealt(cast)}


def large_ante(cast: Cast) -> JSON:
    """A round in which a player has fewer chips behind than three times their Ante."""
    return {"number": dealt(cast, {"seat": 2, "ante": 30000}, {"seat": 4, "ante": 1000})}


def betting_round(cast: Cast) -> JSON:
    """A round in which wagers are taken."""
    return {"number": betting(cast)}
