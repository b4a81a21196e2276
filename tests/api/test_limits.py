"""Limits over HTTP: named where they refuse, lifted by a signature at the tablet, flagged when found after the deal (OPS 4.4)."""

from tables.models import Alert, Round
from tests.api.http import Http
from tests.cast import PINS, Cast


def test_ops_4_4_a_limit_is_named_lifted_and_flagged(cast: Cast, playing: Http) -> None:
    """The tablet sends the floor's badge and PIN along; without, or with the dealer's own, nothing is placed."""
    number = cast.open_round(1)
    address = f"rounds/{number}/wagers/"
    reply = playing.post(f"tables/{cast.table.pk}/{address}", {"wagers": [{"seat": 2, "ante": 40000}]})
    assert (reply.code, reply.body["seat"], reply.body["field"]) == ("422 outside_limits", 2, "ante")
    assert "10" in reply.body["detail"]
    assert "30000" in reply.body["detail"]
    lifted = {"wagers": [{"seat": 2, "ante": 40000, "override": True}, {"seat": 4, "ante": 1000}]}
    assert playing.refused(address, lifted) == "403 needs_signature"
    own = {"signature": {"badge": "1001", "secret": PINS["1001"]}}
    assert playing.refused(address, {**lifted, **own}) == "403 not_allowed"
    assert Round.objects.get().play["wagers"] == {}
    playing.at(address, {**lifted, "signature": {"badge": "2002", "secret": PINS["2002"]}})
    playing.at(f"rounds/{number}/deal/")
    playing.at(address, {"wagers": [{"seat": 4, "ante": 500, "found": True}]})
    flags = [(flag["code"], flag["seat"]) for flag in Round.objects.get().flags]
    assert flags == [("limit_overridden", 2), ("wager_changed", 4), ("outside_limits", 4)]
    kinds = Alert.objects.filter(table=cast.table, kind__in=["override", "outside_limits"]).order_by("pk")
    assert list(kinds.values_list("kind", flat=True)) == ["override", "outside_limits"]
