"""The copies outside against the checkpoints that should have one: a missing one is a fault (AUD 3.1, 3.5)."""

import time
from collections.abc import Collection, Iterable, Iterator, Sequence

from tables.audit.copies import Copies, CopyFaultError
from tables.audit.keyring import Keyring
from tables.queries.audit.restores import Restore

# Between the commit of a checkpoint and its copy.
COPIED_WITHIN = 1.0
MOST_NAMED = 20


def gone(copies: Copies) -> str:
    """Say that there is no copy at all."""
    where = "holds none" if copies.directory.is_dir() else "is not there"
    return (
        f"the copies are gone: {copies.directory} {where}; there is no copy of any checkpoint outside: nothing shows "
        "that this database is the true one"
    )


def missing_copies(copies: Copies, wanted: Iterable[int], outside: Collection[int]) -> Iterator[str]:
    """Say of which checkpoints there is no copy; `outside` is what was there when verifying began."""
    missing = sorted(set(wanted) - set(outside))
    missing = [number for number in missing if not copies.has(number)]
    if missing:
        # The newest may have been committed a moment ago.
        time.sleep(COPIED_WITHIN)
        missing = [number for number in missing if not copies.has(number)]
    spans = list(_spans(missing))
    for first, last in spans[:MOST_NAMED]:
        which = f"checkpoint {first} has no copy" if first == last else f"checkpoints {first} to {last} have no copy"
        yield f"{which} outside: never copied, or taken away"
    if spans[MOST_NAMED:]:
        yield f"{sum(last - first + 1 for first, last in spans[MOST_NAMED:])} further checkpoints have no copy outside"


def gap_problems(restore: Restore, copies: Copies, outside: Collection[int], ring: Keyring) -> Iterator[str]:
    """Say what is wrong with the copies of the checkpoints that a restored database no longer has."""
    before = None
    for number in restore.gap:
        if number not in outside:
            before = None
            continue
        try:
            signed = copies.read(number)
        except CopyFaultError as error:
            yield str(error)
            before = None
            continue
        problem = ring.problem(signed)
        if problem:
            yield f"the copy of checkpoint {number} {problem}"
        if before is not None and signed.checkpoint.previous_hash != before:
            yield f"the copy of checkpoint {number} does not name the hash of the one before it"
        before = signed.checkpoint.hash()
    if before is not None and before != restore.previous_hash:
        yield f"the copy of checkpoint {restore.first - 1} is not the one that entry {restore.sequence} of the house names"


def restore_words(restore: Restore) -> str:
    """Say what a restore lost, as its entry has it."""
    by = " and ".join(restore.people)
    said = f"restored by {by} at {restore.time}: epoch {restore.epoch} begins with checkpoint {restore.first}"
    if restore.gap:
        said += f"; {_numbered('checkpoint', restore.gap[0], restore.gap[-1])} of before lie outside alone"
    for part in restore.missing:
        span = _numbered("entry", part["from"], part["to"], "entries")
        said += f"; of chain {part['chain']} {span} of epoch {part['epoch']} are not here"
    if restore.unknown:
        said += f"; which entries {len(restore.unknown)} of these checkpoints vouched for is not known: their leaves were not kept"
    return said


def _numbered(one: str, first: int, last: int, several: str = "") -> str:
    return f"{one} {first}" if first == last else f"{several or one + 's'} {first} to {last}"


def _spans(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = last = None
    for number in numbers:
        if first is None or last is None:
            first = last = number
        elif number == last + 1:
            last = number
        else:
            yield first, last
            first = last = number
    if first is not None and last is not None:
        yield first, last
