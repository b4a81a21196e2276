"""Changes of house rules over HTTP (OPS 1.3, 4.2, 4.3; interfaces, section 3)."""

from typing import Any

import pytest

from tables.games.edges import count_edges
from tables.models import RuleChange
from tables.policy import Role
from tables.queries.rules.edges import keep_edges, wanted_edges
from tests.api.http import Http, program
from tests.cast import PASSWORD, PINS, Cast

HIGHER: dict[str, Any] = {"rules": {"limits": {"ante": {"min": 2000}}}, "base_version": 1, "reason": "a full house"}


@pytest.fixture
def petra(cast: Cast) -> Http:
    """The other floor manager's program."""
    return program(cast, "2002")


def signed(badge: str, secret: str = PASSWORD) -> dict[str, Any]:
    """A body with a signature."""
    return {"signature": {"badge": badge, "secret": secret}}


def test_ops_4_2_from_the_request_to_the_effect(cast: Cast, frank: Http, petra: Http, playing: Http) -> None:
    """Asked for by one, approved by another, shown while the round runs, in force when it is over."""
    cast.open_round(1)
    before = playing.get(f"tables/{cast.table.pk}/")
    asked = frank.at("rule-changes/", HIGHER)
    address = f"rule-changes/{asked['change']}/"
    assert (asked["state"], asked["version"]) == ("requested", before.body["table"]["version"])
    after = playing.get(f"tables/{cast.table.pk}/", **{"if-none-match": before.headers["ETag"]})
    assert (after.status, after.body["coming"]) == (200, None)
    shown = petra.get(f"tables/{cast.table.pk}/{address}").body
    assert shown["differences"] == [{"key": "limits.ante.min", "before": 1000, "after": 2000}]
    assert shown["worst_case"]["before"] == shown["worst_case"]["after"] > 0
    assert (shown["edges_differ"], shown["edges"]) == (False, {"before": None, "after": None})
    approved = petra.at(f"{address}approve/", signed("2002"))
    assert (approved["state"], approved["rules_version"]) == ("approved", None)
    state = playing.get(f"tables/{cast.table.pk}/").body
    assert (state["rules"]["version"], state["coming"]["change"]) == (1, asked["change"])
    playing.at("rounds/1/void/", {"reason": "red_light"})
    state = playing.get(f"tables/{cast.table.pk}/").body
    assert (state["rules"]["version"], state["coming"]) == (2, None)
    listed = frank.get(f"tables/{cast.table.pk}/rule-changes/?limit=1").body
    assert [(row["state"], row["version"], row["decided_by"]["badge"]) for row in listed["changes"]] == [
        ("in_force", 2, "2002")
    ]
    assert frank.get(f"tables/{cast.table.pk}/rule-changes/?until=2001-01-01T00:00:00Z").body["changes"] == []


def test_ops_1_5_four_eyes_over_http(cast: Cast, frank: Http, petra: Http, playing: Http) -> None:
    """Not the requester alone, nor with another's signature; not for another; not by PIN; not from the tablet."""
    address = f"rule-changes/{frank.at('rule-changes/', HIGHER)['change']}/approve/"
    assert frank.refused(address, signed("2001")) == "403 own_change"
    assert frank.refused(address, signed("2002")) == "403 own_change"
    assert petra.refused(address, signed("2001")) == "403 own_change"
    assert petra.refused(address) == "403 needs_signature"
    assert petra.refused(address, signed("2002", PINS["2002"])) == "403 not_allowed"
    assert petra.refused(address, signed("2002", "not the password")) == "403 not_allowed"
    assert playing.refused(address, signed("2002")) == "403 not_allowed"
    assert playing.refused(address, signed("2002", PINS["2002"])) == "403 not_allowed"
    assert program(cast, "3001").refused(address, signed("3001")) == "403 not_allowed"
    assert program(cast, "9001").refused(address, signed("2002")) == "403 not_allowed"
    assert RuleChange.objects.get().state == "requested"


def test_ops_1_5_two_roles_are_one_person_over_http(cast: Cast, playing: Http) -> None:
    """Dana asks at the table she deals at and has the floor role too: her own program cannot approve it."""
    dana = cast.people["dana"]
    change = playing.at("rule-changes/", HIGHER)["change"]
    dana.role_grants.create(casino=cast.casino, role=Role.FLOOR, granted_at=dana.role_grants.get().granted_at)
    address = f"rule-changes/{change}/approve/"
    assert program(cast, "1001").refused(address, signed("1001")) == "403 own_change"
    assert RuleChange.objects.get().requested_by_id == dana.pk


def test_ops_4_2_rejected_withdrawn_cancelled_over_http(cast: Cast, frank: Http, petra: Http, playing: Http) -> None:
    """Each ends it, and says what was said."""
    cast.open_round(1)
    change = frank.at("rule-changes/", HIGHER)["change"]
    assert petra.at(f"rule-changes/{change}/reject/", {**signed("2002"), "words": "not tonight"})["state"] == "rejected"
    change = frank.at("rule-changes/", HIGHER)["change"]
    assert petra.refused(f"rule-changes/{change}/withdraw/") == "403 not_allowed"
    assert frank.at(f"rule-changes/{change}/withdraw/")["state"] == "withdrawn"
    change = frank.at("rule-changes/", HIGHER)["change"]
    petra.at(f"rule-changes/{change}/approve/", signed("2002"))
    assert frank.refused(f"rule-changes/{change}/cancel/", signed("2001")) == "403 own_change"
    assert petra.at(f"rule-changes/{change}/cancel/", signed("2002"))["state"] == "cancelled"
    assert petra.refused(f"rule-changes/{change}/cancel/", signed("2002")) == "409 wrong_state"
    states = [row["state"] for row in frank.get(f"tables/{cast.table.pk}/rule-changes/").body["changes"]]
    assert states == ["cancelled", "withdrawn", "rejected"]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"base_version": 7}, "412 stale"),
        ({"rules": {"limits": {"ante": {"min": 99000}}}}, "422 bad_rules"),
        ({"rules": "all"}, "422 bad_field"),
        ({"rules": {"limits": {"ante": {"min": 1000}}}}, "409 wrong_state"),
        ({"when": "now"}, "422 bad_field"),
        ({"reason": 7}, "422 bad_field"),
    ],
)
def test_ops_4_5_what_cannot_be_asked_for_over_http(frank: Http, more: dict[str, Any], code: str) -> None:
    """The problem names its kind, and nothing is open."""
    assert frank.refused("rule-changes/", {**HIGHER, **more}) == code
    assert not RuleChange.objects.exists()


def test_ops_4_2_a_change_is_found_at_its_own_table_only(cast: Cast, frank: Http, petra: Http) -> None:
    """Elsewhere, or never asked for, there is none."""
    assert petra.refused("rule-changes/999999/approve/", signed("2002")) == "404 not_found"
    assert frank.get(f"tables/{cast.table.pk}/rule-changes/999999/").code == "404 not_found"


def test_ops_4_7_a_pay_table_shows_its_exact_edge_under_old_and_new(cast: Cast, frank: Http) -> None:
    """Null until it is counted; then the fractions of the command `odds`."""
    more = {"rules": {"terms": {"flush_paytable": {"4": 2, "5": 10, "6": 20, "7": 100}}}}
    change = frank.at("rule-changes/", {**HIGHER, **more})["change"]
    address = f"tables/{cast.table.pk}/rule-changes/{change}/"
    first = frank.get(address).body
    assert (first["edges_differ"], first["edges"]) == (True, {"before": None, "after": None})
    for name, wanted in wanted_edges().items():
        keep_edges(name, count_edges(wanted["game"], wanted["terms"]))
    edges = frank.get(address).body["edges"]
    old, new = ({row["bet"]: row["edge"] for row in edges[side]} for side in ("before", "after"))
    assert (old["ante"], old["straight_flush"]) == (new["ante"], new["straight_flush"])
    assert old["flush"] != new["flush"]
    assert wanted_edges() == {}
