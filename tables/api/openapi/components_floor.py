"""The shapes of disputes, bars and debts, for the description of the API."""

from collections.abc import Mapping

from tables.api.openapi.games import ROUND_STATE
from tables.api.openapi.shapes import (
    AMOUNT,
    ANYTHING,
    FLAG,
    JSON,
    NET,
    SEAT,
    TEXT,
    TIME,
    WHOLE,
    many,
    one_of,
    or_null,
    record,
    ref,
)
from tables.models import Bar, Owed

PERSON = record(badge=TEXT, name=TEXT)
AT_TABLE = {"table": {**WHOLE, "description": "The number of the table on the felt."}, "table_id": WHOLE}
DISPUTE: JSON = record(
    dispute=WHOLE,
    **AT_TABLE,
    round=WHOLE,
    seat=or_null(SEAT),
    reason=TEXT,
    words=TEXT,
    opened_by=PERSON,
    opened_at=TIME,
    ruling=or_null(record(outcome=TEXT, words=TEXT, ruled_by=PERSON, ruled_at=TIME)),
)
EVIDENCE: JSON = {
    **record(
        round=WHOLE,
        state=ROUND_STATE,
        rules_version=WHOLE,
        designated_player=or_null(SEAT),
        bank_declared=AMOUNT,
        play=ref("Play"),
        flags=many(ref("Flag")),
        times=record(opened_at=TIME, dealt_at=or_null(TIME), settled_at=or_null(TIME), ended_at=or_null(TIME)),
        settlements=many(record(version=WHOLE, input=ANYTHING, output=ref("Settlement"))),
        offers=many(record(seat=SEAT, answer=TEXT, bank=or_null(AMOUNT))),
        players=many(record(seat=SEAT, player_card=TEXT, chips=AMOUNT)),
        dealers=many(record(badge=TEXT, tablet=or_null(WHOLE), **{"from": TIME, "until": or_null(TIME)})),
        chain=record(sequence=WHOLE, hash=TEXT),
    ),
    "description": "What was known of the round when the dispute was opened.",
}
IRREGULAR_SCHEMAS: Mapping[str, JSON] = {
    "Dispute": DISPUTE,
    "DisputeWithEvidence": record(**DISPUTE["properties"], evidence=EVIDENCE),
    "Bar": record(
        bar=WHOLE,
        scope=one_of(*Bar.Scope),
        table=or_null(WHOLE),
        table_id=or_null(WHOLE),
        seat={**or_null(SEAT), "description": "Where he sat when he was barred, or moved to since."},
        player_card=TEXT,
        reason=TEXT,
        words=TEXT,
        barred_by=PERSON,
        barred_at=TIME,
        lifted_by=or_null(PERSON),
        lifted_at=or_null(TIME),
    ),
    "Owed": record(
        owed=WHOLE,
        **AT_TABLE,
        round=or_null(WHOLE),
        seat={**SEAT, "description": "Where he sits, or sat last."},
        player_card=TEXT,
        is_there={**FLAG, "description": "Whether he still sits there."},
        reason=one_of(*Owed.Reason),
        amount={**NET, "description": "Whole minor units: above 0 the player's, below 0 owed by him."},
        raised_at=TIME,
        settled_by=or_null(PERSON),
        settled_at=or_null(TIME),
        words=TEXT,
    ),
}
