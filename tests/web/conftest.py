"""Browsers of the tests: one that is the table's tablet, one of a floor manager, one of nobody."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from tables.actions.devices import enrol_tablet, issue_enrolment_code
from tables.queries.tables.state import table_version
from tables.web.shared.session import TABLET_COOKIE
from tests.cast import PASSWORD, Cast, command_id, make_cast


@dataclass
class Browser:
    """A browser at the table, and short ways to act from it."""

    client: Client
    cast: Cast

    @property
    def url(self) -> str:
        """The table's page."""
        return f"/tables/{self.cast.table.pk}/"

    def act(self, name: str, **sent: Any) -> Any:
        """Do an act on the version of the table as it is now."""
        return self.send(name, sent, version=table_version(self.cast.table.pk))

    def send(self, name: str, sent: dict[str, Any], *, version: int, command: str | None = None, **more: str) -> Any:
        """Send the form of an act."""
        fields = {
            "act": name,
            "command": command or command_id(),
            "version": str(version),
            "input": json.dumps(sent),
            **more,
        }
        return self.client.post(f"{self.url}act/", fields)


def source_of(response: Any) -> str:
    """The HTML of an answer however its lines are broken: white space is one blank, and none stands between two cells."""
    return re.sub(r"\s*(</?(?:td|dd|dt)\b[^>]*>)\s*", r"\1", " ".join(response.content.decode().split()))


def client_data(response: Any) -> dict[str, Any]:
    """What a fragment brings for its modules."""
    text = response.content.decode()
    start = text.index('<script id="client"')
    found: dict[str, Any] = json.loads(text[text.index(">", start) + 1 : text.index("</script>", start)])
    return found


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people, Dana tapped in."""
    return make_cast()


@pytest.fixture
def tablet(cast: Cast) -> Browser:
    """The browser that is the table's tablet."""
    return Browser(tablet_client(cast), cast)


@pytest.fixture
def floor(cast: Cast) -> Browser:
    """A browser in which Frank signed in with a password."""
    client = Client()
    client.post("/login/", {"badge": "2001", "password": PASSWORD})
    return Browser(client, cast)


@pytest.fixture
def stranger(cast: Cast) -> Browser:
    """A browser of nobody."""
    return Browser(Client(), cast)


@pytest.fixture
def new_tablet() -> Callable[[Cast], Client]:
    """Another tablet at the table."""
    return tablet_client


def tablet_client(cast: Cast) -> Client:
    """A client with the cookie of a freshly enrolled tablet."""
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    _tablet, token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    client = Client()
    client.cookies[TABLET_COOKIE] = token
    return client
