"""Fills the search of rounds from the log, chain by chain, always from where it ended (AUD 7.2; docs/decisions/0169)."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, transaction

from tables.models import Casino, ChainHead, SearchedBet, SearchedRound, SearchMark, Table
from tables.queries.search.told import LogEntry, Memory, Stay, Telling, ToldBet, ToldRound

PORTION = 2000
"""Entries a transaction."""

# Of a settlement the input is left out: it holds the whole rules.
ENTRIES = """
SELECT sequence, time, act, round, coalesce(person, ''), role, payload - ARRAY['input', 'evidence', 'rules_in_force']
FROM tables_auditentry WHERE chain = %s AND sequence > %s ORDER BY sequence LIMIT %s
"""
TOLD = (
    *("number", "time", "entry", "game", "rules_version", "dealer", "designated_seat", "designated_card"),
    *("corrections", "corrected_by", "void_reason", "voided_by", "overridden_by", "disputes", "flags"),
)


def fill_search() -> int:
    """Follow every chain of a table to its end; returns how many entries were followed.

    Two that run at once do no harm: a portion whose mark was moved meanwhile is given up.
    """
    heads = dict(ChainHead.objects.values_list("chain", "sequence"))
    marks = dict(SearchMark.objects.values_list("chain", "sequence"))
    followed = 0
    for table in Table.objects.order_by("pk"):
        if heads.get(table.chain, 0) > marks.get(table.chain, 0):
            while portion := _follow(table):
                followed += portion
    return followed


def rebuild_search(casino: Casino) -> int:
    """Forget what was derived and follow every chain of a casino anew; returns how many entries were followed."""
    with transaction.atomic():
        SearchMark.objects.filter(chain__startswith=f"{casino.pk}/").delete()
        SearchedBet.objects.filter(casino=casino).delete()
        SearchedRound.objects.filter(casino=casino).delete()
    return fill_search()


@transaction.atomic
def _follow(table: Table) -> int:
    """Follow a portion of a chain; 0 at its end, or where another run was faster."""
    mark, _is_new = SearchMark.objects.get_or_create(chain=table.chain)
    with connection.cursor() as cursor:
        cursor.execute(ENTRIES, [table.chain, mark.sequence, PORTION])
        entries = [_read(row) for row in cursor.fetchall()]
    if not entries:
        return 0
    memory = Memory.of(mark.memory)
    telling = Telling(memory, lambda number: _known(table, number))
    for entry in entries:
        telling.follow(entry)
    unmoved = SearchMark.objects.filter(chain=table.chain, sequence=mark.sequence)
    if not unmoved.update(sequence=entries[-1].sequence, memory=memory.document()):
        return 0
    _write(table, telling.over.values())
    return len(entries)


def _read(row: Sequence[Any]) -> LogEntry:
    sequence, time, act, number, person, role, payload = row
    document = json.loads(payload) if isinstance(payload, str) else payload
    return LogEntry(sequence, time, act, number, person, role, document)


def _known(table: Table, number: int) -> ToldRound | None:
    row = SearchedRound.objects.filter(casino=table.casino_id, table=table.number, number=number).first()
    if row is None:
        return None
    told = ToldRound(**{name: getattr(row, name) for name in TOLD})
    for bet in row.bets.order_by("pk"):
        stay = Stay(bet.stay, bet.card)
        told.stays[bet.seat] = stay
        told.bets.append(ToldBet(bet.seat, stay, bet.bet, bet.result, bet.stake, bet.net))
    return told


def _write(table: Table, rounds: Iterable[ToldRound]) -> None:
    """Put the rounds in the place of what was there of them."""
    by_number = {told.number: told for told in rounds}
    old = SearchedRound.objects.filter(casino=table.casino_id, table=table.number, number__in=list(by_number))
    SearchedBet.objects.filter(round__in=old).delete()
    old.delete()
    rows = SearchedRound.objects.bulk_create(
        SearchedRound(casino_id=table.casino_id, table=table.number, **{name: getattr(told, name) for name in TOLD})
        for told in by_number.values()
    )
    SearchedBet.objects.bulk_create(
        SearchedBet(
            casino_id=table.casino_id,
            round=row,
            time=row.time,
            seat=bet.seat,
            stay=bet.stay.entry,
            card=bet.stay.card,
            bet=bet.bet,
            result=bet.result,
            stake=bet.stake,
            net=bet.net,
        )
        for row in rows
        for bet in by_number[row.number].bets
    )
