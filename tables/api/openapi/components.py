"""The shapes of what goes in and comes out, as JSON Schema, for the description of the API."""

from tables.api.http.problems import TITLES
from tables.api.openapi.components_floor import IRREGULAR_SCHEMAS
from tables.api.openapi.games import GAME_SCHEMAS, ROUND_STATE, WAGERS
from tables.api.openapi.shapes import (
    AMOUNT,
    ANYTHING,
    COUNT,
    FLAG,
    JSON,
    RULES_DOCUMENT,
    SEAT,
    TEXT,
    TIME,
    WHOLE,
    by_seat,
    many,
    one_of,
    or_null,
    record,
    ref,
)
from tables.models import Alert, RuleChange, Table

DEALER = record(badge=TEXT, name=TEXT, since=TIME)
PERSON = record(badge=TEXT, name=TEXT)
CHANGE_STATE = one_of(*RuleChange.State)
EDGE = record(
    bet=TEXT,
    edge={**TEXT, "description": "An exact fraction of the bet, lost on average; below 0 it is the player's."},
    percent={**TEXT, "description": "The same in percent, rounded."},
)
TABLE_STATE = one_of(*Table.State)
ALERT_KIND = one_of(*Alert.Kind)

SCHEMAS: dict[str, JSON] = {
    **GAME_SCHEMAS,
    **IRREGULAR_SCHEMAS,
    "Problem": {
        **record(
            *("seat", "field"),
            type={"type": "string", "format": "uri"},
            title=TEXT,
            status=WHOLE,
            detail={**TEXT, "description": "A sentence for people, translated."},
            code=one_of(*TITLES),
            seat={**WHOLE, "description": "The seat at fault."},
            field={**TEXT, "description": "The field, header or query parameter at fault."},
        ),
        "description": "RFC 9457. Some codes say more: `duplicate_card` has `card` and `holder`.",
    },
    "Signature": {
        **record(badge={**TEXT, "maxLength": 16}, secret={**TEXT, "maxLength": 128, "format": "password"}),
        "description": "Who signs the act: badge, and PIN or password. Proven before the act, and never kept.",
    },
    "Seat": {
        **record(
            *("player_card", "standing_decline", "last_wagers", "in_a_row", "markers_out", "barred"),
            seat=SEAT,
            state=one_of("empty", "playing", "sitting_out"),
            chips={**AMOUNT, "description": "Behind the wagers."},
            player_card=TEXT,
            standing_decline=FLAG,
            last_wagers=or_null(WAGERS),
            in_a_row=WHOLE,
            markers_out={**COUNT, "description": "Markers issued and not redeemed."},
            barred={**FLAG, "description": "He can only be counted and cashed out."},
        )
    },
    "Answer": record(
        *("reason", "bank"),
        seat=SEAT,
        answer=one_of("accepted", "declined", "not_eligible"),
        reason=TEXT,
        bank=or_null(AMOUNT),
    ),
    "Designation": record(
        next=or_null(SEAT),
        remaining=many(SEAT),
        answers=many(ref("Answer")),
        accepted=or_null(record(seat=SEAT, bank=AMOUNT)),
        stopped=FLAG,
        ineligible=by_seat(TEXT),
        suggested_bank=by_seat(AMOUNT),
        most_bank=by_seat(AMOUNT),
    ),
    "TableState": record(
        now={**TIME, "description": "By the clock that judges lateness."},
        table=record(
            id=WHOLE,
            number=WHOLE,
            state=TABLE_STATE,
            version={**WHOLE, "description": "Counts what happens to seats, designation and round."},
            notices={**COUNT, "description": "Counts what happens beside the version: requests, alerts."},
            game=TEXT,
            seat_count=WHOLE,
            button=or_null(SEAT),
            carry={**AMOUNT, "description": "A pot that a tie left for the next deal."},
            match={**many(SEAT), "description": "The seats whose match is on; none in games without matches."},
        ),
        casino=record(id=WHOLE, name=TEXT, currency=TEXT, minor_digits=WHOLE, time_zone=TEXT, demonstration=FLAG),
        dealer=or_null(DEALER),
        rules=record(version=WHOLE, document=RULES_DOCUMENT),
        coming={
            **or_null(ref("ComingChange")),
            "description": "What was approved and takes effect at the first round boundary from `due_at` on.",
        },
        seats=many(ref("Seat")),
        designation=or_null(ref("Designation")),
        round=or_null(ref("OpenRound")),
        last_round=or_null(record(number=WHOLE, state=ROUND_STATE, void_reason=TEXT)),
        legal_acts=many(TEXT),
        blocked={"type": "object", "additionalProperties": TEXT},
        chain=record(chain=TEXT, sequence=WHOLE, hash=TEXT),
    ),
    "TableOnBoard": record(
        id=WHOLE,
        casino=WHOLE,
        number=WHOLE,
        state=TABLE_STATE,
        version=WHOLE,
        game=or_null(TEXT),
        rules_version=or_null(WHOLE),
        limits=or_null(ANYTHING),
        seat_count=WHOLE,
        players=WHOLE,
        button=or_null(SEAT),
        dealer=or_null(DEALER),
        last_round=WHOLE,
        round=or_null(
            record(number=WHOLE, state=ROUND_STATE, designated_player=or_null(SEAT), bank=AMOUNT, opened_at=TIME)
        ),
        rounds_an_hour={
            **or_null(WHOLE),
            "description": "In the last hour; null where too few rounds were closed to say.",
        },
        change={
            **or_null(
                record(
                    id=WHOLE,
                    state=one_of(*RuleChange.OPEN),
                    requested_by={**TEXT, "description": "A badge."},
                    due_at=or_null(TIME),
                    expires_at=TIME,
                ),
            ),
            "description": "The change of rules that is open at the table.",
        },
        alerts={**many(ALERT_KIND), "description": "What nobody of the floor has acknowledged, the most urgent first."},
    ),
    "Alert": record(
        id=WHOLE,
        table_id=or_null(WHOLE),
        table={
            **or_null(WHOLE),
            "description": "The number of the table on the felt; null for what concerns the house.",
        },
        round=or_null(WHOLE),
        kind=ALERT_KIND,
        details={**ANYTHING, "description": "What belongs to the kind: a seat, an amount, the act that was refused."},
        raised_at=TIME,
        acknowledged_by=or_null(record(badge=TEXT, name=TEXT)),
        acknowledged_at=or_null(TIME),
    ),
    "RoundSummary": record(
        number=WHOLE,
        state=ROUND_STATE,
        designated_player=or_null(SEAT),
        bank_declared=AMOUNT,
        rules_version=WHOLE,
        flags=many(ref("Flag")),
        void_reason=TEXT,
        opened_at=TIME,
        dealt_at=or_null(TIME),
        settled_at=or_null(TIME),
        ended_at=or_null(TIME),
    ),
    "Difference": {
        **record("before", "after", key=TEXT, before={}, after={}),
        "description": "A rule by its path, as in `limits.ante.min`; a side is missing where its game has no such rule.",
    },
    "ComingChange": record(
        change=WHOLE, due_at=TIME, base_version=WHOLE, document=RULES_DOCUMENT, differences=many(ref("Difference"))
    ),
    "RuleChange": record(
        change=WHOLE,
        table={**WHOLE, "description": "The number of the table on the felt."},
        table_id=WHOLE,
        casino=WHOLE,
        game=TEXT,
        state=CHANGE_STATE,
        base_version=WHOLE,
        version={**or_null(WHOLE), "description": "The version it became."},
        rules={**ANYTHING, "description": "The parts that were asked for."},
        reason=TEXT,
        words={**TEXT, "description": "What whoever decided on it or ended it said."},
        requested_by=PERSON,
        requested_at=TIME,
        expires_at=TIME,
        decided_by=or_null(PERSON),
        decided_at=or_null(TIME),
        due_at=or_null(TIME),
        ended_by=or_null(PERSON),
        ended_at=or_null(TIME),
    ),
    "Offer": record(
        round=WHOLE,
        seat=SEAT,
        answer=one_of("accepted", "declined", "not_eligible"),
        reason=TEXT,
        bank=or_null(AMOUNT),
        offered_at=TIME,
    ),
    "Entry": record(
        chain=TEXT,
        sequence=WHOLE,
        time=TIME,
        act=TEXT,
        table=or_null(WHOLE),
        round=or_null(WHOLE),
        person=or_null(TEXT),
        role=TEXT,
        device=or_null(TEXT),
        command_id=TEXT,
        payload=ANYTHING,
        schema=WHOLE,
        previous_hash=TEXT,
        hash=TEXT,
    ),
}

SCHEMAS["ComparedRuleChange"] = record(
    **SCHEMAS["RuleChange"]["properties"],
    rules_before=RULES_DOCUMENT,
    rules_after=RULES_DOCUMENT,
    differences=many(ref("Difference")),
    worst_case={
        **record(before=or_null(AMOUNT), after=or_null(AMOUNT)),
        "description": "Of a full layout at the maximum of every bet, for the designated player; null without one.",
    },
    edges_differ={**FLAG, "description": "Whether it bears on the edge of any bet."},
    edges={
        **record(before=or_null(many(EDGE)), after=or_null(many(EDGE))),
        "description": "Exact, where the change bears on them; null until they are counted: ask again in a second.",
    },
)
SCHEMAS["Round"] = record(
    **SCHEMAS["RoundSummary"]["properties"],
    table={**WHOLE, "description": "The number of the table on the felt."},
    rules=RULES_DOCUMENT,
    play=ref("Play"),
    offers=many(ref("Offer")),
    settlements=many(
        record(
            version=WHOLE,
            replaces=or_null(WHOLE),
            settled_at=TIME,
            reason={**TEXT, "description": "Why the one before it was corrected."},
            words=TEXT,
            input=ANYTHING,
            output=ref("Settlement"),
        )
    ),
    entries={
        **or_null(many(ref("Entry"))),
        "description": "The audit entries; null for those who may not read the log.",
    },
)
