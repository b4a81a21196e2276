"""High Card Flush as a table plays it: states, acts, and what a page needs to know of a round (OPS 5.1)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tables.games.errors import RuleError, gettext_noop
from tables.games.game import JSON, Leg, RoundAct, RoundView, Step, wrong_state
from tables.games.high_card_flush.betting import BETTING, DEALT, SETTLED, SHOWDOWN, deal, deal_order, enter_wagers
from tables.games.high_card_flush.cover import layout_worst_case
from tables.games.high_card_flush.showdown import (
    enter_decisions,
    enter_hands,
    hands_needed,
    settle_round,
    undecided,
)
from tables.games.high_card_flush.wagers import Wagers

if TYPE_CHECKING:
    from tables.games.house_rules import HouseRules

VOID_REASONS = ("wrong_count", "red_light", "fouled_deck", "exposed_card", "dealer_error", "other")


def close_round(view: RoundView, _sent: Mapping[str, Any]) -> Step:
    """The chips have moved: the bank goes back to the designated player with its result (OPS 3.4, 5.7)."""
    if view.state != SETTLED:
        raise wrong_state(gettext_noop("The round is not settled yet: settle it, or declare it void."))
    return Step("closed", dict(view.play), {}, {}, legs=_bank_back(view))


def void_round(view: RoundView, sent: Mapping[str, Any]) -> Step:
    """Everything goes back: wagers, forfeited stakes, fees and the bank; the button does not move (HCF 10.1)."""
    if view.state == SETTLED:
        raise wrong_state(gettext_noop("The round is settled: it can only be corrected by the floor."))
    reason, words = sent.get("reason"), sent.get("words", "")
    if reason not in VOID_REASONS:
        raise RuleError(
            "bad_field",
            gettext_noop("The reason must be one of %(allowed)s."),
            field="reason",
            allowed=", ".join(VOID_REASONS),
        )
    if not isinstance(words, str) or (reason == "other" and not words.strip()):
        raise RuleError("bad_field", gettext_noop("The reason other needs words."), field="words")
    decided = bool(view.play["decisions"])
    return Step(
        "void",
        dict(view.play),
        {"state": view.state},
        {"reason": reason, "words": words},
        legs=[*_everything_back(view)],
        needs="void_decided_round" if decided else None,
    )


def _bank_back(view: RoundView) -> list[Leg]:
    return [Leg("bank", None, -view.bank), Leg("seat", view.button, view.bank)]


def _everything_back(view: RoundView) -> list[Leg]:
    """What each player put in, from wherever it lies now; what is left of the bank is the designated player's."""
    legs: list[Leg] = []
    bank = view.bank
    for number, wagers in view.play["wagers"].items():
        stake = sum(wagers.values())
        decision = view.play["decisions"].get(number, {})
        folded = decision.get("decision") in ("fold", "walk_away")
        bank -= stake if folded else 0
        raised = decision.get("raise", 0)
        legs += [
            Leg("bank" if folded else "pot", None, -stake - raised),
            Leg("seat", int(number), stake + raised),
        ]
    for number, paid in view.play["rake"].items():
        legs += [Leg("rake", None, -paid), Leg("seat", int(number), paid)]
    return [*legs, Leg("bank", None, -bank), Leg("seat", view.button, bank)]


class HighCardFlush:
    """The game of chapter 1, with a rotating designated player."""

    key = "high_card_flush"
    has_designation = True
    first_state = BETTING
    first_play: Mapping[str, Any] = {"wagers": {}, "decisions": {}, "hands": {}, "rake": {}}
    acts: Mapping[str, RoundAct] = {
        "enter_wagers": enter_wagers,
        "deal": deal,
        "enter_decisions": enter_decisions,
        "enter_hands": enter_hands,
        "settle_round": settle_round,
        "close_round": close_round,
        "void_round": void_round,
    }
    steps_without_input = ("deal", "settle_round", "close_round")

    def legal_acts(self, view: RoundView) -> tuple[str, ...]:
        """Name the acts that the round's state permits (OPS 5.1)."""
        return {
            BETTING: ("enter_wagers", "deal", "void_round"),
            DEALT: ("enter_wagers", "enter_decisions", "void_round"),
            SHOWDOWN: ("enter_wagers", "enter_decisions", "enter_hands", "settle_round", "void_round"),
            SETTLED: ("close_round",),
        }[view.state]

    def describe(self, view: RoundView) -> JSON:
        """The orders of the round, what is missing, and the cover meter (OPS 3.5)."""
        layout = [
            Wagers(wagers["ante"], wagers.get("straight_flush", 0), wagers.get("flush", 0))
            for wagers in view.play["wagers"].values()
        ]
        worst = layout_worst_case(view.rules.terms, layout)
        return {
            "deal_order": deal_order(view),
            "undecided": undecided(view),
            "hands_needed": hands_needed(view) if view.state == SHOWDOWN else [],
            "cover": {"worst_case": worst, "short": worst > view.bank},
        }

    def rake_of_designated_player(self, rules: "HouseRules") -> int:
        """The rake the designated player pays a round, in minor units (HCF 9.4)."""
        rake: int = rules.terms.designated_player_rake
        return rake

    def last_wagers(self, play: Mapping[str, Any]) -> Mapping[str, Any]:
        """What "same again" puts back, by seat (OPS 5.2)."""
        wagers: Mapping[str, Any] = play["wagers"]
        return wagers
