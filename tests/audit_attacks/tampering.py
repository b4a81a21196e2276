"""Changing what is stored with the guards put aside, and putting it back as it was."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg

from tables.audit.chain import Fault
from tables.queries.audit.verified_log import verified_log
from tests.management.calling import exit_status

TABLES = ("tables_auditentry", "tables_chainhead")
OF_CHAIN = "chain = %(chain)s"


@dataclass
class Disarmed:
    """The owner of the database, past all its guards, at one chain."""

    link: psycopg.Connection[Any]
    chain: str

    def __post_init__(self) -> None:
        """USER names every trigger of the project's, those that fire ALWAYS too."""
        for table in TABLES:
            self.link.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            self.link.execute(f"CREATE TABLE kept_{table} AS TABLE {table}")

    def rows(self, query: str, **values: Any) -> list[Any]:
        """What a query about the chain answers."""
        return self.link.execute(query, {"chain": self.chain, **values}).fetchall()

    def sequences(self) -> list[int]:
        """The entries of the chain as they are stored."""
        found = self.rows(f"SELECT sequence FROM tables_auditentry WHERE {OF_CHAIN} ORDER BY sequence")
        return [sequence for (sequence,) in found]

    @contextmanager
    def tampered(self, *statements: str, **values: Any) -> Iterator[None]:
        """Run statements, each of which must change something; afterwards everything stands as it did."""
        try:
            for statement in statements:
                assert self.link.execute(statement, {"chain": self.chain, **values}).rowcount > 0, statement
            yield
        finally:
            for table in TABLES:
                self.link.execute(f"DELETE FROM {table}")
                self.link.execute(f"INSERT INTO {table} TABLE kept_{table}")


def faults() -> dict[str, Fault]:
    """The first fault of each chain that has one."""
    found: dict[str, Fault] = {}
    for fault in verified_log():
        if fault is not None:
            found.setdefault(fault.chain, fault)
    return found


def told() -> dict[str, str]:
    """What `manage.py verify_audit` says first of each chain; its exit status has to agree with that."""
    status, written = exit_status("verify_audit")
    lines: dict[str, str] = {}
    for line in written.splitlines():
        chain, said = line.split(": ", 1)
        lines.setdefault(chain, said)
    assert status == int(any(line.startswith("NOT WHOLE: ") for line in lines.values()))
    return lines
