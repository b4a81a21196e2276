"""Exports of the audit log: asked for, cancelled, finished, downloaded, each an entry (AUD 1.1, 4.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house
from tables.errors import NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Export
from tables.policy import Act
from tables.queries.audit.export_filter import ExportFilter, read_filter
from tables.stamp import CommandId, HouseCall, Stamp

LONGEST_PROBLEM = 200
UNDER_WAY = (Export.State.WAITING, Export.State.RUNNING)


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What the making of an export came to: its file, or what went wrong."""

    file: str = ""
    size: int = 0
    sha256: str = ""
    counts: Mapping[str, int] | None = None
    checkpoint: int | None = None
    problem: str = ""


def request_export(call: HouseCall, *, sent: Mapping[str, Any]) -> Answer:
    """Ask for an export; background work makes it. Raises BadField for a filter that cannot be read."""
    return _request_export(call, filter=read_filter(sent).document())


@in_house(Act.EXPORT_AUDIT_LOG)
def _request_export(context: ActContext, /, **sent: JSON) -> JSON:
    export = Export.objects.create(
        casino=context.casino,
        filter=sent["filter"],
        requested_by_id=context.stamp.person_id or 0,
        requested_at=context.now,
    )
    context.record({"export": export.pk})
    return {"export": export.pk, "state": str(export.state)}


@in_house(Act.CANCEL_EXPORT)
def cancel_export(context: ActContext, *, export: int) -> JSON:
    """Cancel an export; its worker notices with the next heartbeat and removes what there is of the file."""
    row = _export(context, export)
    if row.state not in UNDER_WAY:
        raise WrongState(_("Export %(export)s is %(state)s already."), export=row.pk, state=str(row.state))
    before = str(row.state)
    row.state, row.cancelled_by_id, row.finished_at = Export.State.CANCELLED, context.stamp.person_id, context.now
    row.save(update_fields=["state", "cancelled_by", "finished_at"])
    context.record({"export": row.pk, "before": before, "after": str(row.state)})
    return {"export": row.pk, "state": str(row.state)}


def finish_export(*, export: Export, result: ExportResult) -> Answer:
    """Record that the file stands, or will not; raises WrongState where the export was cancelled, or has another worker."""
    # A lease finishes once.
    stamp = Stamp.of_system(CommandId.internal("export", export.pk, export.lease))
    return _finish_export(HouseCall(export.casino_id, stamp), export.pk, result, lease=export.lease)


@in_house(Act.FINISH_EXPORT)
def _finish_export(context: ActContext, export_id: int, result: ExportResult, *, lease: str) -> JSON:
    export = _export(context, export_id)
    if export.state != Export.State.RUNNING or export.lease != lease:
        raise WrongState(_("Export %(export)s is made by another by now, or by nobody."), export=export.pk)
    export.state = Export.State.FAILED if result.problem else Export.State.READY
    export.problem = result.problem[:LONGEST_PROBLEM]
    export.file, export.sha256, export.finished_at = result.file, result.sha256, context.now
    export.size = None if result.problem else result.size
    export.save(update_fields=["state", "problem", "file", "sha256", "size", "finished_at"])
    file = {"state": str(export.state), "file": result.file, "size": result.size, "sha256": result.sha256}
    outcome = {"problem": export.problem} if result.problem else {**file, "counts": dict(result.counts or {})}
    context.record({"export": export.pk, "checkpoint": result.checkpoint, **outcome})
    return {"export": export.pk, "state": str(export.state)}


@in_house(Act.DOWNLOAD_EXPORT)
def download_export(context: ActContext, *, export: int) -> JSON:
    """Record who takes a copy away, before its first byte."""
    row = _export(context, export)
    if row.state != Export.State.READY:
        raise WrongState(_("Export %(export)s is %(state)s: there is no file."), export=row.pk, state=str(row.state))
    context.record({"export": row.pk, "file": row.file, "sha256": row.sha256})
    return {"export": row.pk, "file": row.file}


def export_on_server(*, casino_id: int, wanted: ExportFilter, user: str, command_id: CommandId) -> Answer:
    """Record an export that a command on the server makes, before it is written, and as which user of the server (AUD 7.5)."""
    call = HouseCall(casino_id, Stamp.of_system(command_id))
    return _export_on_server(call, filter=wanted.document(), user=user)


@in_house(Act.EXPORT_ON_SERVER)
def _export_on_server(context: ActContext, /, **_sent: object) -> JSON:
    context.record({"export": None})
    return {}


def _export(context: ActContext, export_id: int) -> Export:
    export = Export.objects.filter(casino=context.casino, pk=export_id).first()
    if export is None:
        raise NotFound(_("There is no export %(export)s."), export=export_id)
    return export
