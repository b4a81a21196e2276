"""Everything that a verification looks at, part by part, and what each part finds (AUD 2.5, 3.2, 5.2, 6).

A part is a generator: it yields `Looked` for each thing it looked at, and a `Finding` for each that does not hold. A new part
is a line in `PARTS`.
"""

from collections.abc import Callable, Iterator

from django.conf import settings

from tables.audit.chain import Fault
from tables.audit.copies import Copies, CopyFaultError
from tables.models import Casino, Table
from tables.queries.audit.chains import chain_names
from tables.queries.audit.checkpoint_list import verified_checkpoints
from tables.queries.audit.findings import Finding, Looked
from tables.queries.audit.guards import guards
from tables.queries.audit.house_compare import house_unlike_the_log
from tables.queries.audit.journal import differences_at
from tables.queries.audit.keys import keyring_of
from tables.queries.audit.rebuild.compare import compared
from tables.queries.audit.rebuild.kept import kept
from tables.queries.audit.settlement_check import replayed_settlements
from tables.queries.audit.verified_log import VerifiedLog, in_order

Found = Iterator[Finding | Looked]


def chains() -> Found:
    """Verify every entry of every chain, by itself and by what the log says beside it."""
    log = VerifiedLog()
    for chain in in_order(chain_names()):
        yield Looked(chain, 0)
        for fault in log.chain(chain):
            yield Looked(chain) if fault is None else _finding(fault)
    yield from map(_finding, log.end())


def _finding(fault: Fault) -> Finding:
    return Finding(chain=fault.chain, sequence=fault.sequence, words=f"entry {fault.sequence}: {fault.problem}")


def checkpoints() -> Found:
    """Verify the checkpoints of every casino, and their copies outside."""
    for casino in Casino.objects.order_by("pk"):
        yield from _checkpoints_of(casino)


def _checkpoints_of(casino: Casino) -> Found:
    name, checkpoints = str(casino.pk), 0
    try:
        ring, problems = keyring_of(casino.pk, settings.CHECKPOINT_DIR), list[str]()
        for found in verified_checkpoints(casino.pk, ring, Copies(settings.CHECKPOINT_DIR, casino.pk)):
            checkpoints, problems = found.newest, list(found.problems)
    except CopyFaultError as error:
        problems = [str(error)]
    yield Looked(name, checkpoints)
    for problem in problems:
        yield Finding(chain=name, words=problem)


def settlements() -> Found:
    """Compute every settlement again, and hold it against the log."""
    for table in _tables():
        for replayed in replayed_settlements(table):
            yield Looked(table.chain)
            if replayed.problem:
                yield Finding(chain=table.chain, round=replayed.round, words=str(replayed))


def journal() -> Found:
    """Add every balance up from the journal: stacks, banks, pots, markers, debts (OPS 2.4)."""
    for table in _tables():
        yield Looked(table.chain)
        for difference in differences_at(table):
            yield Finding(chain=table.chain, words=str(difference))


def rows() -> Found:
    """Hold the rows of every house, and of every table, against what the chains imply (AUD 6.1)."""
    for casino in Casino.objects.order_by("pk"):
        yield Looked(casino.chain)
        yield from map(kept, house_unlike_the_log(casino))
    for table in _tables():
        for window in compared(table):
            yield Looked(table.chain, window.entries)
            for found in window.findings:
                yield kept(found)


def _tables() -> Iterator[Table]:
    yield from Table.objects.select_related("casino").order_by("casino", "number")


PARTS: tuple[tuple[str, Callable[[], Found]], ...] = (
    ("chains", chains),
    ("checkpoints", checkpoints),
    ("settlements", settlements),
    ("journal", journal),
    ("rows", rows),
    ("guards", guards),
)
"""The parts in their order, each with the name it is kept under."""
