"""Tables, seats and rounds: what each address does, in the order in which an evening goes."""

from collections.abc import Mapping
from typing import Any

from tables.api.openapi.components import DOCUMENTS, TABLE_STATE
from tables.api.openapi.games import DECISION, ROUND_STATE, WAGERS
from tables.api.openapi.operation import Operation, house_act, table_act
from tables.api.openapi.shapes import (
    AMOUNT,
    CARDS,
    COUNT,
    FLAG,
    NET,
    SEAT,
    STAKE,
    TEXT,
    WHOLE,
    WORDS,
    many,
    one_of,
    or_null,
    record,
    ref,
)
from tables.games.table.seats import RECOUNT_REASONS, SOURCES
from tables.games.values import JSON, VoidReason
from tables.queries.tables.round_documents import RotationDocument


def _play(
    summary: str, body: JSON | None = None, *, answer: Mapping[str, JSON] | None = None, **more: Any
) -> Operation:
    answered = record(
        *(() if summary != WAGERS_SUMMARY else answer or ()), round=WHOLE, state=ROUND_STATE, **answer or {}
    )
    return table_act("round", summary, answered, body, **more)


WAGERS_SUMMARY = "Wagers by seat, replacing what the seats had; or everybody's last ones again"
STATE = record(state=TABLE_STATE)
CHIPS = record(seat=SEAT, chips=AMOUNT)
CHIPS_AND_DEBTS = record(
    "owed", seat=SEAT, chips=AMOUNT, owed={**NET, "description": "What is owed to them; below 0, by them."}
)
SOURCE = one_of(*SOURCES)
OFFER = record("bank", seat=SEAT, answer=one_of("accepted", "declined"), bank=AMOUNT)
OFFERS_EXAMPLE = [{"seat": 3, "answer": "declined"}, {"seat": 5, "answer": "accepted", "bank": 50000}]
WAGER = {
    **record(
        *("ante", "flush", "straight_flush", "seen", "found", "override"),
        seat=SEAT,
        **WAGERS["properties"],
        seen={**FLAG, "description": "The dealer sees the chips, though the tracked stack is short."},
        override={**FLAG, "description": "Before the deal: outside the limits, under the floor's signature."},
        found={**FLAG, "description": "Found after the deal: different, or a hand that was dealt and not entered."},
    ),
    "description": "With a seat alone, its wagers are taken back.",
}
HAND = record(seat=SEAT, cards={**or_null(CARDS), "description": "Null takes the hand back."})
REASON = one_of(*VoidReason)
RECOUNT_REASON = one_of(*RECOUNT_REASONS)
LEFT_OUT = record(seat=SEAT, code=TEXT, reason=TEXT)

PLAY: Mapping[str, Operation] = {
    "list_tables": Operation("tables", "The board", record(tables=many(ref("TableOnBoard")))),
    "show_table": Operation(
        "tables",
        "The whole state of a table",
        ref("TableState"),
        more="Carries the version as `ETag`; asked again with `If-None-Match` it is 304 while version and dealer stand.",
    ),
    "open_table": table_act("tables", "Open the table for play", STATE),
    "close_table": table_act("tables", "Close the table: no round open, every seat cashed out", STATE),
    "suspend_table": table_act(
        "tables", "Stop play at once", STATE, record(reason=WORDS), example={"reason": "A fight at the table"}
    ),
    "resume_table": table_act("tables", "Go on in place", STATE),
    "tap_in": house_act(
        "people",
        "A dealer takes over, and the one before is tapped out",
        record(dealer=TEXT, relieved=or_null(TEXT)),
        record(badge=TEXT, pin={**TEXT, "format": "password"}),
        example={"badge": "1001", "pin": "284615"},
    ),
    "tap_out": house_act("people", "The dealer leaves; the floor can tap another out", record(dealer={"type": "null"})),
    "enrol_tablet": house_act(
        "people",
        "Enrol a tablet with a one-time code, or give out the code",
        {
            "oneOf": [
                record(code=TEXT, minutes=WHOLE),
                record(tablet=WHOLE, table=WHOLE, label=TEXT, token={**TEXT, "format": "password"}),
            ]
        },
        record("code", "label", code=TEXT, label={**TEXT, "maxLength": 40}),
        example={"code": "48151623", "label": "Felt 12"},
        open=True,
        expires="The code is wrong, used or too old (`expired`).",
        more="The floor sends no code and is given one, good for five minutes. The tablet sends the code, which is "
        "its proof, and is given its token, once: it is not remembered, and cannot be asked for again.",
    ),
    "revoke_tablet": house_act("people", "A tablet shows and does nothing from now on", record(tablet=WHOLE)),
    "unlock_tablet": house_act("people", "A tablet locked after failures works again", record(tablet=WHOLE)),
    "sit": table_act(
        "seats",
        "A player sits down with a buy-in",
        CHIPS_AND_DEBTS,
        record("source", "player_card", buy_in=STAKE, source=SOURCE, player_card={**TEXT, "maxLength": 40}),
        example={"buy_in": 100000, "source": "cash", "player_card": "P-204"},
    ),
    "buy_in": table_act(
        "seats",
        "A further buy-in",
        CHIPS,
        record("source", amount=STAKE, source=SOURCE),
        example={"amount": 50000, "source": "chips"},
    ),
    "recount": table_act(
        "seats",
        "A stack counted anew",
        CHIPS,
        record("words", chips=AMOUNT, reason=RECOUNT_REASON, words=WORDS),
        example={"chips": 98000, "reason": "tip"},
    ),
    "move": table_act("seats", "Change seats", record(seat=SEAT), record(to=SEAT), example={"to": 6}),
    "sit_out": table_act("seats", "Keep the seat and be dealt no cards", record(seat=SEAT, sitting_out=FLAG)),
    "return_to_play": table_act("seats", "Play again", record(seat=SEAT, sitting_out=FLAG)),
    "leave": table_act("seats", "Leave with all chips", CHIPS_AND_DEBTS),
    "give_up_match": table_act(
        "seats",
        "A player gives the match up: the other wins it, and a carried pot",
        record(match=WHOLE, winner=SEAT, pot=AMOUNT),
        record(seat=SEAT),
        example={"seat": 2},
    ),
    "standing_decline": table_act(
        "seats",
        "Decline the bank until further notice",
        record(seat=SEAT, standing_decline=FLAG),
        record(on=FLAG),
        example={"on": True},
    ),
    "offer_designation": table_act(
        "round",
        "Answers to the offers of the bank, clockwise",
        record(accepted=or_null(record(seat=SEAT, bank=AMOUNT)), next=or_null(SEAT), stopped=FLAG),
        record(offers=many(OFFER, minItems=1)),
        example={"offers": OFFERS_EXAMPLE},
    ),
    "list_rounds": Operation(
        "round",
        "Rounds, newest first",
        record(rounds=many(ref("RoundSummary")), next=or_null(TEXT)),
        listed=True,
    ),
    "open_round": table_act(
        "round",
        "Open the next round, with the offers of the bank in the same act if there are any",
        record(
            *("designated_player", "bank", "first", "button", "turn"),
            round=WHOLE,
            designated_player=SEAT,
            bank=AMOUNT,
            first={**SEAT, "description": "Heads-up: who acts first."},
            button=SEAT,
            turn=SEAT,
        ),
        record("offers", offers=many(OFFER, minItems=1)),
        example={"offers": OFFERS_EXAMPLE},
    ),
    "show_round": Operation("round", "A round with inputs, settlements, flags, rules and entries", ref("Round")),
    "change_bank": _play(
        "Put a mistyped bank right, until the round is settled",
        record(bank=AMOUNT),
        answer={"bank": AMOUNT},
        example={"bank": 50000, "signature": {"badge": "2002", "secret": "582049"}},
        more="Once the cards are dealt it is signed by the floor. The round has the flag `bank_changed`. Afterwards it is a"
        " correction.",
    ),
    "enter_wagers": _play(
        WAGERS_SUMMARY,
        record(
            *("wagers", "same_again", "removed"),
            wagers=many(WAGER, minItems=1),
            same_again=FLAG,
            removed={**many(SEAT, minItems=1), "description": "After the deal: hands that were entered and not dealt."},
        ),
        answer={"put_back": many(SEAT), "left_out": many(LEFT_OUT), "undecided": many(SEAT)},
        example={"wagers": [{"seat": 1, "ante": 1000, "flush": 500, "seen": False}]},
        more="After the deal a wager is `found`; a seat that has none is dealt in by it (`hand_added`), one in `removed` is"
        " taken out (`hand_removed`): both are signed by the floor, and so is a wager found once a hand is shown.",
    ),
    "deal": _play("Close the betting, collect the rake, say the order of the deal", answer={"deal_order": many(SEAT)}),
    "enter_decisions": _play(
        "Fold, Raise or walk away, by seat",
        record(decisions=many(record("raise", "seen", seat=SEAT, **DECISION["properties"], seen=FLAG), minItems=1)),
        more="A Raise on chips that are only `seen` is signed by the floor above 1x the Ante.",
        example={
            "decisions": [
                {"seat": 1, "decision": "raise", "raise": 1000},
                {"seat": 2, "decision": "fold"},
                {"seat": 3, "decision": "walk_away"},
            ]
        },
    ),
    "take_actions": _play(
        "What players did, in turn, after taking back the last actions that were wrong",
        record("actions", "take_back", actions=many(ref("Action")), take_back=COUNT),
        answer={"turn": or_null(SEAT)},
        example={"actions": [{"seat": 2, "do": "bet", "amount": 1000}, {"seat": 1, "do": "draw"}], "take_back": 0},
        expires="The time of the player who was to act is up (`expired`).",
        more="All of a call holds or none of it. Taking back is signed by the floor once a hand is entered, and where it "
        "goes against a clock that ran out.",
    ),
    "enter_hands": _play(
        "Hands by seat, the designated player's under their own",
        record(hands=many(HAND, minItems=1)),
        example={"hands": [{"seat": 1, "cards": "5h4h3h2h Ks9d7c"}]},
    ),
    "settle_round": _play("Settle every bet", answer={"settlement": ref("Settlement")}),
    "close_round": _play("The chips have moved"),
    "void_round": _play(
        "Everything goes back",
        record("words", reason=REASON, words=WORDS),
        example={"reason": "exposed_card", "words": ""},
    ),
    "show_rotation": Operation(
        "round",
        "The rotation ledger: who was offered the bank, took it, declined",
        record(
            players=many(DOCUMENTS.component(RotationDocument)),
            offers=many(ref("Offer")),
            next=or_null(TEXT),
        ),
        listed=True,
    ),
}
