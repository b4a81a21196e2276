"""What a baseline states of the rows: what is open in full, what stands as a digest that a change would change (AUD 1.2)."""

import pytest
from django.db import connection

from tables.audit.canonical import canonical
from tables.models import Alert, Person, RoleGrant, Seating
from tables.queries.audit.baseline_rows import house_rows, older_digest, open_ids, table_rows
from tables.queries.audit.house_kinds import HOUSE_KINDS
from tables.queries.audit.table_kinds import TABLE_KINDS
from tests.actions.felt import settled
from tests.cast import Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    """An evening with a settled round."""
    cast = make_cast()
    settled(cast)
    return cast


def test_aud_1_2_every_kind_stands_in_a_baseline(cast: Cast) -> None:
    """And all of it can stand in an entry."""
    house, table = house_rows(cast.casino), table_rows(cast.table)
    assert set(house) == {*HOUSE_KINDS, "command"}
    assert set(table) == set(TABLE_KINDS)
    canonical({"rows": house})
    canonical({"rows": table})
    assert table["leg"]["count"] > 5
    assert table["seating"]["open"] == [row.pk for row in Seating.objects.filter(left_at=None).order_by("pk")]
    assert house["command"]["count"] == 0, "every command has an entry that names its answer"


def test_aud_1_3_no_secret_and_no_name_stands_there(cast: Cast) -> None:
    """Of people badges and MACs alone."""
    text = canonical(house_rows(cast.casino)).decode()
    for person in Person.objects.all():
        assert person.name not in text
        assert person.salt not in text
        assert person.password not in text
        assert not person.pin_hash or person.pin_hash not in text


def test_aud_6_1_the_digest_is_made_again(cast: Cast) -> None:
    """Of the same rows it is the same, without those that were open it does not move when they change."""
    stated = house_rows(cast.casino)["role_grant"]
    assert stated["count"] == 0
    RoleGrant.objects.filter(person__badge="1002").update(
        revoked_at="2031-01-01T00:00:00Z", revoked_by=cast.people["ada"]
    )
    again = older_digest(HOUSE_KINDS["role_grant"], cast.casino.pk, stated["last"], open_ids(stated))
    assert again == {"count": 0, "sha256": stated["sha256"]}


def test_aud_6_1_a_row_added_below_changes_the_digest(cast: Cast) -> None:
    """One with an id of before too."""
    alert = Alert.objects.create(casino=cast.casino, kind="refused", subject="a", raised_at="2026-01-01T00:00:00Z")
    stated = house_rows(cast.casino)["alert"]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_alert (id, casino_id, kind, subject, details, raised_at)"
            " VALUES (-5, %s, 'refused', 'b', '{}', now())",
            [cast.casino.pk],
        )
    again = older_digest(HOUSE_KINDS["alert"], cast.casino.pk, stated["last"], open_ids(stated))
    assert (stated["count"], again["count"]) == (0, 1)
    assert alert.pk in open_ids(stated)
