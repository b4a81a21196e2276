"""Every cell of the matrix through the doors of the service: the web, the API, the command line (OPS 1.4)."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tables.actions import TABLE_ACTS
from tables.models import AuditEntry
from tables.policy import MATRIX, Act, Permission
from tests.actions.felt import snapshot
from tests.actions.people.test_requests import everything
from tests.api.http import Reply, program
from tests.cast import PASSWORD, ROLES, Cast, make_cast
from tests.doors import (
    ELSEWHERE,
    HOUSE_DOORS,
    NO_DOOR,
    NORA,
    SIGNED_AT_TABLES,
    Door,
    body_of,
    filled,
    form_of,
    form_of_table,
    of_table,
)
from tests.test_policy import TRIED, TRIED_HERE, as_played
from tests.web.conftest import tablet_client

pytestmark = pytest.mark.slow

WHO = ("dana", "dora", "frank", "ines", "ada", "sam")
"""Dana deals, Dora is on her break, Frank runs the floor, Ines inspects, Ada administers, Sam has no role."""
IN_BROWSERS = ("dana", "frank", "ines", "ada", "sam")
"""Dana at her tablet; Sam is anybody who finds the address."""
REFUSED = (401, 403)


@pytest.fixture(autouse=True)
def nobody_was_slowed_down(vault: Path) -> Iterator[None]:
    """The tries of one test are not counted in another; checkpoints have their key."""
    cache.clear()
    yield
    cache.clear()


@contextmanager
def undone() -> Iterator[None]:
    """What is tried is taken back, the copy of a checkpoint too."""
    mark = transaction.savepoint()
    yield
    transaction.savepoint_rollback(mark)
    shutil.rmtree(settings.CHECKPOINT_DIR, ignore_errors=True)


def is_granted(cell: Permission | None, who: str) -> bool:
    """What the matrix says: "at own table" is Dana's, who deals, and a plain dealer's yes needs a table too (0012)."""
    return cell is not None and not (who == "sam" or (cell.tapped_in and who != "dana"))


def state(cast: Cast) -> list[Any]:
    """Everything that an act could have changed, but entries and alerts of the refusal itself."""
    return [snapshot(cast), everything()]


def came_of(answer: Any) -> str:
    """Whether a page did what was asked: a stranger is sent to sign in instead."""
    if answer.status_code in REFUSED or "/login/" in answer.get("Location", ""):
        return "refused"
    return "done" if answer.status_code in (200, 302) else f"status {answer.status_code}"


def answered(reply: Reply) -> str:
    """Whether a program was let in."""
    return {200: "done", 401: "refused", 403: "refused"}.get(reply.status, str(reply.body))


def tried(cast: Cast, act: Act, whom: tuple[str, ...], send: Callable[[str], str]) -> None:
    """Everybody asks; it is done for whom the matrix grants it, and nothing changes for all others."""
    for who in whom:
        with undone():
            before = state(cast)
            granted = is_granted(MATRIX[act].get(ROLES[who]), who)
            assert (who, send(who)) == (who, "done" if granted else "refused")
            assert granted or state(cast) == before, who


def browsers(cast: Cast) -> dict[str, Client]:
    """A browser each: the tablet of the table, sessions, and a stranger's."""
    found = {"dana": tablet_client(cast), "sam": Client()}
    for who in ("frank", "ines", "ada"):
        found[who] = Client()
        found[who].post("/login/", {"badge": cast.people[who].badge, "password": PASSWORD})
    return found


@pytest.mark.parametrize("name", TRIED_HERE)
def test_ops_1_4_acts_at_a_table(db: None, name: str) -> None:
    """By the form of the tablet's page, and by a program."""
    cast = as_played(name)
    prepare, sent = TRIED[name]
    prepare(cast)
    pages, page = browsers(cast), f"/tables/{cast.table.pk}/act/"
    tried(cast, Act(name), IN_BROWSERS, lambda who: came_of(pages[who].post(page, form_of_table(name, cast, sent))))
    path, body = of_table(name, cast, sent)
    programs = {who: program(cast, cast.people[who].badge) for who in WHO}
    tried(cast, Act(name), WHO, lambda who: answered(programs[who].post(path, body)))


@pytest.mark.parametrize("act", SIGNED_AT_TABLES)
def test_ops_1_4_acts_at_a_table_that_the_floor_signs(db: None, act: Act) -> None:
    """Each signs for themselves: of the dealer and of the others no signature counts."""
    cast = make_cast()
    name, prepare, given = SIGNED_AT_TABLES[act]
    sent = {**prepare(cast), **given}
    pages, page = browsers(cast), f"/tables/{cast.table.pk}/act/"
    path, body = of_table(name, cast, sent)
    programs = {who: program(cast, cast.people[who].badge) for who in WHO}

    def by_page(who: str) -> str:
        signed = {"badge": cast.people[who].badge, "secret": PASSWORD}
        return came_of(pages[who].post(page, {**form_of_table(name, cast, sent), **signed}))

    def by_program(who: str) -> str:
        signature = {"badge": cast.people[who].badge, "secret": PASSWORD}
        return answered(programs[who].post(path, {**body, "signature": signature}))

    tried(cast, act, IN_BROWSERS, by_page)
    tried(cast, act, WHO, by_program)


@pytest.mark.parametrize("door", HOUSE_DOORS, ids=lambda door: str(door.act))
def test_ops_1_4_acts_of_the_house(db: None, door: Door) -> None:
    """By the form of its page, and by a program; signed with the password of the person who tries."""
    cast = make_cast()
    prepared = door.prepare(cast)
    pages, address = browsers(cast), filled(door.web, cast, prepared)
    path = filled(door.api, cast, prepared)
    programs = {who: program(cast, cast.people[who].badge) for who in WHO}

    def by_page(who: str) -> str:
        return came_of(
            pages[who].get(address) if door.reads else pages[who].post(address, form_of(door, cast.people[who].badge))
        )

    def by_program(who: str) -> str:
        sender, badge = programs[who], cast.people[who].badge
        return answered(sender.get(path) if door.reads else sender.post(path, body_of(door, badge)))

    tried(cast, door.act, IN_BROWSERS, by_page)
    tried(cast, door.act, WHO, by_program)


def test_ops_1_4_every_act_has_its_door_or_its_reason() -> None:
    """A new act says where it is asked for; none stands in two places."""
    at_tables = {Act(name) for name in TRIED_HERE}
    of_the_house = {door.act for door in HOUSE_DOORS}
    known = [*at_tables, *of_the_house, *SIGNED_AT_TABLES, *ELSEWHERE, *NO_DOOR]
    assert set(TABLE_ACTS) <= {str(act) for act in known}
    assert len(known) == len(set(known))
    missing = {act for act in Act if act not in known}
    assert {str(act) for act in missing} == set()


def test_aud_1_1_a_refusal_at_a_door_is_an_entry(db: None) -> None:
    """Of a page and of a program alike: who, in which role, what, and why."""
    cast = make_cast()
    browsers(cast)["frank"].post("/people/create/", NORA)
    program(cast, "3001").post(f"tables/{cast.table.pk}/tap-out/")
    told = AuditEntry.objects.filter(act="refused").order_by("sequence")
    assert [(entry.person, entry.role, entry.payload["refused"], entry.payload["code"]) for entry in told] == [
        ("2001", "floor", "manage_people", "not_allowed"),
        ("3001", "compliance", "tap_out", "not_allowed"),
    ]
