"""The shapes of what goes in and comes out, as JSON Schema, for the description of the API."""

from typing import Any

from tables.api.problems import TITLES

JSON = dict[str, Any]

MOST = 2**53 - 1
WHOLE: JSON = {"type": "integer"}
SEAT: JSON = {"type": "integer", "minimum": 1, "maximum": 12, "description": "A seat of the table."}
AMOUNT: JSON = {"type": "integer", "minimum": 0, "maximum": MOST, "description": "Whole minor units of the currency."}
STAKE: JSON = {**AMOUNT, "minimum": 1}
FLAG: JSON = {"type": "boolean"}
TEXT: JSON = {"type": "string"}
WORDS: JSON = {"type": "string", "maxLength": 200}
TIME: JSON = {"type": "string", "format": "date-time", "description": "RFC 3339, UTC."}
CARDS: JSON = {
    "type": "string",
    "description": "Seven cards, rank `23456789TJQKA` then suit `cdhs`; spaces, lower case and `10` are read too.",
    "examples": ["AhKhQh 9d8d 2c2s"],
}
ANYTHING: JSON = {"type": "object"}


def ref(name: str) -> JSON:
    """A shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(shape: JSON) -> JSON:
    """The shape, or null."""
    if "type" in shape and isinstance(shape["type"], str):
        return {**shape, "type": [shape["type"], "null"]}
    return {"anyOf": [shape, {"type": "null"}]}


def many(shape: JSON, **more: Any) -> JSON:
    """A list of the shape."""
    return {"type": "array", "items": shape, **more}


def one_of(*words: str) -> JSON:
    """One of these words."""
    return {"type": "string", "enum": list(words)}


def record(*optional: str, **properties: JSON) -> JSON:
    """An object with these properties, all needed but the optional ones."""
    needed = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, **({"required": needed} if needed else {})}


def by_seat(shape: JSON) -> JSON:
    """An object whose keys are seats."""
    return {"type": "object", "additionalProperties": shape}


WAGERS = record("flush", "straight_flush", ante=STAKE, flush=STAKE, straight_flush=STAKE)
DECISION = record("raise", decision=one_of("raise", "fold", "walk_away"), **{"raise": AMOUNT})
PLAY = {
    **record(wagers=by_seat(WAGERS), decisions=by_seat(DECISION), hands=by_seat(CARDS), rake=by_seat(AMOUNT)),
    "additionalProperties": True,
    "description": "What was entered, by seat, and how far the round has come, as its game keeps it.",
}
DEALER = record(badge=TEXT, name=TEXT, since=TIME)
ROUND_STATE = one_of("betting", "dealt", "showdown", "settled", "closed", "void")
TABLE_STATE = one_of("closed", "open", "suspended")
RULES_DOCUMENT = {**ANYTHING, "description": "The whole house rules: terms, limits, chip unit, designation."}

SCHEMAS: dict[str, JSON] = {
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
    "Flag": {
        **record("seat", code=TEXT, seat=SEAT),
        "additionalProperties": True,
        "description": "Something worth a second look, with what belongs to its code.",
    },
    "Settlement": {
        **record(
            game=TEXT,
            qualifies=or_null(FLAG),
            designated_player=ANYTHING,
            seats=many(ANYTHING),
            rake=AMOUNT,
            flags=many(ref("Flag")),
        ),
        "description": "What each bet did, in settlement order, as `manage.py settle` prints it.",
    },
    "Seat": {
        **record(
            *("player_card", "standing_decline", "last_wagers", "in_a_row"),
            seat=SEAT,
            state=one_of("empty", "playing", "sitting_out"),
            chips={**AMOUNT, "description": "Behind the wagers."},
            player_card=TEXT,
            standing_decline=FLAG,
            last_wagers=or_null(WAGERS),
            in_a_row=WHOLE,
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
    "OpenRound": record(
        number=WHOLE,
        state=ROUND_STATE,
        designated_player=or_null(SEAT),
        bank_declared=AMOUNT,
        bank=AMOUNT,
        pot=AMOUNT,
        rules_version=WHOLE,
        rules=RULES_DOCUMENT,
        play=PLAY,
        flags=many(ref("Flag")),
        settlement=or_null(ref("Settlement")),
        opened_at=TIME,
        deal_order=many(SEAT),
        undecided=many(SEAT),
        hands_needed=many(SEAT),
        cover=or_null(record(worst_case=AMOUNT, short=FLAG)),
    ),
    "TableState": record(
        table=record(
            id=WHOLE,
            number=WHOLE,
            state=TABLE_STATE,
            version={**WHOLE, "description": "Counts what happens to seats, designation and round."},
            game=TEXT,
            seat_count=WHOLE,
            button=or_null(SEAT),
        ),
        casino=record(id=WHOLE, name=TEXT, currency=TEXT, minor_digits=WHOLE, demonstration=FLAG),
        dealer=or_null(DEALER),
        rules=record(version=WHOLE, document=RULES_DOCUMENT),
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
        round=or_null(record(number=WHOLE, state=ROUND_STATE, designated_player=or_null(SEAT), opened_at=TIME)),
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

SCHEMAS["Round"] = record(
    **SCHEMAS["RoundSummary"]["properties"],
    table={**WHOLE, "description": "The number of the table on the felt."},
    rules=RULES_DOCUMENT,
    play=PLAY,
    offers=many(ref("Offer")),
    settlements=many(
        record(version=WHOLE, replaces=or_null(WHOLE), settled_at=TIME, input=ANYTHING, output=ref("Settlement"))
    ),
    entries={
        **or_null(many(ref("Entry"))),
        "description": "The audit entries; null for those who may not read the log.",
    },
)
