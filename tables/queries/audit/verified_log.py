"""Every chain of the database verified in one go: what is stored, and what the log alone decides (AUD 2.5, 2.6)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tables.audit.chain import Fault
from tables.audit.rules.log import LogRules
from tables.queries.audit.chains import chain_names, checked_entries


class VerifiedLog:
    """Goes through chains, those of a house before those of its tables, and says of each what does not hold."""

    def __init__(self) -> None:
        self._rules: dict[str, LogRules] = {}
        """By casino."""

    @property
    def undecided(self) -> Counter[str]:
        """What the log could not decide so far, in words, and of how many entries."""
        return sum((rules.undecided for rules in self._rules.values()), Counter())

    def chain(self, name: str) -> Iterator[Fault | None]:
        """Yield None for every entry of a chain that holds, and a Fault for each that does not or is missing, to the end."""
        rules = self._rules.setdefault(_casino_of(name), LogRules())
        rules.begin(name)
        for entry, fault in checked_entries(name):
            if fault is not None or entry is None:
                rules.hide()
                yield fault
                continue
            problem = rules.take(entry)
            yield Fault(name, entry["sequence"], problem) if problem else None
        rules.end_chain()

    def end(self) -> Iterator[Fault]:
        """When every chain was gone through: the entries of a house that only its tables could tell to be wrong."""
        for casino, rules in self._rules.items():
            for sequence, problem in rules.end():
                yield Fault(house_of(casino), sequence, problem)


def verified_log(names: Iterable[str] | None = None) -> Iterator[Fault | None]:
    """Verify these chains, or all: None for every entry that holds, a Fault for each that does not."""
    log = VerifiedLog()
    for name in in_order(chain_names() if names is None else names):
        yield from log.chain(name)
    yield from log.end()


def in_order(names: Iterable[str]) -> list[str]:
    """The chains of each casino, the house's first, which the others are judged by."""
    return sorted(names, key=lambda name: (_casino_of(name), "/house" not in name, name))


def house_of(chain: str) -> str:
    """The chain of the house to which a chain belongs."""
    return f"{_casino_of(chain)}/house"


def _casino_of(chain: str) -> str:
    return chain.partition("/")[0]
