"""The database's own guards, held against what the migrations make (AUD 6.3).

Whoever owns the database could put a guard aside, change what is stored, and put it back; or leave it aside. What is different
now is named here; what was different for a while, the fingerprint in each checkpoint's entry tells.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tables.database.catalog import NoGuardsError, Properties, Snapshot, fingerprint, read_catalog, server_major
from tables.database.reference import majors, reference
from tables.models import AuditEntry, Casino
from tables.policy import Act
from tables.queries.audit.findings import Finding, Looked

SEARCH_PATH = "public, pg_temp"
FIRES = {
    "A": "fires always",
    "O": "fires only where a session is no replica",
    "R": "fires only where a session is a replica",
    "D": "does not fire",
    "DO": "fires in part only",
    "AO": "fires always in part only",
}
IS_UNDER_SETTINGS = "SELECT current_setting('search_path'), current_setting('session_replication_role')"


@dataclass(frozen=True, slots=True)
class Guards:
    """What was read of the guards."""

    major: int
    fingerprint: str
    """SHA-256 of the whole, 64 hexadecimal digits."""
    is_known: bool
    """Whether there is a list to hold them against."""
    differences: Mapping[str, str]
    """What differs from that list: a sentence each, by what it is about."""


def read_guards() -> Guards:
    """Return the guards as they are now; raises NoGuardsError for a database without an audit log."""
    major, found = server_major(), read_catalog()
    expected = reference(major)
    different = dict(_differences(expected, found)) if expected else {}
    return Guards(major, fingerprint(found), expected is not None, different)


def guards_fingerprint() -> str:
    """Return the fingerprint alone, for the entry of a checkpoint."""
    return fingerprint(read_catalog())


def guards() -> Iterator[Finding | Looked]:
    """Find what is different of the guards, and of the session that this process works in."""
    try:
        found = read_guards()
    except NoGuardsError as error:
        yield Finding(key="none", words=str(error))
        return
    yield Looked("")
    if not found.is_known:
        known = ", ".join(map(str, majors()))
        words = f"the guards of PostgreSQL {found.major} were held against nothing: there is a list for {known} alone"
        yield Finding(key="unknown", words=words)
    for about, words in found.differences.items():
        yield Finding(key=about, words=words)
    for words in session_problems():
        yield Finding(key=words, words=words)
    for casino in Casino.objects.order_by("pk"):
        yield from _changes_without_deploy(casino)


def _changes_without_deploy(casino: Casino) -> Iterator[Finding]:
    """Where a checkpoint found other guards than the entry before it, and no deploy stands between (AUD 7.6)."""
    known, since = "", 0
    entries = AuditEntry.objects.filter(chain=casino.chain, act__in=(Act.MAKE_CHECKPOINT, Act.RECORD_DEPLOY))
    for sequence, act, payload in entries.order_by("sequence").values_list("sequence", "act", "payload").iterator():
        now = _fingerprint_in(act, payload)
        if act == Act.MAKE_CHECKPOINT and known and now and now != known:
            words = f"entry {sequence}: the guards of the database were others than entry {since} says, and no deploy stands between"
            yield Finding(chain=casino.chain, sequence=sequence, words=words)
        known, since = now or known, sequence if now else since


def _fingerprint_in(act: str, payload: Any) -> str:
    """What an entry says of the guards; nothing for one of an earlier version, or one that was tampered with."""
    if not isinstance(payload, dict):
        return ""
    said = payload.get("after") if act == Act.RECORD_DEPLOY else payload
    found = said.get("database_guards" if act == Act.RECORD_DEPLOY else "guards") if isinstance(said, dict) else None
    return found if isinstance(found, str) else ""


def session_problems() -> Iterator[str]:
    """Yield what makes this very connection read other tables, or write past guards."""
    with connection.cursor() as cursor:
        cursor.execute(IS_UNDER_SETTINGS)
        path, replication = cursor.fetchone()
    if path.replace(" ", "") != SEARCH_PATH.replace(" ", ""):
        yield f"this service looks for its tables in {path}, not in the schema public alone"
    if replication != "origin":
        yield f"the session of this service is a {replication}: guards that fire only where it is none do not fire"


def _differences(expected: Snapshot, found: Snapshot) -> Iterator[tuple[str, str]]:
    for kind in sorted({*expected, *found}):
        wanted, present = expected.get(kind, {}), found.get(kind, {})
        for name in sorted({*wanted, *present}):
            if name not in present:
                yield f"{kind} {name}", f"{_called(kind, name)} is missing"
            elif name not in wanted:
                yield f"{kind} {name}", f"{_called(kind, name)} {_stranger(present[name])}"
            else:
                yield from _changed(kind, name, wanted[name], present[name])


def _changed(kind: str, name: str, wanted: Properties, found: Properties) -> Iterator[tuple[str, str]]:
    called = _called(kind, name)
    for key in sorted({*wanted, *found}):
        before, now = wanted.get(key, ""), found.get(key, "")
        if before != now:
            yield f"{kind} {name} {key}", f"{called} {_change(key, before, now)}"


def _called(kind: str, name: str) -> str:
    """`tables_bar: refuse_change` is something of a table."""
    table, colon, own = name.partition(": ")
    return f"{kind} {own} on {table.removeprefix('public.')}" if colon else f"{kind} {name.removeprefix('public.')}"


def _stranger(properties: Properties) -> str:
    said = "; ".join(f"{key} {value}" for key, value in properties.items() if value)
    return f"is not one that the migrations make: {said}"


def _change(key: str, before: str, now: str) -> str:
    if key == "fires":
        return f"{FIRES.get(now, now)}, where it {FIRES.get(before, before)} by the migrations"
    if key == "source":
        return "does something else than the migrations make it do"
    if key in ("grants", "member of", "may"):
        return _given(key, set(filter(None, before.split(", "))), set(filter(None, now.split(", "))))
    return f"has another {key} than by the migrations: {now or 'none'}, not {before or 'none'}"


def _given(key: str, before: set[str], now: set[str]) -> str:
    """Of rights, those that differ alone."""
    said = []
    if more := ", ".join(sorted(now - before)):
        said.append(f"has {key} beyond those of the migrations: {more}")
    if fewer := ", ".join(sorted(before - now)):
        said.append(f"lacks {key} that the migrations give: {fewer}")
    return "; ".join(said)
