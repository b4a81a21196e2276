"""The same key and body act once and answer the same; two devices never act on the same state (OPS 5.10)."""

from collections.abc import Callable
from typing import Any

import pytest

from tables.models import AuditEntry, Command, Person, Settlement, Tablet
from tests.api.http import Http, program, tablet
from tests.api.play import ACCEPTED, second_table, showdown
from tests.cast import PINS, Cast, command_id, make_cast

Together = Callable[..., list[Any]]
SIT = {"buy_in": 1000}


def test_a_retried_success_answers_as_it_did(playing: Http) -> None:
    """With the version it was sent with, though the table has moved on."""
    key, sit = command_id(), f"tables/{playing.table_id}/seats/5/sit/"
    first = playing.post(sit, SIT, key=key, version=4)
    playing.at("seats/6/sit/", SIT)
    again = playing.post(sit, SIT, key=key, version=4)
    assert (first.status, first.raw, first.headers["ETag"]) == (again.status, again.raw, again.headers["ETag"])
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert playing.version == 6


def test_the_same_key_for_something_else_is_a_conflict(cast: Cast, playing: Http, frank: Http) -> None:
    """Another body, another seat, another act, another person, a house act."""
    key = command_id()
    playing.at("seats/5/sit/", SIT, key=key)
    assert playing.refused("seats/5/sit/", {"buy_in": 2000}, key=key) == "409 conflict"
    assert playing.refused("seats/6/sit/", SIT, key=key) == "409 conflict"
    assert playing.refused("seats/5/leave/", key=key) == "409 conflict"
    assert frank.refused("seats/5/sit/", SIT, key=key) == "409 conflict"
    assert frank.refused("tablets/", key=key) == "409 conflict"
    assert playing.refused("tap-in/", {"badge": "1001", "pin": PINS["1001"]}, key=key) == "409 conflict"
    assert playing.version == 5


def test_only_successes_are_remembered(playing: Http) -> None:
    """A refused key can be used again, once the reason is gone."""
    key = command_id()
    assert playing.refused("seats/2/sit/", SIT, key=key) == "422 bad_seat"
    playing.at("seats/2/leave/")
    assert playing.at("seats/2/sit/", SIT, key=key)["seat"] == 2


def test_a_retried_signature_is_neither_proven_nor_counted_again(playing: Http) -> None:
    """Not even if the PIN was changed meanwhile; with another body it is a conflict, and still not counted."""
    found, key = showdown(playing), command_id()
    void = {"reason": "exposed_card", "signature": {"badge": "2001", "secret": PINS["2001"]}}
    first = playing.at(f"{found}void/", void, key=key)
    wrong = {**void, "signature": {"badge": "2001", "secret": "135790"}}
    assert playing.at(f"{found}void/", wrong, key=key) == first
    assert playing.refused(f"{found}void/", {**wrong, "reason": "red_light"}, key=key) == "409 conflict"
    assert Person.objects.get(badge="2001").failures == 0
    assert not AuditEntry.objects.filter(act="sign_in_failed").exists()


def test_a_tablets_retry_is_answered_though_the_dealer_has_gone(cast: Cast, playing: Http) -> None:
    """Tapped out, and relieved by another: the dealer who acted is answered, and nothing is done."""
    sat, out = command_id(), command_id()
    first = playing.at("seats/5/sit/", SIT, key=sat)
    assert playing.at("tap-out/", key=out) == playing.at("tap-out/", key=out) == {"dealer": None}
    assert playing.at("seats/5/sit/", SIT, key=sat) == first
    tapped = {"badge": "1002", "pin": PINS["1002"]}
    key = command_id()
    assert playing.at("tap-in/", tapped, key=key) == playing.at("tap-in/", tapped, key=key)
    assert playing.at("seats/5/sit/", SIT, key=sat) == first
    assert playing.refused("seats/6/sit/", SIT, key=sat) == "409 conflict"


def test_a_tablet_is_not_answered_what_the_floor_did(cast: Cast, felt: Http, frank: Http) -> None:
    """Not even with the floor's key: what only the floor may do is never the tablet's to ask for again."""
    key = command_id()
    frank.at("tablets/", key=key)
    assert felt.refused("tablets/", key=key) == "409 conflict"
    felt.at("tap-out/")
    assert felt.refused("tablets/", key=key) == "403 not_allowed"


def test_house_acts_sent_again_answer_the_same(cast: Cast, frank: Http) -> None:
    """The code of an enrolment too, which is stored nowhere; the token of a tablet is given once."""
    key = command_id()
    first, again = (frank.post(f"tables/{cast.table.pk}/tablets/", key=key) for _ in range(2))
    assert first.raw == again.raw
    assert again.headers["Idempotent-Replayed"] == "true"
    stranger, key = Http(table_id=cast.table.pk), command_id()
    stranger.at("tablets/", {"code": first.body["code"]}, key=key)
    assert stranger.refused("tablets/", {"code": first.body["code"]}, key=key) == "410 expired"
    revoke = f"tablets/{Tablet.objects.get().pk}/revoke/"
    key = command_id()
    assert frank.at(revoke, key=key) == frank.at(revoke, key=key)
    assert frank.refused(revoke) == "409 wrong_state"


@pytest.fixture
def live(own_database: str) -> tuple[Cast, Http, Http]:
    """A table with real commits, its tablet, and a program of the floor."""
    cast = make_cast()
    felt = tablet(cast)[0]
    cast.seat_players((1, 2, 4))
    return cast, felt, program(cast, "2001")


def test_the_same_settle_sent_twice_at_once_acts_once(live: tuple[Cast, Http, Http], together: Together) -> None:
    """Both are answered the same, one of them as a replay."""
    _cast, felt, _frank = live
    found = showdown(felt)
    hands = [{"seat": 1, "cards": "AsKhQs9s7d6d2c"}, {"seat": 2, "cards": "5h4h3h2hKs9d7c"}]
    felt.at(f"{found}hands/", {"hands": hands})
    path, key, version = f"tables/{felt.table_id}/{found}settle/", command_id(), felt.version

    def settle() -> Any:
        return Http(felt.token, felt.table_id).post(path, key=key, version=version)

    replies = together(settle, settle, settle)
    assert [reply.status for reply in replies] == [200] * 3
    assert replies[0].body == replies[1].body == replies[2].body
    assert sorted(reply.headers.get("Idempotent-Replayed", "") for reply in replies) == ["", "true", "true"]
    assert Settlement.objects.count() == AuditEntry.objects.filter(act="settle_round").count() == 1


def test_of_two_devices_on_one_version_one_wins(live: tuple[Cast, Http, Http], together: Together) -> None:
    """The other is told what is there now."""
    _cast, felt, frank = live
    version = felt.version

    def sit(who: Http, seat: int) -> Any:
        path = f"tables/{felt.table_id}/seats/{seat}/sit/"
        return Http(who.token, felt.table_id).post(path, SIT, version=version)

    replies = together(lambda: sit(felt, 5), lambda: sit(frank, 6))
    won, lost = sorted(replies, key=lambda reply: reply.status)
    assert (won.status, lost.code) == (200, "412 stale")
    assert lost.body["state"]["table"]["version"] == won.body["version"] == version + 1


def test_one_key_at_two_tables_and_in_the_house_at_once(live: tuple[Cast, Http, Http], together: Together) -> None:
    """Different locks, one key: one acts, the others are told that it was used."""
    cast, felt, frank = live
    other, key, version = second_table(cast), command_id(), felt.version

    def act(path: str, version: int = 0, body: Any = None) -> Any:
        return Http(frank.token, felt.table_id).post(f"tables/{path}", body, key=key, version=version)

    replies = together(
        lambda: act(f"{other}/open/"),
        lambda: act(f"{felt.table_id}/suspend/", version, {"reason": "x"}),
        lambda: act(f"{felt.table_id}/tablets/"),
    )
    assert sorted(reply.status for reply in replies) == [200, 409, 409]
    assert Command.objects.filter(pk=key).count() == 1


def test_races_for_one_seat_one_code_and_one_dealer(live: tuple[Cast, Http, Http], together: Together) -> None:
    """Each is a refusal or a success, never a fault of the service."""
    cast, felt, frank = live
    other = second_table(cast)
    code = frank.at("tablets/")["code"]

    def enrol() -> Any:
        return Http(table_id=felt.table_id).post(f"tables/{felt.table_id}/tablets/", {"code": code})

    def tap_in(table_id: int) -> Any:
        body = {"badge": "1002", "pin": PINS["1002"]}
        return Http(frank.token, table_id).post(f"tables/{table_id}/tap-in/", body)

    assert sorted(reply.status for reply in together(enrol, enrol)) == [200, 410]
    taps = together(lambda: tap_in(other), lambda: tap_in(felt.table_id))
    assert sorted(reply.status for reply in taps) == [200, 409]
    number = frank.at("rounds/", ACCEPTED)["round"]

    def void() -> Any:
        path = f"tables/{felt.table_id}/rounds/{number}/void/"
        return Http(frank.token, felt.table_id).post(path, {"reason": "red_light"})

    assert sorted(reply.status for reply in together(void, void)) in ([200, 409], [200, 412])
