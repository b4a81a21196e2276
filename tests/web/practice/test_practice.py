"""The practice table: the tablet's page over a value, played to the end, of which no row is written (TAB 4.3)."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.test import Client

from tables.games.registry import GAMES
from tables.web.practice import views
from tables.web.practice.table import MANAGER_BADGE, MANAGER_PIN, SETTINGS, compared
from tests.cast import Cast, command_id
from tests.web.conftest import tablet_client

pytestmark = pytest.mark.django_db
GAME = "high_card_flush"
HANDS = {1: "AsKhQs9s7d6d2c", 2: "Ks9d7c5h4h3h2h"}


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """No practice table of another test is found."""
    cache.clear()


@pytest.fixture
def learner(cast: Cast) -> Client:
    """A browser in which a dealer is signed in."""
    return signed_in(cast, "dana")


def signed_in(cast: Cast, who: str) -> Client:
    """A browser of a person."""
    client = Client()
    client.force_login(cast.people[who], backend="django.contrib.auth.backends.ModelBackend")
    return client


def rows() -> dict[str, int]:
    """How many rows every table of the database has."""
    return {model.__name__: model._default_manager.count() for model in apps.get_models()}


def state_of(client: Client, game: str = GAME) -> Any:
    """The state of the practice table as its page has it."""
    return client.get(f"/practice/{game}/live/").context["screen"].state


def act(client: Client, name: str, game: str = GAME, **sent: Any) -> Any:
    """Do an act on the version as it is now."""
    return send(client, name, sent, game=game, version=str(state_of(client, game)["table"]["version"]))


def send(client: Client, name: str, sent: Any, game: str = GAME, **more: str) -> Any:
    """Send the form of an act."""
    fields = {"act": name, "command": command_id(), "version": "0", "input": json.dumps(sent), "seen": "0:offer"}
    return client.post(f"/practice/{game}/act/", {**fields, **more})


def to_showdown(client: Client) -> int:
    """A round in which seat 1 banks and seat 2 raises; all hands still needed."""
    before = state_of(client)["designation"]["remaining"]
    offers = [{"seat": seat, "answer": "declined"} for seat in before[: before.index(1)]]
    offers.append({"seat": 1, "answer": "accepted", "bank": 50000})
    assert act(client, "open_round", offers=offers).status_code == 200
    number: int = state_of(client)["round"]["number"]
    assert act(client, "enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}]).status_code == 200
    assert act(client, "deal", number=number).status_code == 200
    decisions = [{"seat": 2, "decision": "raise", "raise": 1000}]
    assert act(client, "enter_decisions", number=number, decisions=decisions).status_code == 200
    return number


def test_tab_4_3_a_round_is_played_to_its_end_and_nothing_is_written(learner: Client) -> None:
    before = rows()
    page = learner.get(f"/practice/{GAME}/")
    assert page.status_code == 200
    number = to_showdown(learner)
    hands = [{"seat": seat, "cards": cards} for seat, cards in HANDS.items()]
    assert act(learner, "enter_hands", number=number, hands=hands).status_code == 200
    settled = act(learner, "settle_round", number=number)
    assert "Seat 2: " in settled.content.decode()
    chips = {row["seat"]: row["chips"] for row in state_of(learner)["seats"]}
    assert act(learner, "close_round", number=number).status_code == 200
    assert state_of(learner)["last_round"]["state"] == "closed"
    assert chips[2] == 150000 + 2000 - 100
    assert rows() == before


@pytest.mark.parametrize("game", SETTINGS)
def test_tab_4_3_the_page_is_that_of_a_tablet_and_says_practice(learner: Client, game: str) -> None:
    page = learner.get(f"/practice/{game}/")
    names = [template.name for template in page.templates]
    for name in ("page", "_table", "_top_bar", "_felt", "_panel"):
        assert f"tables/tablet/{name}.html" in names
    assert "Nothing here counts." in page.content.decode()
    assert "/tables/-" not in page.content.decode()
    assert game in learner.get("/practice/").content.decode()


def test_same_again_names_who_was_left_out(learner: Client) -> None:
    number = to_showdown(learner)
    act(learner, "enter_hands", number=number, hands=[{"seat": seat, "cards": cards} for seat, cards in HANDS.items()])
    act(learner, "settle_round", number=number)
    act(learner, "close_round", number=number)
    recount = {"seat": 2, "chips": 500, "reason": "miscount"}
    version = str(state_of(learner)["table"]["version"])
    signed = {"badge": MANAGER_BADGE, "secret": MANAGER_PIN}
    assert send(learner, "recount", recount, version=version, **signed).status_code == 200
    offer = {"seat": state_of(learner)["designation"]["next"], "answer": "accepted", "bank": 20000}
    assert act(learner, "open_round", offers=[offer]).status_code == 200
    again = act(learner, "enter_wagers", number=number + 1, same_again=True)
    assert "seat 2 (too few chips)" in again.content.decode()


def test_tab_4_3_who_learns(cast: Cast) -> None:
    """Whoever is signed in, with any role or none, and every tablet; nobody else."""
    for client in (signed_in(cast, "sam"), tablet_client(cast)):
        assert client.get("/practice/").status_code == 200
        assert client.get(f"/practice/{GAME}/").status_code == 200
    nobody = Client()
    assert nobody.get("/practice/").headers["Location"].startswith("/login/")
    assert nobody.get(f"/practice/{GAME}/").status_code == 302
    assert nobody.get(f"/practice/{GAME}/live/").status_code == 401
    assert send(nobody, "deal", {}).status_code == 401


def test_tab_4_3_a_table_each(cast: Cast, learner: Client) -> None:
    act(learner, "sit_out", seat=2)
    assert state_of(signed_in(cast, "frank"))["seats"][1]["state"] == "playing"
    assert state_of(signed_in(cast, "dana"))["seats"][1]["state"] == "sitting_out"
    learner.post(f"/practice/{GAME}/again/")
    assert state_of(learner)["seats"][1]["state"] == "playing"


def test_tab_4_3_the_practice_manager_signs_and_nobody_else(learner: Client) -> None:
    number = to_showdown(learner)
    sent = {"number": number, "reason": "fouled_deck"}

    def void(**more: str) -> Any:
        return send(learner, "void_round", sent, version=str(state_of(learner)["table"]["version"]), **more)

    assert void().headers["Croupier-Code"] == "needs_signature"
    assert void(badge="2001", secret="471938").headers["Croupier-Code"] == "not_allowed"
    assert state_of(learner)["round"] is not None
    assert void(badge=MANAGER_BADGE, secret=MANAGER_PIN).status_code == 200
    assert state_of(learner)["last_round"]["state"] == "void"
    assert MANAGER_PIN in learner.get(f"/practice/{GAME}/").content.decode()


def test_what_two_pages_send_is_done_once_and_in_order(learner: Client) -> None:
    version = str(state_of(learner)["table"]["version"])
    command = command_id()
    first = send(learner, "sit_out", {"seat": 2}, version=version, command=command)
    assert first.status_code == 200
    assert send(learner, "sit_out", {"seat": 2}, version=version, command=command).status_code == 200
    late = send(learner, "sit_out", {"seat": 3}, version=version)
    assert (late.status_code, late.headers["Croupier-Code"]) == (412, "stale")
    assert state_of(learner)["table"]["version"] == int(version) + 1


def test_a_page_that_acts_too_long_is_not_waited_for(learner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.web.practice.store._PATIENCE", 0.0)
    version = str(state_of(learner)["table"]["version"])
    monkeypatch.setattr(cache, "add", lambda *_given: False)
    busy = send(learner, "sit_out", {"seat": 2}, version=version)
    assert (busy.status_code, busy.headers["Croupier-Code"]) == (409, "conflict")
    cache.clear()
    assert learner.get(f"/practice/{GAME}/").status_code == 200


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("dance", {}),
        ("correct_round", {"number": 1}),
        ("bar_player", {"seat": 1}),
        ("open_dispute", {"number": 1, "reason": "cards"}),
        ("suspend_table", {"reason": "x"}),
        ("close_table", {}),
        ("expire_action", {"number": 1}),
        ("put_rules_in_force", {}),
        ("sit", {"seat": "nowhere", "buy_in": 1}),
        ("sit", {"seat": 6, "buy_in": True}),
        ("sit", {"seat": 6}),
        ("deal", {"number": 1}),
        ("enter_hands", {"number": [], "hands": 7}),
    ],
)
def test_unknown_input_is_refused_with_a_sentence(learner: Client, name: str, sent: Any) -> None:
    answer = act(learner, name, **sent)
    assert 400 <= answer.status_code < 500
    assert answer.headers["Croupier-Code"]
    assert answer.context["screen"].message.text


def test_what_is_no_act_at_all_is_refused_too(learner: Client) -> None:
    for fields in ({}, {"act": "deal"}, {"act": "sit", "command": "x" * 900, "version": "1"}):
        assert 400 <= learner.post(f"/practice/{GAME}/act/", fields).status_code < 500
    assert 400 <= send(learner, "sit", [], version="1").status_code < 500
    for address in ("elsewhere/",):
        assert learner.post(f"/practice/{GAME}/{address}", {"badge": "1001"}).status_code == 409
        assert learner.get(f"/practice/{GAME}/{address}").status_code == 409
    assert learner.get("/practice/solitaire/").status_code == 404
    assert learner.get("/practice/solitaire/live/").status_code == 404
    assert learner.get(f"/practice/{GAME}/live/?v=%00").status_code == 200


def test_tab_4_3_the_clock_of_a_practice_table_runs_out_by_itself(
    learner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "four_player_draw"
    act(learner, "open_round", game=game)
    turn = state_of(learner, game)["round"]["turn"]
    now = views._now
    monkeypatch.setattr(views, "_now", lambda: now() + timedelta(seconds=31))
    after = state_of(learner, game)["round"]
    assert after["play"]["actions"] == [{"seat": turn, "do": "timeout"}]


def test_hands_that_were_typed_otherwise_are_found() -> None:
    found = compared({1: "AsKs", 2: "QsJs", 3: "2s3s"}, {"hands": {"1": "KsAs", "2": "QsTs"}})
    assert [(one.seat, one.dealt, one.typed) for one in found] == [(2, "Js", "Ts")]


def test_every_game_can_be_practised() -> None:
    assert set(SETTINGS) == set(GAMES)
