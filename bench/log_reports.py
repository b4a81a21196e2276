"""What the reports read beside a long log: a house of so many rounds, written at once, and the questions an inspector asks."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import psycopg

from tables.models import Casino
from tables.queries.reports import REPORTS
from tables.queries.reports.model import Part, ReportQuery

ROWS = 100
TABLES, SEATS, STAY = 20, 7, 100
"""A player stays for so many rounds; each round the bank is offered twice, and taken the second time."""

HOUSE = """
INSERT INTO tables_casino (id, name, time_zone, currency, minor_digits, gaming_day_starts, is_demonstration)
    VALUES (1, 'Bench', 'Europe/Vienna', 'EUR', 2, '06:00', TRUE);
INSERT INTO tables_table (id, casino_id, number, seat_count, state, version, last_round, designation, carry, notices)
    SELECT number, 1, number, %(seats)s, 'closed', 0, 0, '{}', 0, 0 FROM generate_series(1, %(tables)s) AS number;
INSERT INTO tables_rulesversion (id, table_id, number, game, document, in_force_from)
    SELECT id, id, 1, 'high_card_flush', '{"game": "high_card_flush", "terms": {"rake": {"mode": "all_players", "amount": 100}}}',
           %(start)s FROM tables_table;
UPDATE tables_table SET rules_id = id;
CREATE TEMP TABLE played AS
    SELECT row_number() OVER () AS id, entry."table"::bigint AS table_id, round AS number, min(time) AS opened_at,
           min(sequence) AS sequence, round / %(stay)s AS stay, round %% %(seats)s + 1 AS seat
    FROM tables_auditentry entry WHERE round IS NOT NULL GROUP BY entry."table", round;
INSERT INTO tables_seating (id, table_id, seat, chips, player_card, sat_at, left_at, sitting_out, standing_decline, in_a_row,
                            markers_out, barred)
    SELECT (stay * %(tables)s + table_id) * 10 + place, table_id, place, 0, '', min(opened_at), max(opened_at), FALSE, FALSE, 0,
           0, FALSE FROM played, generate_series(1, %(seats)s) AS place GROUP BY table_id, stay, place;
INSERT INTO tables_round (id, table_id, number, rules_id, state, designated_id, designated_seat, bank_declared, bank, pot, play,
                          flags, opened_at, ended_at, void_reason)
    SELECT id, table_id, number, table_id, 'closed', (stay * %(tables)s + table_id) * 10 + seat, seat, 50000, 0, 0, '{}', '[]',
           opened_at, opened_at, '' FROM played;
INSERT INTO tables_posting (id, table_id, round_id, act, sequence, posted_at)
    SELECT id, table_id, id, 'deal', sequence, opened_at FROM played;
INSERT INTO tables_leg (id, posting_id, account, seating_id, amount)
    SELECT id * 2 + side, id, CASE side WHEN 0 THEN 'rake' ELSE 'seat' END,
           CASE side WHEN 1 THEN (stay * %(tables)s + table_id) * 10 + seat END, CASE side WHEN 0 THEN 600 ELSE -600 END
    FROM played, generate_series(0, 1) AS side;
INSERT INTO tables_designationoffer (id, table_id, round_number, seating_id, seat, answer, reason, bank, offered_at)
    SELECT id * 2 + turn, table_id, number, (stay * %(tables)s + table_id) * 10 + place, place,
           CASE turn WHEN 0 THEN 'declined' ELSE 'accepted' END, '', CASE turn WHEN 1 THEN 50000 END, opened_at
    FROM played, generate_series(0, 1) AS turn, LATERAL (SELECT (seat + turn - 1) %% %(seats)s + 1 AS place) AS at;
"""
FILLED = ("casino", "table", "rulesversion", "seating", "round", "posting", "leg", "designationoffer")


def fill_house(start: datetime) -> None:
    """Write it as the owner with the guards off, unless it is there."""
    with psycopg.connect(os.environ["BENCH_OWNER"], autocommit=True, cursor_factory=psycopg.ClientCursor) as owner:
        if owner.execute("SELECT 1 FROM tables_round LIMIT 1").fetchone():
            return
        for name in FILLED:
            owner.execute(f"ALTER TABLE tables_{name} DISABLE TRIGGER USER")
        owner.execute(HOUSE, {"tables": TABLES, "seats": SEATS, "stay": STAY, "start": start})
        for name in FILLED:
            owner.execute(f"ALTER TABLE tables_{name} ENABLE TRIGGER USER")
            owner.execute(f"ANALYZE tables_{name}")


def first_pages(middle: datetime, end: datetime) -> Iterator[tuple[str, Part, ReportQuery]]:
    """Each part of each report: a gaming day, an hour of one table, and the year up to the end."""
    casino = Casino.objects.get(pk=1)
    day, year, began = timedelta(days=1), timedelta(days=366), middle.astimezone(UTC)
    for report in REPORTS.values():
        for part in report.parts:
            yield f"{report.name}, {part.name}, a day", part, ReportQuery(casino, began, began + day)
            hour = ReportQuery(casino, began, began + timedelta(hours=1), 7)
            yield f"{report.name}, {part.name}, an hour, one table", part, hour
            yield f"{report.name}, {part.name}, a year", part, ReportQuery(casino, end - year, end)
