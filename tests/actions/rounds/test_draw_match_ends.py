"""How a match ends: lost, given up, left; and what chips bought, recounts and corrections do to it (DRAW 1.12, 1.13)."""

from tables.models import Match, Seating
from tests.actions.felt import last_entry
from tests.actions.rounds.test_draw_rounds import acting
from tests.cast import Cast


def won_by(match: Match) -> int:
    """The seat of the winner."""
    return Seating.objects.get(pk=match.winner_id or 0).seat


def lost(cast: Cast) -> None:
    """A match that the second loses in its first hand, markers and all."""
    number = cast.act("open_round").body["round"]
    acting(cast, number, (1, "bet", 13500), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    hands = [{"seat": 2, "cards": "AsAdKc7h2d"}, {"seat": 1, "cards": "KsKdQc7s2c"}]
    cast.act("enter_hands", number=number, hands=hands)
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    told = last_entry(cast).payload
    assert (told["match_ended"]["winner"], told["rules_in_force"]["after"]["version"]) == (2, 2)
