"""Four eyes and the order of versions, as the database keeps them against every writer: the ORM, a shell, the owner (OPS 1.5, 4.2)."""

from typing import Any

import psycopg
import pytest

from tests.actions.rules.changes import decide, request
from tests.cast import Cast
from tests.models.past import refusal, undone

CHECK = "CheckViolation"
ASK = """
INSERT INTO tables_rulechange (table_id, base_id, changes, document, reason, requested_by_id, requested_at, expires_at,
                               state, words, decided_by_id, decided_at, due_at)
SELECT table_id, id, '{}', document, 'by hand', %s, now(), now() + interval '1 hour', %s, '', %s, now(), now()
FROM tables_rulesversion WHERE number = 1
"""
APPROVE = "UPDATE tables_rulechange SET state = 'approved', decided_by_id = %s, decided_at = now(), due_at = now() WHERE id = %s"
FOLLOW = """
INSERT INTO tables_rulesversion (table_id, number, game, document, in_force_from, change_id)
SELECT table_id, %s, 'high_card_flush', document, now(), %s FROM tables_rulechange WHERE id = %s
"""
CLOSE = "UPDATE tables_round SET state = 'closed', bank = 0, pot = 0, ended_at = now() WHERE state = 'settled'"


@pytest.fixture(scope="module")
def asked(books: Cast) -> int:
    """A change that Frank asked for, committed, after one that Petra has rejected."""
    decide(books, "reject", request(books))
    return request(books)


@pytest.fixture(params=["application", "owner"])
def link(request: pytest.FixtureRequest) -> psycopg.Connection[Any]:
    """The service's own role, and the owner of the tables."""
    found: psycopg.Connection[Any] = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def ids(books: Cast) -> tuple[int, int]:
    """Frank, who asked, and Petra, who did not."""
    return books.people["frank"].pk, books.people["petra"].pk


def test_ops_4_2_nobody_approves_their_own_change(
    link: psycopg.Connection[Any], asked: int, ids: tuple[int, int]
) -> None:
    """A constraint compares the people; the second person may."""
    frank, petra = ids
    assert refusal(link, APPROVE, frank, asked) == CHECK
    assert refusal(link, APPROVE, None, asked) == CHECK
    assert refusal(link, APPROVE, petra, asked) == ""


def test_ops_4_2_a_change_begins_as_a_request(link: psycopg.Connection[Any], asked: int, ids: tuple[int, int]) -> None:
    """It cannot be written down approved, nor beside another that is open."""
    frank, petra = ids
    assert refusal(link, ASK, frank, "approved", petra) == CHECK
    with undone(link) as run:
        run(
            "UPDATE tables_rulechange SET state = 'withdrawn', ended_by_id = %s, ended_at = now() WHERE id = %s",
            frank,
            asked,
        )
        with pytest.raises(psycopg.errors.CheckViolation):
            run(ASK, frank, "in_force", petra)


@pytest.mark.parametrize(
    "change",
    [
        "requested_by_id = requested_by_id + 1",
        "document = '{}'",
        "changes = '{}'",
        "expires_at = expires_at + interval '1 day'",
        "base_id = NULL",
        "reason = 'another'",
    ],
)
def test_ops_4_2_what_was_asked_for_stands(link: psycopg.Connection[Any], asked: int, change: str) -> None:
    """Also the name of the person who asked, so that four eyes cannot be made of two."""
    assert refusal(link, f"UPDATE tables_rulechange SET {change} WHERE id = %s", asked) == CHECK


@pytest.mark.parametrize("state", ["in_force", "cancelled", "requested"])
def test_ops_4_2_a_change_goes_its_way_step_by_step(
    link: psycopg.Connection[Any], asked: int, ids: tuple[int, int], state: str
) -> None:
    """Not in force without its version, not cancelled by its requester, not back."""
    frank, petra = ids
    with undone(link) as run:
        run(APPROVE, petra, asked)
        ended = "NULL" if state == "requested" else "now()"
        with pytest.raises(psycopg.errors.CheckViolation):
            run(
                f"UPDATE tables_rulechange SET state = %s, ended_by_id = %s, ended_at = {ended} WHERE id = %s",
                state,
                frank,
                asked,
            )


def test_ops_4_1_no_version_comes_but_of_an_approved_change(
    link: psycopg.Connection[Any], asked: int, ids: tuple[int, int]
) -> None:
    """The next number, of this change, with its document; anything else is refused."""
    _frank, petra = ids
    assert refusal(link, FOLLOW, 2, asked, asked) == CHECK
    with undone(link) as run:
        run(CLOSE)
        run(APPROVE, petra, asked)
        run(FOLLOW, 2, asked, asked)
    for statement in (FOLLOW, FOLLOW.replace("document, now()", "'{}', now()")):
        with undone(link) as run:
            run(CLOSE)
            run(APPROVE, petra, asked)
            number = 3 if statement == FOLLOW else 2
            with pytest.raises(psycopg.errors.CheckViolation):
                run(statement, number, asked, asked)


def test_ops_4_3_no_version_comes_inside_a_round_before_its_time_or_dated_back(
    link: psycopg.Connection[Any], asked: int, ids: tuple[int, int]
) -> None:
    """The round that is open keeps its rules, the notice runs out first, and nothing was in force before it was approved."""
    _frank, petra = ids
    later = APPROVE.replace("due_at = now()", "due_at = now() + interval '10 minutes'")
    tried = (
        ("", APPROVE, FOLLOW),
        (CLOSE, later, FOLLOW),
        (CLOSE, APPROVE, FOLLOW.replace("now(), %s", "now() - interval '1 hour', %s")),
    )
    for close, approve, follow in tried:
        with undone(link) as run:
            run(close or "SELECT")
            run(approve, petra, asked)
            with pytest.raises(psycopg.errors.CheckViolation):
                run(follow, 2, asked, asked)


def test_ops_4_2_a_change_is_decided_by_the_floor_and_in_time(
    link: psycopg.Connection[Any], books: Cast, asked: int, ids: tuple[int, int]
) -> None:
    """Not by a dealer or an inspector, not after its time; and it does not expire before it."""
    _frank, petra = ids
    for who in ("dana", "ines", "ada"):
        assert refusal(link, APPROVE, books.people[who].pk, asked) == CHECK
        assert refusal(link, APPROVE.replace("approved", "rejected"), books.people[who].pk, asked) == CHECK
    late = APPROVE.replace("decided_at = now()", "decided_at = now() + interval '2 hours'")
    assert refusal(link, late, petra, asked) == CHECK
    expired = "UPDATE tables_rulechange SET state = 'expired', ended_at = now() WHERE id = %s"
    assert refusal(link, expired, asked) == CHECK


def test_ops_4_1_a_table_is_put_under_no_other_version(link: psycopg.Connection[Any], books: Cast, asked: int) -> None:
    """Neither back nor under another table's."""
    assert asked
    assert refusal(link, "UPDATE tables_table SET rules_id = NULL WHERE id = %s", books.table.pk) == CHECK


def test_ops_4_2_a_decided_change_is_decided(link: psycopg.Connection[Any], asked: int) -> None:
    """Rejected, it cannot be approved after all, nor go away."""
    assert asked
    ended = link.execute("SELECT id, requested_by_id FROM tables_rulechange WHERE state = 'rejected'").fetchone()
    assert ended is not None
    assert (
        refusal(link, "UPDATE tables_rulechange SET state = 'approved', ended_at = NULL WHERE id = %s", ended[0])
        == CHECK
    )
    kinds = {refusal(link, "DELETE FROM tables_rulechange WHERE id = %s", ended[0])}
    assert kinds <= {CHECK, "InsufficientPrivilege"}
