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
    """Return each bet with its edge, as an exact fraction and in percent: the average part of a bet that its player loses."""
    return [_row(bet, edge) for bet, edge in _COUNTS[game](terms).items()]


def _high_card_flush(terms: Mapping[str, Any]) -> dict[str, Fraction]:
    found = odds.edges(Terms.parse(dict(terms)))
    return {"ante": found.ante, "flush": found.flush, "straight_flush": found.straight_flush}


def _row(bet: str, edge: Fraction) -> JSON:
    return {"bet": bet, "edge": str(edge), "percent": sheet.decimal(edge * 100, PLACES)}


_COUNTS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Fraction]]] = {HIGH_CARD_FLUSH: _high_card_flush}
