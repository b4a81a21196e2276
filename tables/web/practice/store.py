"""Where practice tables are kept: in the cache, for a person or a tablet and a game, for a shift; never in a row."""

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields

from django.core.cache import cache

from tables.errors import Conflict
from tables.errors import gettext_noop as _
from tables.games.table.match import MatchState
from tables.games.table.state import NumberedRules, OpenRound, Player, TableState
from tables.games.values import HouseRules
from tables.web.practice.table import Practice, rules_of, with_rules

SHIFT = 12 * 60 * 60
# A value that another release wrote may have other fields: it is not found again.
_KINDS = (Practice, TableState, Player, OpenRound, NumberedRules, HouseRules, MatchState)
_SHAPE = hashlib.sha256(repr([[kind.__name__, *(one.name for one in fields(kind))] for kind in _KINDS]).encode())
_KEPT = f"practice:{_SHAPE.hexdigest()[:16]}:{{}}:{{}}"
_PATIENCE, _PAUSE, _LONGEST = 2.0, 0.02, 5


def load(holder: str, game: str) -> Practice | None:
    """The practice table of a holder; None where there is none, or none any more."""
    found: Practice | None = cache.get(_KEPT.format(holder, game))
    return None if found is None else with_rules(found, rules_of(game))


def save(holder: str, practice: Practice) -> None:
    """Keep a practice table for a shift from now on; its rules, which are those of every one of its game, are not kept."""
    cache.set(_KEPT.format(holder, practice.table.rules.game), with_rules(practice, None), SHIFT)


@contextmanager
def one_at_a_time(holder: str, game: str) -> Iterator[None]:
    """Two pages of one practice table act one after the other; raises Conflict where the other takes too long."""
    lock, until = _KEPT.format(holder, game) + ":lock", time.monotonic() + _PATIENCE
    while not cache.add(lock, 1, _LONGEST):
        if time.monotonic() > until:
            raise Conflict(_("Another page is acting at this practice table: look at it, then try again."))
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        cache.delete(lock)
