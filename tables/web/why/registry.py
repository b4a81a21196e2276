"""The reasons of a settlement of any game: from the round on a table, or from what was recorded (TAB 4.3)."""

from collections.abc import Callable, Mapping
from typing import Any

from tables.games.calculator import read_terms, settle_recorded
from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.values import FIRST_RULINGS, JSON
from tables.web.shared.money import MoneyFormat
from tables.web.why.four_player import four_player_reasons
from tables.web.why.hcf import banked_reasons
from tables.web.why.heads_up import heads_up_reasons
from tables.web.why.reason import SeatReasons

Explains = Callable[[Any, Mapping[str, Any], JSON, MoneyFormat], list[SeatReasons]]
"""The terms, what was played and the settlement give the reasons, seat by seat."""
REASONS: Mapping[str, Explains] = {
    "high_card_flush": banked_reasons,
    "heads_up_draw": heads_up_reasons,
    "four_player_draw": four_player_reasons,
}


def reasons_of_round(round_: Mapping[str, Any], figures: MoneyFormat) -> list[SeatReasons]:
    """The reasons of the settlement that the state of a table shows; nothing before there is one."""
    output = round_["settlement"]
    if not output:
        return []
    terms = read_terms(GAMES[output["game"]], FIRST_RULINGS, round_["rules"])
    return REASONS[output["game"]](terms, round_["play"], output, figures)


def reasons_of_record(
    document: Mapping[str, Any], output: JSON, figures: MoneyFormat, absent_rulings: int = FIRST_RULINGS
) -> list[SeatReasons]:
    """The reasons of a settlement that was written down, with its input; without a word of its rulings the first hold."""
    terms = read_terms(GAMES[output["game"]], absent_rulings, document.get("rules", {}))
    return REASONS[output["game"]](terms, document, output, figures)


def reasons_of_settlement(document: Mapping[str, Any], output: JSON, figures: MoneyFormat) -> list[SeatReasons]:
    """The reasons of a stored settlement; none of one that its input does not come to: no rule made that."""
    try:
        is_true = settle_recorded(document) == output
    except RuleError:
        return []
    return reasons_of_record(document, output, figures) if is_true else []
