"""What both draw games are to a table, and the two of them (DRAW 1, 2; OPS 5.1)."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from tables.games.draw.betting import SETTLED, SHOWDOWN, TIMEOUT, Player, call_shows, seats_that_show
from tables.games.draw.correction import corrected, difference
from tables.games.draw.documents import Description
from tables.games.draw.four_player.betting import OPENING, FourPlayerState
from tables.games.draw.four_player.rules import FOUR_PLAYER
from tables.games.draw.heads_up.betting import BETTING_1, HeadsUpState, reach
from tables.games.draw.heads_up.rules import HEADS_UP
from tables.games.draw.pots import shares
from tables.games.draw.round import (
    FIRST_PLAY,
    close_round,
    hand_of,
    open_round,
    options_at,
    recorded_input,
    take_actions,
    void_round,
)
from tables.games.draw.rules import DrawRules
from tables.games.draw.settle_document import settle_document
from tables.games.draw.sheet import four_player_sheet, heads_up_sheet
from tables.games.draw.showdown import enter_hands, hands_needed, settle_round
from tables.games.draw.terms import DrawTerms, FourPlayerTerms, HeadsUpTerms
from tables.games.errors import gettext_noop
from tables.games.game import Game
from tables.games.rule_values import verify_whole_chips
from tables.games.values import JSON, BetweenRounds, Departure, HouseRules, Leg, Limit, RoundAct, RoundView, Stack


def _acts(rules: DrawRules) -> Mapping[str, RoundAct]:
    return {
        "open_round": partial(open_round, rules),
        "take_actions": partial(take_actions, rules),
        "enter_hands": partial(enter_hands, rules),
        "settle_round": partial(settle_round, rules),
        "close_round": partial(close_round, rules),
        "void_round": partial(void_round, rules),
    }


class DrawGame(Game):
    """What the draw games have in common: no designated player, and bets that the hand itself bounds."""

    rules: ClassVar[DrawRules]
    first_play = FIRST_PLAY
    steps_without_input = ("settle_round", "close_round")
    corrected = staticmethod(corrected)
    difference = staticmethod(difference)

    def verify_rules(self, terms: DrawTerms, _limits: Mapping[str, Limit | None], chip_unit: int) -> None:
        """Raise `bad_rules` for an amount in the terms that is not in whole chips (OPS 4.4, 4.5); minor units."""
        for key, amount in terms.chip_amounts.items():
            verify_whole_chips(amount, key, chip_unit)

    def recorded_input(self, told: Mapping[str, Any]) -> JSON:
        """Return who acts first, who plays, the actions and the hands (AUD 2.7)."""
        return recorded_input(self.rules, told)

    def legal_acts(self, view: RoundView) -> tuple[str, ...]:
        """Name the acts that the round's state permits (OPS 5.1)."""
        if view.state == SETTLED:
            return ("close_round",)
        if view.state != SHOWDOWN:
            return "take_actions", "void_round"
        shows = seats_that_show(hand_of(self.rules, view))
        return "take_actions", *(("enter_hands",) if shows else ()), "settle_round", "void_round"

    def describe(self, view: RoundView) -> JSON:
        """Return who is to act and what they may do, what lies in the middle, and whose hands are missing; minor units."""
        hand = hand_of(self.rules, view)
        description: Description = {
            "order": [player.seat for player in hand.players],
            "turn": hand.turn,
            "options": options_at(view, hand),
            "call_shows": call_shows(hand),
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
        return {**description}

    def players_in(self, play: Mapping[str, Any]) -> Collection[int]:
        """Return the seats that play the hand."""
        return [entry["seat"] for entry in play["seats"]]

    def expiry(self, view: RoundView) -> JSON | None:
        """Return the time-out of the player to act where the clock alone ends their time; None elsewhere (DRAW 2.7)."""
        hand = hand_of(self.rules, view)
        if hand.turn is None or not view.rules.terms.expires_alone:
            return None
        return {"actions": [{"seat": hand.turn, "do": TIMEOUT}]}

    def seconds(self, view: RoundView) -> int | None:
        """Return the seconds of one action while a player is to act; None where no clock runs (DRAW 2.7)."""
        seconds: int | None = view.rules.terms.seconds
        return seconds if hand_of(self.rules, view).turn is not None else None

    def legs_on_leaving(self, rules: HouseRules, departure: Departure) -> Sequence[Leg]:
        """Return the legs: the carried pot is shared, markers are redeemed while chips last, and the rest is owed (OPS 7.2)."""
        legs = carried_pot_legs(departure.carry, departure.match, departure.button or 0) if departure.carry else []
        chips = departure.stacks[departure.seat].chips + sum(leg.amount for leg in legs if leg.seat == departure.seat)
        return [*legs, *marker_legs(rules.terms, departure.seat, chips, departure.stacks[departure.seat].markers_out)]

    def pot_shared(self, document: Mapping[str, Any], amount: int) -> Sequence[Leg]:
        """Return the seats' shares, as when a match ends (OPS 7.2), an odd unit to the seat that acted first; minor units."""
        seats, sign = [entry["seat"] for entry in document["seats"]], 1 if amount > 0 else -1
        legs = carried_pot_legs(abs(amount), seats, document[self.rules.form.place])
        return [leg._replace(amount=leg.amount * sign) for leg in legs if leg.account == "seat"]


class HeadsUpDraw(DrawGame):
    """The game of two, with markers and a pot that a tie carries over (DRAW 1)."""

    rules = HEADS_UP
    key = HEADS_UP.key
    has_matches = HEADS_UP.has_matches
    states = HeadsUpState
    first_state = BETTING_1
    acts = _acts(HEADS_UP)
    parse_terms = staticmethod(HeadsUpTerms.parse)
    settle_document = staticmethod(partial(settle_document, HEADS_UP))
    sheet = staticmethod(heads_up_sheet)

    def cannot_go_on(self, terms: HeadsUpTerms, stack: Stack) -> bool:
        """Whether a player cannot pay the ante even with markers (DRAW 1.8)."""
        return reach(terms, Player(stack.seat, stack.chips, markers_out=stack.markers_out)) < terms.ante

    def blocks_change(self, terms: DrawTerms, coming: DrawTerms, between: BetweenRounds) -> str:
        """Return why a change waits: a match is played to its end for the ante and the markers it began with (DRAW 1.1, 1.2, 1.8)."""
        out = max((stack.markers_out for stack in between.stacks.values()), default=0)
        is_same = (terms.deck, terms.chip_amounts) == (coming.deck, coming.chip_amounts)
        if is_same and coming.marker_count >= out:
            return ""
        if between.match or between.carry or out:
            return gettext_noop(
                "A match is on, or a marker is out: its deck, ante and markers stay until the match is over and no marker is out."
            )
        return ""


class FourPlayerDraw(DrawGame):
    """The game of two to four, with a clock, side pots and a commission (DRAW 2)."""

    rules = FOUR_PLAYER
    key = FOUR_PLAYER.key
    states = FourPlayerState
    first_state = OPENING
    acts = _acts(FOUR_PLAYER)
    parse_terms = staticmethod(FourPlayerTerms.parse)
    settle_document = staticmethod(partial(settle_document, FOUR_PLAYER))
    sheet = staticmethod(four_player_sheet)

    def terms_at_table(self, terms: FourPlayerTerms, chip_unit: int) -> FourPlayerTerms:
        """Return the terms with the chip that a commission may be rounded down to (DRAW 2.8)."""
        return terms.with_chip_unit(chip_unit)


def carried_pot_legs(carry: int, seats: Sequence[int], first: int) -> list[Leg]:
    """Return the legs of a carried pot shared out when its match ends, an odd unit to the seat that acted first; minor units (OPS 7.2)."""
    parts = shares(carry, sorted(seats, key=lambda seat: seat != first))
    return [Leg("pot", None, -carry), *(Leg("seat", seat, part) for seat, part in parts.items())]


def marker_legs(terms: DrawTerms, seat: int, chips: int, markers_out: int) -> list[Leg]:
    """Return the legs of a leaver's markers: redeemed while their chips last, the rest owed to the house; minor units."""
    redeemed = min(markers_out, chips // terms.marker_value) if markers_out else 0
    moved = {
        "seat": -redeemed * terms.marker_value,
        "markers": markers_out * terms.marker_value,
        "owed": -(markers_out - redeemed) * terms.marker_value,
    }
    return [Leg(account, seat, amount) for account, amount in moved.items() if amount]
