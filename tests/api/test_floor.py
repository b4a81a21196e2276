"""Corrections, disputes, bars and what is owed over HTTP (OPS 2.3, 5.8, 5.9; interfaces, section 3)."""

from typing import Any

import pytest

from tests.actions.felt import settled
from tests.actions.floor.test_corrections import MISREAD
from tests.api.http import Http, program
from tests.cast import PINS, Cast

CORRECTION: dict[str, Any] = {"corrections": MISREAD, "reason": "misread_hand"}


@pytest.fixture
def ines(cast: Cast) -> Http:
    """The inspector's program."""
    return program(cast, "3001")


def signed(badge: str = "2002", **body: Any) -> dict[str, Any]:
    """A body with a floor manager's signature by PIN."""
    return {**body, "signature": {"badge": badge, "secret": PINS[badge]}}


def test_ops_5_8_a_correction_at_the_table_and_what_it_leaves_owed(
    cast: Cast, frank: Http, felt: Http, ines: Http
) -> None:
    """From the tablet with the floor's signature; the round shows both versions, the list what could not be paid."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("leave", seat=4)
    address = f"rounds/{number}/corrections/"
    assert felt.refused(address, CORRECTION) == "403 needs_signature"
    assert (
        felt.refused(address, {**CORRECTION, "signature": {"badge": "2002", "secret": "000000"}}) == "403 not_allowed"
    )
    answer = felt.at(address, signed(**CORRECTION))
    assert (answer["settlement_version"], answer["version"]) == (2, cast.fresh_table.version)
    assert [row["amount"] for row in answer["owed"]] == [4000]
    shown = frank.get(f"tables/{cast.table.pk}/rounds/{number}/").body
    assert [(row["version"], row["replaces"], row["reason"]) for row in shown["settlements"]] == [
        (1, None, ""),
        (2, 1, "misread_hand"),
    ]
    [listed] = ines.get("owed/").body["owed"]
    assert (listed["amount"], listed["seat"], listed["is_there"], listed["round"]) == (4000, 4, False, number)
    settle = f"owed/{listed['owed']}/settle/"
    assert frank.post(settle, {"how": "chips"}).code == "403 needs_signature"
    assert frank.post(settle, signed(how="chips", seat=4)).code == "422 bad_field"
    assert frank.post(settle, signed()).code == "422 bad_field"
    assert ines.post(settle, signed(how="chips")).code == "403 not_allowed"
    assert frank.post(settle, signed(how="chips")).body["amount"] == 4000
    assert frank.post("owed/999999/settle/", signed(how="chips")).code == "404 not_found"
    assert frank.get("owed/").body["owed"] == []
    assert [row["settled_by"]["badge"] for row in frank.get("owed/?state=settled").body["owed"]] == ["2002"]
    assert frank.get("owed/?state=what").code == "400 bad_field"


def test_ops_5_9_a_dispute_and_its_ruling(cast: Cast, frank: Http, felt: Http) -> None:
    """Opened by the dealer, ruled on by the floor, once; its evidence is there to be read."""
    number = settled(cast)
    opened = felt.at(f"rounds/{number}/disputes/", {"reason": "cards", "seat": 4})
    table = f"tables/{cast.table.pk}/"
    [row] = felt.get(f"{table}disputes/").body["disputes"]
    assert (row["dispute"], row["round"], row["seat"], row["ruling"]) == (opened["dispute"], number, 4, None)
    shown = frank.get(f"{table}disputes/{row['dispute']}/").body
    assert shown["evidence"]["dealers"][0]["badge"] == "1001"
    ruling = f"disputes/{row['dispute']}/ruling/"
    body = {"outcome": "stands", "words": "as the camera shows"}
    assert felt.refused(ruling, body) == "403 needs_signature"
    answer = felt.at(ruling, signed(**body))
    assert (answer["outcome"], answer["round"]) == ("stands", number)
    assert frank.refused(ruling, signed("2001", **body)) == "409 wrong_state"
    assert frank.get(f"{table}disputes/?state=open").body["disputes"] == []
    assert frank.get(f"{table}disputes/?state=ruled").body["disputes"][0]["ruling"]["ruled_by"]["badge"] == "2002"
    assert frank.get(f"{table}disputes/999999/").code == "404 not_found"


def test_ops_2_3_bars_of_a_seat_of_a_card_and_their_end(cast: Cast, frank: Http, playing: Http, ines: Http) -> None:
    """From the seat, from the list, and lifted; each by a signature."""
    playing.at("seats/5/sit/", {"buy_in": 1000, "player_card": "P-5"})
    why = {"reason": "conduct", "words": "threw cards"}
    assert playing.refused("seats/4/bar/", {"scope": "table", **why}) == "403 needs_signature"
    here = playing.at("seats/4/bar/", signed(scope="table", **why))
    house = playing.at("seats/5/bar/", signed(scope="house", **why))
    assert house["version"] == cast.fresh_table.version
    state = frank.get(f"tables/{cast.table.pk}/").body["seats"]
    assert [row["seat"] for row in state if row.get("barred")] == [4, 5]
    card = frank.post("bars/", signed(player_card="P-6", **why)).body
    assert playing.refused("seats/6/sit/", {"buy_in": 1000, "player_card": "P-6"}) == "403 not_allowed"
    assert [row["bar"] for row in ines.get("bars/").body["bars"]] == [card["bar"], house["bar"], here["bar"]]
    assert ines.post("bars/", signed(player_card="P-7", **why)).code == "403 not_allowed"
    assert frank.post("bars/", {"player_card": "P-7", **why}).code == "403 needs_signature"
    assert frank.post("bars/", signed(reason="conduct")).code == "422 bad_field"
    for bar in (here, house, card):
        assert frank.post(f"bars/{bar['bar']}/lift/", {}).code == "403 needs_signature"
        assert frank.post(f"bars/{bar['bar']}/lift/", signed("2001", words="a mistake")).body["bar"] == bar["bar"]
    assert frank.get("bars/").body["bars"] == []
    assert len(frank.get("bars/?state=lifted&limit=2").body["bars"]) == 2
    assert frank.post("bars/999999/lift/", signed()).code == "404 not_found"
