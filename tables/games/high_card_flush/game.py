"""High Card Flush as one of the games: its rules, and its rounds as a table plays them (OPS 5.1)."""

from collections.abc import Collection, Mapping
from typing import Any

from tables.games.errors import gettext_noop
from tables.games.game import Game
from tables.games.high_card_flush.bank_change import change_bank
from tables.games.high_card_flush.betting import deal, enter_wagers
from tables.games.high_card_flush.correction import corrected, difference
from tables.games.high_card_flush.cover import layout_likely_case, layout_worst_case, on_layout
from tables.games.high_card_flush.documents import Cover, Description, Play
from tables.games.high_card_flush.forfeit import still_on_layout
from tables.games.high_card_flush.round import close_round, void_round
from tables.games.high_card_flush.settle_document import KEY, settle_document
from tables.games.high_card_flush.sheet import sheet
from tables.games.high_card_flush.showdown import (
    enter_decisions,
    enter_hands,
    hands_needed,
    recorded_input,
    seats_that_show,
    settle_round,
)
from tables.games.high_card_flush.states import BETTING, DEALT, SETTLED, SHOWDOWN, State, deal_order, undecided
from tables.games.high_card_flush.terms import REPLACED_WHOLE, Terms
from tables.games.high_card_flush.wagers import BONUS_SPOTS, MAX_PLAYERS, WAGER_SPOTS
from tables.games.rule_values import bad_rules
from tables.games.values import JSON, HouseRules, Limit, RoundView

# `decided` and `shown` stay once set, so that taking a decision or a hand back does not take back who has to sign (OPS 1.4).
FIRST_PLAY: Play = {"wagers": {}, "decisions": {}, "hands": {}, "rake": {}, "decided": False, "shown": False}
# What the exact edge of any bet depends on.
EDGE_TERMS = (
    *("qualifier", "raise_caps", "flush_paytable", "straight_flush_paytable"),
    *("straight_flush_ace_low", "exact_tie_bonuses", "bonuses", "bonuses_on_fold"),
)


class HighCardFlush(Game):
    """The game of chapter 1, with a rotating designated player."""

    key = KEY
    limit_spots = WAGER_SPOTS
    has_designation = True
    replaced_whole = REPLACED_WHOLE
    states = State
    first_state = BETTING
    first_play = FIRST_PLAY
    acts = {
        "change_bank": change_bank,
        "enter_wagers": enter_wagers,
        "deal": deal,
        "enter_decisions": enter_decisions,
        "enter_hands": enter_hands,
        "settle_round": settle_round,
        "close_round": close_round,
        "void_round": void_round,
    }
    steps_without_input = ("deal", "settle_round", "close_round")
    parse_terms = staticmethod(Terms.parse)
    settle_document = staticmethod(settle_document)
    sheet = staticmethod(sheet)
    corrected = staticmethod(corrected)
    difference = staticmethod(difference)

    def verify_rules(self, terms: Terms, limits: Mapping[str, Limit | None], _chip_unit: int) -> None:
        """Raise `bad_rules` for a cap below the largest single line at the minimum bet (OPS 4.5); minor units."""
        least_bets = {spot: limit.min for spot, limit in limits.items() if limit and spot in BONUS_SPOTS}
        largest = max((terms.pay_table(spot).most(bet) for spot, bet in least_bets.items()), default=0)
        for key, cap in (("caps.per_hand", terms.cap_per_hand), ("caps.per_round", terms.cap_per_round)):
            if cap is not None and cap < largest:
                template = gettext_noop(
                    "Rule %(field)s is %(found)s, below the largest pay line at the minimum bet, %(least)s."
                )
                raise bad_rules(template, key=key, found=cap, least=largest)

    def offered_spots(self, terms: Terms) -> tuple[str, ...]:
        """Return the Ante, and the bonuses that are offered (HCF 6.6)."""
        return terms.wager_spots

    def legal_acts(self, view: RoundView) -> tuple[str, ...]:
        """Name the acts that the round's state permits (OPS 5.1)."""
        return {
            BETTING: ("change_bank", "enter_wagers", "deal", "void_round"),
            DEALT: ("change_bank", "enter_wagers", "enter_decisions", "void_round"),
            SHOWDOWN: ("change_bank", "enter_wagers", "enter_decisions", "enter_hands", "settle_round", "void_round"),
            SETTLED: ("close_round",),
        }[view.state]

    def describe(self, view: RoundView) -> JSON:
        """Return the orders of the round, what is missing, and the cover meter (OPS 3.5)."""
        terms, layout = view.rules.terms, still_on_layout(view)
        likely = layout_likely_case(terms, layout)
        cover: Cover = {
            "worst_case": layout_worst_case(terms, layout),
            "likely_case": likely,
            "short": likely > view.bank,
        }
        description: Description = {
            "deal_order": deal_order(view),
            "undecided": undecided(view),
            "shows": seats_that_show(view),
            "hands_needed": hands_needed(view) if view.state == SHOWDOWN else [],
            "cover": cover,
        }
        return {**description}

    def recorded_input(self, told: Mapping[str, Any]) -> JSON:
        """Return the designated player with the bank, and each seat with its wagers, decision and hand (AUD 2.7)."""
        return recorded_input(told)

    def players_in(self, play: Mapping[str, Any]) -> Collection[int]:
        """Return the seats with wagers; the designated player stands with the round itself."""
        return [int(seat) for seat in play["wagers"]]

    def rake_of_designated_player(self, rules: HouseRules) -> int:
        """Return the rake the designated player pays a round, in minor units (HCF 9.4)."""
        rake: int = rules.terms.designated_player_rake
        return rake

    def worst_case(self, rules: HouseRules, hands: int) -> int:
        """Return what so many hands at the maximum of every bet may cost the bank, in minor units (OPS 3.5)."""
        most = on_layout({spot: limit.max for spot, limit in rules.limits.items() if limit is not None})
        return layout_worst_case(rules.terms, [most] * min(hands, MAX_PLAYERS))

    def edge_terms(self, rules: HouseRules) -> JSON:
        """Return the terms of the edges, which are before cover and caps and know no rake (OPS 4.7)."""
        document = rules.terms.document()
        return {key: document[key] for key in EDGE_TERMS}
