"""The inspector reads all that compliance reads, and changes nothing (AUD 7.5, OPS 1.4)."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from tables.actions.people.secrets import hash_pin
from tables.models import AuditEntry, Export, Person, RoleGrant
from tables.policy import MATRIX, Act, Role
from tests.actions.felt import settled
from tests.cast import Cast

READ = (
    "/compliance/",
    "/compliance/checkpoints/",
    "/compliance/exports/",
    "/compliance/findings/",
    "/compliance/reports/exceptions/",
    "/compliance/reports/access/",
    "/floor/alerts/",
    "/floor/disputes/",
    "/floor/owed/",
    "/floor/bars/",
    "/floor/changes/",
    "/people/",
)


@pytest.fixture
def inspector(cast: Cast) -> Client:
    """The browser of an inspector, after a round."""
    settled(cast)
    person = Person.objects.create(badge="4001", name="Irma", pin_hash=hash_pin("404040", "4001"))
    RoleGrant.objects.create(casino=cast.casino, person=person, role=Role.INSPECTOR, granted_at=timezone.now())
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("address", READ)
def test_aud_7_5_an_inspector_reads(inspector: Client, address: str) -> None:
    """Every page of log, reports, floor lists and people; none of them shows a key for what they may not do."""
    page = inspector.get(address)
    assert page.status_code == HTTPStatus.OK
    text = page.content.decode()
    for key in ("Checkpoint now", "Ask for a new person", ">Confirm<", ">Sign off<", ">Acknowledge<"):
        assert key not in text, key


def test_aud_7_5_an_inspector_takes_an_export_away(inspector: Client) -> None:
    """Asked for in their own name and role, as an entry."""
    answer = inspector.post("/compliance/exports/ask/", {"command": "inspector-export-1"})
    assert answer.status_code == HTTPStatus.FOUND
    entry = AuditEntry.objects.get(act=Act.EXPORT_AUDIT_LOG)
    assert (entry.person, entry.role) == ("4001", "inspector")
    assert Export.objects.get().requested_by.badge == "4001"


@pytest.mark.parametrize(
    "address",
    ["/compliance/checkpoints/make/", "/people/create/", "/floor/bars/new/", "/floor/unlock-badge/"],
)
def test_aud_7_5_an_inspector_changes_nothing(inspector: Client, address: str) -> None:
    """Each is refused, and the refusal is on record; no other entry is made."""
    before = AuditEntry.objects.exclude(act="refused").count()
    answer = inspector.post(address, {"command": "inspector-does-this", "badge": "1001", "player_card": "C1"})
    assert answer.status_code in (HTTPStatus.FORBIDDEN, HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
    assert AuditEntry.objects.exclude(act="refused").count() == before


def test_ops_1_4_what_an_inspector_is_granted() -> None:
    """Reading, exports, and their own language: nothing else."""
    granted = {act for act, roles in MATRIX.items() if Role.INSPECTOR in roles}
    assert granted == {
        Act.READ_AUDIT_LOG,
        Act.EXPORT_REPORT,
        Act.EXPORT_EVIDENCE,
        Act.EXPORT_AUDIT_LOG,
        Act.CANCEL_EXPORT,
        Act.DOWNLOAD_EXPORT,
        Act.CHOOSE_LANGUAGE,
    }
