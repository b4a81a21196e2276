"""How an act writes a round and moves chips: every movement a balanced posting (OPS 2.4)."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection

from tables.actions.act.context import ActContext
from tables.games.values import Leg
from tables.models import Round, Seating

SAVE_ROUND = """
UPDATE tables_round SET state = %s, play = %s::jsonb, flags = %s::jsonb, bank_declared = %s, bank = %s, pot = %s,
    dealt_at = %s, settled_at = %s, ended_at = %s, void_reason = %s, clock_from = %s, deadline = %s
WHERE id = %s
"""

SAVE_PLAYERS = """
UPDATE tables_seating SET chips = new.chips, last_wagers = new.last_wagers::jsonb, in_a_row = new.in_a_row,
    in_a_row_since = new.in_a_row_since, last_bank = new.last_bank, markers_out = new.markers_out
FROM unnest(%s::bigint[], %s::bigint[], %s::text[], %s::integer[], %s::timestamptz[], %s::bigint[], %s::integer[])
    AS new (id, chips, last_wagers, in_a_row, in_a_row_since, last_bank, markers_out)
WHERE tables_seating.id = new.id
"""

# The legs by one statement, so that the database can prove at its end that they balance.
POST_LEGS = """
WITH posted AS (
    INSERT INTO tables_posting (table_id, round_id, act, sequence, posted_at) VALUES (%s, %s, %s, %s, %s) RETURNING id
), legs AS (
    INSERT INTO tables_leg (posting_id, account, seating_id, amount)
    SELECT posted.id, leg.account, leg.seating_id, leg.amount
    FROM posted, unnest(%s::text[], %s::bigint[], %s::bigint[]) AS leg (account, seating_id, amount)
)
"""
POST = POST_LEGS + SAVE_PLAYERS


def save_round(round_: Round) -> None:
    """Write everything of a round that can change."""
    values = (
        *(round_.state, json.dumps(round_.play), json.dumps(round_.flags)),
        *(round_.bank_declared, round_.bank, round_.pot),
        *(round_.dealt_at, round_.settled_at, round_.ended_at, round_.void_reason),
        *(round_.clock_from, round_.deadline),
        round_.pk,
    )
    with connection.cursor() as cursor:
        cursor.execute(SAVE_ROUND, values)


def post(
    context: ActContext,
    legs: Iterable[Leg],
    seatings: Mapping[int, Seating],
    round_id: int | None,
    changed: Iterable[Seating] = (),
) -> None:
    """Post a movement of chips, one leg an account and seat, and bring the stacks along (OPS 2.4).

    Players who changed otherwise are written by the same statement. The entry of the act says the legs too (AUD 1.2).
    """
    sums: dict[tuple[str, int | None], int] = {}
    for account, seat, amount in legs:
        sums[account, seat] = sums.get((account, seat), 0) + amount
    moved = {key: amount for key, amount in sums.items() if amount}
    written = {player.pk: player for player in changed}
    for (account, seat), amount in moved.items():
        if account == "seat" and seat is not None:
            seatings[seat].chips += amount
            written[seatings[seat].pk] = seatings[seat]
    if context.table is None or not (moved or written):
        return
    context.legs += [
        (account, None if seat is None else seatings[seat].sit_sequence, amount)
        for (account, seat), amount in moved.items()
    ]
    rows = _rows(list(written.values()))
    accounts = [account for account, _seat in moved]
    players = [seatings[seat].pk if seat is not None else None for _account, seat in moved]
    posting = (context.table.pk, round_id, str(context.act), context.facts.sequence, context.now)
    with connection.cursor() as cursor:
        if moved:
            cursor.execute(POST, (*posting, accounts, players, list(moved.values()), *rows))
        else:
            cursor.execute(SAVE_PLAYERS, rows)


def _rows(players: Sequence[Seating]) -> tuple[list[Any], ...]:
    """The players by column, as SAVE_PLAYERS takes them."""
    return (
        [player.pk for player in players],
        [player.chips for player in players],
        [None if player.last_wagers is None else json.dumps(player.last_wagers) for player in players],
        [player.in_a_row for player in players],
        [player.in_a_row_since for player in players],
        [player.last_bank for player in players],
        [player.markers_out for player in players],
    )
