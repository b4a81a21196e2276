"""`bootstrap`, `add_table` and `issue_token`: a house is set up by commands on the server (OPS 1.5)."""

import getpass
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from tables.actions.people.sign_in import sign_in
from tables.actions.setup import NewCasino, bootstrap
from tables.models import AuditEntry, Casino, Person, PersonToken, RoleGrant, Table
from tables.queries.identity import person_of_token
from tests.cast import HOUSE_RULES, command_id, make_cast
from tests.management.calling import called

pytestmark = pytest.mark.django_db

PASSWORDS = ("correct horse battery", "staple of the tests")
HOUSE: dict[str, Any] = {
    "casino": "Casino Royal",
    "currency": "EUR",
    "time_zone": "Europe/Vienna",
    "admin_badge": "9001",
    "admin_name": "Ada",
    "compliance_badge": "3001",
    "compliance_name": "Ines",
}


@pytest.fixture
def passwords(tmp_path: Path) -> Path:
    """A file with the two passwords."""
    path = tmp_path / "passwords"
    path.write_text("\n".join(PASSWORDS) + "\n")
    return path


def set_up(**options: Any) -> str:
    """Run bootstrap."""
    given = {**HOUSE, **options}
    return called("bootstrap", *(f"--{name.replace('_', '-')}={value}" for name, value in given.items()))


def type_in(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    """A terminal at which a person types."""
    typed = iter(answers)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: next(typed))


def test_ops_1_5_the_first_admin_and_compliance_officer_are_an_entry(passwords: Path) -> None:
    """Both can sign in; the first entry of the house chain says who they are, and no secret."""
    assert set_up(passwords=passwords, gaming_day="05:30") == (
        "Casino Royal is set up; 9001 and 3001 can sign in at /login/.\n"
    )
    casino = Casino.objects.get()
    assert (casino.currency, casino.time_zone, casino.is_demonstration) == ("EUR", "Europe/Vienna", False)
    assert str(casino.gaming_day_starts) == "05:30:00"
    assert set(RoleGrant.objects.values_list("person__badge", "role")) == {("9001", "admin"), ("3001", "compliance")}
    entry = AuditEntry.objects.get()
    assert (entry.chain, entry.sequence, entry.act, entry.role) == (casino.chain, 1, "bootstrap", "system")
    assert not any(password in json.dumps(entry.payload) for password in PASSWORDS)
    for badge, password in zip(("9001", "3001"), PASSWORDS, strict=True):
        sign_in(casino_id=casino.pk, badge=badge, password=password, command_id=command_id())


def test_the_passwords_are_asked_for_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice each, never shown; two that differ set nothing up."""
    type_in(monkeypatch, PASSWORDS[0], PASSWORDS[0], PASSWORDS[1], "another")
    with pytest.raises(CommandError, match="differ"):
        set_up()
    assert not Casino.objects.exists()
    type_in(monkeypatch, PASSWORDS[0], PASSWORDS[0], PASSWORDS[1], PASSWORDS[1])
    set_up()
    assert Person.objects.get(badge="9001").check_password(PASSWORDS[0])


def test_the_passwords_may_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a machine that sets up others; without a terminal and without a file nothing is guessed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(PASSWORDS)))
    with pytest.raises(CommandError, match="no terminal"):
        set_up()
    set_up(passwords=Path("-"))
    assert Person.objects.get(badge="3001").check_password(PASSWORDS[1])


def test_ops_1_5_a_second_time_is_refused(passwords: Path) -> None:
    """A person with the server cannot make themselves another admin unseen."""
    set_up(passwords=passwords)
    with pytest.raises(CommandError, match="Casino Royal is set up already"):
        set_up(passwords=passwords, casino="Another", admin_badge="9002", compliance_badge="3002")
    assert Casino.objects.count() == 1
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"currency": "Euro"}, "three capital letters"),
        ({"currency": "eur"}, "three capital letters"),
        ({"time_zone": "Vienna"}, "Vienna is no time zone"),
        ({"minor_digits": 5}, "0 to 4 digits"),
        ({"casino": "  "}, "name must not be empty"),
        ({"admin_badge": "90 01"}, "A badge is letters and digits"),
        ({"compliance_badge": "9001"}, "There is a badge 9001 already"),
        ({"compliance_name": ""}, "name must not be empty"),
        ({"gaming_day": "6"}, "must be a time like 06:00"),
    ],
)
def test_ops_7_1_what_a_casino_cannot_be_is_refused(options: dict[str, Any], said: str, passwords: Path) -> None:
    """Nothing is made of a house that is set up wrongly."""
    with pytest.raises(CommandError, match=said):
        set_up(passwords=passwords, **options)
    assert not Casino.objects.exists()
    assert not Person.objects.exists()


@pytest.mark.parametrize("text", ["only one line\n", "one\n\n", "", "a\nb\nc\n", "short\nshort\n", None])
def test_passwords_that_will_not_do(text: str | None, tmp_path: Path) -> None:
    """Two lines, each a password that holds; a file that is not there is said."""
    path = tmp_path / "passwords"
    if text is not None:
        path.write_text(text)
    with pytest.raises(CommandError, match=r"two lines|will not do|cannot be read"):
        set_up(passwords=path)
    assert not Casino.objects.exists()


def test_ops_4_1_a_table_with_its_house_rules(tmp_path: Path) -> None:
    """It stands closed under version 1 of the whole document."""
    cast = make_cast(tapped_in=False)
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(HOUSE_RULES))
    assert called("add_table", number=14, rules=path) == "Table 14 stands in Casino of the Tests, with 7 seats.\n"
    table = Table.objects.select_related("rules").get(number=14)
    assert table.rules is not None
    assert (table.state, table.casino_id, table.rules.number) == ("closed", cast.casino.pk, 1)
    with pytest.raises(CommandError, match="wrong_state: There is a table 14 already"):
        called("add_table", number=14, rules=path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"chip_unit": 0}, "bad_rules: .*chip_unit"),
        ({"limits": {"ante": {"min": 5, "max": 1}}}, "bad_rules: .*limits"),
        ({"terms": {"rake": {"mode": "some"}}}, r"bad_rules: .*rake\.mode"),
        ({"colour": "green"}, "bad_rules: .*colour"),
    ],
)
def test_ops_4_5_rules_that_do_not_hold_are_refused_by_name(change: Any, said: str, tmp_path: Path) -> None:
    """The message names the rule."""
    make_cast(tapped_in=False)
    path = tmp_path / "rules.json"
    path.write_text(json.dumps({**HOUSE_RULES, **change}))
    with pytest.raises(CommandError, match=said):
        called("add_table", number=14, rules=path)
    assert not Table.objects.filter(number=14).exists()


def test_a_table_that_cannot_be_is_refused(tmp_path: Path) -> None:
    """Files that are no JSON, numbers and seats no table has, a casino that is not there."""
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(HOUSE_RULES))
    with pytest.raises(CommandError, match="There is no casino yet"):
        called("add_table", number=14, rules=path)
    make_cast(tapped_in=False)
    for options in ({"number": 0}, {"number": 10_000}, {"number": 14, "seats": 1}, {"number": 14, "seats": 13}):
        with pytest.raises(CommandError, match="bad_field"):
            called("add_table", rules=path, **options)
    for text in ("{", '{"game": 1, "game": 2}', "\udcff"):
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        with pytest.raises(CommandError, match=r"is not JSON|is not UTF-8"):
            called("add_table", number=14, rules=path)
    bootstrap(casino=NewCasino("Another", "EUR"), people=[], command_id=command_id())
    with pytest.raises(CommandError, match="Another, Casino of the Tests"):
        called("add_table", number=14, rules=path)
    with pytest.raises(CommandError, match="There is no casino Nowhere"):
        called("add_table", number=14, rules=path, casino="Nowhere")


def test_ops_1_6_a_token_is_printed_once_and_stored_hashed() -> None:
    """What is printed acts as the person; the log says for whom it is, not what it is."""
    cast = make_cast(tapped_in=False)
    token = called("issue_token", badge="2001", label="shift report").strip()
    person = person_of_token(token)
    assert person is not None
    assert person.badge == "2001"
    assert token not in PersonToken.objects.get().token_hash
    entry = AuditEntry.objects.filter(chain=cast.casino.chain).order_by("-sequence")[0]
    assert entry.act == "issue_token"
    assert token not in json.dumps(entry.payload)
    with pytest.raises(CommandError, match="There is no badge 7777"):
        called("issue_token", badge="7777", label="x")
