"""Heads-up draw for documents and rounds (DRAW 1)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.games.draw.betting import Player
from tables.games.draw.documents import HeadsUpOutput
from tables.games.draw.heads_up import betting as heads_up
from tables.games.draw.heads_up.betting import HeadsUpHand, issue_markers, reach
from tables.games.draw.heads_up.settlement import settle
from tables.games.draw.pots import Pot
from tables.games.draw.reading import Form, players_of
from tables.games.draw.rules import DrawRules
from tables.games.draw.terms import HeadsUpTerms
from tables.games.errors import RuleError, gettext_noop
from tables.games.game import wrong_state
from tables.games.values import RoundView


def _begin(view: RoundView, players: Sequence[Player]) -> int:
    """A match goes on, or starts with equal stacks: where other players are there, or no deal was played (DRAW 1.1)."""
    first, second = players
    if view.button is not None and {first.seat, second.seat} == set(view.match):
        return view.button
    if view.carry:
        raise wrong_state(
            gettext_noop(
                "A pot is carried over: seats %(players)s play for it, or one of them leaves and it is shared."
            ),
            players=", ".join(map(str, sorted(view.match))),
        )
    if view.rules.terms.equal_start and first.chips != second.chips:
        raise wrong_state(
            gettext_noop("A match starts with equal stacks: seat %(one)s has %(chips)s, seat %(other)s %(others)s."),
            one=first.seat,
            chips=first.chips,
            other=second.seat,
            others=second.chips,
        )
    return 0


def _seated(terms: HeadsUpTerms, player: Player, carry: int) -> Player:
    """Return the player, with their first marker where they come without chips, issued before the deal (DRAW 1.8).

    For a carried pot they are dealt to as they are: the ante issues the markers it needs (DRAW 1.12).
    """
    if player.chips or (carry and terms.deals_for_a_carried_pot):
        return player
    if not reach(terms, player):
        template = gettext_noop("Seat %(seat)s has neither chips nor a marker left for the ante.")
        raise RuleError("short_chips", template, seat=player.seat)
    return issue_markers(terms, player, 1)


def _start(terms: HeadsUpTerms, document: Mapping[str, Any]) -> HeadsUpHand:
    return heads_up.start(terms, document.get("carry", 0), players_of(document), document["first"])


def _pots(hand: HeadsUpHand) -> list[Pot]:
    return [Pot(hand.pot, tuple(player.seat for player in hand.players if not player.dropped))]


def _answer(hand: HeadsUpHand, masks: Mapping[int, int]) -> HeadsUpOutput:
    """The output of `settle` but for the game's name."""
    settlement = settle(hand, masks)
    return {
        "result": settlement.result,
        "winners": list(settlement.winners),
        "pot": settlement.pot,
        "carry": settlement.carry,
        "seats": [
            {
                "seat": seat.seat,
                "hand": seat.hand,
                "net": seat.net,
                "stack": seat.stack,
                "markers_out": seat.markers_out,
            }
            for seat in settlement.seats
        ],
    }


HEADS_UP = DrawRules(
    key="heads_up_draw",
    form=Form(
        place="first",
        keys=(("game", "first", "seats", "actions"), ("rules", "carry", "hands")),
        seat_keys=(("seat", "stack"), ("markers_out",)),
        action_numbers=heads_up.ACTION_NUMBERS,
        fewest=heads_up.PLAYERS,
        most=heads_up.PLAYERS,
    ),
    begin=_begin,
    has_matches=True,
    seated=_seated,
    start=_start,
    pots=_pots,
    settle=_answer,
)
