"""The pages of the audit log: filters that live in the address, older and newer, one entry whole (LOOK 3)."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.models import AuditEntry
from tables.web.audit.summary import summary_of
from tests.actions.felt import settled
from tests.cast import Cast, make_cast
from tests.web.audit.test_replay import signed_in
from tests.web.conftest import source_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """A house with a settled round."""
    cast = make_cast()
    settled(cast)
    return cast


@pytest.fixture
def ines(cast: Cast) -> Client:
    """The inspector's browser."""
    return signed_in(cast, "ines")


def acts(page: str) -> list[str]:
    """The acts in the list."""
    return re.findall(r'entries/[^"]+">\d+</a></td>\s*<td>(\w+)</td>', page)


def test_filters_narrow_the_list_and_stay_in_the_form(ines: Client) -> None:
    """Tables, acts, badges, a round, gaming days."""
    page = ines.get("/compliance/", {"table": "12", "act": "sit, deal", "person": "1001", "round": ""}).content.decode()
    assert set(acts(page)) == {"sit", "deal"}
    assert 'value="sit, deal"' in page
    assert acts(ines.get("/compliance/", {"table": "house", "act": "tap_in"}).content.decode()) == ["tap_in"]
    assert acts(ines.get("/compliance/", {"round": "1", "act": "settle_round"}).content.decode()) == ["settle_round"]
    assert acts(ines.get("/compliance/", {"last": "2001-01-01"}).content.decode()) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("table", "twelve"),
        ("table", "99999999"),
        ("act", "cheat"),
        ("act", " ".join(["deal"] * 41)),
        ("person", "1001;"),
        ("round", "0"),
        ("round", "-1"),
        ("first", "yesterday"),
        ("until", "2026-03-01"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_kept(ines: Client, name: str, value: str) -> None:
    """Nothing is shown for a question that was not understood."""
    reply = ines.get("/compliance/", {name: value})
    page = source_of(reply)
    assert reply.status_code == 400
    assert f'name="{name}" value="{value}"' in page
    assert page.count("data-wrong") == 1
    assert acts(page) == []


@pytest.mark.parametrize(
    "place", ["x", "2026-01-01T00:00:00Z,1/house", "2026-01-01T00:00:00Z,1/house,x", ",,", "\x00,\x00,1"]
)
def test_a_place_that_is_none_starts_at_the_newest(ines: Client, place: str) -> None:
    """With anything that is written into an address."""
    assert ines.get("/compliance/", {"before": place}).status_code == 200


def test_one_page_after_the_other_and_back(cast: Cast, ines: Client) -> None:
    """By the links alone; three queries beside who asks."""
    for _time in range(60):
        cast.act("suspend_table", by="frank", reason="drill")
        cast.act("resume_table", by="frank")
    first = ines.get("/compliance/").content.decode()
    older = re.search(r'rel="next" href="([^"]+)"', first)
    assert older
    with CaptureQueriesContext(connection) as queries:
        second = ines.get("/compliance/" + older[1].replace("&amp;", "&")).content.decode()
    assert sum("auditentry" in query["sql"] for query in queries) == 1
    newer = re.search(r'rel="prev" href="([^"]+)"', second)
    assert newer
    assert acts(ines.get("/compliance/" + newer[1].replace("&amp;", "&")).content.decode()) == acts(first)
    assert len(acts(first)) == 50


def test_an_entry_whole(cast: Cast, ines: Client) -> None:
    """Every field, whether its hash holds, and the way to its neighbours; the last has no next."""
    entry = AuditEntry.objects.filter(chain=cast.table.chain).order_by("-sequence").first()
    assert entry
    page = ines.get(f"/compliance/entries/table/12/{entry.sequence}/").content.decode()
    assert entry.hash in page
    assert entry.previous_hash in page
    assert "Its hash is the hash of what it says" in page
    assert 'rel="next"' not in page
    assert 'rel="prev"' in page
    assert ines.get(f"/compliance/entries/table/12/{entry.sequence + 1}/").status_code == 404
    for nowhere in ("nonsense/1", "house/0", f"house/{10**30}", "table/12%00/1"):
        assert ines.get(f"/compliance/entries/{nowhere}/").status_code == 404
    assert ines.get("/compliance/", {"person": "\x00"}).status_code == 400


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        ({"sent": {}, "leaves": 2}, "leaves 2"),
        ({"sent": {"filter": {"tables": [1]}}, "export": 7}, "filter tables 1"),
        ({"sent": {"lease": "3a1e"}, "state": "ready"}, "state ready"),
        ({"sent": {"seat": 3, "chips": 500}, "before": {"chips": 400}}, "seat 3, chips 500"),
        ({"refused": "void_round", "reason": "Only a floor manager may do this."}, "Only a floor manager may do this."),
    ],
)
def test_what_an_entry_says_in_a_line(payload: dict[str, object], words: str) -> None:
    """What was sent; where that says nothing, what came of it."""
    assert summary_of(payload) == words


def test_from_an_entry_to_all_an_inspector_would_follow(cast: Cast, ines: Client) -> None:
    """Its place in the log, its chain, others of its act and its person; every way leads somewhere that shows it."""
    address = "/compliance/entries/table/12/1/"
    page = ines.get(address).content.decode()
    assert "not yet: the next checkpoint will vouch for it" in page
    entry = AuditEntry.objects.get(chain=cast.table.chain, sequence=1)
    ways = [way.replace("&amp;", "&") for way in re.findall(r'href="(/compliance/\?[^"]+)"', page)]
    assert len(ways) == 4
    assert {f"/compliance/?act={entry.act}", f"/compliance/?person={entry.person}", "/compliance/?table=12"} < set(ways)
    for way in ways:
        listed = ines.get(way).content.decode()
        assert address in listed
    on_top = ines.get(next(way for way in ways if "before=" in way)).content.decode()
    assert acts(on_top) == [entry.act]


def test_aud_1_1_what_is_sent_to_a_page_of_others_is_refused_on_record(cast: Cast) -> None:
    """Looking is refused without a word; sending something is an entry, which names the page."""
    dana = signed_in(cast, "dana")
    before = AuditEntry.objects.count()
    assert dana.get("/compliance/exports/").status_code == 403
    assert AuditEntry.objects.count() == before
    assert dana.post("/compliance/checkpoints/now/").status_code in (403, 404)
    assert dana.post("/floor/unlock-badge/", {"badge": "1001"}).status_code == 403
    entry = AuditEntry.objects.filter(act="refused").latest("time")
    assert (entry.person, entry.role) == ("1001", "dealer")
    assert "/floor/unlock-badge/" in entry.payload["reason"]


def test_aud_5_1_a_failure_that_locks_says_so(cast: Cast) -> None:
    """The fifth locks the badge; the next is refused because it is locked."""
    for _attempt in range(6):
        Client().post("/login/", {"badge": "2001", "password": "wrong"})
    told = AuditEntry.objects.filter(act="sign_in_failed").order_by("sequence").values_list("payload", flat=True)
    assert [payload.get("locks") for payload in told] == [None, None, None, None, "badge", None]
    assert told[5]["reason"] == "locked"
