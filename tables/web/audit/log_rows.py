"""The lines of the audit log: a sentence each, and where it leads; sign-ins of a person and day are one line (AUD 7.4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.policy import Act
from tables.queries.people import names_of
from tables.queries.tables.round_documents import EntryDocument
from tables.web.audit.links import chain_word, entry_address, log_address, moment_address, replay_address
from tables.web.audit.sentences import sentence_of
from tables.web.audit.speaker import Speaker
from tables.web.shared.staff_page import StaffContext
from tables.web.words.people import ROLES

SIGN_INS = frozenset({Act.SIGN, Act.SIGN_IN, Act.SIGN_OUT})


@dataclass(slots=True)
class LogRow:
    """An entry in the list, with the sign-ins that are folded under it."""

    entry: EntryDocument
    time: str
    address: str
    role: str
    summary: str
    round_address: str
    chain_address: str
    person_address: str
    moment_address: str
    folded: list["LogRow"]

    @property
    def times(self) -> int:
        """How many entries the line stands for."""
        return 1 + len(self.folded)


class LogRows:
    """Makes lines for a person of the house: their clock, their currency, the names of everybody."""

    def __init__(self, office: StaffContext) -> None:
        self.office = office
        self.speaker = Speaker(names_of(), office.figures)

    def of(self, entries: Sequence[EntryDocument]) -> list[LogRow]:
        """Return one line an entry, newest first as they came."""
        return [self._row(entry) for entry in entries]

    def folded(self, entries: Sequence[EntryDocument]) -> list[LogRow]:
        """Return the lines, those of sign-ins of one person and day under the newest of them."""
        lines: list[LogRow] = []
        first: dict[tuple[str, str], LogRow] = {}
        for row in self.of(entries):
            if row.entry["act"] not in SIGN_INS or not row.entry["person"]:
                lines.append(row)
                continue
            key = (row.entry["person"], row.time[:10])
            if key in first:
                first[key].folded.append(row)
            else:
                first[key] = row
                lines.append(row)
        return lines

    def _row(self, entry: EntryDocument) -> LogRow:
        where = entry["chain"].partition("/")[2]
        return LogRow(
            entry,
            self.office.clock.full(entry["time"]),
            entry_address(where, entry["sequence"]),
            str(ROLES[entry["role"]].name),
            sentence_of(entry, self.speaker),
            replay_address(entry),
            log_address(table=chain_word(where)),
            log_address(person=entry["person"]) if entry["person"] else "",
            moment_address(entry["table"], entry["time"]) if entry["table"] is not None else "",
            [],
        )
