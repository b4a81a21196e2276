"""What both draw games are to a table, and the two of them (DRAW 1, 2; OPS 5.1)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tables.games.correctable import Difference
from tables.games.draw.betting import SHOWDOWN, seats_that_show
from tables.games.draw.correction import corrected, difference
from tables.games.draw.document import settle_document
from tables.games.draw.four_player import OPENING
from tables.games.draw.four_player_rules import FOUR_PLAYER
from tables.games.draw.heads_up import BETTING_1
from tables.games.draw.heads_up_rules import HEADS_UP
from tables.games.draw.pots import shares
from tables.games.draw.round import (
    FIRST_PLAY,
    SETTLED,
    TIMEOUT,
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
from tables.games.errors import gettext_noop
from tables.games.game import JSON, BetweenRounds, Leg, Parting, RoundAct, RoundView
from tables.games.limits import GameLimit
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
            "seconds": self.seconds(view),
        }

    def players_in(self, play: Mapping[str, Any]) -> Collection[int]:
        """The seats that play the hand."""
        return [entry["seat"] for entry in play["seats"]]

    def expiry(self, view: RoundView) -> JSON | None:
        """The time-out of whoever is to act, where the end of the time is the end of it (DRAW 2.7)."""
        hand = hand_of(self.rules, view)
        if hand.turn is None or not view.rules.terms.expires_alone:
            return None
        return {"actions": [{"seat": hand.turn, "do": TIMEOUT}]}

    def seconds(self, view: RoundView) -> int | None:
        """The time of one action, while somebody is to act (DRAW 2.7)."""
        seconds: int | None = view.rules.terms.seconds
        return seconds if hand_of(self.rules, view).turn is not None else None

    def farewell(self, rules: "HouseRules", parting: Parting) -> Sequence[Leg]:
        """The carried pot is shared, his markers are redeemed as far as his chips go, and the rest is owed (OPS 7.2)."""
        legs = carried_pot_legs(parting.carry, parting.match, parting.button or 0) if parting.carry else []
        chips = parting.stacks[parting.seat].chips + sum(leg.amount for leg in legs if leg.seat == parting.seat)
        return [*legs, *marker_legs(rules.terms, parting.seat, chips, parting.stacks[parting.seat].markers_out)]

    def corrected(self, document: Mapping[str, Any], sent: Mapping[str, Any]) -> JSON:
        """An input of `settle` with other actions or hands (OPS 5.8); raises RuleError."""
        return corrected(document, sent)

    def difference(self, rules: "HouseRules", old: Mapping[str, Any], new: Mapping[str, Any]) -> Difference:
        """What leads from one output of `settle` to another (OPS 5.8)."""
        return difference(rules, old, new)

    def pot_shared(self, document: Mapping[str, Any], amount: int) -> Sequence[Leg]:
        """Shared as when a match ends (OPS 7.2), an odd unit to the seat that acted first; minor units."""
        seats, sign = [entry["seat"] for entry in document["seats"]], 1 if amount > 0 else -1
        legs = carried_pot_legs(abs(amount), seats, document[self.rules.form.place])
        return [leg._replace(amount=leg.amount * sign) for leg in legs if leg.account == "seat"]

    def rake_of_designated_player(self, _rules: "HouseRules") -> int:
        """Nobody is one here."""
        return 0

    def what_holds_up(self, _terms: DrawTerms, _coming: DrawTerms, _between: BetweenRounds) -> str:
        """Nothing: no two hands hang together."""
        return ""

    def worst_case(self, _rules: "HouseRules", _hands: int) -> None:
        """Nobody banks."""

    def edge_terms(self, _rules: "HouseRules") -> None:
        """The house is in no bet."""


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

    def what_holds_up(self, terms: DrawTerms, coming: DrawTerms, between: BetweenRounds) -> str:
        """A match is played to its end for the ante and the markers it began with (DRAW 1.1, 1.2, 1.8)."""
        out = max((stack.markers_out for stack in between.stacks.values()), default=0)
        is_same = (terms.deck, terms.chip_amounts) == (coming.deck, coming.chip_amounts)
        if is_same and coming.marker_count >= out:
            return ""
        if between.match or between.carry or out:
            return gettext_noop(
                "A match is on: its deck, ante and markers stay what they are until a player of it leaves."
            )
        return ""


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


def marker_legs(terms: DrawTerms, seat: int, chips: int, markers_out: int) -> list[Leg]:
    """Markers of a player who leaves: redeemed while his chips last, the rest owed to the house; minor units."""
    redeemed = min(markers_out, chips // terms.marker_value) if markers_out else 0
    moved = {
        "seat": -redeemed * terms.marker_value,
        "markers": markers_out * terms.marker_value,
        "owed": -(markers_out - redeemed) * terms.marker_value,
    }
    return [Leg(account, seat, amount) for account, amount in moved.items() if amount]
