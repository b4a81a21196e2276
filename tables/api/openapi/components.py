"""The shapes that the description of the API names: those of the documents of the queries, and a few of its own."""

from tables.api.http.problems import TITLES
from tables.api.openapi.documents import Documents
from tables.api.openapi.games import GAME_SCHEMAS, ROUND_STATE, STATES, of_open_round
from tables.api.openapi.shapes import (
    AMOUNT,
    ANYTHING,
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
from tables.games.values import JSON
from tables.models import Alert, RuleChange, Table
from tables.queries.floor.documents import (
    AlertDocument,
    BarDocument,
    DebtDocument,
    DisputeDocument,
    DisputeWithEvidenceDocument,
)
from tables.queries.rules.documents import (
    ComingChangeDocument,
    ComparedRuleChangeDocument,
    DifferenceDocument,
    RuleChangeDocument,
)
from tables.queries.tables.documents import (
    AnswerDocument,
    DesignationDocument,
    RoundDocument,
    SeatDocument,
    TableOnBoardDocument,
    TableStateDocument,
)
from tables.queries.tables.round_documents import (
    EntryDocument,
    FlagDocument,
    OfferDocument,
    RoundSummaryDocument,
    RoundWithPlayDocument,
)

CHANGE_STATE = one_of(*RuleChange.State)
TABLE_STATE = one_of(*Table.State)
ALERT_KIND = one_of(*Alert.Kind)

NAMES = {
    AlertDocument: "Alert",
    AnswerDocument: "Answer",
    BarDocument: "Bar",
    ComingChangeDocument: "ComingChange",
    ComparedRuleChangeDocument: "ComparedRuleChange",
    DebtDocument: "Owed",
    DesignationDocument: "Designation",
    DifferenceDocument: "Difference",
    DisputeDocument: "Dispute",
    DisputeWithEvidenceDocument: "DisputeWithEvidence",
    EntryDocument: "Entry",
    FlagDocument: "Flag",
    OfferDocument: "Offer",
    RoundDocument: "OpenRound",
    RoundSummaryDocument: "RoundSummary",
    RoundWithPlayDocument: "Round",
    RuleChangeDocument: "RuleChange",
    SeatDocument: "Seat",
    TableOnBoardDocument: "TableOnBoard",
    TableStateDocument: "TableState",
}
DOCUMENTS = Documents(NAMES)
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
"""As the act that opens a dispute stores it."""

SCHEMAS: dict[str, JSON] = {
    **{name: DOCUMENTS.component(document) for document, name in NAMES.items()},
    "DisputeWithEvidence": DOCUMENTS.component(DisputeWithEvidenceDocument, evidence=EVIDENCE),
    "Difference": {
        **DOCUMENTS.component(DifferenceDocument),
        "description": "A rule by its path, as in `limits.ante.min`; a side is missing where its game has no such rule.",
    },
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
    **{f"{name}Round": DOCUMENTS.component(RoundDocument, **of_open_round(name)) for name in STATES},
    **GAME_SCHEMAS,
}
