"""The acts of an export and their entries (AUD 1.1, 4.1; OPS 1.4)."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tables.actions.audit import leases
from tables.actions.audit.exports import ExportResult, cancel_export, download_export, finish_export, request_export
from tables.actions.setup import NewCasino, NewPerson, bootstrap
from tables.errors import BadField, NotAllowed, NotFound, WrongState
from tables.jobs.exports import forget_old_exports, make_exports, open_for_download
from tables.models import AuditEntry, Export, Person
from tables.policy import Role
from tables.stamp import HouseCall, Stamp
from tests.cast import PASSWORD, Cast, command_id
from tests.exports.conftest import ask, file_of


def entries_of(act: str) -> list[dict[str, Any]]:
    """The payloads of the entries of an act, without its effects."""
    payloads = AuditEntry.objects.filter(act=act).order_by("time").values_list("payload", flat=True)
    return [{key: value for key, value in payload.items() if key != "effects"} for payload in payloads]


def test_aud_4_1_request_and_download_are_entries(in_play: Cast) -> None:
    """And so are its end and what it came to."""
    wanted = {"since": "2026-03-01T20:00:00+01:00", "tables": [12], "acts": ["settle_round"], "people": ["2001"]}
    export = ask(in_play, **wanted)
    stored = {**wanted, "since": "2026-03-01T19:00:00.000000Z"}
    assert entries_of("export_audit_log") == [{"sent": {"filter": stored}, "export": export.pk}]
    assert make_exports() == 1
    export.refresh_from_db()
    (finished,) = entries_of("finish_export")
    assert (finished["state"], finished["sha256"], finished["size"]) == ("ready", export.sha256, export.size)
    download_export(in_play.in_house("ines"), export=export.pk)
    (taken,) = entries_of("download_export")
    assert (taken["export"], taken["file"], taken["sha256"]) == (export.pk, export.file, export.sha256)


@pytest.mark.parametrize("who", ["dana", "frank", "ada", "sam"])
def test_ops_1_4_only_compliance_exports(in_play: Cast, who: str) -> None:
    """Asking, cancelling and taking away are refused to anybody else, and nothing happens."""
    export = ask(in_play)
    with pytest.raises(NotAllowed):
        request_export(in_play.in_house(who), sent={})
    for act in (cancel_export, download_export):
        with pytest.raises(NotAllowed):
            act(in_play.in_house(who), export=export.pk)
    assert [row.state for row in Export.objects.all()] == ["waiting"]
    assert len(entries_of("refused")) == 3


BAD: tuple[tuple[dict[str, Any], str], ...] = (
    ({"chain": "1/house"}, "chain"),
    ({"since": "2026-03-01"}, "since"),
    ({"since": "2026-03-01T20:00:00"}, "since"),
    ({"since": 5}, "since"),
    ({"until": "yesterday"}, "until"),
    ({"since": "2026-03-02T00:00:00Z", "until": "2026-03-01T00:00:00Z"}, "until"),
    ({"since": "2026-03-02T00:00:00Z", "first_day": "2026-03-01"}, "since"),
    ({"first_day": "2026-02-30"}, "first_day"),
    ({"first_day": "2026-03-02", "last_day": "2026-03-01"}, "last_day"),
    ({"tables": "12"}, "tables"),
    ({"tables": [True]}, "tables"),
    ({"tables": [0]}, "tables"),
    ({"tables": [[1]]}, "tables"),
    ({"tables": list(range(1, 200))}, "tables"),
    ({"acts": ["fly"]}, "acts"),
    ({"people": ["x" * 17]}, "people"),
    ({"people": ["a;b"]}, "people"),
)


@pytest.mark.usefixtures("vault")
@pytest.mark.django_db
@pytest.mark.parametrize(("sent", "field"), BAD)
def test_aud_4_1_a_filter_that_is_none_is_refused(sent: dict[str, Any], field: str) -> None:
    """By name, before anything is asked of the casino."""
    with pytest.raises(BadField) as refusal:
        request_export(HouseCall(0, None), sent=sent)  # type: ignore[arg-type]
    assert refusal.value.field == field


def test_aud_4_1_it_is_cancelled_while_it_waits(in_play: Cast) -> None:
    """Then nobody makes it; a second time, and of one that is not there, it is refused."""
    export = ask(in_play)
    cancel_export(in_play.in_house("ines"), export=export.pk)
    assert make_exports() == 0
    with pytest.raises(WrongState, match="is cancelled already"):
        cancel_export(in_play.in_house("ines"), export=export.pk)
    with pytest.raises(WrongState, match="there is no file"):
        download_export(in_play.in_house("ines"), export=export.pk)
    with pytest.raises(NotFound):
        cancel_export(in_play.in_house("ines"), export=export.pk + 1)
    assert [(payload["before"], payload["after"]) for payload in entries_of("cancel_export")] == [
        ("waiting", "cancelled")
    ]


def test_aud_4_1_only_the_worker_that_holds_the_lease_beats_and_finishes(
    in_play: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was silent and wakes up while another is at it says nothing of it and ends nothing."""
    ask(in_play)
    first = leases.take_up("first")
    monkeypatch.setattr(leases, "SILENT_SECONDS", 0)
    second = leases.take_up("second")
    assert first is not None
    assert second is not None
    assert (leases.beat(first, 7, 9), leases.beat(second, 1, 9)) == (False, True)
    with pytest.raises(WrongState, match="made by another by now"):
        finish_export(export=first, result=ExportResult(problem="no room"))
    second.refresh_from_db()
    assert (second.state, second.lease, second.entries_done) == ("running", "second", 1)
    assert entries_of("finish_export") == []
    finish_export(export=second, result=ExportResult(file="export.zip", size=1, sha256="0" * 64))
    assert [payload["state"] for payload in entries_of("finish_export")] == ["ready"]


def test_aud_4_1_a_house_knows_its_own_exports_alone(in_play: Cast) -> None:
    """The compliance officer of another house finds none of them."""
    export = ask(in_play)
    other = bootstrap(
        casino=NewCasino("Another House", "EUR"),
        people=[
            NewPerson("9100", "Olga", [Role.COMPLIANCE], PASSWORD),
            NewPerson("9101", "Otto", [Role.ADMIN], PASSWORD),
        ],
        command_id=command_id(),
    )
    olga = Person.objects.get(badge="9100")
    for act in (cancel_export, download_export):
        with pytest.raises(NotFound):
            act(HouseCall(other.pk, Stamp(olga.pk, Role.COMPLIANCE, None, command_id())), export=export.pk)
    export.refresh_from_db()
    assert export.state == "waiting"


def test_ops_5_10_the_same_request_is_one_export(in_play: Cast, together: Callable[..., list[Any]]) -> None:
    """Two at once under one command id."""
    stamp = in_play.stamp("ines")
    answers = together(*[lambda: request_export(HouseCall(in_play.casino.pk, stamp), sent={})] * 2)
    assert len({answer.body["export"] for answer in answers}) == 1
    assert Export.objects.count() == 1


def age_in_years(export: Export, years: float) -> None:
    """As if it had been made so long ago."""
    Export.objects.filter(pk=export.pk).update(finished_at=timezone.now() - timedelta(days=366 * years))


def test_aud_4_5_files_are_kept_as_long_as_they_must_be(in_play: Cast, settings: Any) -> None:
    """Seven years at least, and for ever under a legal hold; the row, and every entry, stay in any case."""
    export = ask(in_play)
    make_exports()
    path: Path = file_of(export)
    assert path.exists()
    for years, hold, kept in ((6.9, False, True), (7.1, True, True), (7.1, False, False)):
        age_in_years(export, years)
        settings.AUDIT_LEGAL_HOLD = hold
        assert (forget_old_exports(), path.exists()) == (int(not kept), kept)
    assert Export.objects.get().state == "ready"


def test_aud_4_2_without_the_key_that_signs_there_is_no_export(in_play: Cast, settings: Any, vault: Path) -> None:
    """It would be offered as good, and no inspector could tell it from one that anybody made."""
    ask(in_play)
    settings.CHECKPOINT_KEY_FILE = vault / "no-key"
    make_exports()
    export = Export.objects.get()
    assert (export.state, export.file) == ("failed", "")
    assert export.problem == "the key that signs cannot be used, and what is not signed proves little"


def test_aud_4_1_a_file_that_is_not_the_one_that_was_made_is_not_handed_out(in_play: Cast) -> None:
    """Nothing is put on record either: the entry would name a SHA-256 that nobody took away."""
    export = ask(in_play)
    make_exports()
    export.refresh_from_db()
    file_of(export).write_bytes(file_of(export).read_bytes()[:-1] + b"x")
    with pytest.raises(WrongState, match="is not the one that was made"):
        open_for_download(HouseCall(export.casino_id, in_play.stamp("ines")), export.pk)
    assert not AuditEntry.objects.filter(act="download_export").exists()
