"""What is kept of the witnesses: their cosignatures, how it stands with each, and an entry where one refuses (AUD 3.3)."""

import logging

from django.conf import settings
from django.utils import timezone

from tables.actions.act.context import ActContext
from tables.actions.act.path import in_house
from tables.audit.copies import Copies
from tables.audit.note_copies import write_note
from tables.audit.notes import Note, NoteSignature
from tables.audit.witness_policy import Witness
from tables.games.values import JSON
from tables.models import Alert, Checkpoint, Cosignature, WitnessState
from tables.policy import Act
from tables.queries.audit.witnesses import origin_in, signature_in
from tables.stamp import CommandId, HouseCall, Stamp

logger = logging.getLogger(__name__)
LONGEST_WORDS = 300


def keep_cosignature(row: Checkpoint, witness: Witness, signature: NoteSignature) -> None:
    """Keep a verified cosignature, here and outside; raises CopyFaultError where it is not outside yet."""
    values = {"timestamp": signature.timestamp, "line": signature.line()}
    Cosignature.objects.get_or_create(checkpoint=row, witness=witness.name, key_id=witness.key_id, defaults=values)
    _keep_state(row, witness)
    copy_cosignatures(row)


def copy_cosignatures(row: Checkpoint) -> None:
    """Copy the note of a checkpoint outside once for each cosignature, with that one under it; raises CopyFaultError."""
    copies, note = Copies(settings.CHECKPOINT_DIR, row.casino_id), Note.read(row.note.encode())
    for cosignature in row.cosignatures.order_by("pk"):
        write_note(copies, row.number, note.with_signatures([signature_in(cosignature)]), cosignature.key_id)


def keep_problem(row: Checkpoint, witness: Witness, problem: WitnessState.Problem, said: str) -> None:
    """Keep why a witness did not cosign; a refusal that is new is an entry and an alert."""
    before = _keep_state(row, witness, problem, said[:LONGEST_WORDS])
    logger.error("Witness %s did not cosign checkpoint %s: %s", witness.name, row.number, said)
    if problem == WitnessState.Problem.REFUSED and before != problem:
        call = HouseCall(row.casino_id, Stamp.of_system(CommandId.fresh("witness")))
        _record_refusal(
            call, witness=witness.name, key=witness.key_id, checkpoint=row.number, said=said[:LONGEST_WORDS]
        )


def _keep_state(row: Checkpoint, witness: Witness, problem: str = "", said: str = "") -> str:
    """Write down how it went; returns the problem there was before."""
    names = {
        "casino_id": row.casino_id,
        "origin": origin_in(row),
        "witness": witness.name,
        "key_id": witness.key_id,
    }
    now = timezone.now()
    state = WitnessState.objects.filter(**names).first() or WitnessState(**names, asked_at=now)
    before, state.asked_at = state.problem, now
    state.failures = state.failures + 1 if problem else 0
    # What was refused lasts until the witness cosigns: that it is down now does not take it back.
    if before != WitnessState.Problem.REFUSED or not problem:
        state.since = state.since if problem == before else (now if problem else None)
        state.problem, state.said = problem, said
    state.save()
    return before


@in_house(Act.RECORD_WITNESS_REFUSAL)
def _record_refusal(context: ActContext, *, witness: str, key: str, checkpoint: int, said: str) -> JSON:
    context.record({"witness": witness, "key": key, "checkpoint": checkpoint, "said": said})
    context.alert(Alert.Kind.WITNESS_REFUSED, f"witness/{key}", {"witness": witness, "checkpoint": checkpoint})
    return {"witness": witness, "checkpoint": checkpoint}
