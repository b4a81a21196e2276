"""Two acts in one request: the second follows the first, on the version it made (LOOK 1.12)."""

import json
from typing import Any

import pytest

from tables.models import AuditEntry, Round
from tables.queries.tables.state import table_version
from tests.cast import command_id
from tests.web.conftest import Browser, client_data

HANDS = [{"seat": 2, "cards": "AhKhQh9h8d7c2c"}, {"seat": 1, "cards": "AsKcQs9s7s6d2d"}]


@pytest.fixture
def shown(tablet: Browser) -> Browser:
    """A tablet that shows a settlement which is no act yet."""
    cast = tablet.cast
    cast.seat_players((1, 2))
    cast.open_round(bank=50000)
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "raise", "raise": 1000}])
    cast.act("enter_hands", number=1, hands=HANDS)
    return tablet


def close(browser: Browser, follow_up: Any, command: str | None = None) -> Any:
    """Settle, and have something follow."""
    text = follow_up if isinstance(follow_up, str) else json.dumps(follow_up)
    version = table_version(browser.cast.table.pk)
    return browser.send("settle_round", {"number": 1}, version=version, command=command, follow_up=text)


def closing(command: str | None = None) -> dict[str, Any]:
    """The act that follows a settlement."""
    return {"act": "close_round", "command": command or command_id(), "input": {"number": 1}}


def test_both_are_done_and_sent_again_each_is_done_once(shown: Browser) -> None:
    """By the same command ids, as after a network that broke."""
    version, command, follow_up = table_version(shown.cast.table.pk), command_id(), closing()
    for _time in range(2):
        fields = {"command": command, "version": version, "follow_up": json.dumps(follow_up)}
        answer = shown.send("settle_round", {"number": 1}, **fields)  # type: ignore[arg-type]
        assert answer.status_code == 200
        assert client_data(answer)["round"] is None
    told = AuditEntry.objects.filter(chain=shown.cast.table.chain).order_by("sequence")
    assert list(told.values_list("act", flat=True))[-2:] == ["settle_round", "close_round"]


def test_after_a_break_between_the_two_the_same_request_closes(shown: Browser) -> None:
    """The settlement was written and the answer lost: it is replayed, and the closing is done."""
    version, command = table_version(shown.cast.table.pk), command_id()
    assert shown.send("settle_round", {"number": 1}, version=version, command=command).status_code == 200
    follow_up = json.dumps(closing())
    answer = shown.send("settle_round", {"number": 1}, version=version, command=command, follow_up=follow_up)
    assert (answer.status_code, Round.objects.get().state) == (200, "closed")
    assert AuditEntry.objects.filter(act="settle_round").count() == 1


def test_what_follows_is_refused_alone(shown: Browser) -> None:
    """The round stands settled, the answer says what was refused and shows the round as it is."""
    answer = close(shown, {**closing(), "input": {"number": 7}})
    assert answer.status_code == 404
    data = client_data(answer)
    assert (data["step"], data["is_preview"], data["next"]["act"]) == ("settlement", False, "close_round")
    assert Round.objects.get().state == "settled"


def test_nothing_follows_what_was_refused(shown: Browser) -> None:
    """A settlement on an older version of the table is none, and closes nothing."""
    version = table_version(shown.cast.table.pk)
    answer = shown.send("settle_round", {"number": 1}, version=version - 1, follow_up=json.dumps(closing()))
    assert answer.status_code == 412
    assert Round.objects.get().state == "showdown"


@pytest.mark.parametrize(
    "follow_up",
    [
        "",
        "no JSON",
        "[]",
        "null",
        {},
        {"act": "close_round"},
        {**closing(), "version": 3},
        {**closing(), "act": 7},
        {**closing(), "input": []},
        {**closing(), "command": None},
        {**closing(), "command": "short"},
        "[" * 30_000,
    ],
)
def test_what_follows_is_read_before_anything_is_done(shown: Browser, follow_up: Any) -> None:
    """A form that is not whole is refused whole, and the field is named."""
    answer = close(shown, follow_up)
    assert answer.status_code == 422
    assert "follow_up" in client_data(answer)["message"]["text"]
    assert Round.objects.get().state == "showdown"


def test_the_preview_is_what_settling_then_gives(shown: Browser) -> None:
    """The same rows, the same chips, and the state of the table beside it as it is."""
    before = client_data(shown.client.get(f"{shown.url}live/?v=0"))
    assert (before["step"], before["is_preview"]) == ("settlement", True)
    chips = [seat["chips"] for seat in before["seats"]]
    shown.act("settle_round", number=1)
    after = client_data(shown.client.get(f"{shown.url}live/?v=0"))
    same = ("to_tick", "shows", "in_round")
    assert [before[key] for key in same] == [after[key] for key in same]
    assert before["round"]["settlement"] == after["round"]["settlement"]
    assert before["round"]["bank"] == after["round"]["bank"]
    assert chips != [seat["chips"] for seat in after["seats"]]
