"""Making exports: the background job between the entries in the database and the file an inspector takes away (AUD 4.1).

An export is taken up under a lease, which a thread of its own keeps alive with a heartbeat every few seconds. Where the
worker dies, the heartbeat falls silent, and another takes the export up from the start. A file is offered only by the act
that finishes an export, once it lies whole at its place; its name is of the lease, so that two workers never share one.
"""

import hashlib
import logging
import os
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO, cast

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from casino.checkpoint_key import CheckpointKey, KeyFaultError, read_key
from tables.actions.audit.checkpoints import make_checkpoint
from tables.actions.audit.exports import ExportResult, download_export, finish_export
from tables.actions.audit.leases import MOST_ATTEMPTS, beat, take_up
from tables.audit.chain import time_text
from tables.audit.checkpoint import SignedCheckpoint
from tables.audit.copies import CopyFaultError
from tables.audit.export.manifest import Manifest
from tables.audit.export.writing import ExportError, ExportSource, write_export
from tables.audit.keyring import Statements
from tables.errors import NotFound, TableError, WrongState
from tables.errors import gettext_noop as _
from tables.jobs.witnesses import ask_witnesses
from tables.models import Casino, Export
from tables.queries.audit.checkpoints import is_due
from tables.queries.audit.export_filter import ExportFilter, read_filter
from tables.queries.audit.exports import Selection, one_export, period_of, snapshot
from tables.queries.audit.keys import logged_statements, statements_of
from tables.queries.audit.source import SOFTWARE
from tables.queries.audit.witnesses import one_note
from tables.stamp import CommandId, HouseCall, Stamp

logger = logging.getLogger(__name__)

BEATS_EVERY = 1.0
DAYS_A_YEAR = 366
PIECE = 2**20
Progress = Callable[[int, int], None]


class StoppedError(Exception):
    """The export was cancelled, or another worker has taken it up."""


def make_exports() -> int:
    """Make every export that waits or was left behind, one after the other; returns how many were taken up."""
    taken = 0
    while export := take_up(secrets.token_hex(16)):
        taken += 1
        _make(export)
    return taken


def write_selection(
    target: Path, casino: Casino, wanted: ExportFilter, progress: Progress | None = None
) -> tuple[Manifest, str]:
    """Write an export of what is there now; returns its manifest and the SHA-256 of the file.

    Before that a checkpoint is made, so that all of it is vouched for; without one it is written all the same, and says so.
    """
    _vouch(casino)
    # The export carries what witnesses sign of it; whoever does not answer is not waited for long.
    ask_witnesses()
    period = period_of(casino, wanted)
    times = {"since": period.since and time_text(period.since), "until": period.until and time_text(period.until)}
    with snapshot() as link:
        selection = Selection(link, casino, wanted)
        total = selection.total
        if progress:
            progress(0, total)
        source = ExportSource(
            casino=casino.pk,
            casino_name=casino.name,
            made_at=time_text(timezone.now()),
            software=SOFTWARE,
            filter={**wanted.document(), **{name: text for name, text in times.items() if text}},
            rows=selection.rows(),
            checkpoint=selection.checkpoint,
            leaves=selection.leaves,
            before=selection.before,
            keys=_statements(casino),
            note=_note(casino, selection.checkpoint),
        )
        manifest = write_export(
            target, source, signer=_signer(), progress=(lambda rows: progress(rows, total)) if progress else None
        )
    return manifest, _sha256(target)


def open_for_download(call: HouseCall, export_id: int) -> BinaryIO:
    """Return the file of an export, opened before the download is recorded; raises WrongState where it is gone or changed."""
    export = one_export(call.casino_id, export_id)
    path = settings.EXPORT_DIR / (export.file or "none")
    try:
        is_the_file = not export.file or _sha256(path) == export.sha256
        file = path.open("rb")
    except OSError as error:
        raise WrongState(_("Export %(export)s has no file here."), export=export.pk) from error
    if not is_the_file:
        file.close()
        logger.critical("%s is not the file that was made: its SHA-256 is another.", path.name)
        raise WrongState(
            _(
                "The file of export %(export)s is not the one that was made: its SHA-256 is another. Ask for a new export."
            ),
            export=export.pk,
        )
    try:
        download_export(call, export=export_id)
    except BaseException:
        file.close()
        raise
    return cast(BinaryIO, file)


def forget_old_exports() -> int:
    """Remove files of exports older than they have to be kept, unless there is a legal hold (AUD 4.5); returns how many."""
    if settings.AUDIT_LEGAL_HOLD:
        return 0
    kept_since = timezone.now() - timedelta(days=DAYS_A_YEAR * settings.AUDIT_RETENTION_YEARS)
    old = Export.objects.filter(state=Export.State.READY, finished_at__lt=kept_since)
    gone = [path for path in (settings.EXPORT_DIR / export.file for export in old) if path.exists()]
    for path in gone:
        path.unlink()
        logger.warning("%s was kept for %s years and was removed.", path.name, settings.AUDIT_RETENTION_YEARS)
    return len(gone)


def _make(export: Export) -> None:
    """Make one under the lease it was taken up with; in every outcome no file is left that is not offered."""
    target = settings.EXPORT_DIR / f"{_prefix(export)}{export.lease[:12]}.zip"
    try:
        result = _written(export, target)
        finish_export(export=export, result=result)
    except (StoppedError, TableError) as stopped:
        logger.info("Export %s is no longer made here: %s", export.pk, stopped)
        target.unlink(missing_ok=True)
        return
    if result.problem:
        logger.error("Export %s failed: %s", export.pk, result.problem)


def _written(export: Export, target: Path) -> ExportResult:
    if export.attempts > MOST_ATTEMPTS:
        return ExportResult(problem=f"its worker died {MOST_ATTEMPTS} times")
    try:
        settings.EXPORT_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        _remove_left_behind(export)
        with _heartbeat(export) as heartbeat:
            wanted = read_filter(export.filter)
            manifest, sha256 = write_selection(target, export.casino, wanted, heartbeat.report)
            heartbeat.verify()
    except (ExportError, OSError, Error, TableError, KeyFaultError) as error:
        if isinstance(error, FileNotFoundError) and not beat(export, 0, None):
            # The worker that took it up removes what others left behind.
            raise StoppedError from error
        logger.exception("Export %s cannot be made.", export.pk)
        return ExportResult(problem=_words(error))
    checkpoint = manifest.checkpoint.checkpoint.number if manifest.checkpoint else None
    return ExportResult(target.name, target.stat().st_size, sha256, manifest.counts(), checkpoint)


def _words(error: Exception) -> str:
    """What went wrong, in words for the person who asked; no path of the server."""
    if isinstance(error, KeyFaultError):
        return "the key that signs cannot be used, and what is not signed proves little"
    if isinstance(error, OSError):
        return f"the file cannot be written: {error.strerror or 'nobody knows why'}"
    return str(error)


def _prefix(export: Export) -> str:
    return f"audit-{export.casino_id}-{export.pk}-"


def _remove_left_behind(export: Export) -> None:
    """What workers that died wrote of this export."""
    for path in settings.EXPORT_DIR.glob(f"{_prefix(export)}*"):
        path.unlink(missing_ok=True)


def _vouch(casino: Casino) -> None:
    if settings.CHECKPOINT_KEY_FILE is None or not is_due(casino):
        return
    stamp = Stamp.of_system(CommandId.fresh("export-checkpoint"))
    try:
        make_checkpoint(HouseCall(casino.pk, stamp))
    except TableError as error:
        logger.warning("No checkpoint vouches for the newest entries of this export: %s", error)


def _note(casino: Casino, newest: SignedCheckpoint | None) -> str:
    """The newest checkpoint as a note, with what witnesses signed of it by now; empty where it was not written as one."""
    try:
        return one_note(casino.pk, newest.checkpoint.number).data().decode() if newest else ""
    except NotFound:
        return ""


def _statements(casino: Casino) -> Statements:
    """What is said of the keys; where the folder of copies cannot be read, what the log says of them."""
    try:
        return statements_of(casino.pk, settings.CHECKPOINT_DIR)
    except CopyFaultError:
        logger.exception("The export goes without what lies beside the keys.")
        return logged_statements(casino.pk)


def _signer() -> CheckpointKey | None:
    """The key that signs exports; none where this process is set up to sign nothing. Raises KeyFaultError."""
    return read_key(settings.CHECKPOINT_KEY_FILE) if settings.CHECKPOINT_KEY_FILE else None


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return digest.hexdigest()


@dataclass(slots=True)
class _Heartbeat:
    """Reports how far the work is, from a thread of its own: packing and hashing take long, too."""

    export: Export
    done: int = 0
    total: int | None = None
    stopped: bool = False

    def report(self, done: int, total: int) -> None:
        """Set how far the work is, in entries; raises StoppedError where it is for nothing."""
        self.done, self.total = done, total
        if self.stopped:
            raise StoppedError("it was cancelled, or another worker has taken it up")

    def verify(self) -> None:
        """Beat once more, at the end."""
        if not beat(self.export, self.total or 0, self.total):
            raise StoppedError("it was cancelled, or another worker has taken it up")

    def run(self, ended: threading.Event) -> None:
        """Beat every second until the work has ended, or is for nothing; where the database does not answer, go on trying."""
        try:
            while not self.stopped and not ended.wait(BEATS_EVERY):
                try:
                    self.stopped = not beat(self.export, self.done, self.total)
                except Error:
                    logger.warning("The heartbeat of export %s was not heard.", self.export.pk, exc_info=True)
                    connection.close()
        finally:
            connection.close()


@contextmanager
def _heartbeat(export: Export) -> Iterator[_Heartbeat]:
    heartbeat, ended = _Heartbeat(export), threading.Event()
    thread = threading.Thread(target=heartbeat.run, args=(ended,), name=f"export-{export.pk}", daemon=True)
    thread.start()
    try:
        yield heartbeat
    finally:
        ended.set()
        thread.join()
