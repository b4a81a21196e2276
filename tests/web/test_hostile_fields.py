"""With anything in a field of a page, the page does it or refuses it with a sentence: it never fails (CONTRIBUTING).

The addresses are those of tables/web/urls.py. The fields are those that the forms on the pages have and those that the code
looks up, so that a new page or field is tried without being named here.
"""

import json
import logging
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, reverse

from tables.actions import TABLE_ACTS
from tables.actions.audit.checkpoints import make_checkpoint
from tables.actions.floor.bars import bar_from_house
from tables.api.openapi.operations.all import OPERATIONS
from tables.games.registry import GAMES
from tables.queries.reports import REPORTS
from tables.queries.tables.state import table_version
from tables.stamp import HouseCall
from tables.web.urls import urlpatterns
from tests.actions.rules.changes import request
from tests.cast import PASSWORD, PINS, Cast, command_id
from tests.doors import alert, asked_export, asked_for, owed, tablet
from tests.hostile import TEXTS, Form, encoded, escaped, fields_read, forms_of, undone
from tests.web.conftest import tablet_client

FORM = "application/x-www-form-urlencoded"
ROLES = ("floor", "compliance", "admin", "tablet", "nobody")
SIGNED = {"badge": "2002", "secret": PINS["2002"], "signature": PASSWORD}
PATTERNS = {str(pattern.name): pattern for pattern in urlpatterns}
# The pages whose forms a script fills in, and what the script sends.
BY_SCRIPT = dict.fromkeys(
    ("act", "practice_act"), ("act", "command", "version", "input", "seen", "dealer", "badge", "secret")
)
HUGE = ("9" * 5000, str(2**63), str(10**30))
LOUD = logging.ERROR


@dataclass
class House:
    """A house in which every page has something on it, its browsers, and what was found on its pages."""

    cast: Cast
    browsers: dict[str, Client]
    values: dict[str, dict[str, Any]]
    forms: dict[str, Form] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    first_roles: dict[str, str] = field(default_factory=dict)

    def address(self, name: str) -> str:
        """The address of a page, its keys those of rows that exist."""
        keys = PATTERNS[name].pattern.converters
        special = self.values.get(name, {})
        return reverse(f"web:{name}", kwargs={key: special.get(key, self.values[""].get(key, 1)) for key in keys})


@pytest.fixture
def house(cast: Cast, vault: Path) -> Iterator[House]:
    """Something of everything: a settled and corrected round, a dispute, a debt, a bar, requests, an export, a checkpoint."""
    cache.clear()
    values = {**owed(cast), **alert(cast), **asked_export(cast), **tablet(cast)}
    dispute = cast.act("open_dispute", number=1, reason="wager").body["dispute"]
    stamp = cast.stamp("frank", signed_by="petra")
    bar = bar_from_house(HouseCall(cast.casino.pk, stamp), player_card="P-1", reason="conduct", words="x")
    change = request(cast, by="petra")
    make_checkpoint(HouseCall(cast.casino.pk, cast.stamp("ines")))
    plain = {
        "table_id": cast.table.pk, "table": cast.table.number, "number": 1, "alert_id": values["alert"],
        "tablet_id": values["tablet"], "dispute_id": dispute, "owed_id": values["owed"], "bar_id": bar.body["bar"],
        "change_id": change, "decision": "approve", "export_id": values["export"], "badge": "2002",
        "where": f"table/{cast.table.number}", "sequence": 1, "name": next(iter(REPORTS)),
        "game": next(iter(GAMES)),
    }  # fmt: skip
    staff_change = {"change_id": asked_for(cast)["change"]}
    people = {f"{word}_people": staff_change for word in ("confirm", "reject", "withdraw")}
    found = House(cast, browsers(cast), {"": plain, **people})
    crawl(found)
    yield found
    cache.clear()


def browsers(cast: Cast) -> dict[str, Client]:
    """A browser in each role; a failure answers with its status instead of raising."""
    found = {"tablet": tablet_client(cast), "nobody": Client(raise_request_exception=False)}
    found["tablet"].raise_request_exception = False
    for role, who in (("floor", "frank"), ("compliance", "ines"), ("admin", "ada")):
        found[role] = Client(raise_request_exception=False)
        found[role].force_login(cast.people[who], backend="django.contrib.auth.backends.ModelBackend")
    return found


def read_out(answer: Any) -> None:
    """Read a file that is handed out to its end, which closes it."""
    if answer.streaming:
        list(answer)


def crawl(house: House) -> None:
    """Find the forms of all pages."""
    for name in PATTERNS:
        address = house.address(name)
        for client in house.browsers.values():
            with undone():
                answer = client.get(address)
            if not answer.streaming and answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
                for form in forms_of(answer.content.decode(), address):
                    for target in form.addresses:
                        key = f"{form.method} {target}"
                        known = house.forms.setdefault(key, Form(form.method, [target]))
                        known.fields = {**known.fields, **form.fields}
            read_out(answer)


@dataclass
class Trial:
    """One address, tried in one browser."""

    house: House
    name: str
    role: str
    records: pytest.LogCaptureFixture
    address: str = ""

    def __post_init__(self) -> None:
        self.address = self.address or self.house.address(self.name)

    def send(self, method: str, fields: dict[str, str]) -> int:
        """Send it, take back what it did, and return the status; a failure of the service is noted."""
        client, data = self.house.browsers[self.role], encoded(fields)
        cookies = deepcopy(client.cookies)
        self.records.clear()
        with undone():
            if method == "get":
                answer = client.get(f"{self.address}?{data}")
            else:
                answer = client.post(self.address, data, content_type=FORM)
        read_out(answer)
        loud = [entry.getMessage() for entry in self.records.records if entry.levelno >= LOUD or entry.exc_info]
        if answer.status_code >= 500 or loud:
            shown = {name: text[:20] for name, text in fields.items()}
            self.house.failures.append(ascii((self.role, method, self.address, shown, answer.status_code, loud)))
        cache.clear()
        client.cookies = cookies
        return answer.status_code

    def fields(self, method: str) -> dict[str, str]:
        """What is sent as it should be: the form as it stands on its page, and what the code looks up besides."""
        form = self.house.forms.get(f"{method} {self.address}", Form(method, []))
        known = {**form.fields, **dict.fromkeys(BY_SCRIPT.get(self.name, ()), "")}
        with fields_read() as names:
            self.send(method, known)
        fields = {**dict.fromkeys(sorted(names), ""), **known}
        return {name: SIGNED.get(name, text) for name, text in fields.items() if name != "csrfmiddlewaretoken"}

    def everywhere(self, method: str) -> None:
        """Every text in all fields at once; and in each field alone, as the first role that the page is open to."""
        fields = self.fields(method)
        for text in TEXTS:
            self.send(method, dict.fromkeys(fields, text))
        if self.role == first_role(self.house, self.name):
            for name in fields:
                for text in TEXTS:
                    self.send(method, {**fields, name: text})


def first_role(house: House, name: str) -> str:
    """The first role that an address is open to; the tablet where each has to prove who they are."""
    if name not in house.first_roles:
        address = house.address(name)
        for role in ROLES:
            cookies = deepcopy(house.browsers[role].cookies)
            with undone():
                answer = house.browsers[role].post(address, {})
                if answer.status_code == 405:
                    answer = house.browsers[role].get(address)
            read_out(answer)
            house.browsers[role].cookies = cookies
            if answer.status_code not in (401, 403):
                return house.first_roles.setdefault(name, role)
    return house.first_roles.setdefault(name, "tablet")


@pytest.mark.parametrize("role", ROLES)
def test_no_field_of_any_page_makes_it_fail(house: House, role: str, caplog: pytest.LogCaptureFixture) -> None:
    """By an address, and by a form."""
    for name in PATTERNS:
        for method in ("get", "post"):
            Trial(house, name, role, caplog).everywhere(method)
    assert "\n".join(house.failures) == ""


def test_no_key_in_an_address_makes_it_fail(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Numbers beyond every column, and texts that nothing is called."""
    for name, pattern in PATTERNS.items():
        for address in hostile_addresses(house, name, pattern):
            for method in ("get", "post"):
                Trial(house, name, first_role(house, name), caplog, address).send(method, {})
    assert "\n".join(house.failures) == ""


def hostile_addresses(house: House, name: str, pattern: URLPattern) -> Iterator[str]:
    """The addresses of a page with one of its keys replaced by each that is hostile."""
    known = house.values[""] | house.values.get(name, {})
    converters = pattern.pattern.converters
    for key, converter in converters.items():
        is_number = type(converter).__name__ == "IntConverter"
        for text in HUGE if is_number else [escaped(text) for text in TEXTS if text]:
            address = f"/{pattern.pattern}"
            for other in converters:
                address = re.sub(rf"<\w+:{other}>", text if other == key else str(known.get(other, 1)), address)
            yield address


def test_no_argument_of_an_act_makes_the_tablet_fail(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """The tablet sends arguments as JSON, in which half a character is half a character."""
    trial = Trial(house, "act", "tablet", caplog)
    version = str(table_version(house.cast.table.pk))
    for name in TABLE_ACTS:
        example = OPERATIONS[name].example if name in OPERATIONS else {}
        for key in {**example, "number": 1, "seat": 2, TEXTS[1]: 1}:
            for value in (*TEXTS[:3], [{"seat": 2, "cards": TEXTS[2], "words": TEXTS[1]}]):
                sent = json.dumps({**example, key: value})
                trial.send("post", {"act": name, "command": command_id(), "version": version, "input": sent})
    assert "\n".join(house.failures) == ""


def test_no_argument_of_an_act_makes_a_practice_table_fail(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """The same of a table that is only a value."""
    trial = Trial(house, "practice_act", "tablet", caplog)
    for name in TABLE_ACTS:
        example = OPERATIONS[name].example if name in OPERATIONS else {}
        for key in {**example, "number": 1, "seat": 2, TEXTS[1]: 1}:
            for value in (TEXTS[2], [{"seat": 2, "cards": TEXTS[2], "words": TEXTS[1]}]):
                sent = json.dumps({**example, key: value})
                trial.send("post", {"act": name, "command": command_id(), "version": "1", "input": sent})
    assert "\n".join(house.failures) == ""


def test_every_page_with_a_form_was_found(house: House) -> None:
    """The crawler sees what people see: among others the forms that this wave of tests is about."""
    for name in (
        "ask_change",
        "decide_change",
        "correct_round",
        "open_dispute",
        "rule_dispute",
        "settle_owed",
        "bar_card",
    ):
        assert house.forms[f"post {house.address(name)}"].fields, name
    for name in (
        "create_person",
        "take_role",
        "renew_secrets",
        "confirm_people",
        "ask_export",
        "make_checkpoint",
        "login",
    ):
        assert house.forms[f"post {house.address(name)}"].fields, name
