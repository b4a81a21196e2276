"""The service refuses or does all that is sent; it never fails (no 500), and nothing half-done stays."""

import json
import logging
import re
from typing import Any

import pytest
from django.core.cache import cache

from tables.api.http.parsers import read_object
from tables.api.http.problems import BadJSONError
from tables.api.openapi.operations.all import OPERATIONS
from tables.models import Leg
from tests.api.http import Http, description
from tests.api.play import showdown
from tests.cast import Cast, command_id
from tests.hostile import TEXTS, escaped

DEEP = 200
HUGE = ("9" * 5000, str(2**63), str(10**30))
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 1.5, 10**25, "", "%s %(seat)s é🂡", "ü" * 3000, [], {}, [[]], [{}], {"seat": {}}),
    *([{"seat": -(10**30)}], [{"seat": True}], [{"seat": 2, "ante": None}], [{"seat": 2, "cards": 7}]),
    *([{"seat": 2, "cards": "AsKhQs9s7d6d2c" * 99}], [{"seat": 2, "decision": []}], [{"seat": 4, "answer": {}}]),
    *("9" * 5000, "\x00", "rules:expire:1", [{"seat": 2, "cards": "\x00", "words": "9" * 5000}]),
)
RAW: tuple[bytes, ...] = (
    *(b"", b"null", b"[]", b'"x"', b"7", b"{", b"{]", b'{"a"}', b"\xff\xfe", b"\xef\xbb\xbf{}", b"{} {}"),
    *(b'{"reason": NaN}', b'{"reason": Infinity}', b'{"reason": -Infinity}', b'{"reason": 1e999}'),
    *(b'{"reason": "a", "reason": "b"}', b'{"offers": [{"seat": 1, "seat": 2}]}'),
    *(b'{"reason": "\\ud800"}', b'{"\\udfff": 1}', b'{"reason": "\\u0000"}', b'{"\\u0000": 1}'),
    *(b'{"reason": ' + b"9" * 5000 + b"}", b'{"seat": -' + b"9" * 4000 + b"}"),
    *(b'{"a": ' + b"[" * DEEP + b"]" * DEEP + b"}", b'{"a":' * DEEP + b"1" + b"}" * DEEP, b"[" * 60_000),
)
POSTS = [
    (path, name)
    for path, name in (
        (path, methods["post"]["operationId"]) for path, methods in description()["paths"].items() if "post" in methods
    )
]


def address_of(path: str, felt: Http) -> str:
    """The address with the table, the open round and a seat filled in."""
    filled = path.replace("{table_id}", str(felt.table_id)).replace("{seat}", "2").replace("{number}", "1")
    return re.sub(r"{\w+}", "1", filled).removeprefix("/api/v1/")


def bodies(name: str) -> list[Any]:
    """The example with each of its values replaced by each that is hostile, and one key too many."""
    example = OPERATIONS[name].example
    keys = {**example, "signature": None, "surprise": None}
    return [{**example, key: value} for key in keys for value in VALUES]


@pytest.mark.parametrize(("path", "name"), POSTS, ids=[name for _path, name in POSTS])
def test_hostile_values_are_refused(playing: Http, frank: Http, path: str, name: str) -> None:
    """Each value of each body; every answer is one the description allows."""
    showdown(playing)
    for body in bodies(name):
        cache.clear()
        reply = frank.post(address_of(path, playing), body)
        assert reply.status < 500, (body, reply.raw)
    assert sum(Leg.objects.values_list("amount", flat=True)) == 0


GETS = {
    path: [parameter["name"] for parameter in methods["get"].get("parameters", ()) if parameter["in"] == "query"]
    for path, methods in description()["paths"].items()
    if "get" in methods
}


@pytest.mark.parametrize("path", GETS)
def test_hostile_parameters_are_refused(
    playing: Http, frank: Http, ines: Http, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Each text in each parameter of each address that is read, and in an address that has none."""
    for name in GETS[path] or ["cursor"]:
        for text in TEXTS:
            cache.clear()
            for program in (frank, ines, playing):
                address = f"{address_of(path, playing)}?{name}={escaped(text)}"
                assert program.get(address).status < 500, (name, ascii(text[:20]))
    assert [entry.getMessage() for entry in caplog.records if entry.exc_info or entry.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("path", [path for path in description()["paths"] if "{" in path])
def test_hostile_keys_in_an_address_are_not_found(frank: Http, playing: Http, path: str) -> None:
    """Numbers beyond every column, and texts that nothing is called."""
    keys = re.findall(r"{(\w+)}", path)
    for key in keys:
        for text in (*HUGE, *(escaped(text) for text in TEXTS if text)):
            cache.clear()
            address = "/api/v1/" + address_of(path.replace(f"{{{key}}}", text), playing)
            for method in ("get", "post"):
                headers = {"authorization": f"Token {frank.token}", "if-match": '"4"', "idempotency-key": command_id()}
                answer = frank.client.generic(method, address, "{}", content_type="application/json", headers=headers)
                assert answer.status_code < 500, (method, ascii(address[:200]))


def test_hostile_bytes_are_refused(playing: Http) -> None:
    """Bodies that are no JSON object, at an act and at a house act."""
    for path in ("rounds/", "suspend/", "tap-in/", "tablets/"):
        for raw in RAW:
            cache.clear()
            headers = {"idempotency-key": command_id(), "if-match": '"4"'}
            reply = playing.send("POST", f"tables/{playing.table_id}/{path}", raw, **headers)
            assert reply.status in (400, 403, 422), (path, raw[:40], reply.raw)
    assert playing.version == 4


@pytest.mark.parametrize("raw", RAW[1:])
def test_every_one_of_them_is_bad_json(raw: bytes) -> None:
    """Except the whole number that only an act can judge."""
    if b"-9" in raw:
        assert read_object(raw)["seat"] < 0
        return
    with pytest.raises(BadJSONError):
        read_object(raw)


@pytest.mark.parametrize("size", [64 * 1024 + 1, 1024 * 1024])
def test_a_body_too_large(playing: Http, size: int) -> None:
    """413, whichever part of the service notices."""
    raw = json.dumps({"reason": "x" * size}).encode()
    headers = {"idempotency-key": command_id(), "if-match": '"4"'}
    assert playing.send("POST", f"tables/{playing.table_id}/suspend/", raw, **headers).code == "413 too_large"


def test_hostile_headers(playing: Http) -> None:
    """None of them is a fault of the service."""
    table = f"tables/{playing.table_id}/"
    for value in ("\x00", "é", "x" * 5000, '"', ",", "W/", '"4"' * 50, "Token", "%s"):
        for name in ("if-none-match", "authorization", "accept", "accept-language", "content-type"):
            reply = playing.send("GET", table, b"", **{name.replace("content-type", "content_type"): value})
            assert reply.status in (200, 304, 401, 406)
        for name in ("idempotency-key", "if-match"):
            given = {"idempotency-key": command_id(), "if-match": '"4"', name: value}
            assert playing.send("POST", f"{table}rounds/", b"{}", **given).status in (400, 428)


def test_nothing_in_an_address_is_ignored(frank: Http, cast: Cast) -> None:
    """At every address: what its description does not name is refused, and nothing is done."""
    for path in ("tables/", f"tables/{cast.table.pk}/", f"tables/{cast.table.pk}/rounds/", "alerts/", "people/"):
        reply = frank.get(f"{path}?colour=green")
        assert (reply.status, reply.body["field"]) == (400, "colour"), path
    before = cast.fresh_table.version
    reply = frank.post(f"tables/{cast.table.pk}/open/?force=1")
    assert (reply.status, reply.body["field"], cast.fresh_table.version) == (400, "force", before)
