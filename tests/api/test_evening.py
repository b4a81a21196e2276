"""A whole evening over HTTP: every address of the API does what it is there for."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tables.api.openapi.operations.all import OPERATIONS
from tables.api.openapi.operations.play import PLAY
from tables.games.values import JSON
from tables.models import Leg, Seating, Tablet
from tests.api.http import Http, description, program
from tests.cast import PINS, Cast, make_cast

WAGERS = {"wagers": [{"seat": 1, "ante": 1000, "flush": 500}, {"seat": 2, "ante": 2000}]}
DECISIONS = {
    "decisions": [{"seat": 1, "decision": "raise", "raise": 1000}, {"seat": 2, "decision": "fold"}],
}
HANDS = {"hands": [{"seat": 1, "cards": "5h4h3h2hKs9d7c"}, {"seat": 4, "cards": "AsKhQs9s7d6d2c"}]}


@pytest.fixture
def cast(db: None) -> Cast:
    """Nobody is tapped in yet."""
    return make_cast(tapped_in=False)


def open_up(frank: Http) -> Http:
    """The floor enrols a tablet, Dana taps in, players sit down."""
    code = frank.at("tablets/")["code"]
    felt = Http(table_id=frank.table_id, visited=frank.visited)
    felt.token = felt.at("tablets/", {"code": code, "label": "Felt 12"})["token"]
    assert felt.at("tap-in/", {"badge": "1002", "pin": PINS["1002"]}) == {"dealer": "1002", "relieved": None}
    assert felt.at("tap-in/", {"badge": "1001", "pin": PINS["1001"]}) == {"dealer": "1001", "relieved": "1002"}
    # Once more at their own table a dealer relieves nobody.
    assert felt.at("tap-in/", {"badge": "1001", "pin": PINS["1001"]}) == {"dealer": "1001", "relieved": None}
    assert frank.at("open/")["state"] == "open"
    for seat, card in ((1, "P-1"), (2, ""), (3, "")):
        felt.at(f"seats/{seat}/sit/", {"buy_in": 100000, "source": "cash", "player_card": card})
    felt.at("seats/2/buy-in/", {"amount": 50000, "source": "chips"})
    felt.at("seats/2/recount/", {"chips": 149000, "reason": "tip"})
    assert felt.at("seats/3/move/", {"to": 4})["seat"] == 4
    return felt


def play_a_round(felt: Http) -> JSON:
    """Seat 4 banks; one player folds and one wins."""
    number = felt.at("rounds/", {"offers": [{"seat": 4, "answer": "accepted", "bank": 50000}]})["round"]
    felt.at(f"rounds/{number}/wagers/", WAGERS)
    assert felt.at(f"rounds/{number}/deal/")["deal_order"] == [1, 2, 4]
    assert felt.at(f"rounds/{number}/decisions/", DECISIONS)["state"] == "showdown"
    felt.at(f"rounds/{number}/hands/", HANDS)
    settlement: JSON = felt.at(f"rounds/{number}/settle/")["settlement"]
    felt.at(f"rounds/{number}/close/")
    return settlement


def wind_down(felt: Http, frank: Http) -> None:
    """Everybody leaves, the dealer taps out, the table closes, the tablet goes."""
    for seat in (1, 2, 4):
        felt.at(f"seats/{seat}/leave/")
    assert felt.at("tap-out/") == {"dealer": None}
    assert frank.at("close/")["state"] == "closed"
    row = Tablet.objects.get()
    row.locked_at = timezone.now()
    row.save()
    frank.at(f"tablets/{row.pk}/unlock/")
    frank.at(f"tablets/{row.pk}/revoke/")


def test_a_whole_evening(cast: Cast) -> None:
    """Every operation is done once, and each answer is as described."""
    frank = program(cast, "2001")
    felt = open_up(frank)
    felt.at("seats/2/sit-out/")
    felt.at("seats/2/return/")
    felt.at("seats/1/standing-decline/", {"on": True})
    felt.at("seats/1/standing-decline/", {"on": False})
    offered = felt.at("designation/offers/", {"offers": [{"seat": 1, "answer": "declined"}]})
    assert offered["next"] == 2
    felt.at("designation/offers/", {"offers": [{"seat": 2, "answer": "declined"}]})
    settlement = play_a_round(felt)
    assert [seat["outcome"] for seat in settlement["seats"]] == ["folded", "settled"]
    frank.at("suspend/", {"reason": "A dispute"})
    frank.at("resume/")
    number = felt.at("rounds/", {"offers": [{"seat": 1, "answer": "accepted", "bank": 20000}]})["round"]
    felt.at(f"rounds/{number}/bank/", {"bank": 15000})
    again = felt.at(f"rounds/{number}/wagers/", {"same_again": True})
    assert again["put_back"] == [2]
    assert again["left_out"][0]["seat"] == 4
    felt.at(f"rounds/{number}/void/", {"reason": "wrong_count"})
    look_at_all(felt, frank)
    wind_down(felt, frank)
    # Actions are taken, and matches played, in draw poker (test_draw_evening).
    assert frank.visited == {"", *PLAY} - {"take_actions", "give_up_match"}
    assert sum(leg.amount for leg in Leg.objects.all()) == 0
    assert not Seating.objects.filter(left_at=None).exists()


def look_at_all(felt: Http, frank: Http) -> None:
    """The readings: board, table, rounds, one round, rotation."""
    table = f"tables/{frank.table_id}/"
    assert [row["number"] for row in frank.get("tables/").body["tables"]] == [12]
    assert felt.get("tables/").body["tables"][0]["dealer"]["badge"] == "1001"
    state = felt.get(table)
    table_row = state.body["table"]
    notices = f".{table_row['notices']}" if table_row["notices"] else ""
    assert state.headers["ETag"] == f'"{table_row["version"]}{notices}-1001"'
    assert felt.get(table, **{"if-none-match": state.headers["ETag"]}).status == 304
    assert felt.get(table, **{"if-none-match": f'"9999", W/{state.headers["ETag"]}'}).status == 304
    assert felt.get(table, **{"if-none-match": '"0"'}).status == 200
    assert [row["number"] for row in frank.get(f"{table}rounds/").body["rounds"]] == [2, 1]
    first = frank.get(f"{table}rounds/1/").body
    assert first["settlements"][0]["version"] == 1
    assert [entry["act"] for entry in first["entries"]][-1] == "close_round"
    assert felt.get(f"{table}rounds/1/").body["entries"] is None
    players = {row["seat"]: row for row in frank.get(f"{table}rotation/").body["players"]}
    assert (players[2]["declined"], players[4]["accepted"]) == (1, 1)


def test_rounds_are_paged_and_cut_by_time(cast: Cast) -> None:
    """Newest first; `next` leads on; `since` is included and `until` is not."""
    frank = program(cast, "2001")
    felt = open_up(frank)
    for bank in (1, 2, 4, 1, 2):
        number = felt.at("rounds/", {"offers": [{"seat": bank, "answer": "accepted", "bank": 20000}]})["round"]
        felt.at(f"rounds/{number}/void/", {"reason": "red_light"})
        felt.at(f"seats/{bank}/standing-decline/", {"on": True})
        felt.at(f"seats/{bank}/standing-decline/", {"on": False})
    rounds = f"tables/{frank.table_id}/rounds/"
    first = frank.get(f"{rounds}?limit=2").body
    assert [row["number"] for row in first["rounds"]] == [5, 4]
    second = frank.get(f"{rounds}?limit=3&cursor={first['next']}").body
    assert ([row["number"] for row in second["rounds"]], second["next"]) == ([3, 2, 1], None)
    times = {row["number"]: row["opened_at"] for row in frank.get(rounds).body["rounds"]}
    part = frank.get(f"{rounds}?since={times[2]}&until={times[4]}").body
    assert [row["number"] for row in part["rounds"]] == [3, 2]
    tomorrow = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert frank.get(f"{rounds}?since={tomorrow}").body == {"rounds": [], "next": None}
    ledger = frank.get(f"tables/{frank.table_id}/rotation/?limit=2").body
    assert len(ledger["offers"]) == 2
    assert frank.get(f"tables/{frank.table_id}/rotation/?cursor={ledger['next']}").status == 200


def test_every_operation_is_described() -> None:
    """And no other."""
    described = {
        operation["operationId"] for methods in description()["paths"].values() for operation in methods.values()
    }
    assert described == set(OPERATIONS)
