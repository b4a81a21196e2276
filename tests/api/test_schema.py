"""The description of the API is valid and whole, and can be browsed without the internet."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import URLResolver, get_resolver
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tables.api.openapi.operations.all import OPERATIONS
from tests.api.http import Http, description
from tests.cast import PASSWORD, Cast, make_cast

HIDDEN = {"/api/v1/schema/", "/api/v1/docs/", "/api/v1/"}


def operations() -> Iterator[tuple[str, str, Any]]:
    """Every operation with its address and method."""
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def test_the_description_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    """As OpenAPI itself and the generator see it, without a warning."""
    call_command("spectacular", "--validate", "--fail-on-warn")
    written = capsys.readouterr()
    assert written.out.startswith("openapi: 3.1.0")
    assert written.err == ""


def test_every_address_is_described() -> None:
    """The routes of the API and the paths of the description are the same, and so are the operations."""
    routes = set()
    for entry in get_resolver().url_patterns:
        if isinstance(entry, URLResolver) and str(entry.pattern) == "api/v1/":
            for route in entry.url_patterns:
                routes.add("/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(route.pattern)))
    assert routes - HIDDEN == set(description()["paths"])
    assert {operation["operationId"] for _path, _method, operation in operations()} == set(OPERATIONS)


def test_every_reference_leads_somewhere() -> None:
    """No shape is referred to that is not described, and none is described in vain."""
    shapes = description()["components"]["schemas"]
    used = set(re.findall(r"#/components/schemas/(\w+)", str(description())))
    assert used == set(shapes)
    for shape in shapes.values():
        Draft202012Validator.check_schema(shape)


def test_every_act_takes_a_key_and_at_a_table_a_version() -> None:
    """In the headers, and the example of each body fits its shape."""
    for path, method, operation in operations():
        headers = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "header"}
        assert ("Idempotency-Key" in headers) == (method == "post")
        assert {"200", "401", "403", "500"} <= set(operation["responses"])
        if method == "post":
            house = bool(re.search(r"tap-|tablets|/alerts/|/people/|/audit/|/bars/|/owed/", path))
            assert ("If-Match" in headers) == ("412" in operation["responses"]) == (not house)
            body = operation["requestBody"]["content"]["application/json"]
            schema = {**body["schema"], "components": description()["components"]}
            Draft202012Validator(schema).validate(body["example"])


def test_the_description_is_served_to_whoever_is_signed_in(frank: Http) -> None:
    """As JSON and as YAML."""
    reply = frank.get("schema/", accept="application/vnd.oai.openapi+json")
    assert reply.body["paths"].keys() == description()["paths"].keys()
    assert frank.get("schema/").raw.startswith(b"openapi: 3.1.0")


@pytest.mark.browser
def test_the_documentation_can_be_browsed(own_database: str, page: Page) -> None:
    """Under the strict policy, from the service alone: the page fixture fails on a violation."""
    cast: Cast = make_cast()
    foreign: list[str] = []
    page.on("request", lambda request: foreign.append(request.url) if "127.0.0.1" not in request.url else None)
    page.goto("/login/")
    page.fill("[name=badge]", cast.people["frank"].badge)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "login" not in url)
    page.goto("/api/v1/docs/")
    page.get_by_text("Settle every bet").first.wait_for()
    assert [url for url in foreign if not url.startswith("data:")] == []
