"""Whether the checkpoints hold: their list, their signatures, the entries they name, and their copies outside (AUD 3.2).

What is wrong is told in words; one thing that is wrong hides no other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tables.audit.checkpoint import FIRST_PREVIOUS, SignedCheckpoint, missing_since
from tables.audit.copies import Copies, CopyFaultError
from tables.audit.merkle import Frontier
from tables.audit.signature import holds
from tables.models import ChainHead, Checkpoint
from tables.queries.audit.checkpoints import StoredLeaf, stored_leaves
from tables.queries.audit.signed_rows import newest_checkpoint, signed_checkpoint

CHECKPOINTS_AT_A_TIME = 500


@dataclass(slots=True)
class Verified:
    """What was looked at of the checkpoints of a casino, and what is wrong with it."""

    checkpoints: int = 0
    leaves: int = 0
    newest_outside: SignedCheckpoint | None = None
    not_outside: int = 0
    """How many checkpoints have no copy; they vouch for nothing where the database itself is in doubt."""
    problems: dict[str, None] = field(default_factory=dict)
    """In the order in which they were found, each once."""


def verified_checkpoints(casino_id: int, keys: Mapping[str, bytes], copies: Copies) -> Iterator[Verified]:
    """Verify all; yields the same object again and again on the way, and last when done. Raises CopyFaultError."""
    result = Verified()
    outside = set(copies.numbers())
    rows = _Rows(keys, copies, outside)
    for problem in _checked_list(casino_id, rows, result):
        if problem:
            result.problems[problem] = None
        yield result
    result.not_outside = rows.not_outside
    newest = newest_checkpoint(casino_id)
    stated = [signed_checkpoint(newest)] if newest else []
    if outside:
        try:
            result.newest_outside = copies.read(max(outside))
        except CopyFaultError as error:
            result.problems[str(error)] = None
    if result.newest_outside:
        problem = _signature_problem(result.newest_outside, keys)
        if problem:
            result.problems[f"the copy of checkpoint {max(outside)} {problem}"] = None
        stated = list(dict.fromkeys([result.newest_outside, *stated]))
    elif newest and not outside:
        result.problems[
            "there is no copy of any checkpoint outside: nothing shows that this database is the true one"
        ] = None
    for signed in stated:
        result.problems |= dict.fromkeys(_missing(casino_id, signed))
        yield result
    yield result


def _missing(casino_id: int, signed: SignedCheckpoint) -> Iterator[str]:
    heads = dict(ChainHead.objects.filter(chain__startswith=f"{casino_id}/").values_list("chain", "sequence"))
    present = ((stored.leaf, stored.entry_hash) for stored in stored_leaves(casino_id))
    return missing_since(signed.checkpoint, present, heads)


@dataclass(slots=True)
class _Rows:
    """The checkpoints one after the other, as each must follow from the one before."""

    keys: Mapping[str, bytes]
    copies: Copies
    outside: set[int]
    last: SignedCheckpoint | None = None
    not_outside: int = 0

    def problem(self, row: Checkpoint, frontier: Frontier) -> str:
        """What is wrong with a checkpoint over this list; empty where nothing is."""
        signed, last = signed_checkpoint(row), self.last
        self.last = signed
        checkpoint = signed.checkpoint
        if checkpoint.number != (last.checkpoint.number + 1 if last else 1):
            return "does not follow the one before it: some are missing"
        if checkpoint.previous_hash != (last.checkpoint.hash() if last else FIRST_PREVIOUS):
            return "does not name the hash of the one before it"
        if checkpoint.hash() != row.hash:
            return "was changed: its hash is not the hash of what it says"
        if last and checkpoint.time < last.checkpoint.time:
            return "is earlier than the one before it"
        if checkpoint.size != frontier.size or checkpoint.root != frontier.root().hex():
            return "was not signed over the leaves that are here"
        return _signature_problem(signed, self.keys) or self._copy_problem(signed)

    def _copy_problem(self, signed: SignedCheckpoint) -> str:
        if signed.checkpoint.number not in self.outside:
            self.not_outside += 1
            return ""
        try:
            copy = self.copies.read(signed.checkpoint.number)
        except CopyFaultError as error:
            return f"cannot be compared with its copy: {error}"
        return "" if copy == signed else "is another than its copy outside"


def _signature_problem(signed: SignedCheckpoint, keys: Mapping[str, bytes]) -> str:
    public_key = keys.get(signed.checkpoint.key)
    if public_key is None:
        return f"names key {signed.checkpoint.key}, whose public half is not known here"
    if not holds(signed.signature, signed.checkpoint.signed_bytes(), public_key):
        return "does not bear the signature of its key"
    return ""


def _checked_list(casino_id: int, rows: _Rows, result: Verified) -> Iterator[str]:
    leaves, frontier = stored_leaves(casino_id), Frontier()
    for row in _checkpoints(casino_id):
        wrong_leaf = ""
        while frontier.size < row.list_size and (stored := next(leaves, None)):
            wrong_leaf = wrong_leaf or _leaf_problem(stored, frontier.size, row)
            frontier.add(stored.leaf.leaf_hash())
            if frontier.size % CHECKPOINTS_AT_A_TIME == 0:
                result.leaves = frontier.size
                yield ""
        problem = wrong_leaf or rows.problem(row, frontier)
        result.checkpoints, result.leaves = result.checkpoints + 1, frontier.size
        yield f"checkpoint {row.number} {problem}" if problem else ""
    if beyond := next(leaves, None):
        yield f"leaf {beyond.position} is beyond the newest checkpoint"


def _leaf_problem(stored: StoredLeaf, place: int, row: Checkpoint) -> str:
    if stored.position != place:
        return f"lacks leaf {place} of the list"
    return "" if stored.leaf.checkpoint == row.number else f"has a leaf of checkpoint {stored.leaf.checkpoint}"


def _checkpoints(casino_id: int) -> Iterator[Checkpoint]:
    number: Any = 0
    while True:
        wanted = Checkpoint.objects.filter(casino=casino_id, number__gt=number).order_by("number")
        page = list(wanted[:CHECKPOINTS_AT_A_TIME])
        yield from page
        if len(page) < CHECKPOINTS_AT_A_TIME:
            return
        number = page[-1].number
