"""Entries that never happened, inserted with the application's password and right hashes, and found by what the log says (AUD 2.6)."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

from tables.audit.chain import entry_hash, time_text
from tables.audit.export.archive import Archive
from tables.audit.export.writing import ExportSource, write_export
from tables.audit.report import Report
from tables.audit.verification import Verification
from tables.queries.audit.chains import chain_names, stored_entries
from tables.queries.audit.verified_log import in_order, verified_log
from tests.cast import Cast

INSERT = """
INSERT INTO tables_auditentry (chain, sequence, time, act, "table", round, person, role, device, command_id, payload, schema,
                               previous_hash, hash)
VALUES (%(chain)s, %(sequence)s, %(time)s, %(act)s, %(table)s, %(round)s, %(person)s, %(role)s, %(device)s,
        %(command_id)s, %(payload)s::jsonb, %(schema)s, %(previous_hash)s, %(hash)s)
"""
HEAD = "SELECT sequence, hash, greatest(time, clock_timestamp()) FROM tables_chainhead WHERE chain = %s"
EFFECTS: dict[str, Any] = {"effects": {"version": 1000}}
OWN = {"signature": {"badge": "2002", "method": "password"}}
ADMINS = {"signature": {"badge": "9001", "method": "password"}}
TAPPED_IN = 8
"""The entry of the house in which Dana, 1001, tapped in."""


class Forged(NamedTuple):
    """An entry that somebody made up, and the words that it is found by."""

    words: str
    values: dict[str, Any]
    payload: dict[str, Any]
    at_table: bool = True
    ahead: int = 0


def by_floor(act: str, **more: Any) -> dict[str, Any]:
    """In Petra's name."""
    return {"act": act, "person": "2002", "role": "floor", **more}


def by_dealer(act: str, badge: str = "1001", **more: Any) -> dict[str, Any]:
    """In a dealer's name."""
    return {"act": act, "person": badge, "role": "dealer", **more}


def with_tap_in(sequence: int | None, **payload: Any) -> dict[str, Any]:
    """What a dealer's act at a table says."""
    return {**payload, "effects": {"version": 1000, "tap_in": sequence}}


def told_of(change: int, kind: str, badge: str, roles: list[str]) -> dict[str, Any]:
    """What a confirmation says."""
    before = {"change": change, "kind": kind, "badge": badge, "roles": roles, "requested_by": "9001"}
    after = {"badge": badge, "roles": roles, "granted_by": "9001", "confirmed_by": "3001"}
    return {"before": before, "after": after}


CORRECTED = {"version": 2, "input": {}, "output": {}}
ALERT = {"alert": 77, "kind": "override", "subject": "table/12/1", "raised_at": ""}
AT_TABLE = (
    Forged("change 999, which nobody asked for", by_floor("approve_rule_change"), {"change": 999, **OWN, **EFFECTS}),
    Forged(
        "5001 did not hold the role dealer then",
        by_dealer("request_rule_change", "5001"),
        with_tap_in(TAPPED_IN, change=1, expires_at=""),
    ),
    Forged("lifts bar 5, which nobody set here", by_floor("lift_bar"), {"bar": 5, **OWN, **EFFECTS}),
    Forged("is about round 77, but the newest is 1", by_floor("open_dispute", round=77), {"dispute": 1, **EFFECTS}),
    Forged("its act 'frobnicate' is none", {"act": "frobnicate", "person": "ZZZ", "role": "god"}, EFFECTS),
    Forged("is of table 901, in the chain of table 12", by_floor("open_table", table=901), EFFECTS),
    Forged("its role 'god' is none", {"act": "sit", "person": "ZZZ", "role": "god"}, EFFECTS),
    Forged("ZZZ was never added", {"act": "sit", "person": "ZZZ", "role": "floor"}, EFFECTS),
    Forged("after the round was settled", by_dealer("settle_round", round=1), with_tap_in(TAPPED_IN)),
    Forged(
        "opens round 2, but round 1 is still open",
        by_dealer("open_round", round=2),
        with_tap_in(TAPPED_IN, rules_version=1, designated_player=1),
    ),
    Forged("names no tap-in of 1002", by_dealer("sit", "1002"), EFFECTS),
    Forged("names the tap-in of 1001 at table 12", by_dealer("sit", "1002"), with_tap_in(TAPPED_IN)),
    Forged("names entry 3 of the house, no tap-in", by_dealer("sit"), with_tap_in(3)),
    Forged("its schema is 1, after entries of schema 2", by_floor("sit", schema=1), {}),
    Forged("its schema 99 is none", by_floor("sit", schema=99), EFFECTS),
    Forged("is signed by nobody", by_floor("correct_round", round=1), {**CORRECTED, **EFFECTS}),
    Forged(
        "is signed by 1001, who deals",
        by_dealer("correct_round", round=1),
        with_tap_in(TAPPED_IN, **CORRECTED, signature={"badge": "1001", "method": "pin"}),
    ),
    Forged(
        "is signed by 3001, who did not hold the role floor",
        by_floor("correct_round", round=1),
        {**CORRECTED, **EFFECTS, "signature": {"badge": "3001", "method": "pin"}},
    ),
    Forged(
        "corrects round 9, which was never settled",
        by_floor("correct_round", round=9),
        {**CORRECTED, **OWN, **EFFECTS},
    ),
    Forged(
        "legs do not sum to nothing",
        by_floor("recount"),
        {"effects": {"version": 1000, "legs": [["outside", None, -5], ["seat", 3, 500]]}},
    ),
    Forged("leaves the table at version 1", by_floor("sit"), {"effects": {"version": 1}}),
    Forged("rules on dispute 5, which nobody opened", by_floor("rule_on_dispute"), {"dispute": 5, **OWN, **EFFECTS}),
    Forged(
        "change 3, which nobody asked for",
        {"act": "put_rules_in_force", "person": None, "role": "system"},
        {"change": 3, **EFFECTS},
    ),
    Forged("names nobody in the role floor", {"act": "sit", "person": None, "role": "floor"}, EFFECTS),
    Forged("is of tap_in, which stands in no chain like this", by_dealer("tap_in"), EFFECTS),
    Forged("not one that an entry of its act has", by_floor("suspend_table"), {"before": "open", **EFFECTS}),
)
IN_HOUSE = (
    Forged("signs in another than 2002", by_floor("sign_in"), {"sent": {"badge": "2001"}}, at_table=False),
    Forged(
        "decides on change 1 of people, which nobody asked for",
        {"act": "confirm_people", "person": "3001", "role": "compliance"},
        told_of(1, "grant_role", "1001", ["floor"]),
        at_table=False,
    ),
    Forged(
        "relieves None, but 1001 was tapped in",
        by_dealer("tap_in", "1002", table=12),
        {"sent": {"badge": "1002", "table": 12}, "before": {"dealer": None}, "after": {"dealer": "1002"}},
        at_table=False,
    ),
    Forged(
        "is signed by 2002, who did not hold the role admin",
        {"act": "revoke_role", "person": "9001", "role": "admin"},
        {"sent": {"badge": "2001"}} | {"signature": {"badge": "2002", "method": "pin"}},
        at_table=False,
    ),
    Forged(
        "takes roles of 2001 that they did not hold",
        {"act": "revoke_role", "person": "9001", "role": "admin"},
        {
            "sent": {"badge": "2001"},
            **ADMINS,
            "before": {"roles": ["admin"]},
            "after": {"roles": [], "tapped_out_at": None},
        },
        at_table=False,
    ),
    Forged(
        "makes checkpoint 7 after checkpoint 0",
        {"act": "make_checkpoint", "person": None, "role": "system"},
        {"checkpoint": {"number": 7, "time": "2036-01-01T00:00:00.000000Z"}},
        at_table=False,
    ),
    Forged(
        "adds table 12, which is there",
        {"act": "add_table", "person": None, "role": "system"},
        {"after": {"table": 12}},
        at_table=False,
    ),
    Forged(
        "adds 2001, who is there",
        {"act": "add_person", "person": None, "role": "system"},
        {"person": {"badge": "2001", "roles": ["admin"]}},
        at_table=False,
    ),
    Forged(
        "is about export 4, which nobody asked for",
        {"act": "download_export", "person": "3001", "role": "compliance"},
        {"export": 4},
        at_table=False,
    ),
    Forged(
        "that no entry of table 12 raised", by_floor("acknowledge_alert", table=12), {"after": ALERT}, at_table=False
    ),
)


def insert(link: psycopg.Connection[Any], chain: str, forged: Forged) -> int:
    """Put an entry at the end of a chain, well made; its number."""
    sequence, previous, time = link.execute(HEAD, [chain]).fetchall()[0]
    moment = time_text(time + timedelta(seconds=forged.ahead))
    payload = json.loads(json.dumps(forged.payload))
    if "raised_at" in payload.get("after", {}):
        payload["after"]["raised_at"] = moment
    entry: dict[str, Any] = {
        "chain": chain,
        "sequence": sequence + 1,
        "time": moment,
        "table": 12 if forged.at_table else None,
        "round": None,
        "device": None,
        "command_id": f"forged-{sequence}",
        "payload": payload,
        "schema": 2,
        "previous_hash": previous,
        **forged.values,
    }
    link.execute(INSERT, {**entry, "payload": json.dumps(payload), "hash": entry_hash(entry)})
    return int(sequence) + 1


@pytest.fixture(scope="module")
def planted(books: Cast, application: psycopg.Connection[Any]) -> list[tuple[str, int, Forged]]:
    """All of them, each at the end of its chain when it came."""
    made = [(books.casino.chain, insert(application, books.casino.chain, forged), forged) for forged in IN_HOUSE]
    made += [(books.table.chain, insert(application, books.table.chain, forged), forged) for forged in AT_TABLE]
    return made


def test_aud_2_6_every_forged_entry_is_named_with_what_the_log_says_against_it(
    planted: list[tuple[str, int, Forged]],
) -> None:
    """By `verify_audit` and the job, and nothing else is."""
    found = {(fault.chain, fault.sequence): fault.problem for fault in verified_log() if fault}
    verify_each(planted, found)


def test_aud_2_6_every_forged_entry_is_named_by_the_verifier_of_exports(
    planted: list[tuple[str, int, Forged]], tmp_path: Path
) -> None:
    """Without the service, from the file alone."""
    said = verified_export(tmp_path / "export.zip")
    found: dict[tuple[str, int], str] = {}
    for line in said:
        if line.startswith("WRONG"):
            where, problem = line.removeprefix("WRONG").strip().split(": ", 1)
            sequence, chain = where.removeprefix("entry ").split(" of chain ")
            found[chain, int(sequence)] = "; ".join([found.get((chain, int(sequence)), ""), problem])
    verify_each(planted, found)


def verify_each(planted: list[tuple[str, int, Forged]], found: dict[tuple[str, int], str]) -> None:
    """Each is found by its words, and what was true is not."""
    for chain, sequence, forged in planted:
        assert forged.words in found.pop((chain, sequence), ""), forged
    assert found == {}


def verified_export(path: Path, change: Callable[[dict[str, Any]], dict[str, Any]] = lambda row: row) -> list[str]:
    """Export everything that is stored, and verify it; what is said."""
    rows = (change(row) for name in in_order(chain_names()) for row in stored_entries(name))
    source = ExportSource(
        casino=1,
        casino_name="Casino of the Tests",
        made_at="2036-03-01T19:00:00.000000Z",
        software="croupier",
        filter={},
        rows=rows,
    )
    write_export(path, source)
    said: list[str] = []
    report = Report(said.append)
    with Archive(path) as archive:
        Verification(archive, report).run()
    return said
