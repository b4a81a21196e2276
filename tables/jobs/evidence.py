"""Evidence packs: a page for people and the export of one table's entries around a round, in one zip (AUD 7.3).

The export in it is an ordinary one, byte for byte as the verifier reads it: a pack with further files among those of the
export would be no export any more, and a page inside its manifest would be read by nobody who trusts no casino. What the page
says is vouched for by the entry in the log, which holds the SHA-256 of the pack and of the export.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from django.db.models import Max, Min

from tables.actions.audit.evidence import Pack, export_evidence
from tables.audit.chain import time_text
from tables.errors import NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.jobs.exports import write_selection
from tables.models import AuditEntry, Table
from tables.queries.audit.export_filter import ExportFilter
from tables.stamp import HouseCall

PAGE, EXPORT, NOTE = "index.html", "export.zip", "note.txt"
MOMENT = timedelta(microseconds=1)
MOST_SINCE = 100_000
"""Entries of the table since the round began: each is a stub in the export, and somebody waits for the answer."""


@dataclass(frozen=True, slots=True)
class PackFacts:
    """What a page says of the export beside it."""

    sha256: str
    entries: int
    stubs: int
    checkpoint: int | None
    has_note: bool


def open_pack(
    call: HouseCall, table: Table, number: int, dispute: int | None, page: Callable[[PackFacts], str]
) -> BinaryIO:
    """Return the pack of a round, which is on record before it is handed out; raises NotFound or WrongState.

    `page` writes the page once the facts of the export are known.
    """
    wanted = evidence_filter(table, number)
    with tempfile.TemporaryDirectory(prefix="evidence-") as folder:
        export, pack = Path(folder) / EXPORT, Path(folder) / "pack.zip"
        manifest, sha256 = write_selection(export, table.casino, wanted)
        counts = manifest.counts()
        checkpoint = manifest.checkpoint.checkpoint.number if manifest.checkpoint else None
        facts = PackFacts(sha256, counts["entries"], counts["stubs"], checkpoint, bool(manifest.note))
        with ZipFile(pack, "w", ZIP_DEFLATED) as archive:
            archive.writestr(PAGE, page(facts))
            archive.write(export, EXPORT, compress_type=ZIP_STORED)
            if manifest.note:
                archive.writestr(NOTE, manifest.note)
        # The open file outlives its folder.
        file = pack.open("rb")
        made = Pack(
            hashlib.file_digest(file, "sha256").hexdigest(), sha256, os.fstat(file.fileno()).st_size, checkpoint
        )
        file.seek(0)
    try:
        export_evidence(call, made, table=table.number, round=number, dispute=dispute)
    except BaseException:
        file.close()
        raise
    return file


def evidence_filter(table: Table, number: int) -> ExportFilter:
    """Return the choice of a pack: all that happened at the table from the first entry of the round to its last one.

    A table and times, and no number of a round: of such a choice a verifier proves that nothing in it was left out.
    """
    chain = AuditEntry.objects.filter(chain=table.chain)
    found = chain.filter(round=number).aggregate(first=Min("time"), last=Max("time"), sequence=Min("sequence"))
    if found["first"] is None:
        raise NotFound(_("There is no round %(number)s at table %(table)s."), number=number, table=table.number)
    head = chain.order_by("-sequence").values_list("sequence", flat=True)[0]
    if head - found["sequence"] > MOST_SINCE:
        raise WrongState(
            _("Table %(table)s has %(count)s entries since this round: ask for an export from %(since)s to %(until)s."),
            table=table.number,
            count=head - found["sequence"],
            since=time_text(found["first"]),
            until=time_text(found["last"] + MOMENT),
        )
    return ExportFilter(since=found["first"], until=found["last"] + MOMENT, tables=(table.number,))
