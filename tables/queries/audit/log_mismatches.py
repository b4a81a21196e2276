"""What stands beside the log, held against what the log says: journal, rules versions, rounds, offers, matches (AUD, OPS 2.4).

Verification proves the log. Stacks, reports and placards are read from these other rows, which the owner of the
database could change with all that hangs on them, so that they agree among themselves; the log tells what they have to be.
"""

from collections.abc import Callable, Iterator, Mapping

from django.db import DataError, connection, transaction

from tables.models import Table

# Every posting is of one entry.
POSTINGS = """
SELECT posting.id, posting.sequence FROM tables_posting posting
LEFT JOIN tables_round round ON round.id = posting.round_id
LEFT JOIN tables_auditentry entry ON entry.chain = %(chain)s AND entry.sequence = posting.sequence
WHERE posting.table_id = %(table)s
  AND (entry.act, entry.time, entry.round) IS DISTINCT FROM (posting.act, posting.posted_at, round.number)
ORDER BY posting.id
"""

# A stack before and after, what a shared pot brought to the others, a pot that went with a match, and what is dealt with of
# what is owed.
BETWEEN_ROUNDS = """
WITH told AS (
    SELECT sequence, CASE WHEN act = 'settle_owed' THEN -(payload ->> 'amount')::bigint
        WHEN act = 'give_up_match' THEN (payload #>> '{before,carry}')::bigint
        ELSE coalesce((payload #>> '{after,chips}')::bigint, 0) - coalesce((payload #>> '{before,chips}')::bigint, 0)
             + (SELECT coalesce(sum((leg ->> 'amount')::bigint), 0) FROM jsonb_array_elements(payload -> 'parting') AS leg
                WHERE leg ->> 'account' = 'seat' AND leg -> 'seat' <> payload #> '{before,seat}') END AS amount,
        CASE WHEN act = 'settle_owed' THEN 'owed' ELSE 'seat' END AS account
    FROM tables_auditentry
    WHERE chain = %(chain)s AND act IN ('sit', 'buy_in', 'recount', 'leave', 'give_up_match', 'settle_owed')
), moved AS (
    SELECT posting.sequence, leg.account, sum(leg.amount) AS amount
    FROM tables_posting posting JOIN tables_leg leg ON leg.posting_id = posting.id
    WHERE posting.table_id = %(table)s AND posting.act IN ('sit', 'buy_in', 'recount', 'leave', 'give_up_match', 'settle_owed')
    GROUP BY posting.sequence, leg.account
)
SELECT told.sequence, told.amount, coalesce(moved.amount, 0) FROM told LEFT JOIN moved USING (sequence, account)
WHERE told.amount <> coalesce(moved.amount, 0) ORDER BY told.sequence
"""

# What each player of a round won or lost, and the rake: as the newest settlement says, with the chips that the dealer saw
# beyond a stack; and as the legs say. Players are told apart by their stay, and seats change, so amounts are compared.
# A pot that a tie carries lies in no settlement any more once it was played for, shared or won with its match: of such a
# game the first settlement counts, and what the entry of each correction says that it moved.
ROUNDS = """
WITH entry AS (
    SELECT sequence, act, round, payload FROM tables_auditentry WHERE chain = %(chain)s AND round IS NOT NULL
), ended AS (
    SELECT DISTINCT round FROM entry WHERE act IN ('close_round', 'void_round')
), result AS (
    SELECT DISTINCT ON (round) round, payload -> 'output' AS output FROM entry
    WHERE act IN ('settle_round', 'correct_round') ORDER BY round, sequence DESC
), told_by AS (
    SELECT round, CASE WHEN result.output ? 'carry' THEN first.payload -> 'output' ELSE result.output END AS output
    FROM result JOIN entry AS first USING (round) WHERE first.act = 'settle_round'
), told AS (
    SELECT round, array_agg(amount ORDER BY amount) AS amounts FROM (
        SELECT round, seat, sum(amount)::bigint AS amount FROM (
            SELECT round, part -> 'seat' AS seat, (part ->> 'net')::bigint - coalesce((part ->> 'rake')::bigint, 0) AS amount
            FROM told_by, jsonb_array_elements((output -> 'seats') || coalesce(output -> 'designated_player', '[]')) AS part
            UNION ALL
            SELECT round, leg -> 'seat', (leg ->> 'amount')::bigint
            FROM entry JOIN result USING (round), jsonb_array_elements(payload -> 'differences') AS leg
            WHERE act = 'correct_round' AND result.output ? 'carry' AND leg ->> 'account' IN ('seat', 'owed', 'markers')
            UNION ALL
            SELECT round, flag -> 'seat', (flag ->> 'difference')::bigint
            FROM entry, jsonb_array_elements(payload -> 'flags') AS flag WHERE flag ->> 'code' = 'chips_seen'
        ) AS parts GROUP BY round, seat
    ) AS players WHERE amount <> 0 GROUP BY round
), leg AS (
    SELECT round.number AS round, leg.account, leg.seating_id, sum(leg.amount)::bigint AS amount
    FROM tables_posting posting JOIN tables_round round ON round.id = posting.round_id
    JOIN tables_leg leg ON leg.posting_id = posting.id
    WHERE posting.table_id = %(table)s AND posting.act <> 'settle_owed' GROUP BY 1, 2, 3
), moved AS (
    SELECT round, array_agg(amount ORDER BY amount) AS amounts FROM (
        SELECT round, seating_id, sum(amount)::bigint AS amount FROM leg
        WHERE account IN ('seat', 'owed', 'markers') GROUP BY round, seating_id
    ) AS players WHERE amount <> 0 GROUP BY round
), raked AS (
    SELECT round, sum(amount)::bigint AS amount FROM leg WHERE account = 'rake' GROUP BY round
)
SELECT ended.round, coalesce((result.output ->> 'rake')::bigint, 0), coalesce(raked.amount, 0)
FROM ended LEFT JOIN told USING (round) LEFT JOIN moved USING (round) LEFT JOIN raked USING (round)
LEFT JOIN result USING (round)
WHERE told.amounts IS DISTINCT FROM moved.amounts
   OR coalesce((result.output ->> 'rake')::bigint, 0) <> coalesce(raked.amount, 0)
ORDER BY ended.round
"""

# They take effect with the act that comes first (docs/decisions/0049).
RULES = """
WITH told AS (
    SELECT 1 AS number, time, payload #> '{after,rules}' AS document FROM tables_auditentry
    WHERE chain = %(house)s AND act = 'add_table' AND payload #> '{after,table}' = to_jsonb(%(number)s::integer)
    UNION ALL
    SELECT (payload #>> '{rules_in_force,after,version}')::integer, time, payload #> '{rules_in_force,after,document}'
    FROM tables_auditentry WHERE chain = %(chain)s AND payload ? 'rules_in_force'
), kept AS (
    SELECT number, in_force_from AS time, document FROM tables_rulesversion WHERE table_id = %(table)s
)
SELECT number, CASE WHEN kept.number IS NULL THEN 'it is missing, but an entry says that it was in force'
                    WHEN told.number IS NULL THEN 'no entry says that it was in force'
                    ELSE 'it is not what its entry says' END
FROM told FULL JOIN kept USING (number)
WHERE (told.time, told.document) IS DISTINCT FROM (kept.time, kept.document) ORDER BY number
"""

HISTORY = """
WITH told AS (
    SELECT round, min(time) FILTER (WHERE act = 'open_round') AS opened_at,
           min((payload ->> 'rules_version')::integer) FILTER (WHERE act = 'open_round') AS rules,
           min(time) FILTER (WHERE act = 'settle_round') AS settled_at,
           min(time) FILTER (WHERE act IN ('close_round', 'void_round')) AS ended_at,
           coalesce(bool_or(act = 'void_round'), FALSE) AS is_void,
           coalesce((array_agg(coalesce(payload #> '{after,bank}', payload -> 'bank')::bigint ORDER BY sequence DESC)
                     FILTER (WHERE act IN ('open_round', 'change_bank')))[1], 0) AS bank
    FROM tables_auditentry WHERE chain = %(chain)s AND round IS NOT NULL
      AND act IN ('open_round', 'change_bank', 'settle_round', 'close_round', 'void_round') GROUP BY round
), kept AS (
    SELECT round.number AS round, opened_at, rules.number AS rules, settled_at, ended_at, round.state = 'void' AS is_void,
           round.bank_declared AS bank
    FROM tables_round round
    LEFT JOIN tables_rulesversion rules ON rules.id = round.rules_id AND rules.table_id = round.table_id
    WHERE round.table_id = %(table)s
)
SELECT round FROM told FULL JOIN kept USING (round)
WHERE (told.opened_at, told.rules, told.settled_at, told.ended_at, told.is_void, told.bank)
      IS DISTINCT FROM (kept.opened_at, kept.rules, kept.settled_at, kept.ended_at, kept.is_void, kept.bank)
ORDER BY round
"""

# Every answer is a row of the act that brought it, and every row is among the answers that stand in the entry of its act. An
# acceptance that stands after a void is told of again without being offered again (docs/decisions/0011).
OFFERS = """
WITH told AS (
    SELECT entry.round, entry.time, (offer ->> 'seat')::integer AS seat, offer ->> 'answer' AS answer,
           offer ->> 'reason' AS reason, (offer ->> 'bank')::bigint AS bank
    FROM tables_auditentry entry,
         jsonb_array_elements(coalesce(entry.payload -> 'offers', entry.payload #> '{after,answers}')) AS offer
    WHERE entry.chain = %(chain)s AND entry.round IS NOT NULL AND entry.act IN ('open_round', 'offer_designation')
), kept AS (
    SELECT round_number AS round, offered_at AS time, seat::integer, answer, reason, bank
    FROM tables_designationoffer WHERE table_id = %(table)s
), missing AS (
    SELECT round, seat, answer, reason, bank FROM told EXCEPT SELECT round, seat, answer, reason, bank FROM kept
)
SELECT round FROM missing WHERE NOT (answer = 'accepted' AND EXISTS (
    SELECT FROM tables_auditentry entry
    WHERE entry.chain = %(chain)s AND entry.round = missing.round - 1 AND entry.act = 'void_round'))
UNION
SELECT round FROM (SELECT * FROM kept EXCEPT SELECT * FROM told) AS added
ORDER BY round
"""


MATCHES = """
WITH told AS (
    SELECT (payload #>> '{match_ended,number}')::integer AS number, time AS ended_at,
           payload #>> '{match_ended,how}' AS how, (payload #>> '{match_ended,winner}')::integer AS winner,
           (payload #>> '{match_ended,hands}')::integer AS hands, payload #> '{match_ended,nets}' AS nets
    FROM tables_auditentry WHERE chain = %(chain)s AND payload ? 'match_ended'
), kept AS (
    SELECT number, ended_at, how, hands,
           (SELECT (player ->> 'seat')::integer FROM jsonb_array_elements(players) AS player
            WHERE (player ->> 'stay')::bigint = winner_id) AS winner,
           (SELECT jsonb_object_agg(player ->> 'seat', player -> 'net') FROM jsonb_array_elements(players) AS player) AS nets
    FROM tables_match WHERE table_id = %(table)s AND ended_at IS NOT NULL
)
SELECT number FROM told FULL JOIN kept USING (number)
WHERE (told.ended_at, told.how, told.winner, told.hands, told.nets)
      IS DISTINCT FROM (kept.ended_at, kept.how, kept.winner, kept.hands, kept.nets) ORDER BY number
"""


def log_mismatches(table: Table) -> Iterator[str]:
    """Yield a sentence for each row of a table that its entries contradict; settlements are `settlement_check`'s."""
    for words, query in SENTENCES.items():
        try:
            # Entries that were tampered with may hold anything; that is for verification to name.
            with transaction.atomic(), connection.chunked_cursor() as cursor:
                cursor.execute(query, _parameters(table))
                rows = cursor.fetchall()
        except DataError:
            yield f"table {table.number}: its entries cannot be read: run verify_audit"
            return
        for row in rows:
            yield f"table {table.number}, {words(*row)}"


def _parameters(table: Table) -> dict[str, int | str]:
    return {"table": table.pk, "chain": table.chain, "house": table.casino.chain, "number": table.number}


def _of_posting(posting: int, sequence: int) -> str:
    return f"posting {posting}: it is not of the act, time and round of entry {sequence}, which it names"


def _between_rounds(sequence: int, logged: int, moved: int) -> str:
    return f"entry {sequence}: it says that chips changed by {logged:+}, the journal says {moved:+}"


def _of_round(number: int, logged: int, raked: int) -> str:
    """Of what its players won and lost no single amount is to blame: seats are not told apart."""
    if logged != raked:
        return f"round {number}: its rake is {logged} in the log and {raked} in the journal"
    return f"round {number}: the journal moved other amounts at its seats than the log says"


def _of_rules(number: int, fault: str) -> str:
    return f"rules version {number}: {fault}"


def _of_history(number: int) -> str:
    return f"round {number}: how it was opened, under which rules, and how it ended is not what its entries say"


def _of_offers(number: int) -> str:
    return f"round {number}: the offers of the bank are not those that its entry names"


def _of_matches(number: int) -> str:
    return f"match {number}: how it ended is not what its entry says"


SENTENCES: Mapping[Callable[..., str], str] = {
    _of_posting: POSTINGS,
    _between_rounds: BETWEEN_ROUNDS,
    _of_round: ROUNDS,
    _of_rules: RULES,
    _of_history: HISTORY,
    _of_offers: OFFERS,
    _of_matches: MATCHES,
}
