"""What both draw games are to a table, and the two of them (DRAW 1, 2; OPS 5.1)."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tables.games.draw.betting import SHOWDOWN, seats_that_show
from tables.games.draw.document import settle_document
from tables.games.draw.four_player import OPENING
from tables.games.draw.four_player_rules import FOUR_PLAYER
from tables.games.draw.heads_up import BETTING_1
from tables.games.draw.heads_up_rules import HEADS_UP
from tables.games.draw.pots import shares
from tables.games.draw.round import (
    FIRST_PLAY,
    SETTLED,
    close_round,
    hand_of,
    open_round,
    options_at,
    take_actions,
    void_round,
)
from tables.games.draw.rules import DrawRules
from tables.games.draw.sheet import four_player_sheet, heads_up_sheet
from tables.games.draw.showdown import enter_hands, hands_needed, settle_round
from tables.games.draw.terms import DrawTerms, FourPlayerTerms, HeadsUpTerms
from tables.games.game import JSON, GameLimit, Leg, RoundAct, RoundView
from tables.games.rule_values import verify_whole_chips

if TYPE_CHECKING:
    from tables.games.house_rules import HouseRules


class DrawGame:
    """What the draw games have in common: no designated player, and bets that the hand itself bounds."""

    limit_spots: tuple[str, ...] = ()
    has_designation = False
    replaced_whole: tuple[str, ...] = ()
    first_play: Mapping[str, Any] = FIRST_PLAY
    steps_without_input: tuple[str, ...] = ("settle_round", "close_round")

    def __init__(self, rules: DrawRules, first_state: str) -> None:
        self.rules = rules
        self.key = rules.key
        self.first_state = first_state
        self.acts: Mapping[str, RoundAct] = {
            "open_round": partial(open_round, rules),
            "take_actions": partial(take_actions, rules),
            "enter_hands": partial(enter_hands, rules),
            "settle_round": partial(settle_round, rules),
            "close_round": partial(close_round, rules),
            "void_round": partial(void_round, rules),
        }

    def verify_rules(self, terms: DrawTerms, _limits: Mapping[str, GameLimit], chip_unit: int) -> None:
        """Raise `bad_rules` for an amount in the terms that is not in whole chips (OPS 4.4, 4.5); minor units."""
        for key, amount in terms.chip_amounts.items():
            verify_whole_chips(amount, key, chip_unit)

    def settle_document(self, document: Mapping[str, Any], read_terms: Callable[[object], Any]) -> JSON:
        """Settle one input of `settle`; raises the first RuleError in the order of the codes."""
        return settle_document(self.rules, document, read_terms)

    def legal_acts(self, view: RoundView) -> tuple[str, ...]:
        """Name the acts that the round's state permits (OPS 5.1)."""
        if view.state == SETTLED:
            return ("close_round",)
        if view.state != SHOWDOWN:
            return "take_actions", "void_round"
        shows = seats_that_show(hand_of(self.rules, view))
        return "take_actions", *(("enter_hands",) if shows else ()), "settle_round", "void_round"

    def describe(self, view: RoundView) -> JSON:
        """Who is to act and what he may do, what lies in the middle, and whose hands are missing; minor units."""
        hand = hand_of(self.rules, view)
        return {
            "order": [player.seat for player in hand.players],
            "turn": hand.turn,
            "options": options_at(view, hand),
            "to_call": hand.to_call,
            "middle": hand.pot,
            "pots": [{"amount": pot.amount, "seats": list(pot.seats)} for pot in self.rules.pots(hand)],
            "players": {
                str(player.seat): {
                    "chips": player.chips,
                    "paid": player.paid,
                    "markers_out": player.markers_out,
                    "exchanged": player.exchanged,
                    "dropped": player.dropped,
                }
                for player in hand.players
            },
            "hands_needed": hands_needed(self.rules, view),
            "seconds": view.rules.terms.seconds if hand.turn is not None else None,
        }

    def rake_of_designated_player(self, _rules: "HouseRules") -> int:
        """Nobody is one here."""
        return 0

    def last_wagers(self, _play: Mapping[str, Any]) -> Mapping[str, Any]:
        """Nothing is put back in these games."""
        return {}


class HeadsUpDraw(DrawGame):
    """The game of two, with markers and a pot that a tie carries over (DRAW 1)."""

    def __init__(self) -> None:
        super().__init__(HEADS_UP, BETTING_1)

    def parse_terms(self, document: object) -> HeadsUpTerms:
        """Read terms, whole or in part; raises `bad_rules`."""
        return HeadsUpTerms.parse(document)

    def sheet(self, answer: Mapping[str, Any]) -> str:
        """A settlement document as a table for people."""
        return heads_up_sheet(answer)


class FourPlayerDraw(DrawGame):
    """The game of two to four, with a clock, side pots and a commission (DRAW 2)."""

    def __init__(self) -> None:
        super().__init__(FOUR_PLAYER, OPENING)

    def parse_terms(self, document: object) -> FourPlayerTerms:
        """Read terms, whole or in part; raises `bad_rules`."""
        return FourPlayerTerms.parse(document)

    def sheet(self, answer: Mapping[str, Any]) -> str:
        """A settlement document as a table for people."""
        return four_player_sheet(answer)


def carried_pot_legs(carry: int, seats: Sequence[int], first: int) -> list[Leg]:
    """A carried pot shared out when its match ends, an odd unit to the seat that acted first; minor units (OPS 7.2)."""
    parts = shares(carry, sorted(seats, key=lambda seat: seat != first))
    return [Leg("pot", None, -carry), *(Leg("seat", seat, part) for seat, part in parts.items())]
