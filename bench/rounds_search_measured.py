"""Fill the search of rounds and time its questions; run by bench.rounds_search."""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import django
import psycopg

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django.setup()

from tables.models import Casino  # noqa: E402 - settings first
from tables.queries.reports import REPORTS  # noqa: E402
from tables.queries.reports.model import ReportQuery  # noqa: E402
from tables.queries.reports.round_filter import RoundFilter  # noqa: E402

STARTED, YEAR = datetime(2026, 1, 1, tzinfo=UTC), timedelta(days=365)
ALLOWED, PAGE = 300, 100
"""Milliseconds, rounds."""

# Twenty tables, forty dealers in shifts, twenty thousand cards; one player in three has none.
ROUNDS = """
INSERT INTO tables_searchedround (id, casino_id, "table", number, time, game, rules_version, dealer, designated_seat,
    designated_card, entry, corrections, corrected_by, void_reason, voided_by, overridden_by, disputes, flags)
SELECT n, %(casino)s, n %% 20 + 1, n / 20 + 1, %(since)s::timestamptz + n * (%(length)s::interval / %(rounds)s),
    'high_card_flush', 1, (1000 + (n %% 20) * 2 + n / 4000 %% 2)::text, n %% 7 + 1,
    CASE WHEN n %% 3 = 0 THEN '' ELSE 'C' || hashint4(n)::bigint + 2147483648 - (hashint4(n)::bigint + 2147483648) / 20000 * 20000
    END, n * 10, (n %% 500 = 7)::int, CASE WHEN n %% 500 = 7 THEN (2000 + n / 500 %% 9)::text ELSE '' END,
    CASE WHEN n %% 700 = 9 THEN 'exposed_card' ELSE '' END, CASE WHEN n %% 700 = 9 THEN (2000 + n / 700 %% 9)::text ELSE '' END,
    CASE WHEN n %% 900 = 11 THEN (2000 + n / 900 %% 9)::text ELSE '' END, (n %% 2000 = 13)::int,
    CASE WHEN n %% 900 = 11 THEN ARRAY['limit_overridden'] WHEN n %% 50 = 1 THEN ARRAY['raise_adjusted'] ELSE '{}' END
FROM generate_series(1, %(rounds)s) AS n
"""
BETS = """
INSERT INTO tables_searchedbet (casino_id, round_id, time, seat, stay, card, bet, result, stake, net)
SELECT round.casino_id, round.id, round.time, seat, seat, CASE WHEN h %% 3 = 0 THEN '' ELSE 'C' || h %% 20000 END, bet,
    CASE WHEN amount > 0 THEN 'win' WHEN amount < 0 THEN 'lose' ELSE 'push' END, 1000, amount
FROM tables_searchedround round CROSS JOIN unnest(ARRAY[1, 2, 3], ARRAY[101, 202, 303]) AS player (seat, salt)
CROSS JOIN LATERAL (SELECT hashint8(round.id * 1000 + salt)::bigint + 2147483648 AS h) AS hashed
CROSS JOIN unnest(ARRAY['', 'ante', 'flush']) AS bet
CROSS JOIN LATERAL (SELECT CASE WHEN bet <> 'flush' THEN (h %% 41 - 20) * 500 WHEN h %% 2000 = 1 THEN 500000
    WHEN h %% 20 = 1 THEN 5000 ELSE -1000 END AS amount) AS came
WHERE round.void_reason = ''
"""


def fill(rounds: int) -> Casino:
    """Have the database make the rounds as the owner, and their indexes when they are there."""
    casino, _is_new = Casino.objects.get_or_create(name="Bench", defaults={"currency": "EUR"})
    with psycopg.connect(os.environ["BENCH_OWNER"], autocommit=True) as owner:
        found = owner.execute("SELECT count(*) FROM tables_searchedround").fetchone()
        if found and found[0] >= rounds:
            return casino
        began = time.perf_counter()
        indexes = owner.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename IN ('tables_searchedround', 'tables_searchedbet')"
            " AND indexname LIKE 'searched%'"
        ).fetchall()
        for name, _definition in indexes:
            owner.execute(f'DROP INDEX "{name}"')
        # References are checked row by row, and read by no question.
        references = owner.execute(
            "SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE contype = 'f'"
            " AND conrelid IN ('tables_searchedround'::regclass, 'tables_searchedbet'::regclass)"
        ).fetchall()
        for table, name in references:
            owner.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
        values = {"casino": casino.pk, "since": STARTED, "length": YEAR, "rounds": rounds}
        owner.execute(ROUNDS, values)
        owner.execute(BETS.replace("%%", "%"))
        for _name, definition in indexes:
            owner.execute(definition)
        for table in ("tables_searchedround", "tables_searchedbet"):
            owner.execute(f"VACUUM (ANALYZE) {table}")
        made = owner.execute("SELECT count(*) FROM tables_searchedbet").fetchone()
        print(
            f"{rounds:,} rounds with {made[0] if made else 0:,} bets in {time.perf_counter() - began:.0f} s", flush=True
        )
    return casino


def questions() -> Mapping[str, tuple[str, RoundFilter, dict[str, int]]]:
    """What an inspector asks of a year: the part of the report, what is looked for, and a table."""
    card = "C137"
    return {
        "the newest rounds": ("rounds", RoundFilter(), {}),
        "one table": ("rounds", RoundFilter(), {"table": 7}),
        "a dealer": ("rounds", RoundFilter(dealer="1012"), {}),
        "a card": ("rounds", RoundFilter(card=card), {}),
        "a card's bets": ("bets", RoundFilter(card=card), {}),
        "a card that nobody has": ("rounds", RoundFilter(card="X"), {}),
        "a card, a flush bonus over 5,000": ("bets", RoundFilter(card=card, bet="flush", least=500000), {}),
        "any flush bonus over 4,000": ("bets", RoundFilter(bet="flush", least=400000), {}),
        "a flush bonus that never was": ("bets", RoundFilter(bet="flush", least=900000), {}),
        "a flush bonus over 4,000 at a seat and a table": (
            "bets",
            RoundFilter(bet="flush", seat=3, least=400000),
            {"table": 7},
        ),
        "a flush bonus over 4,000 of a dealer": ("bets", RoundFilter(bet="flush", dealer="1012", least=400000), {}),
        "lost 100 or more": ("rounds", RoundFilter(most=-10000), {}),
        "won between 90 and 95": ("rounds", RoundFilter(least=9000, most=9500), {}),
        "a seat that is not there": ("rounds", RoundFilter(seat=9), {}),
        "a result that never was": ("rounds", RoundFilter(result="returned", bet="ante"), {}),
        "banked by a card": ("rounds", RoundFilter(designated=card), {}),
        "a flag": ("rounds", RoundFilter(flag="limit_overridden"), {}),
        "a flag that never was": ("rounds", RoundFilter(flag="hand_added"), {}),
        "corrected": ("rounds", RoundFilter(corrected=True), {}),
        "void, of a dealer": ("rounds", RoundFilter(void=True, dealer="1012"), {}),
        "disputed": ("rounds", RoundFilter(disputed=True), {}),
        "corrected, of a card": ("rounds", RoundFilter(corrected=True, card=card), {}),
        "by dealer, all": ("by_dealer", RoundFilter(), {}),
        "by dealer, corrected": ("by_dealer", RoundFilter(corrected=True), {}),
        "by table, all": ("by_table", RoundFilter(), {}),
        "by who signed": ("by_signer", RoundFilter(), {}),
        "pairs of people": ("pairs", RoundFilter(), {}),
    }


def main(arguments: list[str]) -> int:
    """Print p50 and p95 of each question; 1 where one takes longer than it may."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--repeats", type=int)
    chosen = parser.parse_args(arguments)
    casino = fill(chosen.rounds)
    slow = 0
    for name, (part, wanted, more) in questions().items():
        query = ReportQuery(casino, STARTED, STARTED + YEAR, more.get("table"), wanted)
        page = REPORTS["rounds"].part(part).page
        found, _cursor = page(query, None, PAGE)
        took = []
        for _again in range(chosen.repeats):
            began = time.perf_counter()
            page(query, None, PAGE)
            took.append((time.perf_counter() - began) * 1000)
        p50, p95 = statistics.median(took), statistics.quantiles(took, n=20)[-1]
        slow += p95 > ALLOWED
        print(f"{name:50} {len(found):4} rows  p50 {p50:7.1f} ms  p95 {p95:7.1f} ms", flush=True)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
