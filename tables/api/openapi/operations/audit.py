"""Exports of the audit log and checkpoints: what their addresses take and answer (AUD 3, 4)."""

from collections.abc import Mapping

from tables.api.openapi.components import DOCUMENTS
from tables.api.openapi.operation import Operation, house_act, query
from tables.api.openapi.shapes import COUNT, HASH, TEXT, TIME, WHOLE, many, one_of, or_null, record, ref
from tables.games.values import JSON
from tables.jobs.finding_list import FindingDocument, FindingState
from tables.models import Export
from tables.queries.audit.documents import CheckpointDocument, ExportDocument

DAY: JSON = {"type": "string", "format": "date", "description": "A gaming day."}
STATE = one_of(*Export.State)
PAGED = (
    query("cursor", TEXT, "`next` of the page before."),
    query("limit", {"type": "integer", "minimum": 1, "maximum": 200, "default": 50}, "How many."),
)
FILTER = record(
    *("since", "until", "first_day", "last_day", "tables", "acts", "people"),
    since={**TIME, "description": "From this moment on."},
    until={**TIME, "description": "Before this moment."},
    first_day=DAY,
    last_day={**DAY, "description": "A gaming day, itself included."},
    tables=many({**WHOLE, "description": "The number of a table."}),
    acts=many({**TEXT, "description": "The name of an act, or `refused`."}),
    people=many({**TEXT, "description": "A badge."}),
)
EXPORT = DOCUMENTS.component(ExportDocument)
MADE = record(number=WHOLE, time=TIME, size=COUNT, root=HASH)
FINDING = DOCUMENTS.component(FindingDocument)
CHECKPOINT = DOCUMENTS.component(CheckpointDocument)
SIGNED = record(
    checkpoint=record(
        format=TEXT, casino=WHOLE, number=WHOLE, time=TIME, size=COUNT, root=HASH, previous_hash=HASH, key=TEXT
    ),
    signature=TEXT,
)
FILE: JSON = {"type": "string", "format": "binary"}
NO_FILE = {"409": "There is no file yet, or none any more (`wrong_state`)."}

AUDIT: Mapping[str, Operation] = {
    "list_exports": Operation(
        "audit", "Exports, newest first", record(exports=many(EXPORT), next=or_null(TEXT)), filters=PAGED
    ),
    "request_export": house_act(
        "audit",
        "Ask for an export of the audit log",
        record(export=WHOLE, state=STATE),
        FILTER,
        example={"first_day": "2026-03-01", "last_day": "2026-03-07", "tables": [12]},
        more="Gaming days or times, not both; what is left out is not asked for. It is made in the background.",
    ),
    "show_export": Operation("audit", "How far an export is", EXPORT),
    "cancel_export": house_act("audit", "Stop an export that waits or is made", record(export=WHOLE, state=STATE)),
    "download_export": Operation(
        "audit",
        "Take the file of an export away; each time is an entry",
        FILE,
        media="application/zip",
        refusals=NO_FILE,
        more="Verify it with `python -m tables.audit.verify FILE --key KEY --replay`, on any machine.",
    ),
    "list_findings": Operation(
        "audit",
        "What verifications found, newest first",
        record(findings=many(FINDING)),
        filters=(query("state", one_of(*FindingState), "Those of one state; else all."),),
        more="A finding stays listed when it is gone. For the readers of the audit log.",
    ),
    "acknowledge_finding": house_act(
        "audit",
        "Sign a finding off",
        record(finding=TEXT, acknowledged_at=TIME),
        record("signature", words={**TEXT, "maxLength": 200, "minLength": 1}, signature=ref("Signature")),
        example={"words": "the wager was corrected on paper", "signature": {"badge": "3001", "secret": "a password"}},
        more="By compliance, with the signature of compliance.",
    ),
    "list_checkpoints": Operation(
        "audit", "Checkpoints, newest first", record(checkpoints=many(CHECKPOINT), next=or_null(TEXT)), filters=PAGED
    ),
    "make_checkpoint": house_act(
        "audit",
        "Sign where every chain stands now",
        MADE,
        more="Where it cannot be copied outside the database, it was made all the same (`unavailable`): sent again under "
        "the same key, it is copied.",
    ),
    "show_checkpoint": Operation("audit", "A signed checkpoint, byte for byte as it is kept outside", SIGNED),
    "show_checkpoint_note": Operation(
        "audit",
        "A checkpoint as a signed note (C2SP tlog-checkpoint), with the cosignatures of witnesses under it",
        TEXT,
        media="text/plain",
        more="Any tool that reads such notes verifies it. Checkpoints from before there were notes have none.",
    ),
    "show_checkpoint_key": Operation(
        "audit",
        "The public half of a key that signs checkpoints",
        TEXT,
        media="application/x-pem-file",
        filters=(query("id", TEXT, "Of the key with this id; else of the newest checkpoint's."),),
    ),
}
