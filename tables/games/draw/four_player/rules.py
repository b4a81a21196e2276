"""Four-player draw for documents and rounds (DRAW 2)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.games.draw.betting import Player
from tables.games.draw.documents import FourPlayerOutput
from tables.games.draw.four_player import betting as four_player
from tables.games.draw.four_player.betting import FourPlayerHand
from tables.games.draw.four_player.settlement import settle, table_pots
from tables.games.draw.reading import Form, players_of
from tables.games.draw.rules import DrawRules
from tables.games.draw.terms import FourPlayerTerms
from tables.games.errors import RuleError, gettext_noop
from tables.games.values import RoundView


def _begin(view: RoundView, _players: Sequence[Player]) -> int:
    """Stacks may differ, and nobody has to wait for a match to begin."""
    return view.button or 0


def _seated(_terms: FourPlayerTerms, player: Player, _carry: int) -> Player:
    if not player.chips:
        template = gettext_noop("Seat %(seat)s has no chips: buy in, or sit out.")
        raise RuleError("short_chips", template, seat=player.seat)
    return player


def _start(terms: FourPlayerTerms, document: Mapping[str, Any]) -> FourPlayerHand:
    return four_player.start(terms, players_of(document), document["button"])


def _answer(hand: FourPlayerHand, masks: Mapping[int, int]) -> FourPlayerOutput:
    """The output of `settle` but for the game's name."""
    settlement = settle(hand, masks)
    return {
        "pot": settlement.pot,
        "winners": list(settlement.winners),
        "seats": [
            {
                "seat": seat.seat,
                "hand": seat.hand,
                "net": seat.net,
                "commission": seat.commission,
                "stack": seat.stack,
            }
            for seat in settlement.seats
        ],
        "rake": settlement.rake,
    }


FOUR_PLAYER = DrawRules(
    key="four_player_draw",
    form=Form(
        place="button",
        keys=(("game", "button", "seats", "actions"), ("rules", "hands")),
        seat_keys=(("seat", "stack"), ()),
        action_numbers=four_player.ACTION_NUMBERS,
        fewest=four_player.FEWEST_PLAYERS,
        most=four_player.MOST_PLAYERS,
    ),
    begin=_begin,
    has_matches=False,
    seated=_seated,
    start=_start,
    pots=table_pots,
    settle=_answer,
)
