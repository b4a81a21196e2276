"""Corrections, disputes, bars and what is owed: what their addresses take and answer."""

from collections.abc import Mapping, Sequence

from tables.api.openapi.games import DECISION, WAGERS
from tables.api.openapi.operation import Operation, house_act, query, table_act
from tables.api.openapi.shapes import AMOUNT, CARDS, NET, SEAT, TEXT, WHOLE, WORDS, many, one_of, or_null, record, ref
from tables.games.values import JSON
from tables.models import Bar, Dispute, Owed, Ruling, Settlement
from tables.queries.floor import bars, debts, disputes

CARD = {**TEXT, "maxLength": 40}
SIGNED = "Signed by the floor, with badge and PIN or password."
CORRECTION_REASON = one_of(*Settlement.Reason)
DISPUTE_REASON = one_of(*Dispute.Reason)
OUTCOME = one_of(*Ruling.Outcome)
BAR_REASON = one_of(*Bar.Reason)
HOW = {
    **one_of(*Owed.Way),
    "description": "From or to their stack; in chips or cash that come or go with them; not at all, with words that say why.",
}
BARRED = record("seat", bar=WHOLE, scope=one_of(*Bar.Scope), seat=SEAT, player_card=TEXT)
OWING: JSON = record(owed=WHOLE, seat=SEAT, amount=NET, reason=TEXT)
SIGNATURE = ref("Signature")
CORRECTIONS: JSON = {
    **record(
        *("bank", "wagers", "decisions", "hands", "removed", "actions", "replaces"),
        bank={**AMOUNT, "description": "As it was declared."},
        wagers={
            **many(record("flush", "straight_flush", seat=SEAT, **WAGERS["properties"]), minItems=1),
            "description": "Of a seat that has none, with its decision, they add a hand that was dealt and not entered.",
        },
        removed={**many(SEAT, minItems=1), "description": "Hands that were entered and not dealt."},
        decisions=many(record("raise", seat=SEAT, **DECISION["properties"]), minItems=1),
        hands=many(record(seat=SEAT, cards=or_null(CARDS)), minItems=1),
        actions={**many(ref("Action")), "description": "All of them, as they were."},
        replaces={
            **WHOLE,
            "description": "The settlement version that was looked at; where there is a newer one, 409.",
        },
    ),
    "description": "What was entered wrong, as it should be; by seat it replaces what the seat had.",
}


def _states(states: Sequence[str]) -> tuple[JSON, ...]:
    return (query("state", one_of(*states, "all"), "Which of them; those still open unless another is asked for."),)


IRREGULAR: Mapping[str, Operation] = {
    "correct_round": table_act(
        "round",
        "Put a settled round right: a further version of its settlement, with the differences posted",
        record(
            "shared",
            round=WHOLE,
            settlement_version={**WHOLE, "description": "Of the settlement; `version` is the table's."},
            settlement=ref("Settlement"),
            differences=many(record(account=TEXT, seat=or_null(SEAT), amount=NET)),
            owed=many(OWING),
            shared=many(record(seat=SEAT, amount=NET)),
        ),
        record("words", corrections=CORRECTIONS, reason=CORRECTION_REASON, words=WORDS),
        example={
            "corrections": {"hands": [{"seat": 1, "cards": "5h4h3h2h Ks9d7c"}]},
            "reason": "misread_hand",
            "signature": {"badge": "2002", "secret": "582049"},
        },
        more="Signed by a floor manager who neither deals at the table nor dealt in that round. Any round that was settled,"
        " in any state of the table now. What cannot be taken from a seat, or given to it, is owed.",
    ),
    "open_dispute": table_act(
        "round",
        "Put a dispute about a round on record, with what is known of it now",
        record(dispute=WHOLE, round=WHOLE),
        record("words", "seat", reason=DISPUTE_REASON, words=WORDS, seat=SEAT),
        example={"reason": "cards", "words": "it was a heart, they say", "seat": 2},
        more="Play goes on; where a clock runs in the round, it starts again.",
    ),
    "rule_on_dispute": table_act(
        "round",
        "End a dispute: the ruling is final",
        record(dispute=WHOLE, outcome=OUTCOME, words=WORDS, round=WHOLE),
        record(outcome=OUTCOME, words=WORDS),
        example={"outcome": "stands", "words": "as the camera shows"},
        more=f"{SIGNED} A correction or a void is an act of its own.",
    ),
    "list_disputes": Operation(
        "round",
        "The disputes of a table, newest first",
        record(disputes=many(ref("Dispute")), next=or_null(TEXT)),
        listed=True,
        filters=(query("state", one_of(*disputes.STATES, "all"), "Which of them; all unless another is asked for."),),
    ),
    "show_dispute": Operation("round", "A dispute with its evidence and its ruling", ref("DisputeWithEvidence")),
    "bar_player": table_act(
        "seats",
        "Bar the player who sits here, from the table or by their card from the house",
        BARRED,
        record("words", scope=one_of(*Bar.Scope), reason=BAR_REASON, words=WORDS),
        example={"scope": "table", "reason": "conduct", "words": "threw cards"},
        more=f"{SIGNED} They are dealt no more and can only be cashed out; a round they are in is played to its end.",
    ),
    "list_bars": Operation(
        "seats",
        "Who is barred, newest first",
        record(bars=many(ref("Bar")), next=or_null(TEXT)),
        listed=True,
        filters=_states(bars.STATES),
        more="For the floor of the casino, and for compliance.",
    ),
    "bar_from_house": house_act(
        "seats",
        "Bar a player card from the house, wherever it sits or is shown",
        BARRED,
        record("words", "signature", player_card=CARD, reason=BAR_REASON, words=WORDS, signature=SIGNATURE),
        example={"player_card": "P-204", "reason": "cheating"},
        more=SIGNED,
    ),
    "lift_bar": house_act(
        "seats",
        "Let a barred player play again",
        BARRED,
        record("words", "signature", words=WORDS, signature=SIGNATURE),
        example={"words": "a mistake"},
        more=SIGNED,
    ),
    "list_owed": Operation(
        "seats",
        "What is owed to players and by them, newest first",
        record(owed=many(ref("Owed")), next=or_null(TEXT)),
        listed=True,
        filters=_states(debts.STATES),
        more="For the floor of the casino, and for compliance.",
    ),
    "settle_owed": house_act(
        "seats",
        "Deal with what is owed",
        record(owed=WHOLE, amount=NET, how=HOW, seat=or_null(SEAT)),
        record("words", "signature", how=HOW, words=WORDS, signature=SIGNATURE),
        example={"how": "cash", "words": "at the cashier"},
        more=SIGNED,
    ),
}
