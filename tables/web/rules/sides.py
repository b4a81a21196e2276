"""A change of house rules in words: its way so far, and old and new side by side (OPS 4.2)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.values import JSON
from tables.models import Casino
from tables.web.rules.documents import leaves
from tables.web.shared.money import MoneyFormat
from tables.web.shared.times import HouseClock
from tables.web.words.games import GAMES, SPOTS
from tables.web.words.rule_changes import RULE_CHANGE_STATES
from tables.web.words.rule_values import value_words
from tables.web.words.rules import rule_of

TIMES = ("requested_at", "expires_at", "decided_at", "due_at", "ended_at")
SIDES = ("before", "after")


def short_change(row: Mapping[str, Any], casino: Casino) -> JSON:
    """Return a change as one line of a list."""
    clock = HouseClock.of(casino.time_zone)
    times = {name: clock.full(row[name]) if row[name] else "" for name in TIMES}
    return {**row, **times, "state_words": RULE_CHANGE_STATES[row["state"]].name, "game_words": GAMES[row["game"]]}


def one_change(found: Mapping[str, Any], casino: Casino) -> JSON:
    """Return a change with everybody's part in it, step by step."""
    shown = short_change(found, casino)
    steps = [(_("Asked for"), found["requested_by"], shown["requested_at"], found["reason"])]
    if found["decided_at"]:
        word = _("Rejected") if found["state"] == "rejected" else _("Approved")
        words = found["words"] if found["state"] in ("rejected", "approved", "in_force") else ""
        steps.append((word, found["decided_by"], shown["decided_at"], words))
    if found["state"] in ("withdrawn", "expired", "cancelled", "in_force"):
        words = found["words"] if found["state"] in ("withdrawn", "cancelled") else ""
        steps.append((str(shown["state_words"]), found["ended_by"], shown["ended_at"], words))
    return {**shown, "steps": steps}


def compared_words(found: Mapping[str, Any], figures: MoneyFormat, seat_count: int) -> JSON:
    """Return old and new side by side: what differs, the whole of both, the worst case, the edges."""
    hands = seat_count - 1
    return {
        "differences": [_row(row, figures) for row in found["differences"]],
        "whole": _whole(found, figures),
        "worst_case": [_amount(found["worst_case"][side], figures) for side in SIDES],
        "has_worst_case": any(found["worst_case"][side] is not None for side in SIDES),
        "worst_case_words": ngettext(
            "Worst case for the designated player: %(hands)s hand at the most of every bet",
            "Worst case for the designated player: up to %(hands)s hands at the most of every bet",
            hands,
        )
        % {"hands": hands},
        "edges_differ": found["edges_differ"],
        "edges": _edges(found["edges"]),
        "is_counting": found["edges_differ"] and None in found["edges"].values(),
    }


def coming_words(coming: Mapping[str, Any], figures: MoneyFormat) -> str:
    """Return what will be different at a table, in one line (OPS 4.3)."""
    rows = [_row(row, figures) for row in coming["differences"]]
    return " · ".join(f"{row['label']} {row['after']}" for row in rows if row["after"])


def _row(row: Mapping[str, Any], figures: MoneyFormat) -> JSON:
    key = row["key"]
    sides = {side: value_words(key, row[side], figures) if side in row else "" for side in SIDES}
    return {"key": key, "label": str(rule_of(key).label), **sides}


def _whole(found: Mapping[str, Any], figures: MoneyFormat) -> list[JSON]:
    old, new = dict(leaves(found["rules_before"])), dict(leaves(found["rules_after"]))
    rows = [*old, *(key for key in new if key not in old)]
    changed = {row["key"] for row in found["differences"]}
    both = (
        {"key": key, **({"before": old[key]} if key in old else {}), **({"after": new[key]} if key in new else {})}
        for key in rows
    )
    return [{**_row(row, figures), "is_changed": row["key"] in changed} for row in both]


def _amount(amount: int | None, figures: MoneyFormat) -> str:
    return "" if amount is None else figures.amount(amount)


def _edges(edges: Mapping[str, Any]) -> list[JSON]:
    """Bet by bet under old and new, as soon as both are counted; a side that does not offer the bet is None."""
    if None in edges.values():
        return []
    before, after = ({row["bet"]: row for row in edges[side]} for side in SIDES)
    return [
        {
            "label": str(words.name),
            "before": before.get(bet),
            "after": after.get(bet),
            "differs": before.get(bet) != after.get(bet),
        }
        for bet, words in SPOTS.items()
        if bet in before or bet in after
    ]
