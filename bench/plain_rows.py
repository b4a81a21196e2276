"""The row changes of a round, recorded by triggers from one that the acts played, and made again without them."""

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import psycopg

Row = dict[str, Any]
# Every table that an act can write; heads are moved by the trigger on insertion of an entry, on either side.
WRITTEN = (
    *("auditentry", "command", "designationoffer", "leg", "posting", "round", "seating", "settlement"),
    *("table", "tapin", "person", "casino", "tablet"),
)
RECORDER = """
CREATE TABLE bench_change (id bigint GENERATED ALWAYS AS IDENTITY, act xid8, name text, before jsonb, after jsonb);
CREATE FUNCTION bench_record() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    INSERT INTO bench_change (act, name, before, after) VALUES (
        pg_current_xact_id(), TG_TABLE_NAME, CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) END, to_jsonb(NEW));
    RETURN NULL;
END $$;
"""


@dataclass(frozen=True, slots=True)
class Change:
    """One row inserted or updated; of an update, only the columns that changed and the key."""

    name: str
    key: int | None
    values: Row


def recorded(owner: psycopg.Connection, play: Callable[[], object]) -> list[list[Change]]:
    """Play a round and give its row changes, by transaction."""
    owner.execute(RECORDER)
    for name in WRITTEN:
        owner.execute(
            f"CREATE TRIGGER bench AFTER INSERT OR UPDATE ON tables_{name} FOR EACH ROW EXECUTE FUNCTION bench_record()"
        )
    play()
    rows = owner.execute("SELECT act::text, name, before, after FROM bench_change ORDER BY id").fetchall()
    for name in WRITTEN:
        owner.execute(f"DROP TRIGGER bench ON tables_{name}")
    owner.execute("DROP TABLE bench_change; DROP FUNCTION bench_record")
    return [
        [_change(name, before, after) for _act, name, before, after in group]
        for _act, group in itertools.groupby(rows, key=lambda row: row[0])
    ]


def _change(name: str, before: Row | None, after: Row) -> Change:
    if before is None:
        return Change(name, None, {column: value for column, value in after.items() if column != "id"})
    changed = {column: value for column, value in after.items() if value != before[column]}
    # An update that changes nothing is a new version of the row all the same.
    return Change(name, after["id"], changed or {column: after[column] for column in list(after)[-1:]})


@dataclass(slots=True)
class PlainTable:
    """A table whose rounds are made of rows alone: the columns of a recorded row that have to be its own."""

    pk: int
    chain: str
    rules: int
    seatings: Mapping[int, int]
    """Its seatings by those of the recorded table."""
    sequence: int
    hash: str
    number: int
    version: int
    ids: dict[str, int] = field(default_factory=dict)

    def own(self, name: str, column: str, value: Any) -> Any:  # noqa: C901 - one line a column
        """The value for a column of this table's next row."""
        if value is None:
            return None
        match column:
            case "table_id":
                return self.pk
            case "chain":
                return self.chain
            case "rules_id":
                return self.rules
            case "seating_id" | "designated_id":
                return self.seatings[value]
            case "round_id" | "posting_id":
                return self.ids[column]
            case "sequence":
                return self.sequence
            case "previous_hash":
                return self.hash
            case "hash":
                return f"{self.sequence:064x}"
            case "command_id":
                return f"plain-{self.pk}-{self.sequence}"
            case "version" if name != "tables_settlement":
                return self.version
            case "number" | "round" | "round_number" | "last_round":
                return self.number
        if column.endswith("_at") or column == "time":
            return datetime.now(UTC)
        return json.dumps(value) if isinstance(value, dict | list) else value


def play_plainly(connection: psycopg.Connection, table: PlainTable, acts: list[list[Change]]) -> None:
    """Make the row changes of one round, one prepared statement a row, one transaction an act."""
    table.number += 1
    for changes in acts:
        table.sequence += 1
        table.version += 1
        with connection.transaction():
            for change in changes:
                _make(connection, table, change)
        table.hash = f"{table.sequence:064x}"


def _make(connection: psycopg.Connection, table: PlainTable, change: Change) -> None:
    values = [table.own(change.name, column, value) for column, value in change.values.items()]
    if change.key is None:
        made = connection.execute(_insert(change), values, prepare=True)
        if change.name in ("tables_round", "tables_posting"):
            ((number,),) = made.fetchall()
            table.ids[f"{change.name.removeprefix('tables_')}_id"] = number
        return
    key = {"tables_table": table.pk, "tables_round": table.ids.get("round_id")}.get(change.name)
    connection.execute(_update(change), [*values, key or table.seatings[change.key]], prepare=True)


_statements: dict[int, str] = {}


def _insert(change: Change) -> str:
    if id(change) not in _statements:
        columns = ", ".join(f'"{column}"' for column in change.values)
        places = ", ".join(_place(value) for value in change.values.values())
        returning = " RETURNING id" if change.name in ("tables_round", "tables_posting") else ""
        _statements[id(change)] = f"INSERT INTO {change.name} ({columns}) VALUES ({places}){returning}"  # noqa: S608
    return _statements[id(change)]


def _update(change: Change) -> str:
    if id(change) not in _statements:
        columns = ", ".join(f'"{column}" = {_place(value)}' for column, value in change.values.items())
        _statements[id(change)] = f"UPDATE {change.name} SET {columns} WHERE id = %s"  # noqa: S608
    return _statements[id(change)]


def _place(value: Any) -> str:
    return "%s::jsonb" if isinstance(value, dict | list) else "%s"


def row_counts(owner: psycopg.Connection) -> dict[str, tuple[int, int]]:
    """Rows inserted and updated so far, by table."""
    statement = "SELECT relname, n_tup_ins, n_tup_upd FROM pg_stat_user_tables WHERE relname LIKE 'tables_%'"
    return {name: (inserted, updated) for name, inserted, updated in owner.execute(statement).fetchall()}


def changed_rows(
    before: Mapping[str, tuple[int, int]], after: Mapping[str, tuple[int, int]]
) -> Iterator[tuple[str, int, int]]:
    """What two counts differ by, where they do."""
    for name, (inserted, updated) in sorted(after.items()):
        more = (inserted - before[name][0], updated - before[name][1])
        if any(more):
            yield name, *more
