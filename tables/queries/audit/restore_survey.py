"""What a restored database lacks of what lies outside: which checkpoints, and which entries of which chain (AUD 3.5)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tables.audit.checkpoint import FIRST_PREVIOUS, Leaf, SignedCheckpoint
from tables.audit.copies import Copies
from tables.audit.merkle import Frontier
from tables.games.values import JSON
from tables.models import AuditEntry, ChainHead, CheckpointLeaf
from tables.queries.audit.keys import keyring_of
from tables.queries.audit.signed_rows import newest_checkpoint, signed_checkpoint


@dataclass(slots=True)
class Survey:
    """What lies outside, against what is here."""

    here: int = 0
    """The newest checkpoint here; 0 where there is none."""
    newest: int = 0
    """The newest outside, or here where nothing newer lies outside."""
    epoch: int = 1
    previous_hash: str = FIRST_PREVIOUS
    outside: SignedCheckpoint | None = None
    missing: list[JSON] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    problem: str = ""
    """Why what lies outside cannot be gone on from; empty where it can."""


def surveyed(casino_id: int, copies: Copies) -> Survey:
    """Compare what lies outside with what is here; raises CopyFaultError."""
    row = newest_checkpoint(casino_id)
    signed = signed_checkpoint(row) if row else None
    survey = Survey(here=row.number if row else 0)
    numbers = list(copies.numbers())
    if signed and not numbers:
        survey.problem = f"the copies are gone: {copies.directory} holds none"
        return survey
    survey.outside = copies.read(numbers[-1]) if numbers else None
    last = survey.outside if survey.outside and numbers[-1] >= survey.here else signed
    if last:
        survey.newest, survey.epoch = last.checkpoint.number, last.checkpoint.epoch
        survey.previous_hash = last.checkpoint.hash()
    survey.problem = _problem(casino_id, copies, survey, signed)
    if survey.problem:
        return survey
    frontier = Frontier(row.list_size, [bytes.fromhex(node) for node in row.frontier]) if row else Frontier()
    beyond = [number for number in numbers if number > survey.here]
    leaves = list(_leaves_beyond(copies, beyond, (row.epoch if row else 1, frontier), survey.unknown))
    survey.missing = list(_missing(leaves))
    return survey


def _problem(casino_id: int, copies: Copies, survey: Survey, here: SignedCheckpoint | None) -> str:
    ring = keyring_of(casino_id, copies.directory)
    if survey.outside is None:
        return ""
    number = survey.outside.checkpoint.number
    if survey.outside.checkpoint.casino != casino_id:
        return f"the copy of checkpoint {number} is of casino {survey.outside.checkpoint.casino}"
    if problem := ring.problem(survey.outside):
        return f"the copy of checkpoint {number} {problem}"
    if here and copies.has(survey.here) and copies.read(survey.here) != here:
        return f"checkpoint {survey.here} is another than its copy outside"
    return ""


def _leaves_beyond(
    copies: Copies, numbers: Sequence[int], start: tuple[int, Frontier], unknown: list[int]
) -> Iterator[tuple[int, Leaf]]:
    """Give the leaves of checkpoints that are not here, with their epochs, as far as they come to the signed roots."""
    epoch, frontier = start
    is_known = True
    for number in numbers:
        checkpoint = copies.read(number).checkpoint
        if checkpoint.epoch != epoch:
            epoch, frontier, is_known = checkpoint.epoch, Frontier(), True
        leaves = copies.read_leaves(number)
        for leaf in leaves or ():
            frontier.add(leaf.leaf_hash())
        is_known = is_known and leaves is not None and frontier.root().hex() == checkpoint.root
        if not is_known:
            unknown.append(number)
            continue
        yield from ((epoch, leaf) for leaf in leaves or ())


def _missing(leaves: Sequence[tuple[int, Leaf]]) -> Iterator[JSON]:
    """Of each list and chain the entries that are vouched for and are not here."""
    found: dict[tuple[int, str], list[Leaf]] = defaultdict(list)
    for epoch, leaf in leaves:
        found[epoch, leaf.chain].append(leaf)
    for (epoch, chain), signed in sorted(found.items()):
        head = ChainHead.objects.filter(chain=chain).values_list("sequence", flat=True).first() or 0
        common = max(_newest_leaf_here(chain), _newest_that_is_here(chain, signed))
        newest = signed[-1].sequence
        if newest > common:
            yield {"epoch": epoch, "chain": chain, "from": common + 1, "to": newest, "here": head}


def _newest_leaf_here(chain: str) -> int:
    leaves = CheckpointLeaf.objects.filter(chain=chain).order_by("-sequence")
    return leaves.values_list("sequence", flat=True).first() or 0


def _newest_that_is_here(chain: str, leaves: Sequence[Leaf]) -> int:
    wanted = AuditEntry.objects.filter(chain=chain, sequence__in=[leaf.sequence for leaf in leaves])
    hashes = dict(wanted.values_list("sequence", "hash"))
    return max((leaf.sequence for leaf in leaves if hashes.get(leaf.sequence) == leaf.hash), default=0)
