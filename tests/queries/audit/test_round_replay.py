"""A replayed round is told in the same words as the table that is played now (LOOK 3)."""

from typing import Any

from tables.queries.audit.round_replay import round_story
from tests.actions.felt import betting
from tests.cast import HEADS_UP, make_cast
from tests.state import table_state


def keys(state: Any) -> dict[str, list[str]]:
    """The keys of a state and of its parts."""
    parts = {name: state[name] for name in ("table", "casino", "rules", "round")}
    return {"state": sorted(state), **{name: sorted(part) for name, part in parts.items()}}


def test_look_3_a_replayed_round_has_every_key_of_the_state_of_a_table(db: None) -> None:
    """What a page can ask of one it can ask of the other; the felt is the same."""
    cast = make_cast()
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    now, then = table_state(cast.table.pk), round_story(cast.casino.pk, 12, number).scenes[-1].state
    assert keys(then) == keys(now)
    felt: Any = then["round"]
    assert {**felt, "flags": []} == {**now["round"], "flags": []}
    chips = [[(seat["seat"], seat["chips"]) for seat in state["seats"]] for state in (then, now)]
    assert chips[0] == chips[1]


def test_look_3_a_round_under_rules_without_markers_is_replayed(db: None) -> None:
    """Such rules say that a marker is worth 0, or do not say it; there is none to count."""
    terms = {**HEADS_UP["terms"], "marker_count": 0, "marker_value": 0}
    cast = make_cast({**HEADS_UP, "terms": terms})
    cast.seat_players((1, 2), chips=10000)
    number = cast.act("open_round").body["round"]
    seats = round_story(cast.casino.pk, 12, number).scenes[-1].state["seats"]
    playing = [seat for seat in seats if seat["state"] == "playing"]
    assert [(seat["chips"], seat["markers_out"]) for seat in playing] == [(9500, 0), (9500, 0)]
