"""The exact edges of every bet of the games that have any (OPS 4.7). Counting needs NumPy: only background work imports this."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from tables.games.high_card_flush import odds
from tables.games.high_card_flush.odds import sheet
from tables.games.high_card_flush.settle_document import KEY as HIGH_CARD_FLUSH
from tables.games.high_card_flush.terms import Terms
from tables.games.values import JSON

PLACES = 4


def count_edges(game: str, terms: Mapping[str, Any]) -> list[JSON]:
    """Return each bet that is offered with its edge, as an exact fraction and in percent: the average part that its player loses.

    Both are None for a bonus without one edge: what it costs depends on how large it is.
    """
    return [_row(bet, edge) for bet, edge in _COUNTS[game](terms).items()]


def _high_card_flush(terms: Mapping[str, Any]) -> dict[str, Fraction | None]:
    found = odds.edges(Terms.parse(dict(terms)))
    bonuses = {spot: bonus.edge for spot, bonus in found.bonuses.items()} | dict.fromkeys(found.unsettled)
    return {"ante": found.ante, **{spot: bonuses[spot] for spot in sheet.BONUSES if spot in bonuses}}


def _row(bet: str, edge: Fraction | None) -> JSON:
    if edge is None:
        return {"bet": bet, "edge": None, "percent": None}
    return {"bet": bet, "edge": str(edge), "percent": sheet.decimal(edge * 100, PLACES)}


_COUNTS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Fraction | None]]] = {HIGH_CARD_FLUSH: _high_card_flush}
