"""A round played again on the felt, for each game: every scene beside the table as it was told at the time (LOOK 3)."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.models import Seating, Settlement
from tables.queries.audit.round_replay import round_story
from tests.actions.felt import settled
from tests.actions.rounds.test_draw_rounds import tie
from tests.cast import FOUR_PLAYER, HEADS_UP, Cast, make_cast
from tests.state import table_state

pytestmark = pytest.mark.django_db
FELT = ("number", "state", "designated_player", "bank", "pot", "play", "settlement", "rules")


def signed_in(cast: Cast, who: str) -> Client:
    """A browser of a person."""
    client = Client()
    client.force_login(cast.people[who], backend="django.contrib.auth.backends.ModelBackend")
    return client


def recorded(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What `table_state` tells after every act at the table from now on."""
    told: list[Any] = []
    act = Cast.act

    def and_look(self: Cast, name: str, **more: Any) -> Any:
        answer = act(self, name, **more)
        told.append(table_state(self.table.pk))
        return answer

    monkeypatch.setattr(Cast, "act", and_look)
    return told


def stacks_in(state: Any) -> dict[int, tuple[int, int]]:
    """Chips behind and markers out, by seat."""
    return {row["seat"]: (row["chips"], row.get("markers_out") or 0) for row in state["seats"]}


@pytest.mark.parametrize("game", ["high_card_flush", "heads_up_draw", "four_player_draw"])
def test_every_scene_is_what_the_table_was(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was entered, stacks, bank, pot and state after each act; the result once it was there."""
    cast = make_cast({"heads_up_draw": HEADS_UP, "four_player_draw": FOUR_PLAYER}.get(game))
    if game == "high_card_flush":
        told = recorded(cast, monkeypatch)
        settled(cast)
    else:
        seats = (1, 2) if game == "heads_up_draw" else (1, 2, 3, 4)
        cast.seat_players(seats, chips=10000)
        told = recorded(cast, monkeypatch)
        if game == "heads_up_draw":
            tie(cast)
        else:
            number = cast.act("open_round").body["round"]
            first = table_state(cast.table.pk)["round"]["turn"]
            cast.act("take_actions", number=number, actions=[{"seat": first, "do": "open", "amount": 500}])
            cast.act("take_actions", number=number, take_back=1)
            cast.act("take_actions", number=number, actions=[{"seat": first, "do": "open", "amount": 700}])
            cast.act("void_round", number=number, reason="red_light", by="frank", signed_by="petra")
    scenes = round_story(cast.casino.pk, 12, 1).scenes
    in_round = [state for state in told if state["round"]]
    assert len(in_round) >= 4
    # What closes a round, or makes it void, leaves the felt as it was.
    for scene, state in zip(scenes, in_round, strict=False):
        felt: Any = scene.state["round"]
        shown = {key: felt.get(key) for key in FELT}
        marks = ("decided", "shown")
        expected = {key: state["round"].get(key) for key in FELT}
        for play in (shown["play"], expected["play"]):
            for mark in marks:
                play.pop(mark, None)
        assert shown == expected
        assert stacks_in(scene.state) == stacks_in(state)
    assert len(scenes) - len(in_round) in (0, 1)


def test_markers_are_those_that_were_out_then() -> None:
    """Not those of today: a round that is looked at later is not changed by what was borrowed since."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=10000)
    tie(cast)
    before = [scene.state["seats"] for scene in round_story(cast.casino.pk, 12, 1).scenes]
    assert {row["markers_out"] for seats in before for row in seats if "markers_out" in row} == {0}
    Seating.objects.filter(table=cast.table, seat=1).update(markers_out=2)
    assert [scene.state["seats"] for scene in round_story(cast.casino.pk, 12, 1).scenes] == before


def test_the_pages_of_a_round() -> None:
    """The steps with who and when, the felt of each, each bet's result, and that it was computed again."""
    cast = make_cast()
    settled(cast)
    cast.act("close_round", number=1)
    inspector = signed_in(cast, "ines")
    page = inspector.get("/compliance/tables/12/rounds/1/?step=2").content.decode()
    assert "Step 2 of 7" in page
    assert "Computed again from its input: the same." in page
    assert 'href="/compliance/entries/table/12/' in page
    felt = inspector.get("/compliance/tables/12/rounds/1/felt/?step=5")
    assert felt.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in felt.headers["Content-Security-Policy"]
    assert "suit-" in felt.content.decode()
    for wrong in ("0", "99", "x", "-1", "٣"):
        assert inspector.get("/compliance/tables/12/rounds/1/", {"step": wrong}).status_code == 200
    assert inspector.get("/compliance/tables/12/rounds/2/").status_code == 404
    assert inspector.get("/compliance/tables/13/rounds/1/").status_code == 404


def test_a_settlement_that_does_not_hold_is_named() -> None:
    """The page computes it anew each time."""
    cast = make_cast()
    settled(cast)
    found = Settlement.objects.get()
    page = signed_in(cast, "ines").get("/compliance/tables/12/rounds/1/").content.decode()
    assert "another" not in page
    found.output["seats"][0]["net"] += 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tables.web.audit.replay.settle_recorded", lambda _document: found.output)
        page = signed_in(cast, "ines").get("/compliance/tables/12/rounds/1/").content.decode()
    assert "Computed again, the result is another." in page


def test_queries_do_not_grow_with_the_round() -> None:
    """A round of few acts and one of many."""
    cast = make_cast()
    cast.seat_players((1, 2, 4))
    counts: list[int] = []
    for wagers in (1, 5):
        number = cast.act("open_round").body["round"] if counts else cast.open_round(1)
        for amount in range(wagers):
            cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000 + amount * 100}])
        cast.act("void_round", number=number, reason="red_light")
        with CaptureQueriesContext(connection) as queries:
            round_story(cast.casino.pk, 12, number)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


@pytest.mark.parametrize(("who", "status"), [("dana", 403), ("frank", 200), ("ines", 200), ("ada", 403)])
def test_ops_1_4_who_looks(who: str, status: int) -> None:
    """Compliance, and the floor of the house."""
    cast = make_cast()
    settled(cast)
    browser = signed_in(cast, who)
    for address in ("/compliance/", "/compliance/tables/12/rounds/1/", "/compliance/entries/table/12/1/"):
        assert browser.get(address).status_code == status, address
    assert Client().get("/compliance/").status_code == 302
