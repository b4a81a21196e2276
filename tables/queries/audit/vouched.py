"""How many witnesses vouch for the checkpoints, since when, and whether what they signed holds (AUD 3.3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from tables.audit.chain import time_text
from tables.audit.notes import NoteCheckpoint, NoteError
from tables.audit.witness_policy import WitnessPolicy
from tables.models import Checkpoint, Cosignature, WitnessState
from tables.queries.audit.witnesses import cosigned_note, log_key, newest_noted, origin_in, signature_in

LATE = timedelta(minutes=15)
"""After three checkpoints without enough witnesses something is wrong with them, and not only slow."""
ROWS_AT_A_TIME = 500


@dataclass(frozen=True, slots=True)
class Vouched:
    """What the witnesses say of the newest checkpoint, and since when too few of them say anything."""

    newest: Checkpoint
    required: int
    times: Mapping[str, datetime]
    """When the newest checkpoint was cosigned, by the names of those who did."""
    reached: Mapping[str, int]
    """Up to which checkpoint each witness vouches; what it cosigned later contains what was before."""
    witnessed: Checkpoint | None
    """The newest checkpoint that as many vouch for as have to; None while there is none."""
    lacking_since: datetime | None
    """The time of the first checkpoint after that; None where nothing is lacking."""
    states: Mapping[str, WitnessState]
    """How it stands with each witness that was asked."""

    def is_late(self, now: datetime) -> bool:
        """Whether it has been lacking for so long that it is a fault."""
        return self.lacking_since is not None and now - self.lacking_since > LATE


def vouched(casino_id: int, policy: WitnessPolicy) -> Vouched | None:
    """Who vouches for what; None where nobody is asked, or nothing was written as a note yet."""
    newest = newest_noted(casino_id)
    if newest is None or not policy.witnesses:
        return None
    listed = {(witness.name, witness.key_id) for witness in policy.witnesses}
    reached = _reached(newest, policy)
    number = sorted(reached.values(), reverse=True)[policy.required - 1]
    ours = Checkpoint.objects.filter(casino=casino_id, epoch=newest.epoch).exclude(note="").order_by("number")
    lacking = ours.filter(number__gt=number).first()
    states = WitnessState.objects.filter(casino=casino_id, origin=origin_in(newest))
    return Vouched(
        newest=newest,
        required=policy.required,
        times={
            row.witness: moment(row.timestamp)
            for row in newest.cosignatures.order_by("pk")
            if (row.witness, row.key_id) in listed
        },
        reached=reached,
        witnessed=ours.filter(number=number).first(),
        lacking_since=lacking.time if lacking else None,
        states={row.witness: row for row in states if (row.witness, row.key_id) in listed},
    )


def _reached(newest: Checkpoint, policy: WitnessPolicy) -> dict[str, int]:
    """Of each witness the newest checkpoint of this list that it has cosigned; 0 where there is none."""
    found = Cosignature.objects.filter(checkpoint__casino=newest.casino_id, checkpoint__epoch=newest.epoch)
    newest_of = found.values_list("witness", "key_id").annotate(Max("checkpoint__number"))
    numbers = {(name, key_id): number for name, key_id, number in newest_of}
    return {witness.name: numbers.get((witness.name, witness.key_id), 0) for witness in policy.witnesses}


def moment(timestamp: int) -> datetime:
    """A time in seconds since 1970, by somebody else's clock."""
    return datetime.fromtimestamp(min(timestamp, _LATEST), tz=UTC)


_LATEST = int(datetime(9999, 1, 1, tzinfo=UTC).timestamp())


def lacking_words(found: Vouched, now: datetime) -> str:
    """Say that too few vouch for the newest checkpoint, and how old the newest is that enough do; empty where enough do."""
    if found.lacking_since is None:
        return ""
    counted = f"{len(found.times)} of {len(found.reached)} witnesses vouch for the newest checkpoint, {found.required} have to"
    if found.witnessed is None:
        return f"{counted}; no checkpoint is vouched for by as many"
    minutes = max(0, int((now - found.witnessed.time).total_seconds() // 60))
    return (
        f"{counted}; the newest that as many vouch for is {found.witnessed.number} of {time_text(found.witnessed.time)}, "
        f"{minutes} minutes ago"
    )


def witness_problems(casino_id: int, keys: Mapping[str, bytes]) -> Iterator[str]:
    """Say what is wrong with the notes, what is signed under them, and what the witnesses say; nothing where all holds.

    `keys` are the public keys that sign checkpoints, by their ids.
    """
    policy: WitnessPolicy = settings.CHECKPOINT_WITNESSES
    yield from _note_problems(casino_id, keys, policy)
    found = vouched(casino_id, policy)
    if found is None:
        return
    for name, state in found.states.items():
        if state.problem == WitnessState.Problem.REFUSED and state.since is not None:
            yield f"witness {name} has refused to cosign since {time_text(state.since)}: {state.said}"
    if found.is_late(timezone.now()):
        yield lacking_words(found, timezone.now())


def witness_remark(casino_id: int) -> str:
    """What has to be known of the witnesses and is no fault yet; empty where enough of them vouch, or nobody is asked."""
    found, now = vouched(casino_id, settings.CHECKPOINT_WITNESSES), timezone.now()
    return "" if found is None or found.is_late(now) else lacking_words(found, now)


def _note_problems(casino_id: int, keys: Mapping[str, bytes], policy: WitnessPolicy) -> Iterator[str]:
    number, name = 0, ""
    while True:
        wanted = Checkpoint.objects.filter(casino=casino_id, number__gt=number).order_by("number")
        page = list(wanted.prefetch_related("cosignatures")[:ROWS_AT_A_TIME])
        for row in page:
            problem = _note_problem(row, name, keys, policy)
            if problem:
                yield f"checkpoint {row.number} {problem}"
            name = name or origin_in(row).rpartition("/")[0]
        if len(page) < ROWS_AT_A_TIME:
            return
        number = page[-1].number


def _note_problem(row: Checkpoint, name: str, keys: Mapping[str, bytes], policy: WitnessPolicy) -> str:
    """What is wrong with one note and the cosignatures under it; `name` is what origins began with so far."""
    if not row.note:
        return "is not written as a note, though one before it is" if name else ""
    try:
        note = cosigned_note(row)
        text = NoteCheckpoint.read(note.text)
        if text.origin.rpartition("/") != (name or text.origin.rpartition("/")[0], "/", str(row.epoch)):
            return f"is written as a note of {text.origin}, and not of {name}/{row.epoch}"
        if (text.size, text.root.hex()) != (row.list_size, row.root):
            return "says something else as a note"
        if row.key_id in keys and note.signature_of(log_key(text.origin, keys[row.key_id])) is None:
            return "is not signed by its key as a note"
        for witness in policy.witnesses:
            note.signature_of(witness.key)
        if not all(map(_is_as_signed, row.cosignatures.all())):
            return "has a cosignature whose line is another's"
    except NoteError as error:
        return f"is not what was signed as a note: {error}"
    return ""


def _is_as_signed(row: Cosignature) -> bool:
    """Whether the columns say what the line says."""
    line = signature_in(row)
    return (line.name, line.key_id.hex(), line.timestamp) == (row.witness, row.key_id, row.timestamp)
