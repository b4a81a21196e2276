"""The exact edges of the bets under some terms: counted in the background, kept by terms (OPS 4.7).

The web asks and never counts: counting takes a second and NumPy. What is asked for is noted down, and beat starts the count.
"""

import hashlib
import json

from django.core.cache import cache

from tables.games.values import JSON

# The number goes up when what is counted, or its form, changes.
_KEPT = "edges:2:{}"
_WANTED = "edges:2:wanted"
# A page that is still open asks again; nothing is counted for one that was closed.
_WANTED_SECONDS = 60


def edges_of(terms: JSON) -> list[JSON] | None:
    """The edges under these terms (`comparison.edge_terms`), bet by bet; None while they are being counted."""
    name = _name(terms)
    found: list[JSON] | None = cache.get(_KEPT.format(name))
    if found is None:
        # Two who ask at once may overwrite each other: a page that waits asks again.
        cache.set(_WANTED, {**wanted_edges(), name: terms}, _WANTED_SECONDS)
    return found


def wanted_edges() -> dict[str, JSON]:
    """The terms whose edges are waited for, by their name."""
    wanted: dict[str, JSON] = cache.get(_WANTED) or {}
    return wanted


def keep_edges(name: str, edges: list[JSON]) -> None:
    """Keep counted edges for ever, and strike them off what is wanted."""
    cache.set(_KEPT.format(name), edges, None)
    cache.set(_WANTED, {other: terms for other, terms in wanted_edges().items() if other != name}, _WANTED_SECONDS)


def _name(terms: JSON) -> str:
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode()).hexdigest()
