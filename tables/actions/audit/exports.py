"""Exports of the audit log: asked for, cancelled, finished, downloaded, each an entry (AUD 1.1, 4.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tables.actions.act.path import JSON, Answer, Desk, in_house
from tables.errors import NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.models import Export
from tables.policy import Act, Role
from tables.queries.audit.export_filter import ExportFilter, read_filter
from tables.stamp import Stamp

LONGEST_PROBLEM = 200
UNDER_WAY = (Export.State.WAITING, Export.State.RUNNING)


@dataclass(frozen=True, slots=True)
class Made:
    """What an export came to: its file, or what went wrong."""

    file: str = ""
    size: int = 0
    sha256: str = ""
    counts: Mapping[str, int] | None = None
    checkpoint: int | None = None
    problem: str = ""


def request_export(*, casino_id: int, sent: Mapping[str, Any], stamp: Stamp) -> Answer:
    """Ask for an export; background work makes it. Raises BadField for a filter that cannot be read."""
    wanted = read_filter(sent).document()

    def work(desk: Desk) -> JSON:
        export = Export.objects.create(
            casino=desk.casino, filter=wanted, requested_by_id=stamp.person_id or 0, requested_at=desk.now
        )
        desk.record({"export": export.pk})
        return {"export": export.pk, "state": str(export.state)}

    return in_house(Act.EXPORT_AUDIT_LOG, casino_id=casino_id, stamp=stamp, sent={"filter": wanted}, work=work)


def cancel_export(*, casino_id: int, export_id: int, stamp: Stamp) -> Answer:
    """Whoever makes it notices at his next heartbeat; what there is of the file goes away."""

    def work(desk: Desk) -> JSON:
        export = _export(casino_id, export_id)
        if export.state not in UNDER_WAY:
            raise WrongState(_("Export %(export)s is %(state)s already."), export=export.pk, state=str(export.state))
        before = str(export.state)
        export.state, export.cancelled_by_id, export.finished_at = Export.State.CANCELLED, stamp.person_id, desk.now
        export.save(update_fields=["state", "cancelled_by", "finished_at"])
        desk.record({"export": export.pk, "before": before, "after": str(export.state)})
        return {"export": export.pk, "state": str(export.state)}

    sent = {"export": export_id}
    return in_house(Act.CANCEL_EXPORT, casino_id=casino_id, stamp=stamp, sent=sent, work=work)


def finish_export(*, export: Export, made: Made) -> Answer:
    """The file stands, or will not; raises WrongState where another has taken the export up, or it was cancelled."""
    lease = export.lease

    def work(desk: Desk) -> JSON:
        fresh = _export(export.casino_id, export.pk)
        if fresh.state != Export.State.RUNNING or fresh.lease != lease:
            raise WrongState(_("Export %(export)s is made by another by now, or by nobody."), export=fresh.pk)
        fresh.state = Export.State.FAILED if made.problem else Export.State.READY
        fresh.problem = made.problem[:LONGEST_PROBLEM]
        fresh.file, fresh.sha256, fresh.finished_at = made.file, made.sha256, desk.now
        fresh.size = None if made.problem else made.size
        fresh.save(update_fields=["state", "problem", "file", "sha256", "size", "finished_at"])
        payload = {"state": str(fresh.state), "file": made.file, "size": made.size, "sha256": made.sha256}
        told = {"problem": fresh.problem} if made.problem else {**payload, "counts": dict(made.counts or {})}
        desk.record({"export": fresh.pk, "checkpoint": made.checkpoint, **told})
        return {"export": fresh.pk, "state": str(fresh.state)}

    # In letters that no command id from outside has; a lease finishes once.
    stamp = Stamp(None, Role.SYSTEM, None, f"export:{export.pk}:{lease}")
    return in_house(Act.FINISH_EXPORT, casino_id=export.casino_id, stamp=stamp, sent={"lease": lease}, work=work)


def download_export(*, casino_id: int, export_id: int, stamp: Stamp) -> Answer:
    """Who takes a copy away, on record before its first byte."""

    def work(desk: Desk) -> JSON:
        export = _export(casino_id, export_id)
        if export.state != Export.State.READY:
            raise WrongState(
                _("Export %(export)s is %(state)s: there is no file."), export=export.pk, state=str(export.state)
            )
        desk.record({"export": export.pk, "file": export.file, "sha256": export.sha256})
        return {"export": export.pk, "file": export.file}

    sent = {"export": export_id}
    return in_house(Act.DOWNLOAD_EXPORT, casino_id=casino_id, stamp=stamp, sent=sent, work=work)


def export_on_server(*, casino_id: int, wanted: ExportFilter, command_id: str) -> Answer:
    """An export made by a command on the server, on record before it is written."""

    def work(desk: Desk) -> JSON:
        desk.record({"export": None})
        return {}

    stamp = Stamp(None, Role.SYSTEM, None, command_id)
    sent = {"filter": wanted.document()}
    return in_house(Act.EXPORT_ON_SERVER, casino_id=casino_id, stamp=stamp, sent=sent, work=work)


def _export(casino_id: int, export_id: int) -> Export:
    export = Export.objects.filter(casino=casino_id, pk=export_id).first()
    if export is None:
        raise NotFound(_("There is no export %(export)s."), export=export_id)
    return export
