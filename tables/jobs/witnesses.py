"""Asking the witnesses to cosign the newest checkpoint, after it was made and beside everything else (AUD 3.3).

A witness that missed checkpoints is sent the newest with the proof from the last it knows. None of this holds up a
checkpoint, and a witness that is down or slow holds up no other: each is asked in a thread of its own.
"""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http import HTTPStatus

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tables.actions.audit.witnesses import keep_cosignature, keep_problem
from tables.audit.copies import CopyFaultError
from tables.audit.notes import Note, NoteError, NoteSignature, read_signatures
from tables.audit.tlog_witness import ADD_CHECKPOINT, read_size
from tables.audit.witness_policy import Witness
from tables.errors import TableError
from tables.jobs.http import HttpAnswer, UnreachableError, post
from tables.models import Casino, Checkpoint, WitnessState
from tables.queries.audit.witnesses import last_cosigned, newest_noted, origin_in, request_from

logger = logging.getLogger(__name__)

MOST_TRIES = 3
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=10), timedelta(minutes=5)
MOST_DOUBLINGS = 5
AHEAD_SECONDS = 3600
"""How much later than ours the clock of a witness may be."""
Problem = WitnessState.Problem
CONFIGURATION = (HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)


class NotCosignedError(Exception):
    """A witness did not cosign; the message says what it answered."""

    def __init__(self, problem: WitnessState.Problem, said: str) -> None:
        super().__init__(said)
        self.problem = problem


def ask_witnesses() -> int:
    """Ask every witness that has not cosigned the newest checkpoint of a casino; returns how many were asked."""
    wanted = [(pk, witness) for pk in _casinos() for witness in settings.CHECKPOINT_WITNESSES.witnesses]
    due = [(pk, witness) for pk, witness in wanted if _is_due(pk, witness)]
    if due:
        with ThreadPoolExecutor(len(due)) as threads:
            list(threads.map(_ask_in_thread, due))
    return len(due)


def ask(casino_id: int, witness: Witness) -> None:
    """Ask one witness, and keep what came of it."""
    row = newest_noted(casino_id)
    if row is None:
        return
    last = last_cosigned(casino_id, origin_in(row), witness)
    try:
        row, signature = _cosigned(row, witness, last.list_size if last else 0)
        keep_cosignature(row, witness, signature)
    except NotCosignedError as error:
        keep_problem(row, witness, error.problem, str(error))


def _casinos() -> Sequence[int]:
    return list(Casino.objects.order_by("pk").values_list("pk", flat=True))


def _is_due(casino_id: int, witness: Witness) -> bool:
    """Whether it lacks the newest checkpoint, and was not asked in vain a moment ago."""
    newest = newest_noted(casino_id)
    if newest is None or newest.cosignatures.filter(witness=witness.name, key_id=witness.key_id).exists():
        return False
    names = {"casino": casino_id, "witness": witness.name, "key_id": witness.key_id, "origin": origin_in(newest)}
    state = WitnessState.objects.filter(**names).first()
    if state is None or not state.failures:
        return True
    pause = min(FIRST_PAUSE * 2 ** min(state.failures - 1, MOST_DOUBLINGS), LONGEST_PAUSE)
    # A clock that was set back must not make a witness wait for ever.
    return bool(abs(timezone.now() - state.asked_at) >= pause)


def _ask_in_thread(due: tuple[int, Witness]) -> None:
    try:
        ask(*due)
    except (CopyFaultError, TableError) as error:
        logger.critical("What witness %s said is not kept as it should be: %s", due[1].name, error)
    finally:
        connection.close()


def _cosigned(row: Checkpoint, witness: Witness, old_size: int) -> tuple[Checkpoint, NoteSignature]:
    """The checkpoint that was cosigned, and the cosignature; raises NotCosignedError."""
    for _try in range(MOST_TRIES):
        answer = _sent(row, witness, old_size)
        if answer.status == HTTPStatus.OK:
            return row, _cosignature(row, witness, answer)
        known = _known_size(answer)
        if known == old_size:
            if old_size == row.list_size:
                raise _refused(f"it has cosigned another list of {known} leaves")
            raise NotCosignedError(Problem.UNTRUE, f"it was sent what follows {known} leaves, and asks for just that")
        if known > row.list_size:
            # Made meanwhile, and sent by another worker.
            row = newest_noted(row.casino_id) or row
        if known > row.list_size:
            raise _refused(f"it has cosigned a list of {known} leaves, the one here has {row.list_size}")
        old_size = known
    raise NotCosignedError(Problem.UNTRUE, "it names another size each time it is asked")


def _sent(row: Checkpoint, witness: Witness, old_size: int) -> HttpAnswer:
    try:
        return post(f"{witness.address}{ADD_CHECKPOINT}", request_from(row, old_size).data(), "text/plain")
    except UnreachableError as error:
        raise NotCosignedError(Problem.UNREACHABLE, str(error)) from error


def _known_size(answer: HttpAnswer) -> int:
    """The size in an answer 409; any other refusal is told by its status."""
    if answer.status == HTTPStatus.UNPROCESSABLE_ENTITY:
        raise _refused("the list here is no continuation of the one it has cosigned")
    if answer.status in CONFIGURATION:
        raise NotCosignedError(Problem.CONFIGURATION, f"{answer.status} {_words(answer)}")
    if answer.status != HTTPStatus.CONFLICT:
        raise NotCosignedError(Problem.UNREACHABLE, f"{answer.status} {_words(answer)}")
    try:
        return read_size(answer.body)
    except NoteError as error:
        raise NotCosignedError(Problem.UNTRUE, str(error)) from error


def _cosignature(row: Checkpoint, witness: Witness, answer: HttpAnswer) -> NoteSignature:
    text = Note.read(row.note.encode()).text
    try:
        lines = read_signatures(answer.body.decode("utf-8"))
    except (NoteError, UnicodeDecodeError) as error:
        raise NotCosignedError(Problem.UNTRUE, f"its answer is no signature line: {error}") from error
    mine = [line for line in lines if line.is_of(witness.key)]
    if not mine:
        raise NotCosignedError(Problem.UNTRUE, "its answer has no signature of the key that is listed for it")
    signature = mine[0]
    if not signature.holds(text, witness.key):
        raise NotCosignedError(Problem.UNTRUE, "its signature is not over this checkpoint")
    if signature.timestamp > timezone.now().timestamp() + AHEAD_SECONDS:
        raise NotCosignedError(Problem.UNTRUE, "its signature is of a time that has not come")
    return signature


def _refused(said: str) -> NotCosignedError:
    return NotCosignedError(Problem.REFUSED, said)


def _words(answer: HttpAnswer) -> str:
    """What it said, as one line of printable ASCII."""
    text = answer.body[:200].decode("ascii", "replace")
    return "".join(mark if mark.isascii() and mark.isprintable() else "?" for mark in " ".join(text.split()))
