"""Sends raw requests to the API, and holds every answer against the published description."""

import copy
import functools
import json
import re
from dataclasses import dataclass, field
from typing import Any

from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from tables.actions.devices import enrol_tablet, issue_enrolment_code, issue_token
from tables.games.values import JSON
from tables.models import Table, Tablet
from tests.cast import Cast, command_id

ROOT = "/api/v1/"


@dataclass
class Reply:
    """An answer, its body read."""

    status: int
    headers: Any
    raw: bytes
    body: Any

    @property
    def code(self) -> str:
        """The status and the code of a problem, to compare in one line."""
        return f"{self.status} {self.body['code']}"


@dataclass
class Http:
    """One client of the API: a program or a tablet with its token, or nobody."""

    token: str | None = None
    table_id: int = 0
    visited: set[str] = field(default_factory=set)
    client: APIClient = field(default_factory=lambda: APIClient(raise_request_exception=False))

    def send(self, method: str, path: str, raw: bytes = b"", /, **headers: str) -> Reply:
        """Send these very bytes; the answer is checked against the description of its address."""
        given = {"authorization": f"Token {self.token}"} if self.token else {}
        kind = headers.pop("content_type", "application/json")
        address = ROOT + path
        response = self.client.generic(
            method,
            address,
            raw,  # type: ignore[arg-type]
            content_type=kind,
            headers={**given, **headers},
        )
        content = response.content
        as_json = "json" in response.headers.get("Content-Type", "")
        reply = Reply(response.status_code, response.headers, content, json.loads(content) if as_json else None)
        self.visited.add(check(method, address, reply))
        return reply

    def get(self, path: str, **headers: str) -> Reply:
        """Read."""
        return self.send("GET", path, b"", **headers)

    def post(
        self, path: str, body: Any = None, *, key: str | None = None, version: int | None = None, **headers: str
    ) -> Reply:
        """Act, on the present version of the table unless another is given."""
        if not re.search(r"tap-(in|out)/|tablets/|^alerts/|^people/|^bars/|^owed/", path):
            headers.setdefault("if-match", f'"{self.version if version is None else version}"')
        headers.setdefault("idempotency-key", key or command_id())
        return self.send("POST", path, json.dumps({} if body is None else body).encode(), **headers)

    def at(self, path: str, body: Any = None, **more: Any) -> JSON:
        """Act at the table, and expect success."""
        reply = self.post(f"tables/{self.table_id}/{path}", body, **more)
        assert reply.status == 200, reply.body
        answer: JSON = reply.body
        return answer

    def refused(self, path: str, body: Any = None, **more: Any) -> str:
        """Act at the table, and expect a problem; its status and code."""
        return self.post(f"tables/{self.table_id}/{path}", body, **more).code

    @property
    def version(self) -> int:
        """The table's version as it is now."""
        return Table.objects.values_list("version", flat=True).get(pk=self.table_id)


def program(cast: Cast, badge: str) -> Http:
    """A program that acts as a person."""
    token = issue_token(casino_id=cast.casino.pk, badge=badge, label="tests", command_id=command_id())
    return Http(token, cast.table.pk)


def tablet(cast: Cast) -> tuple[Http, Tablet]:
    """A tablet at the table."""
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    row, token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    return Http(token, cast.table.pk), row


@functools.cache
def description() -> JSON:
    """The description of the API."""
    generated: JSON = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return generated


@functools.cache
def _strict_shapes() -> JSON:
    shapes = copy.deepcopy(description()["components"]["schemas"])
    for name, shape in shapes.items():
        if name != "Problem":
            _close(shape)
    return {"schemas": shapes}


def _close(shape: Any) -> None:
    """Nothing may be answered that is not described."""
    if isinstance(shape, list):
        for item in shape:
            _close(item)
    elif isinstance(shape, dict):
        if isinstance(shape.get("properties"), dict):
            shape.setdefault("additionalProperties", False)
        for item in shape.values():
            _close(item)


def template_of(address: str) -> str:
    """The address as the description spells it."""
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", resolve(address.partition("?")[0]).route)


@functools.cache
def _operation(method: str, template: str) -> JSON | None:
    found: JSON | None = description()["paths"].get(template, {}).get(method.lower())
    return found


@functools.cache
def _judge(method: str, template: str, status: int, kind: str) -> Draft202012Validator:
    responses = (_operation(method, template) or {})["responses"]
    schema = copy.deepcopy(responses[str(status)]["content"][kind]["schema"])
    if status == 200:
        _close(schema)
    return Draft202012Validator({**schema, "components": _strict_shapes()})


def check(method: str, address: str, reply: Reply) -> str:
    """Hold an answer against the description; the name of its operation, or nothing where it did nothing."""
    if reply.status >= 400:
        assert reply.headers["Content-Type"] == "application/problem+json", (address, reply.status, reply.raw[:200])
        assert reply.body["status"] == reply.status
    template = template_of(address)
    operation = _operation(method, template)
    if operation is None or reply.status in (405, 406):
        return ""
    if reply.status != 304:
        kind = reply.headers["Content-Type"].partition(";")[0]
        _judge(method, template, reply.status, kind).validate(reply.body)
    name: str = operation["operationId"]
    return name if reply.status == 200 else ""
