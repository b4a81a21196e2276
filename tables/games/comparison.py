"""Two versions of house rules side by side, for those who decide on a change (OPS 4.2)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tables.games.registry import GAMES
from tables.games.values import JSON, HouseRules

NO_RULE = object()


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[JSON]:
    """Return the rules that differ between two whole documents: dotted key, before, after, in the order of the documents.

    A rule that only one of the two games has stands without the other side.
    """
    old, new = dict(_rules(before)), dict(_rules(after))
    keys = [*old, *(key for key in new if key not in old)]
    return [_row(key, old, new) for key in keys if old.get(key, NO_RULE) != new.get(key, NO_RULE)]


def changed_parts(before: Mapping[str, Any], after: Mapping[str, Any]) -> JSON:
    """Return what has to be asked for to come from one whole document to another (OPS 4.2).

    A table of lines is stated whole, and so is everything where the game is another.
    """
    if before["game"] != after["game"]:
        return dict(after)
    return _parts(before, after, GAMES[str(before["game"])].replaced_whole)


def worst_case(rules: HouseRules, seat_count: int) -> int | None:
    """Return what a full layout at the maximum of every bet may cost the bank, in minor units (OPS 3.5, 4.2).

    Every seat but the designated player's has a hand, up to what the deck allows; None in a game without a bank.
    """
    return GAMES[rules.game].worst_case(rules, seat_count - 1)


def edge_terms(rules: HouseRules) -> JSON | None:
    """Return what the exact edges depend on, with the game; None where there are none to count (OPS 4.7)."""
    terms = GAMES[rules.game].edge_terms(rules)
    return None if terms is None else {"game": rules.game, "terms": terms}


def _parts(before: Mapping[str, Any], after: Mapping[str, Any], whole: Collection[str]) -> JSON:
    parts: JSON = {}
    for name, value in after.items():
        old = before.get(name, NO_RULE)
        if name not in whole and isinstance(value, Mapping) and isinstance(old, Mapping):
            inner = _parts(old, value, whole)
            parts.update({name: inner} if inner else {})
        elif value != old:
            parts[name] = value
    return parts


def _rules(document: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in document.items():
        key = f"{path}.{name}" if path else name
        if isinstance(value, Mapping):
            yield from _rules(value, key)
        else:
            yield key, value


def _row(key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> JSON:
    sides = {"before": old.get(key, NO_RULE), "after": new.get(key, NO_RULE)}
    return {"key": key, **{side: value for side, value in sides.items() if value is not NO_RULE}}
