"""The description of the API is valid and whole, and can be browsed without the internet."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import URLResolver, get_resolver
from jsonschema import Draft202012Validator
from playwright.sync_api import Page

from tables.api.http.problems import TITLES
from tables.api.openapi.games import DESCRIBED, PLAYED, SETTLEMENTS
from tables.api.openapi.games import STATES as DESCRIBED_STATES
from tables.api.openapi.operations.all import OPERATIONS
from tables.games.draw.heads_up.settlement import HandResult
from tables.games.registry import GAMES
from tables.games.table.seats import SOURCES
from tables.models import RuleChange
from tables.policy import Role
from tables.queries.floor.alerts import STATES
from tables.queries.reports import REPORTS
from tables.queries.tables.documents import MOVES
from tests.api.http import Http, description
from tests.cast import PASSWORD, Cast, make_cast
from tests.web.test_words import LISTS
from tests.web.test_words import STATES as STATES_OF_GAMES

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


OWN = (
    {"empty", "playing", "sitting_out"},
    {"accepted", "declined"},
    {"csv"},
    {"limits"},
    {"yes"},
    {*HandResult},
    {*STATES},
    {"open", "lifted", "all"},
    {"open", "ruled", "all"},
    {"open", "settled", "all"},
    {*MOVES},
    {*RuleChange.OPEN},
    {*SOURCES},
    {*TITLES},
    {*Role} - {Role.SYSTEM},
    *({*states} for states in STATES_OF_GAMES.values()),
    *({part.name for part in report.parts} for report in REPORTS.values()),
)
"""The choices of the description that people are never shown as words, or of which only some are meant."""


def choices(shape: Any, where: str = "") -> Iterator[tuple[str, set[str]]]:
    """Every list of choices in the description, and where it stands."""
    if isinstance(shape, dict):
        if isinstance(shape.get("enum"), list):
            yield where, {word for word in shape["enum"] if word is not None}
        for key, value in shape.items():
            yield from choices(value, f"{where}/{key}")
    elif isinstance(shape, list):
        for value in shape:
            yield from choices(value, where)


def test_every_choice_of_the_description_is_a_whole_list_of_codes() -> None:
    """The lists are those of the games, the models and the rights: none is copied, and none lags behind."""
    known = [{str(code) for code in codes} for codes, _words in LISTS.values()]
    known += [{str(code) for code in codes} for codes in OWN]
    assert [found for found in choices(description()) if found[1] not in known] == []


def test_every_game_is_described_under_the_name_of_its_class() -> None:
    """Its states, what is entered in its rounds, what a page needs of them, and its settlement."""
    games = {type(game).__name__: {*game.states} for game in GAMES.values()}
    assert {name: {*states["enum"]} for name, states in DESCRIBED_STATES.items()} == games
    assert set(PLAYED) == set(DESCRIBED) == set(SETTLEMENTS) == set(games)


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


def test_the_description_is_served_to_people_who_are_signed_in(frank: Http) -> None:
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
