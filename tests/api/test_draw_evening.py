"""Draw poker over HTTP: whole rounds of both games, refusals, hostile bodies, retries and how much it costs."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions import clock
from tables.games.values import JSON
from tables.models import AuditEntry, Leg, Round
from tests.api.http import Http, tablet
from tests.api.test_hostile import VALUES
from tests.cast import FOUR_PLAYER, HEADS_UP, PINS, command_id, make_cast
from tests.clocks import run_out, watched

PAIRS = [{"seat": 1, "cards": "AsAdKc7h2d"}, {"seat": 2, "cards": "KsKdQc7s2c"}]


@pytest.fixture
def two(db: None) -> Http:
    """The tablet of a heads-up table, two players with equal stacks."""
    cast = make_cast(HEADS_UP)
    felt = tablet(cast)[0]
    cast.seat_players((1, 2), chips=10000)
    return felt


@pytest.fixture
def four(db: None) -> Http:
    """The tablet of a four-player table whose clock is watched."""
    return at_a_table_of_four()


def at_a_table_of_four(seats: tuple[int, ...] = (1, 2, 3, 4)) -> Http:
    """So many players, and a scan that has begun."""
    cast = make_cast(FOUR_PLAYER)
    felt = tablet(cast)[0]
    cast.seat_players(seats, chips=10000)
    watched()
    return felt


def opened(felt: Http) -> str:
    """Open a round; the start of its addresses."""
    return f"rounds/{felt.at('rounds/')['round']}/"


def taken(felt: Http, found: str, *said: tuple[Any, ...]) -> JSON:
    """Take actions in one call, each seat, word and number; the answer."""
    actions = [
        {"seat": seat, "do": do, **({"count" if do == "exchange" else "amount": rest[0]} if rest else {})}
        for seat, do, *rest in said
    ]
    return felt.at(f"{found}actions/", {"actions": actions})


def state_of(felt: Http) -> JSON:
    """The table, held against its description."""
    body: JSON = felt.get(f"tables/{felt.table_id}/").body
    return body


def test_draw_1_a_hand_of_two(two: Http) -> None:
    """Every state is as described, and the round is read afterwards with its settlement and entries."""
    opening = two.at("rounds/")
    assert {key: opening[key] for key in ("first", "turn")} == {"first": 1, "turn": 1}
    found = f"rounds/{opening['round']}/"
    assert state_of(two)["round"]["options"][0] == {"do": "bet", "least": 100, "most": 13500, "step": 100}
    answer = taken(two, found, (1, "bet", 1000), (2, "draw"), (2, "exchange", 2), (1, "exchange", 0), (1, "call"))
    assert (answer["state"], answer["turn"]) == ("showdown", None)
    assert state_of(two)["round"]["hands_needed"] == [1, 2]
    two.at(f"{found}hands/", {"hands": PAIRS})
    settlement = two.at(f"{found}settle/")["settlement"]
    assert (settlement["winners"], settlement["pot"]) == ([1], 3000)
    state_of(two)
    two.at(f"{found}close/")
    assert state_of(two)["table"]["carry"] == 0
    reader = two.get(f"tables/{two.table_id}/{found}").body
    assert reader["settlements"][0]["output"] == settlement
    assert reader["dealt_at"] == reader["opened_at"]
    assert "take_actions" in two.visited


def test_draw_1_13_a_match_is_given_up(two: Http) -> None:
    """Between rounds, by the number of the match; the state tells the newest match, on or ended."""
    assert state_of(two)["table"]["newest_match"] is None
    found = opened(two)
    assert two.refused("matches/1/give-up/", {"seat": 1}) == "409 wrong_state"
    taken(two, found, (1, "drop"))
    two.at(f"{found}settle/")
    two.at(f"{found}close/")
    match = state_of(two)["table"]["newest_match"]
    assert (match["number"], match["hands"], match["how"], match["winner"]) == (1, 1, None, None)
    assert two.refused("matches/2/give-up/", {"seat": 1}) == "404 not_found"
    assert two.refused("matches/1/give-up/", {"seat": 3}) == "422 bad_seat"
    assert two.refused("matches/1/give-up/", {"seat": 1, "match": 1}) == "422 bad_field"
    assert two.at("matches/1/give-up/", {"seat": 1}).items() >= {"match": 1, "winner": 2, "pot": 0}.items()
    table = state_of(two)["table"]
    assert (table["match"], table["newest_match"]["how"], table["newest_match"]["winner"]) == ([], "given_up", 2)
    assert table["newest_match"]["players"] == [{"seat": 1, "net": -500}, {"seat": 2, "net": 500}]
    assert two.refused("matches/1/give-up/", {"seat": 1}) == "409 wrong_state"


def test_draw_2_a_hand_of_four_with_a_time_out(four: Http) -> None:
    """Opened, one runs out of time, one drops, a raise; the commission is in the settlement."""
    found = opened(four)
    taken(four, found, (2, "open", 1000), (3, "pay"))
    run_out()
    assert clock.scan() == 1
    assert state_of(four)["round"]["turn"] == 1
    taken(four, found, (1, "pay"), (2, "exchange", 3), (3, "exchange", 0), (1, "exchange", 5))
    taken(four, found, (2, "raise", 2000), (3, "drop"), (1, "call"))
    four.at(f"{found}hands/", {"hands": PAIRS})
    settlement = four.at(f"{found}settle/")["settlement"]
    assert (settlement["winners"], settlement["rake"]) == ([1], 70)
    four.at(f"{found}close/")
    assert sum(Leg.objects.values_list("amount", flat=True)) == 0
    entry = AuditEntry.objects.get(act="expire_action")
    assert (entry.role, entry.payload["after"]) == ("system", {"actions": [{"seat": 4, "do": "timeout"}]})
    assert four.get(f"tables/{four.table_id}/rounds/1/").body["state"] == "closed"


def test_an_action_is_taken_back_and_put_right(two: Http) -> None:
    """In one call, and with the floor's signature once a hand is entered."""
    found = opened(two)
    taken(two, found, (1, "bet", 1000))
    answer = two.at(f"{found}actions/", {"take_back": 1, "actions": [{"seat": 1, "do": "bet", "amount": 2000}]})
    assert answer["turn"] == 2
    assert state_of(two)["round"]["pot"] == 3000
    taken(two, found, (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    two.at(f"{found}hands/", {"hands": PAIRS[:1]})
    assert two.refused(f"{found}actions/", {"take_back": 1}) == "403 needs_signature"
    signature = {"badge": "2001", "secret": PINS["2001"]}
    assert two.at(f"{found}actions/", {"take_back": 1, "signature": signature})["state"] == "betting_2"


def test_draw_2_7_a_time_out_is_taken_back_by_the_floor_alone(four: Http) -> None:
    """What the server's clock did is no slip of the dealer's; nor can taking back give time to a player who ran out of it."""
    found = opened(four)
    taken(four, found, (2, "open", 500))
    run_out()
    again = {"take_back": 1, "actions": [{"seat": 2, "do": "open", "amount": 500}, {"seat": 3, "do": "pay"}]}
    assert four.refused(f"{found}actions/", again) == "403 needs_signature"
    assert clock.scan() == 1
    assert four.refused(f"{found}actions/", {"take_back": 1}) == "403 needs_signature"
    signature = {"badge": "2001", "secret": PINS["2001"]}
    assert four.at(f"{found}actions/", {"take_back": 1, "signature": signature})["turn"] == 3


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"actions": [{"seat": 3, "do": "pay"}]}, "422 out_of_turn"),
        ({"actions": [{"seat": 2, "do": "call"}]}, "422 illegal_action"),
        ({"actions": [{"seat": 2, "do": "timeout"}]}, "422 illegal_action"),
        ({"actions": [{"seat": 2, "do": "open", "amount": 20000}]}, "422 insufficient_funds"),
        ({"actions": [{"seat": 2, "do": "open", "amount": 99}]}, "422 bad_amount"),
        ({"actions": [{"seat": 2, "do": "open", "amount": 150}]}, "422 outside_limits"),
        ({"actions": [{"seat": 2, "do": "open"}]}, "422 bad_field"),
        ({"actions": [{"seat": 2, "do": "open", "amount": 500}, {"seat": 2, "do": "pay"}]}, "422 out_of_turn"),
        ({"actions": [{"seat": 2, "do": "bet", "amount": 500}]}, "422 bad_field"),
        ({"actions": []}, "422 bad_field"),
        ({"take_back": 1}, "422 bad_amount"),
        ({}, "422 bad_field"),
        ({"wagers": []}, "422 bad_field"),
    ],
)
def test_actions_that_are_refused(four: Http, body: JSON, code: str) -> None:
    """All of a call or none of it, and nothing has changed."""
    found = opened(four)
    before = state_of(four)
    assert four.refused(f"{found}actions/", body) == code
    assert {**state_of(four), "now": before["now"]} == before


@pytest.mark.parametrize("path", ["wagers/", "deal/", "decisions/"])
def test_acts_of_another_game_are_refused(four: Http, path: str) -> None:
    """They exist, and not in this game."""
    found = opened(four)
    body = {"decisions": [{"seat": 1, "decision": "fold"}]} if path == "decisions/" else {}
    assert four.refused(f"{found}{path}", body) == "409 wrong_state"
    assert four.refused("designation/offers/", {"offers": []}) == "409 wrong_state"
    assert four.refused("seats/1/standing-decline/", {"on": True}) == "409 wrong_state"


def test_draw_2_7_late_is_expired(four: Http) -> None:
    """A player who is late learns it from the act itself, before any scan."""
    found = opened(four)
    run_out()
    reply = four.post(f"tables/{four.table_id}/{found}actions/", {"actions": [{"seat": 2, "do": "drop"}]})
    assert (reply.code, reply.body["seat"]) == ("410 expired", 2)
    assert clock.scan() == 1


HOSTILE = (*VALUES, [{"seat": 2, "do": []}], [{"seat": 2, "do": "open", "amount": "500"}], [{"seat": 2, "do": {}}])


@pytest.mark.parametrize("key", ["actions", "take_back", "signature", "surprise"])
@pytest.mark.parametrize("game", [HEADS_UP, FOUR_PLAYER], ids=["two", "four"])
def test_hostile_bodies_are_refused(db: None, game: JSON, key: str) -> None:
    """No value is a fault of the service, in the first action or in any field of it."""
    cast = make_cast(game)
    felt = tablet(cast)[0]
    cast.seat_players((1, 2), chips=10000)
    found = opened(felt)
    version = felt.version
    for value in HOSTILE:
        body = {"actions": [{"seat": 1, "do": "drop", key: value}]} if key == "surprise" else {key: value}
        reply = felt.post(f"tables/{felt.table_id}/{found}actions/", body)
        assert 400 <= reply.status < 500, (body, reply.raw)
    assert felt.version == version


def test_actions_sent_again_act_once(two: Http) -> None:
    """The same key and body answer the same; with another body it is a conflict; on an old version it is stale."""
    found, key, version = opened(two), command_id(), two.version
    path = f"tables/{two.table_id}/{found}actions/"
    bet = {"actions": [{"seat": 1, "do": "bet", "amount": 1000}]}
    first = two.post(path, bet, key=key, version=version)
    again = two.post(path, bet, key=key, version=version)
    assert (first.status, first.body, again.headers["Idempotent-Replayed"]) == (200, again.body, "true")
    assert two.refused(f"{found}actions/", {"take_back": 1}, key=key) == "409 conflict"
    stale = two.post(path, {"actions": [{"seat": 2, "do": "draw"}]}, version=version)
    assert stale.code == "412 stale"
    assert stale.body["state"]["round"]["turn"] == 2
    assert len(Round.objects.get().play["actions"]) == 1


def test_a_command_id_of_the_clock_cannot_be_used_up_from_outside(four: Http) -> None:
    """Otherwise a person who knows a deadline could keep it from ever being carried out."""
    found = opened(four)
    raw = json.dumps({"actions": [{"seat": 2, "do": "drop"}]}).encode()
    headers = {"idempotency-key": "clock:expire:1:20260301", "if-match": f'"{four.version}"'}
    assert four.send("POST", f"tables/{four.table_id}/{found}actions/", raw, **headers).code == "400 bad_field"


def counts_of_a_hand(felt: Http, seats: list[int]) -> dict[str, int]:
    """Play a hand; the queries of each of its acts, and of reading the table."""
    counted: dict[str, int] = {}

    def act(name: str, path: str, body: Any = None) -> Any:
        version = felt.version
        with CaptureQueriesContext(connection) as queries:
            answer = felt.at(path, body, version=version)
        counted[name] = len(queries)
        with CaptureQueriesContext(connection) as queries:
            state_of(felt)
        # That the tablet was there is written down every ten seconds at most.
        counted[f"state after {name}"] = sum('"seen_at" = ' not in query["sql"] for query in queries)
        return answer

    found = f"rounds/{act('open', 'rounds/')['round']}/"
    order = state_of(felt)["round"]["order"]
    actions = [{"seat": order[0], "do": "open", "amount": 500}, *({"seat": seat, "do": "pay"} for seat in order[1:])]
    act("actions", f"{found}actions/", {"actions": actions})
    act("actions again", f"{found}actions/", {"actions": [{"seat": order[0], "do": "exchange", "count": 1}]})
    act("taking back", f"{found}actions/", {"take_back": 1})
    taken(felt, found, *((seat, "exchange", 0) for seat in order))
    taken(felt, found, *((seat, "call") for seat in order))
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    hands = [{"seat": seat, "cards": "".join(deck[seat::7][:5])} for seat in seats]
    act("hands", f"{found}hands/", {"hands": hands})
    act("settle", f"{found}settle/")
    act("close", f"{found}close/")
    return counted


def test_the_queries_of_an_act_do_not_grow_with_the_players(db: None) -> None:
    """Two or four, few or many actions; and they stay few."""
    felt = at_a_table_of_four()
    for seat in (3, 4):
        felt.at(f"seats/{seat}/sit-out/")
    two = counts_of_a_hand(felt, [1, 2])
    for seat in (3, 4):
        felt.at(f"seats/{seat}/return/")
    four = counts_of_a_hand(felt, [1, 2, 3, 4])
    assert two == four
    assert len({count for name, count in four.items() if name.startswith("state")}) == 1
    assert max(four.values()) <= 18, four
