"""An act costs as many queries for six players as for one."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.http import Http
from tests.cast import Cast

DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def hand(number: int) -> str:
    """Seven cards that nobody else has."""
    return "".join(DECK[number::7][:7])


def counts_of_a_round(felt: Http, players: list[int]) -> dict[str, int]:
    """Play a round with seat 7 as the bank; the queries of each of its acts."""
    counted: dict[str, int] = {}

    def act(path: str, body: Any = None) -> Any:
        with CaptureQueriesContext(connection) as queries:
            answer = felt.at(path, body, version=version)
        counted[path.rpartition("/")[0].rpartition("/")[2]] = len(queries)
        return answer

    version = felt.version
    found = f"rounds/{act('rounds/', {'offers': [{'seat': 7, 'answer': 'accepted', 'bank': 50000}]})['round']}/"
    bodies: dict[str, Any] = {
        "wagers": {"wagers": [{"seat": seat, "ante": 1000, "flush": 500} for seat in players]},
        "deal": None,
        "decisions": {"decisions": [{"seat": seat, "decision": "raise", "raise": 1000} for seat in players]},
        "hands": {"hands": [{"seat": seat, "cards": hand(seat - 1)} for seat in (*players, 7)]},
        "settle": None,
        "close": None,
    }
    for name, body in bodies.items():
        version = felt.version
        act(f"{found}{name}/", body)
    return counted


def test_the_queries_of_an_act_do_not_grow_with_the_players(cast: Cast, felt: Http) -> None:
    """And stay few: sign-in, the savepoint, lock, facts, reading, writing, entry, command id."""
    cast.seat_players((1, 2, 3, 4, 5, 6, 7))
    felt.at("seats/7/standing-decline/", {"on": True})
    felt.at("seats/7/standing-decline/", {"on": False})
    for seat in (1, 2, 3, 4, 5, 6):
        felt.at(f"seats/{seat}/standing-decline/", {"on": True})
    one, six = counts_of_a_round(felt, [1]), counts_of_a_round(felt, [1, 2, 3, 4, 5, 6])
    assert one == six
    assert max(six.values()) <= 18, six


@pytest.mark.parametrize("address", ["tables/", "tables/{}/", "tables/{}/rounds/", "tables/{}/rounds/1/"])
def test_readings_cost_the_same_for_more_rounds(cast: Cast, felt: Http, address: str) -> None:
    """One round or three, one player or six."""
    cast.seat_players((1, 2, 3, 4, 5, 6, 7))
    for seat in (1, 2, 3, 4, 5, 6):
        felt.at(f"seats/{seat}/standing-decline/", {"on": True})
    path = address.format(cast.table.pk)
    assert felt.get("tables/").status == 200  # that the tablet asks is written down every ten seconds
    counted = []
    for players in ([1], [1, 2, 3, 4, 5, 6], [1, 2]):
        counts_of_a_round(felt, players)
        with CaptureQueriesContext(connection) as queries:
            assert felt.get(path).status == 200
        counted.append(len(queries))
    assert counted == [counted[0]] * 3
