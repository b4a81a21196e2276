"""Findings of verifications are kept, lead to what they are about, and are signed off (AUD 6.4)."""

import json
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from django.test import Client

from tables.jobs import findings as store
from tables.jobs import verification
from tables.jobs.finding_list import FindingState, findings_of
from tables.jobs.verification import verify_everything
from tables.models import AuditEntry
from tables.queries.audit import everything
from tables.queries.audit.findings import Finding, Looked
from tests.api.http import program
from tests.cast import PASSWORD, Cast
from tests.management.planting import planted
from tests.web.audit.test_compliance_pages import command_in, house, sign_in, text_of

__all__ = ["house", "sign_in"]

OTHER_BANK = "UPDATE tables_round SET bank_declared = bank_declared + 100 WHERE number = 1"
TRUE_BANK = "UPDATE tables_round SET bank_declared = bank_declared - 100 WHERE number = 1"
PAGE = "/compliance/findings/"
SignIn = Callable[[str], Client]


@pytest.fixture
def found(house: Cast, owner_connection: psycopg.Connection) -> Cast:
    """A house with one finding: its round 1 has another bank than its entries say."""
    planted(owner_connection, "tables_round", OTHER_BANK)
    verify_everything()
    return house


def sign_off(browser: Client, finding: str, words: str = "the row was put right", password: str = PASSWORD) -> int:
    """Press the key of a finding; returns the status."""
    form = {"command": f"{command_in(browser.get(PAGE + '?state=open'))[:30]}-{finding}", "words": words}
    answer = browser.post(f"{PAGE}{finding}/acknowledge/", {**form, "signature": password})
    return int(answer.status_code)


def of_state(house: Cast, state: FindingState) -> list[str]:
    """The ids of the findings of a state."""
    return [finding["id"] for finding in findings_of(house.casino, state)]


def test_aud_6_4_a_finding_has_its_times_and_leads_to_its_round(found: Cast, sign_in: SignIn) -> None:
    """First and last seen; seen by two runs it is one, and each run is kept."""
    (first,) = findings_of(found.casino)
    verify_everything()
    (again,) = findings_of(found.casino)
    assert (again["id"], again["first_seen"]) == (first["id"], first["first_seen"])
    assert again["last_seen"] > first["last_seen"]
    assert (again["part"], again["chain"], again["round"]) == ("rows", found.table.chain, 1)
    assert [run["number"] for run in store.runs(5)] == [2, 1]
    page = sign_in("3001").get(PAGE)
    assert f'href="/compliance/tables/{found.table.number}/rounds/1/"' in page.content.decode()
    assert sign_in("3001").get(f"/compliance/tables/{found.table.number}/rounds/1/").status_code == 200
    assert again["words"] in text_of(page)


def test_aud_6_4_a_chain_with_a_finding_is_not_said_to_be_whole(found: Cast, sign_in: SignIn) -> None:
    """Its own entries hold; what stands beside it does not."""
    page = text_of(sign_in("3001").get("/compliance/checkpoints/"))
    assert "1 finding is not about the chain itself, but about what stands beside it" in page
    assert "Findings (1)" in page
    assert page.count("whole, unchanged, in order") == 1  # the house


def test_aud_6_4_it_is_signed_off_by_name_with_words_as_an_entry(found: Cast, sign_in: SignIn) -> None:
    """With the password of compliance; it stays listed with who looked at it."""
    ines = sign_in("3001")
    (finding,) = of_state(found, FindingState.OPEN)
    assert sign_off(ines, finding, words="") == 422
    assert sign_off(ines, finding, password="") == 403
    assert of_state(found, FindingState.OPEN) == [finding]
    assert sign_off(ines, finding) == 302
    assert of_state(found, FindingState.SIGNED_OFF) == [finding]
    entry = AuditEntry.objects.get(act="acknowledge_finding")
    assert (entry.person, entry.role, entry.chain) == ("3001", "compliance", found.casino.chain)
    assert entry.payload["sent"] == {"finding": finding, "words": "the row was put right"}
    assert entry.payload["finding"]["words"].startswith("table 12, round 1: its bank_declared is 50100")
    assert entry.payload["signature"]["badge"] == "3001"
    assert "the row was put right" in text_of(ines.get(f"{PAGE}?state=signed_off"))
    assert "the row was put right" not in text_of(ines.get(PAGE))


def test_aud_6_4_gone_it_stays_listed_and_come_again_it_is_open_again(
    found: Cast, sign_in: SignIn, owner_connection: psycopg.Connection
) -> None:
    """A sign-off holds for the time that it was about."""
    (finding,) = of_state(found, FindingState.OPEN)
    assert sign_off(sign_in("3001"), finding) == 302
    planted(owner_connection, "tables_round", TRUE_BANK)
    verify_everything()
    (gone,) = findings_of(found.casino, FindingState.GONE)
    assert (gone["id"], bool(gone["gone_since"])) == (finding, True)
    page = text_of(sign_in("3001").get(f"{PAGE}?state=gone"))
    assert "Gone since" in page
    assert "the row was put right" in page
    planted(owner_connection, "tables_round", OTHER_BANK)
    verify_everything()
    (again,) = findings_of(found.casino, FindingState.OPEN)
    assert (again["id"], again["gone_since"], len(again["sign_offs"])) == (finding, None, 1)
    assert again["since"] > again["first_seen"] == gone["first_seen"]
    assert "It was gone, and was there again at" in text_of(sign_in("3001").get(PAGE))


def test_aud_6_4_a_run_that_died_or_was_cut_says_of_nothing_that_it_is_gone(
    found: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what was looked for to its end can be gone; of more than twenty of one kind twenty are kept, and it is told."""
    finding = of_state(found, FindingState.OPEN)

    def dies() -> everything.Found:
        yield Looked(found.table.chain)
        raise RuntimeError("the worker was ended")

    monkeypatch.setattr(verification, "PARTS", (("rows", dies),))
    with pytest.raises(RuntimeError):
        verify_everything()
    assert of_state(found, FindingState.OPEN) == finding
    assert next(store.runs(1))["finished"] is None

    def many() -> everything.Found:
        for number in range(30):
            yield Finding(chain=found.table.chain, words=f"finding {number}")

    monkeypatch.setattr(verification, "PARTS", (("rows", many),))
    run = verify_everything()
    assert run["parts"]["rows"][found.table.chain]["findings"] == 30
    assert len(run["found"]) == 20
    assert set(finding) < set(of_state(found, FindingState.OPEN))
    assert not of_state(found, FindingState.GONE)


def test_aud_6_4_who_changes_the_words_of_a_finding_does_not_make_another(found: Cast) -> None:
    """Where a part says what it is about."""
    one = Finding(chain="1/table/12", key="seating 12", words="has 5 chips").identity("rows")
    assert one == Finding(chain="1/table/12", key="seating 12", words="has 6 chips").identity("rows")
    assert one != Finding(chain="1/table/14", key="seating 12", words="has 5 chips").identity("rows")
    assert one != Finding(chain="1/table/12", key="seating 12", words="has 5 chips").identity("chains")


def test_aud_6_4_a_file_that_was_damaged_is_put_aside(found: Cast, vault: Path) -> None:
    """No page fails, and the next run begins anew."""
    path = vault / "verification" / "findings.json"
    path.write_text("{")
    assert findings_of(found.casino) == []
    assert [file.read_text() for file in path.parent.glob("*.damaged")] == ["{"]
    verify_everything()
    assert len(findings_of(found.casino)) == 1
    json.loads(path.read_text())


def test_aud_6_4_a_program_reads_and_signs_off(found: Cast) -> None:
    """The same over the API; what is asked for in no known way is refused by name."""
    ines, path = program(found, "3001"), "audit/findings/"
    (finding,) = ines.get(f"{path}?state=open").body["findings"]
    assert finding["words"].startswith("table 12, round 1")
    assert ines.get(f"{path}?state=lost").status == 400
    signature = {"badge": "3001", "secret": PASSWORD}
    address = f"{path}{finding['id']}/acknowledge/"
    assert ines.post(address, {"words": "seen", "note": "x", "signature": signature}).status == 422
    assert ines.post(f"{path}{'0' * 16}/acknowledge/", {"words": "seen", "signature": signature}).status == 404
    assert ines.post(address, {"words": "seen", "signature": signature}).status == 200
    assert [row["words"] for row in ines.get(f"{path}?state=signed_off").body["findings"][0]["sign_offs"]] == ["seen"]
