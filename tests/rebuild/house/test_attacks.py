"""What insiders did with each password and nothing found, each named now with its row (AUD 6.1)."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import IntegrityError, connection, connections, transaction
from pytest_django import DjangoDbBlocker

from local.postgres import OWNER, PASSWORD_OF
from tables.queries.audit.house_compare import house_unlike_the_log
from tests.cast import Cast
from tests.fixtures.servers import Servers, process_name
from tests.rebuild.evening import eventful

FRANK = "(SELECT id FROM tables_person WHERE badge = '2001')"
PETRA = "(SELECT id FROM tables_person WHERE badge = '2002')"
TABLE = "(SELECT id FROM tables_table WHERE number = 12)"
HOUSE = "(SELECT id FROM tables_casino)"

BY_THE_APPLICATION = {
    "a token": (
        f"INSERT INTO tables_persontoken (person_id, label, token_hash, created_at) VALUES ({FRANK}, 'x', 'h', now())",
        "person token",
    ),
    "another hash of a token": ("UPDATE tables_persontoken SET token_hash = 'h' WHERE revoked_at IS NULL", "its token"),
    "a token that works again": ("UPDATE tables_persontoken SET revoked_at = NULL", "its revoked_at"),
    "a tablet": (
        (
            "INSERT INTO tables_tablet (table_id, label, token_hash, enrolled_by_id, enrolled_at, failures)"
            f" VALUES ({TABLE}, 'x', 'h', {FRANK}, now(), 0)"
        ),
        "tablet",
    ),
    "a tablet that works again": ("UPDATE tables_tablet SET revoked_at = NULL", "its revoked_at"),
    "a tablet's token": ("UPDATE tables_tablet SET token_hash = id::text", "its token"),
    "a code": (
        (
            "INSERT INTO tables_enrolmentcode (table_id, code_hash, issued_by_id, expires_at)"
            f" VALUES ({TABLE}, 'h', {FRANK}, now() + interval '1 day')"
        ),
        "enrolment code",
    ),
    "a code that is good again": ("UPDATE tables_enrolmentcode SET used_at = NULL", "its used_at"),
    "a bar lifted in the past": (
        f"UPDATE tables_bar SET lifted_at = now() - interval '1 day', lifted_by_id = {FRANK} WHERE lifted_at IS NULL",
        "its lifted_at",
    ),
    "a dispute with nothing as evidence": (
        (
            "INSERT INTO tables_dispute (table_id, round_id, reason, words, evidence, opened_by_id, opened_at)"
            f" SELECT {TABLE}, id, 'other', 'x', '{{}}', {FRANK}, now() FROM tables_round LIMIT 1"
        ),
        "dispute",
    ),
    "a ruling": (
        (
            "INSERT INTO tables_ruling (dispute_id, outcome, words, ruled_by_id, ruled_at)"
            f" SELECT max(id), 'stands', 'x', {FRANK}, now() FROM tables_dispute"
        ),
        "ruling",
    ),
    "a remembered answer": (
        (
            "INSERT INTO tables_command (command_id, act, digest, version, answer, acted_at)"
            " VALUES ('never-was-sent', 'sit', 'd', 0, '{}', now())"
        ),
        "command never-was-sent",
    ),
    "a role taken away": (
        f"UPDATE tables_rolegrant SET revoked_at = now(), revoked_by_id = {FRANK} WHERE person_id = {PETRA}",
        "role grant 2002 floor",
    ),
    "a name and a licence": ("UPDATE tables_person SET name = 'Nobody', licence = 'none'", "its name_mac"),
    "a language": ("UPDATE tables_person SET language = 'it' WHERE badge = '2001'", "person 2001: its language"),
    "an alert": (
        (
            "INSERT INTO tables_alert (casino_id, kind, subject, details, raised_at)"
            f" VALUES ({HOUSE}, 'override', 'x', '{{}}', now())"
        ),
        "alert override x",
    ),
    "an alert that nobody has to see": (
        f"UPDATE tables_alert SET acknowledged_at = now(), acknowledged_by_id = {FRANK} WHERE acknowledged_at IS NULL",
        "its acknowledged_at",
    ),
    "a debt dealt with": (
        f"UPDATE tables_owed SET settled_at = now(), settled_by_id = {FRANK} WHERE settled_at IS NULL",
        "its settled_at",
    ),
    "a request about people called back": (
        (
            "UPDATE tables_staffchange SET state = 'withdrawn', decided_at = now(), decided_by_id = requested_by_id,"
            " password_hash = '', pin_hash = '' WHERE state = 'requested'"
        ),
        "its state",
    ),
    "another file of an export": (
        "UPDATE tables_export SET sha256 = repeat('1', 64) WHERE state = 'ready'",
        "its sha256",
    ),
    "an export called back": ("UPDATE tables_export SET state = 'cancelled' WHERE state = 'waiting'", "its state"),
    "the house's name": ("UPDATE tables_casino SET name = 'Another House'", "casino: its name"),
    "a dealer tapped out": ("UPDATE tables_tapin SET ended_at = now() WHERE ended_at IS NULL", "its ended_at"),
}
BY_THE_OWNER = {
    "who asked for a change of rules": (
        "rulechange",
        f"SET requested_by_id = {PETRA} WHERE state = 'withdrawn'",
        "its ",
    ),
    "who approved it": (
        "rulechange",
        "SET decided_by_id = (SELECT id FROM tables_person WHERE badge = '9001') WHERE state = 'in_force'",
        "its decided_by",
    ),
    "why": ("rulechange", "SET reason = 'the house asked for it'", "its reason"),
    "when its notice was over": ("rulechange", "SET due_at = due_at - interval '1 hour'", "its due_at"),
    "which rules": (
        "rulechange",
        """SET document = jsonb_set(document, '{limits,ante,max}', '990000') WHERE state = 'rejected'""",
        "its document",
    ),
    "who gave a role": ("rolegrant", "SET granted_by_id = confirmed_by_id, confirmed_by_id = NULL", "its granted_by"),
    "when a role was given": ("rolegrant", "SET granted_at = granted_at - interval '1 day'", "role grant"),
    "a badge": ("person", "SET badge = '7777' WHERE badge = '2001'", "person 2001"),
    "who was barred": ("bar", "SET player_card = 'P-1' WHERE table_id IS NULL", "its player_card"),
    "a dispute's evidence": ("dispute", "SET evidence = '{}'", "its evidence"),
    "a ruling's words": ("ruling", "SET words = 'nobody was at fault'", "its words"),
    "what an alert said": ("alert", "SET details = '{}' WHERE kind = 'dispute'", "its details"),
    "what is owed": ("owed", "SET amount = amount * 2", "its amount"),
    "an answer": ("command", """SET answer = '{"seat": 9}' WHERE act = 'sit'""", "its answer"),
    "who was tapped in": ("tapin", f"SET person_id = {FRANK} WHERE tablet_id IS NULL", "its badge"),
    "the clock of the house": ("casino", "SET time_zone = 'Asia/Kathmandu'", "casino: its time_zone"),
    "the day of the house": ("casino", "SET gaming_day_starts = '23:00'", "casino: its gaming_day_starts"),
    "the money of the house": ("casino", "SET currency = 'USD', minor_digits = 0", "casino: its currency"),
}
TAKEN_AWAY = {
    "ruling": "TRUE",
    "alert": "kind = 'refused'",
    "rulechange": "state = 'rejected'",
    "command": "act = 'sit'",
    "bar": "table_id IS NULL",
    "persontoken": "TRUE",
    "enrolmentcode": "TRUE",
    "owed": "TRUE",
    "export": "state = 'cancelled'",
    "staffchange": "state = 'rejected'",
    "rolegrant": "revoked_at IS NOT NULL",
}


@pytest.fixture(scope="module")
def evening(servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """The evening, committed; each attack is taken back."""
    with django_db_blocker.unblock(), servers.clone(f"attacks_{process_name()}"):
        yield eventful()


@contextmanager
def as_owner(servers: Servers) -> Iterator[None]:
    """With the owner's password."""
    database, before = settings.DATABASES["default"], dict(settings.DATABASES["default"])
    connections.close_all()
    database.update(USER=OWNER, PASSWORD=servers.postgres.passwords[PASSWORD_OF[OWNER]])
    try:
        yield
    finally:
        connections.close_all()
        database.update(before)


def told_after(cast: Cast, *statements: str) -> str:
    """All that is said after these statements, which are taken back; the last has to change something."""
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        assert cursor.rowcount > 0
        found = [str(finding) for finding in house_unlike_the_log(cast.casino)]
        transaction.set_rollback(True)
    return "\n".join(found)


@pytest.mark.parametrize("attack", BY_THE_APPLICATION)
def test_aud_6_1_with_the_applications_password(evening: Cast, attack: str) -> None:
    """What its rights let it write: each row has its entry."""
    statement, words = BY_THE_APPLICATION[attack]
    assert words in told_after(evening, statement)


@pytest.mark.parametrize("column", ["time_zone = 'UTC+1'", "gaming_day_starts = '05:00'", "currency = 'USD'"])
def test_aud_1_2_what_every_report_depends_on_cannot_be_changed(evening: Cast, column: str) -> None:
    """Not by the application, and not by the owner while the guards stand."""
    with pytest.raises(IntegrityError, match="its money and its clock cannot change"):
        told_after(evening, f"UPDATE tables_casino SET {column}")


@pytest.mark.parametrize("attack", BY_THE_OWNER)
def test_aud_6_1_with_the_owners_password(servers: Servers, evening: Cast, attack: str) -> None:
    """Guards, checks and all put aside: the rows agree among themselves, and not with the log."""
    table, change, words = BY_THE_OWNER[attack]
    with as_owner(servers):
        said = told_after(
            evening,
            f"ALTER TABLE tables_{table} DISABLE TRIGGER USER",
            "ALTER TABLE tables_rulechange DROP CONSTRAINT rule_change_has_four_eyes",
            "ALTER TABLE tables_rulechange DROP CONSTRAINT rule_change_is_withdrawn_by_its_requester",
            f"UPDATE tables_{table} {change}",
        )
    assert words in said


def test_ops_4_2_an_approver_who_asked_for_it_is_named(servers: Servers, evening: Cast) -> None:
    """After the check of four eyes was dropped."""
    with as_owner(servers):
        said = told_after(
            evening,
            "ALTER TABLE tables_rulechange DISABLE TRIGGER USER",
            "ALTER TABLE tables_rulechange DROP CONSTRAINT rule_change_has_four_eyes",
            "UPDATE tables_rulechange SET decided_by_id = requested_by_id WHERE state = 'in_force'",
        )
    assert "its decided_by is 2001 in the row, and 2002 by entry" in said


@pytest.mark.parametrize("table", TAKEN_AWAY)
def test_aud_6_1_rows_that_the_owner_took_away_are_missing(servers: Servers, evening: Cast, table: str) -> None:
    """Each by the entry that says it was made."""
    with as_owner(servers):
        said = told_after(
            evening,
            f"ALTER TABLE tables_{table} DISABLE TRIGGER USER",
            f"DELETE FROM tables_{table} WHERE {TAKEN_AWAY[table]}",
        )
    assert "the row is missing, but entry" in said


def test_aud_6_1_a_role_that_the_owner_gave_is_named(servers: Servers, evening: Cast) -> None:
    """By the badge of who holds it."""
    with as_owner(servers):
        said = told_after(
            evening,
            "ALTER TABLE tables_rolegrant DISABLE TRIGGER USER",
            "INSERT INTO tables_rolegrant (casino_id, person_id, role, granted_at)"
            f" VALUES ({HOUSE}, {FRANK}, 'compliance', now())",
        )
    assert said.startswith("role grant 2001 compliance")
    assert said.endswith("no entry says that the row was made")
