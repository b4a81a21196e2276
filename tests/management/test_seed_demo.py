"""`manage.py seed_demo`: made once, printed each time, refused near a real casino."""

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from pytest_django.fixtures import Settings

from tables import actions
from tables.actions.demonstration import reset_demonstration_secrets
from tables.actions.devices import enrol_tablet
from tables.actions.people.sign_in import sign_in, tap_in
from tables.actions.setup import NewCasino, bootstrap
from tables.demonstration.house import house
from tables.demonstration.house.house import PEOPLE, SEATED, TABLES
from tables.demonstration.house.logins import new_logins
from tables.errors import WrongState
from tables.games.registry import GAMES
from tables.models import AuditEntry, Casino, Leg, Person, Seating, Table, TapIn
from tables.policy import Role
from tables.stamp import Call, Stamp
from tests.cast import command_id
from tests.management.calling import called
from tests.state import table_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of logins in a folder that is still to be made."""
    return tmp_path / "data" / "demo.json"


def people_in(path: Path) -> dict[str, Any]:
    """The people of a file of logins, by badge."""
    return {person["badge"]: person for person in json.loads(path.read_text())["people"]}


def found_in(pattern: str, sheet: str) -> tuple[str, ...]:
    """What a pattern picks out of the sheet."""
    found = re.search(pattern, sheet)
    assert found, sheet
    return found.groups()


def test_a_newcomer_can_deal_at_once(path: Path) -> None:
    """The sheet's code makes a tablet of table 1, its badge and PIN tap in, and the bank can be offered."""
    sheet = called("seed_demo", logins=path)
    code = "".join(found_in(r"Open http://127.0.0.1:8000/enrol/ and enter the code (\d{4}) (\d{4}) ", sheet))
    badge, pin = found_in(r"badge (\d+) and PIN (\d{6})", sheet)
    tablet, _token = enrol_tablet(code=code, label="Table 1", command_id=command_id())
    tap_in(table_id=tablet.table_id, badge=badge, pin=pin, tablet_id=tablet.pk, command_id=command_id())
    state = table_state(tablet.table_id)
    assert state["dealer"]["badge"] == badge
    assert state["casino"]["demonstration"]
    assert "open_round" in state["legal_acts"]
    assert state["designation"]["next"] == 1
    badge, password = found_in(r"badge (\d+) and password (\S+)\.\n", sheet)
    sign_in(casino_id=Casino.objects.get().pk, badge=badge, password=password, command_id=command_id())


def test_what_is_seeded(path: Path) -> None:
    """People, tables under different house rules, players with chips; nobody is tapped in; the file is private."""
    called("seed_demo", logins=path)
    assert Person.objects.count() == len(PEOPLE) == len(people_in(path))
    assert Table.objects.count() == len(TABLES)
    documents = [table.rules.document for table in Table.objects.select_related("rules") if table.rules]
    assert len({json.dumps(document) for document in documents}) == len(TABLES)
    assert {document["game"] for document in documents} == set(GAMES)
    assert Seating.objects.count() == sum(map(len, SEATED.values()))
    assert not TapIn.objects.exists()
    assert sum(Leg.objects.values_list("amount", flat=True)) == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = json.dumps(list(AuditEntry.objects.values_list("payload", flat=True)))
    assert not any(login["pin"] in text for login in people_in(path).values() if login["pin"])
    assert not any(login["password"] in text for login in people_in(path).values() if login["password"])


@pytest.mark.parametrize("number", [5, 6])
def test_draw_poker_can_be_dealt_at_once(path: Path, number: int) -> None:
    """At both of its tables: equal stacks where a match begins, thirty seconds where a clock runs."""
    called("seed_demo", logins=path)
    table = Table.objects.get(number=number)
    manager = Stamp(Person.objects.get(badge="2001").pk, Role.FLOOR, None, command_id())
    answer = actions.perform("open_round", Call(table.pk, manager), {}).body
    state = table_state(table.pk)["round"]
    assert state["turn"] == answer["turn"]
    assert state["seconds"] == {5: None, 6: 30}[number]


def test_a_second_run_prints_the_same_and_changes_nothing(path: Path) -> None:
    """Only the sign-in and the fresh code are new entries."""
    first = called("seed_demo", logins=path)
    secrets, entries = path.read_text(), AuditEntry.objects.count()
    Seating.objects.filter(table__number=1, seat=1).update(sitting_out=True)
    second = called("seed_demo", logins=path)
    assert path.read_text() == secrets
    assert re.sub(r"code \d{4} \d{4}", "", second) == re.sub(r"code \d{4} \d{4}", "", first)
    assert second != first
    assert Seating.objects.get(table__number=1, seat=1).sitting_out
    new = AuditEntry.objects.filter(chain=Casino.objects.get().chain).order_by("sequence")[:100]
    assert AuditEntry.objects.count() == entries + 2
    assert [entry.act for entry in new][-2:] == ["sign_in", "enrol_tablet"]


def test_a_run_that_was_cut_off_is_gone_on_with(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step acts once: the next run takes those that are missing."""
    done = []

    def cut_off(*arguments: Any) -> None:
        done.append(arguments)
        if len(done) > 3:
            raise KeyboardInterrupt
        perform(*arguments)

    perform = actions.perform
    monkeypatch.setattr(house, "perform", cut_off)
    with pytest.raises(KeyboardInterrupt):
        called("seed_demo", logins=path)
    monkeypatch.undo()
    assert Seating.objects.count() == 2
    called("seed_demo", logins=path)
    assert Seating.objects.count() == sum(map(len, SEATED.values()))
    assert Person.objects.count() == len(PEOPLE)


def test_a_lost_file_is_said_and_can_be_made_anew(path: Path) -> None:
    """The database knows only hashes: a lost file means new secrets, and the old ones no longer work."""
    called("seed_demo", logins=path)
    old = people_in(path)["1001"]["pin"]
    path.unlink()
    with pytest.raises(CommandError, match=r"is gone.*--reset-logins"):
        called("seed_demo", logins=path)
    assert "enter the code" in called("seed_demo", logins=path, reset_logins=True)
    table = Table.objects.get(number=1)
    new = people_in(path)["1001"]["pin"]
    with pytest.raises(Exception, match="do not belong together"):
        tap_in(table_id=table.pk, badge="1001", pin=old, tablet_id=None, command_id=command_id())
    tap_in(table_id=table.pk, badge="1001", pin=new, tablet_id=None, command_id=command_id())


def test_a_file_of_another_database_is_not_used(path: Path) -> None:
    """Trying its passwords here would only lock the badges."""
    called("seed_demo", logins=path)
    path.write_text(path.read_text().replace("demo-", "demo-of-another-"))
    entries = AuditEntry.objects.count()
    with pytest.raises(CommandError, match="those of another database"):
        called("seed_demo", logins=path)
    path.write_text("[]")
    with pytest.raises(CommandError, match="is no file of logins"):
        called("seed_demo", logins=path)
    assert AuditEntry.objects.count() == entries


def test_ops_1_3_a_real_casino_is_refused(path: Path) -> None:
    """Nothing is made beside a real casino, and no file is written."""
    bootstrap(casino=NewCasino("A Real House", "EUR"), people=[], command_id=command_id())
    for options in ({}, {"reset_logins": True}):
        with pytest.raises(CommandError, match="A Real House is a real casino"):
            called("seed_demo", logins=path, **options)
    assert not path.exists()
    assert not Person.objects.exists()


def test_ops_1_3_production_is_refused(path: Path, settings: Settings) -> None:
    """A service that runs as a real one is never seeded, empty or not."""
    settings.DEMONSTRATION = False
    with pytest.raises(CommandError, match="CROUPIER_MODE=demonstration"):
        called("seed_demo", logins=path)
    assert not Casino.objects.exists()


def test_a_demonstration_that_was_set_up_by_hand_is_left_alone(path: Path) -> None:
    """Its people and badges are not those of the seed."""
    bootstrap(casino=NewCasino("By Hand", "EUR", is_demonstration=True), people=[], command_id=command_id())
    for options in ({}, {"reset_logins": True}):
        with pytest.raises(CommandError, match="By Hand was set up by hand"):
            called("seed_demo", logins=path, **options)
    assert not path.exists()


def test_secrets_of_a_real_casino_are_never_reset_by_command(path: Path) -> None:
    """The act itself refuses, for every caller."""
    real = bootstrap(casino=NewCasino("A Real House", "EUR"), people=[], command_id=command_id())
    person = new_logins("x", PEOPLE).people[0].as_new_person()
    with pytest.raises(WrongState):
        reset_demonstration_secrets(casino=real, person=person, command_id=command_id())
