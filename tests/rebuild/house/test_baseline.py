"""A house of before: the comparison begins at its baseline, and what stood then is still proved (AUD 1.2, 6.1)."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from pytest_django import DjangoDbBlocker

from local.postgres import PASSWORD_OF, SUPERUSER
from tables.actions.audit.baseline import write_baselines
from tables.actions.audit.exports import cancel_export
from tables.actions.floor.alerts import acknowledge_alert
from tables.actions.floor.bars import lift_bar
from tables.models import Alert, Bar, Casino, Export, Owed, StaffChange
from tables.queries.audit.house_compare import house_unlike_the_log
from tables.stamp import HouseCall
from tests.cast import Cast
from tests.fixtures.servers import Servers, process_name
from tests.house import ADA, INES, House
from tests.rebuild.evening import SIGNED, eventful

# As an earlier version wrote them.
OLDER = "UPDATE tables_auditentry SET schema = 1, payload = payload - 'effects' - 'owing'"


@pytest.fixture(scope="module")
def evening(servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """The evening, as a version without effects wrote it, read by a superuser; each test is taken back."""
    with django_db_blocker.unblock(), servers.clone(f"baseline_{process_name()}"):
        cast = eventful()
        connections.close_all()
        password = servers.postgres.passwords[PASSWORD_OF[SUPERUSER]]
        settings.DATABASES["default"].update(USER=SUPERUSER, PASSWORD=password)
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE tables_auditentry DISABLE TRIGGER USER")
            cursor.execute(OLDER)
            cursor.execute("ALTER TABLE tables_auditentry ENABLE TRIGGER USER")
        yield cast


@pytest.fixture
def upgraded(evening: Cast) -> Iterator[Cast]:
    """With a baseline in each chain."""
    block = transaction.atomic()
    # As in a test of Django's: what acts would commit is taken back.
    block._from_testcase = True  # type: ignore[attr-defined]
    with block:
        assert write_baselines() == [evening.casino.chain, evening.table.chain]
        yield evening
        transaction.set_rollback(True)


def told(cast: Cast) -> list[str]:
    """All that is said."""
    return [str(finding) for finding in house_unlike_the_log(cast.casino)]


def test_aud_6_1_without_a_baseline_nothing_of_before_is_said_to_hold(evening: Cast) -> None:
    """It says that none begins the comparison."""
    assert any("no baseline says how the rows stood then" in words for words in told(evening))


def test_aud_6_1_a_baseline_begins_the_comparison(upgraded: Cast) -> None:
    """Of all that is open, and of all that stands for ever."""
    assert told(upgraded) == []


def test_aud_6_1_what_was_open_then_ends_by_entries(upgraded: Cast) -> None:
    """Debts, bars, alerts, changes, requests and exports of before."""
    upgraded.act("settle_owed", owed=Owed.objects.get(settled_at=None).pk, how="cash", **SIGNED)
    for bar in Bar.objects.filter(lifted_at=None):
        lift_bar(bar_id=bar.pk, stamp=upgraded.stamp("frank", signed_by="frank"))
    for alert in Alert.objects.filter(acknowledged_at=None):
        acknowledge_alert(alert_id=alert.pk, stamp=upgraded.stamp("frank"))
    house = House(
        Casino.objects.get(pk=upgraded.casino.pk), {ADA: upgraded.stamp("ada").role, INES: upgraded.stamp("ines").role}
    )
    house.confirm(StaffChange.objects.get(state="requested").pk)
    cancel_export(HouseCall(upgraded.casino.pk, upgraded.stamp("ines")), export=Export.objects.get(state="waiting").pk)
    assert told(upgraded) == []


TAMPERED: dict[str, tuple[str, str]] = {
    "a closed request": ("UPDATE tables_staffchange SET badge = 'x' WHERE state = 'rejected'", "staff change"),
    "a lifted bar": ("DELETE FROM tables_bar WHERE lifted_at IS NOT NULL", "bar"),
    "an alert that was seen": ("DELETE FROM tables_alert WHERE acknowledged_at IS NOT NULL", "alert"),
    "evidence": ("UPDATE tables_dispute SET evidence = '{}'", "dispute"),
    "who approved": ("UPDATE tables_rulechange SET reason = 'x' WHERE state = 'in_force'", "rule change"),
    "a remembered answer": ("UPDATE tables_command SET answer = '{}' WHERE act = 'sit'", "remembered answers"),
    "an earlier tap-in": ("UPDATE tables_tapin SET ended_at = now() WHERE ended_at IS NOT NULL", "tap in"),
    "a role of before": ("UPDATE tables_rolegrant SET revoked_at = now() WHERE revoked_at IS NOT NULL", "role grant"),
    "an open bar": ("UPDATE tables_bar SET player_card = 'x' WHERE table_id IS NULL", "its player_card"),
    "a person": ("UPDATE tables_person SET name = 'Nobody'", "its name_mac"),
    "a token of before": ("UPDATE tables_persontoken SET token_hash = 'x' WHERE revoked_at IS NULL", "its token"),
    "the time zone": ("UPDATE tables_casino SET time_zone = 'Asia/Kathmandu'", "casino: its time_zone"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_aud_6_1_a_row_of_before_that_was_changed_is_named(upgraded: Cast, what: str) -> None:
    """By its baseline."""
    statement, words = TAMPERED[what]
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        name = next(word for word in statement.split() if word.startswith("tables_"))
        cursor.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        cursor.execute(statement)
        assert cursor.rowcount > 0
    assert any(words in said for said in told(upgraded)), told(upgraded)
