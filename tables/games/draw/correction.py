"""A settled hand of a draw game with what was entered wrong put right, and what that moves (OPS 5.8)."""

from collections.abc import Mapping
from typing import Any

from tables.games.cards import replace_hands
from tables.games.draw.hands import HAND_SIZE
from tables.games.draw.movement import settled_balances
from tables.games.errors import RuleError, gettext_noop
from tables.games.reading import read_each, read_parts, read_rows
from tables.games.values import JSON, Difference, HouseRules, legs_between

PARTS = ("actions", "hands")


def corrected(document: Mapping[str, Any], sent: Mapping[str, Any]) -> JSON:
    """An input of `settle` with other actions, all of them, or other hands; a hand of null is taken away. Raises RuleError."""
    read_parts(sent, PARTS)
    changed = dict(document)
    if "actions" in sent:
        changed["actions"] = read_each(sent["actions"], "actions", dict)
    if "hands" in sent:
        changed["hands"] = _with_hands(document, read_rows(sent, "hands", ("cards",)))
    return changed


def difference(rules: HouseRules, old: Mapping[str, Any], new: Mapping[str, Any]) -> Difference:
    """What leads from one output of `settle` to another: stacks, markers, what a tie carries, the commission."""
    before, after = _markers(old), _markers(new)
    return Difference(
        legs_between(settled_balances(rules.terms, old), settled_balances(rules.terms, new)),
        {seat: after[seat] - count for seat, count in before.items() if after[seat] != count},
        rules.terms.marker_count,
    )


def _markers(output: Mapping[str, Any]) -> Mapping[int, int]:
    return {seat["seat"]: seat.get("markers_out", 0) for seat in output["seats"]}


def _with_hands(document: Mapping[str, Any], rows: list[JSON]) -> JSON:
    playing = {entry["seat"] for entry in document["seats"]}
    written = {int(seat): cards for seat, cards in document.get("hands", {}).items()}
    for row in rows:
        if row["seat"] not in playing:
            raise RuleError("bad_seat", gettext_noop("Seat %(seat)s does not play this hand."), seat=row["seat"])
    return {str(seat): cards for seat, cards in sorted(replace_hands(written, rows, HAND_SIZE).items())}
