"""Whether the checkpoints hold: their list, their signatures, the entries they name, and their copies outside (AUD 3.2).

What is wrong is told in words; one thing that is wrong hides no other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tables.audit.checkpoint import FIRST_PREVIOUS, SignedCheckpoint, missing_since
from tables.audit.copies import Copies, CopyFaultError
from tables.audit.keyring import Keyring
from tables.audit.merkle import Frontier
from tables.models import Casino, ChainHead, Checkpoint
from tables.queries.audit.checkpoints import StoredLeaf, stored_leaves
from tables.queries.audit.keys import unproved
from tables.queries.audit.outside import gap_problems, gone, missing_copies, restore_words
from tables.queries.audit.restores import Restore, restores_of
from tables.queries.audit.signed_rows import signed_checkpoint
from tables.queries.audit.vouched import witness_problems, witness_remark

CHECKPOINTS_AT_A_TIME = 500


@dataclass(slots=True)
class Verified:
    """What was looked at of the checkpoints of a casino, and what is wrong with it."""

    checkpoints: int = 0
    leaves: int = 0
    newest: int = 0
    newest_outside: SignedCheckpoint | None = None
    problems: dict[str, None] = field(default_factory=dict)
    """In the order in which they were found, each once."""
    remarks: dict[str, None] = field(default_factory=dict)
    """What a reader has to know and is no fault: keys that nothing proves, restores."""

    def add(self, *problems: str) -> None:
        """Note what is wrong; an empty one is nothing."""
        self.problems |= dict.fromkeys(problem for problem in problems if problem)


def verified_checkpoints(casino_id: int, ring: Keyring, copies: Copies) -> Iterator[Verified]:
    """Verify all; yields the same object again and again on the way, and last when done. Raises CopyFaultError."""
    result = Verified()
    restores = restores_of(casino_id)
    rows = _Rows(ring, copies, set(copies.numbers()), {restore.epoch: restore for restore in restores})
    stated: list[SignedCheckpoint] = []
    result.add(*ring.problems, _epoch_problem(casino_id, restores))
    for epoch in _epochs(casino_id):
        rows.begin(epoch)
        for problem in _checked_list(casino_id, rows, result):
            result.add(problem)
            yield result
        stated += [rows.last] if rows.last else []
    result.newest = max(rows.numbers, default=0)
    result.add(*_outside_problems(rows, result))
    newest, known_gaps = result.newest_outside, {number for restore in restores for number in restore.gap}
    if newest and newest.checkpoint.number not in known_gaps:
        stated = list(dict.fromkeys([newest, *stated]))
    for signed in stated:
        result.add(*_missing(casino_id, signed))
        yield result
    result.add(*witness_problems(casino_id, ring.keys))
    known = (*unproved(casino_id, ring), *map(restore_words, restores), witness_remark(casino_id))
    result.remarks |= dict.fromkeys(filter(None, known))
    yield result


def _epochs(casino_id: int) -> list[int]:
    return list(
        Checkpoint.objects.filter(casino=casino_id).order_by("epoch").values_list("epoch", flat=True).distinct()
    )


def _epoch_problem(casino_id: int, restores: list[Restore]) -> str:
    """The casino's row says which list is being written; the log says which it has to be."""
    stored = Casino.objects.values_list("epoch", flat=True).get(pk=casino_id)
    logged = restores[-1].epoch if restores else 1
    return "" if stored == logged else f"the casino is said to be in epoch {stored}; by its log it is in epoch {logged}"


def _outside_problems(rows: "_Rows", result: Verified) -> Iterator[str]:
    """What is wrong with the copies: none, one missing, or the newest not signed as it should be."""
    if not rows.outside:
        if rows.numbers:
            yield gone(rows.copies)
        return
    for restore in rows.restores.values():
        yield from gap_problems(restore, rows.copies, rows.outside, rows.ring)
    wanted = {*rows.numbers, *range(1, max(rows.outside) + 1)}
    yield from missing_copies(rows.copies, wanted, rows.outside)
    try:
        result.newest_outside = rows.copies.read(max(rows.outside))
    except CopyFaultError as error:
        yield str(error)
        return
    problem = rows.ring.problem(result.newest_outside)
    if problem:
        yield f"the copy of checkpoint {max(rows.outside)} {problem}"


def _missing(casino_id: int, signed: SignedCheckpoint) -> Iterator[str]:
    heads = dict(ChainHead.objects.filter(chain__startswith=f"{casino_id}/").values_list("chain", "sequence"))
    leaves = stored_leaves(casino_id, signed.checkpoint.epoch)
    present = ((stored.leaf, stored.entry_hash) for stored in leaves)
    return missing_since(signed.checkpoint, present, heads)


@dataclass(slots=True)
class _Rows:
    """The checkpoints one after the other, as each must follow from the one before; a list an epoch."""

    ring: Keyring
    copies: Copies
    outside: set[int]
    restores: dict[int, Restore]
    epoch: int = 1
    last: SignedCheckpoint | None = None
    """Of the list that is being read."""
    time: str = ""
    numbers: set[int] = field(default_factory=set)

    def begin(self, epoch: int) -> None:
        """Go on with the list of another epoch."""
        self.epoch, self.last = epoch, None

    def problem(self, row: Checkpoint, frontier: Frontier) -> str:
        """What is wrong with a checkpoint over this list; empty where nothing is."""
        signed, (number, previous_hash) = signed_checkpoint(row), self._expected()
        earlier, checkpoint = self.time, signed.checkpoint
        self.last, self.time = signed, checkpoint.time
        self.numbers.add(checkpoint.number)
        if not number:
            return f"is of epoch {self.epoch}, but no entry of the log says that the database was restored to it"
        if checkpoint.number != number:
            return "does not follow the one before it: some are missing"
        if checkpoint.previous_hash != previous_hash:
            return "does not name the hash of the one before it"
        if checkpoint.hash() != row.hash:
            return "was changed: its hash is not the hash of what it says"
        if checkpoint.time < earlier:
            return "is earlier than the one before it"
        if checkpoint.size != frontier.size or checkpoint.root != frontier.root().hex():
            return "was not signed over the leaves that are here"
        return self._signature_problem(signed) or self._copy_problem(signed)

    def _expected(self) -> tuple[int, str]:
        """Number and previous hash that the next checkpoint must have; 0 where there cannot be one."""
        if self.last:
            return self.last.checkpoint.number + 1, self.last.checkpoint.hash()
        if self.epoch == 1:
            return 1, FIRST_PREVIOUS
        restore = self.restores.get(self.epoch)
        return (restore.first, restore.previous_hash) if restore else (0, "")

    def _signature_problem(self, signed: SignedCheckpoint) -> str:
        # Where all that lay outside is gone, that is said once.
        return self.ring.problem(signed) if self.ring.keys or self.outside else ""

    def _copy_problem(self, signed: SignedCheckpoint) -> str:
        if signed.checkpoint.number not in self.outside:
            return ""
        try:
            copy = self.copies.read(signed.checkpoint.number)
        except CopyFaultError as error:
            return f"cannot be compared with its copy: {error}"
        return "" if copy == signed else "is another than its copy outside"


def _checked_list(casino_id: int, rows: _Rows, result: Verified) -> Iterator[str]:
    leaves, frontier, before = stored_leaves(casino_id, rows.epoch), Frontier(), result.leaves
    for row in _checkpoints(casino_id, rows.epoch):
        wrong_leaf = ""
        while frontier.size < row.list_size and (stored := next(leaves, None)):
            wrong_leaf = wrong_leaf or _leaf_problem(stored, frontier.size, row)
            frontier.add(stored.leaf.leaf_hash())
            if frontier.size % CHECKPOINTS_AT_A_TIME == 0:
                result.leaves = before + frontier.size
                yield ""
        problem = rows.problem(row, frontier)
        problem = wrong_leaf or problem
        result.checkpoints, result.leaves = result.checkpoints + 1, before + frontier.size
        yield f"checkpoint {row.number} {problem}" if problem else ""
    if beyond := next(leaves, None):
        yield f"leaf {beyond.position} is beyond the newest checkpoint"


def _leaf_problem(stored: StoredLeaf, place: int, row: Checkpoint) -> str:
    if stored.position != place:
        return f"lacks leaf {place} of the list"
    return "" if stored.leaf.checkpoint == row.number else f"has a leaf of checkpoint {stored.leaf.checkpoint}"


def _checkpoints(casino_id: int, epoch: int) -> Iterator[Checkpoint]:
    number: Any = 0
    while True:
        wanted = Checkpoint.objects.filter(casino=casino_id, epoch=epoch, number__gt=number).order_by("number")
        page = list(wanted[:CHECKPOINTS_AT_A_TIME])
        yield from page
        if len(page) < CHECKPOINTS_AT_A_TIME:
            return
        number = page[-1].number
