"""The audit log over HTTP: filters, pages, and who may read it (AUD 1, interfaces 3)."""

import pytest

from tables.models import AuditEntry
from tests.api.http import Http, program
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def ines(cast: Cast, playing: Http) -> Http:
    """The inspector's program, after players sat down."""
    assert playing.token
    return program(cast, "3001")


def test_aud_1_the_log_is_read_page_by_page(ines: Http, cast: Cast) -> None:
    """Older and newer; together every entry once, as it was hashed."""
    found, address = [], "audit/entries/?limit=4"
    while address:
        reply = ines.get(address)
        assert reply.status == 200
        found += reply.body["entries"]
        address = f"audit/entries/?limit=4&cursor={reply.body['next']}" if reply.body["next"] else ""
    assert len(found) == AuditEntry.objects.count() > 8
    assert len({(entry["chain"], entry["sequence"]) for entry in found}) == len(found)
    back = ines.get(f"audit/entries/?limit=4&cursor={reply.body['previous']}")
    assert (
        back.body["entries"] == found[-8:-4]
        or back.body["entries"] == found[-(len(reply.body["entries"]) + 4) : -len(reply.body["entries"])]
    )


def test_aud_1_filters_of_the_log(ines: Http, cast: Cast) -> None:
    """Of a chain, acts, actors, a round, a period; several of one kind are either."""
    chain = cast.table.chain
    sat = ines.get(f"audit/entries/?chain={chain}&act=sit&act=open_table").body["entries"]
    assert [entry["act"] for entry in sat] == ["sit", "sit", "sit", "open_table"]
    assert ines.get(f"audit/entries/?chain={chain}&actor=2001").body["entries"] == sat[3:]
    assert ines.get("audit/entries/?round=7").body["entries"] == []
    assert ines.get(f"audit/entries/?chain={chain}&until={sat[3]['time']}").body["entries"] == []
    assert len(ines.get(f"audit/entries/?chain={chain}&since={sat[3]['time']}").body["entries"]) == 4


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("chain=nonsense", "chain"),
        ("chain=999/house", "chain"),
        ("round=0", "round"),
        ("act=", "act"),
        ("actor=" + "9" * 41, "actor"),
        ("since=yesterday", "since"),
        ("cursor=57", "cursor"),
        ("cursor=before,2026-01-01,1/house,1", "cursor"),
        ("limit=1000", "limit"),
        ("person=1001", "person"),
    ],
)
def test_what_is_wrong_in_a_question_is_named(ines: Http, question: str, field: str) -> None:
    """Nothing unknown is ignored."""
    reply = ines.get(f"audit/entries/?{question}")
    assert reply.status in (400, 422)
    assert reply.body["field"] == field


@pytest.mark.parametrize(
    ("badge", "status"), [("1001", 403), ("2001", 200), ("3001", 200), ("9001", 403), ("5001", 403)]
)
def test_ops_1_4_who_reads_the_log(cast: Cast, badge: str, status: int) -> None:
    """Compliance and the floor of the house."""
    assert program(cast, badge).get("audit/entries/").status == status


def test_a_tablet_reads_no_log(felt: Http) -> None:
    """It is no person."""
    assert felt.get("audit/entries/").code == "403 not_allowed"
