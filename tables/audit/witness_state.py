"""What a witness remembers: of each log the newest checkpoint it cosigned, in one file, and what it refused (AUD 3.3).

The file is one JSON object: origin -> {"note": the cosigned note}; it is written whole, durably, before an answer is given.
"""

import fcntl
import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any

from tables.audit.merkle import EMPTY_ROOT, verify_consistency
from tables.audit.notes import KeyKind, Note, NoteCheckpoint, NoteError, NoteKey, Sign, cosigned
from tables.audit.tlog_witness import SIZE_TYPE, AddCheckpoint, size_data

PLAIN = "text/plain; charset=utf-8"
Logs = Mapping[str, Sequence[NoteKey]]
"""The keys that are trusted of each log, by its origin."""


class StateError(Exception):
    """A file of state that cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class WitnessAnswer:
    """What a witness answers."""

    status: HTTPStatus
    body: bytes
    kind: str = PLAIN


@dataclass(frozen=True, slots=True)
class WitnessKey:
    """The key a witness cosigns with: its public half under its name, and how it signs."""

    public: NoteKey
    sign: Sign


class WitnessState:
    """The file, held by one process alone; raises StateError.

    A witness that forgot what it cosigned would cosign a fork: where `is_new` is false the file must be there.
    """

    def __init__(self, path: Path, *, is_new: bool) -> None:
        self._path = path
        if not is_new and not path.exists():
            raise StateError(f"{path} is missing: without it a fork would be cosigned; --begin-anew if that is meant")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._held = path.with_name(f"{path.name}.lock").open("w")
        except OSError as error:
            raise StateError(f"{path} cannot be used: {error}") from error
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._logs: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
            for origin in self._logs:
                self.newest(origin)
            if not self._logs:
                self._write({})
        except BlockingIOError:
            self.close()
            raise StateError(f"{path} is in use by another witness") from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            self.close()
            raise StateError(f"{path} cannot be used: {error}") from error

    def __enter__(self) -> "WitnessState":
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def newest(self, origin: str) -> NoteCheckpoint | None:
        """The newest checkpoint of a log that was cosigned."""
        kept = self._logs.get(origin)
        return NoteCheckpoint.read(Note.read(kept["note"].encode()).text) if kept else None

    def note(self, origin_hash: str) -> bytes | None:
        """The newest cosigned note of the log whose origin has this SHA-256."""
        kept = [kept for origin, kept in self._logs.items() if sha256(origin.encode()).hexdigest() == origin_hash]
        return kept[0]["note"].encode() if kept else None

    def keep(self, origin: str, note: Note) -> None:
        """Remember a checkpoint before it is answered."""
        self._write({**self._logs, origin: {"note": note.data().decode()}})

    def _write(self, logs: dict[str, Any]) -> None:
        beside = self._path.with_name(f"{self._path.name}.new")
        with beside.open("w", encoding="utf-8") as file:
            json.dump(logs, file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        self._logs = logs

    def keep_refused(self, body: bytes) -> None:
        """Keep a signed request that is no continuation of what was cosigned: it is evidence. The same is kept once."""
        folder = self._path.with_name(f"{self._path.name}.refused")
        folder.mkdir(exist_ok=True)
        path = folder / f"{sha256(body).hexdigest()[:16]}.txt"
        if not path.exists():
            path.write_bytes(body)

    def close(self) -> None:
        """Let another process have it."""
        self._held.close()


class WitnessLedger:
    """Judges checkpoints and cosigns them, one at a time, in the order of tlog-witness 1.0.0."""

    def __init__(self, key: WitnessKey, logs: Logs, state: WitnessState, now: Callable[[], float]) -> None:
        self._key = key
        self._logs = logs
        self._state = state
        self._now = now
        self._one_at_a_time = threading.Lock()

    def add(self, body: bytes) -> WitnessAnswer:
        """Answer a request to cosign a checkpoint."""
        try:
            request = AddCheckpoint.read(body)
            wanted = NoteCheckpoint.read(request.note.text)
        except NoteError as error:
            return _said(HTTPStatus.BAD_REQUEST, str(error))
        if wanted.origin not in self._logs:
            return _said(HTTPStatus.NOT_FOUND, "this log is not known here")
        if not self._is_signed(request.note, self._logs[wanted.origin]):
            return _said(HTTPStatus.FORBIDDEN, "it is not signed by a key that is trusted of this log")
        if request.old_size > wanted.size:
            return _said(HTTPStatus.BAD_REQUEST, "the old size is larger than that of the checkpoint")
        with self._one_at_a_time:
            refused = self._refused(request, wanted)
            if refused is None:
                return self._cosigned(request.note, wanted)
            if refused.status != HTTPStatus.CONFLICT or request.old_size == wanted.size:
                self._state.keep_refused(body)
            return refused

    def newest(self, origin_hash: str) -> WitnessAnswer:
        """Answer who asks for the newest cosigned checkpoint of a log."""
        note = self._state.note(origin_hash)
        if note is None:
            return _said(HTTPStatus.NOT_FOUND, "nothing of this log was cosigned here")
        return WitnessAnswer(HTTPStatus.OK, note)

    @staticmethod
    def _is_signed(note: Note, keys: Sequence[NoteKey]) -> bool:
        try:
            signatures = [note.signature_of(key) for key in keys]
        except NoteError:
            return False
        return any(signature is not None for signature in signatures)

    def _refused(self, request: AddCheckpoint, wanted: NoteCheckpoint) -> WitnessAnswer | None:
        """Why a checkpoint is not cosigned; None where it may be."""
        known = self._state.newest(wanted.origin) or NoteCheckpoint(wanted.origin, 0, EMPTY_ROOT)
        if request.old_size != known.size:
            return WitnessAnswer(HTTPStatus.CONFLICT, size_data(known.size), SIZE_TYPE)
        if known.size == wanted.size and known.root != wanted.root and known.size:
            return WitnessAnswer(HTTPStatus.CONFLICT, size_data(known.size), SIZE_TYPE)
        if not _is_continued(known, wanted, request.proof):
            return _said(HTTPStatus.UNPROCESSABLE_ENTITY, "the proof does not show that the list only grew")
        return None

    def _cosigned(self, note: Note, wanted: NoteCheckpoint) -> WitnessAnswer:
        keys = self._logs[wanted.origin]
        signature = cosigned(note.text, self._key.public, self._key.sign, int(self._now()))
        of_log = [found for found in note.signatures if any(found.is_of(key) for key in keys)]
        self._state.keep(wanted.origin, Note(note.text, (*of_log, signature)))
        return WitnessAnswer(HTTPStatus.OK, signature.line().encode())


def read_logs(text: str) -> Logs:
    """Read the file of logs: on each line an origin, a space and a vkey of the log; raises NoteError."""
    logs: dict[str, list[NoteKey]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        origin, _, vkey = line.strip().rpartition(" ")
        try:
            logs.setdefault(origin or vkey.partition("+")[0], []).append(NoteKey.read(vkey, KeyKind.LOG))
        except NoteError as error:
            raise NoteError(f"line {number}: {error}") from None
    return logs


def _is_continued(known: NoteCheckpoint, wanted: NoteCheckpoint, proof: Sequence[bytes]) -> bool:
    if wanted.size == 0 and wanted.root != EMPTY_ROOT:
        return False
    if known.size == 0:
        return not proof
    return verify_consistency(known.size, wanted.size, proof=proof, old_root=known.root, new_root=wanted.root)


def _said(status: HTTPStatus, words: str) -> WitnessAnswer:
    return WitnessAnswer(status, f"{words}\n".encode())
