"""The state of a table as the tablet, the board and the API are told it, typed (interfaces, section 3).

A text beside a type describes the value to those who program against the API.
"""

from enum import StrEnum
from typing import Annotated, Literal, NotRequired, TypedDict

from tables.games.designation import OfferAnswer
from tables.games.table.match import MatchEnd
from tables.games.values import JSON
from tables.models import Alert, Dispute, RuleChange, Table
from tables.policy import Act
from tables.queries.rules.documents import ComingChangeDocument
from tables.queries.tables.round_documents import FlagDocument
from tables.queries.values import (
    Amount,
    Count,
    Net,
    Play,
    RoundState,
    RulesDocument,
    Seat,
    SettlementOutput,
    Time,
    Wagers,
)


class MatchPlayerDocument(TypedDict):
    """A player of a match; `net` is what they won so far, a carried pot and chips bought left out."""

    seat: Seat
    net: Annotated[int, "Minor units, below 0 for what was lost."]


class MatchDocument(TypedDict):
    """The newest match of a table, on or ended (DRAW 1.13)."""

    number: int
    players: list[MatchPlayerDocument]
    hands: Count
    began_at: Time
    ended_at: Time | None
    how: Annotated[str, MatchEnd] | None
    winner: Annotated[Seat | None, "The seat that the winner had; null while it goes on, and where a player left."]


class TableDocument(TypedDict):
    """The table itself."""

    id: int
    number: int
    state: Annotated[str, Table.State]
    version: Annotated[int, "Counts what happens to seats, designation and round."]
    notices: Annotated[Count, "Counts what happens beside the version: requests, alerts."]
    game: str
    seat_count: int
    button: Seat | None
    carry: Annotated[Amount, "A pot that a tie left for the next deal."]
    match: Annotated[list[Seat], "The seats whose match is on; none in games without matches."]
    newest_match: Annotated[MatchDocument | None, "The match that is on, or the one before; null in games without."]


class CasinoDocument(TypedDict):
    """The casino of the table: what amounts and times are written with."""

    id: int
    name: str
    currency: str
    minor_digits: int
    time_zone: str
    demonstration: bool


class DealerDocument(TypedDict):
    """Who is tapped in."""

    badge: str
    name: str
    since: Time


class RulesInForceDocument(TypedDict):
    """The rules that the next round is opened under."""

    version: int
    document: RulesDocument


class SeatDocument(TypedDict):
    """A seat, and the player there; of an empty one only the first three."""

    seat: Seat
    state: Literal["empty", "playing", "sitting_out"]
    chips: Annotated[Amount, "Behind the wagers."]
    player_card: NotRequired[str]
    standing_decline: NotRequired[bool]
    last_wagers: NotRequired[Wagers | None]
    in_a_row: NotRequired[int]
    markers_out: NotRequired[Annotated[Count, "Markers issued and not redeemed."]]
    barred: NotRequired[Annotated[bool, "They can only be counted and cashed out."]]


class AnswerDocument(TypedDict):
    """One answer to the offers of the bank for the coming round."""

    seat: Seat
    answer: Annotated[str, OfferAnswer]
    reason: NotRequired[str]
    bank: NotRequired[Amount | None]


class AcceptedDocument(TypedDict):
    """Who took the bank, and how much of it."""

    seat: Seat
    bank: Amount


class DesignationDocument(TypedDict):
    """The offers of the bank for the coming round; keys are seats (OPS 3.1)."""

    next: Seat | None
    remaining: list[Seat]
    answers: list[AnswerDocument]
    accepted: AcceptedDocument | None
    stopped: bool
    ineligible: dict[str, str]
    suggested_bank: dict[str, Amount]
    least_bank: Annotated[Amount, "The least that anybody can declare, in whole chips."]
    most_bank: dict[str, Amount]


class RoundDocument(TypedDict):
    """The open round, of any game; each game adds what it describes."""

    number: int
    state: RoundState
    designated_player: Seat | None
    bank_declared: Amount
    bank: Amount
    pot: Amount
    rules_version: int
    rules: RulesDocument
    play: Play
    flags: list[FlagDocument]
    settlement: SettlementOutput | None
    opened_at: Time
    deadline: Annotated[Time | None, "When the time of the player to act is up."]


class SettlementPreviewDocument(TypedDict):
    """The open round and the seats as settling would leave them; nothing of it has happened (LOOK 1.12)."""

    round: RoundDocument
    seats: list[SeatDocument]


class LastRoundDocument(TypedDict):
    """The round before the coming one."""

    number: int
    state: RoundState
    void_reason: str


class MovedPart(StrEnum):
    """What an amount that goes back can be made of."""

    STAKES = "stakes"
    BANK = "bank"
    RAKE = "rake"


MOVES = (Act.VOID_ROUND, Act.CORRECT_ROUND)
"""The acts that move chips of a round beside its own play."""


class MovedPartDocument(TypedDict):
    """What an amount that goes back is made of."""

    kind: Annotated[str, MovedPart]
    amount: Amount


class MovedRowDocument(TypedDict):
    """What a void or a correction moved for a player, who may sit elsewhere by now; or for the house, or in the pot."""

    account: Annotated[str, "`seat` for a player; else `rake`, `drop` or `pot`."]
    seat: Seat | None
    has_left: bool
    amount: Annotated[Net, "Above 0 goes to the player or the account, below 0 is taken from there."]
    owed: Annotated[Net, "Is owed instead, and listed until it is dealt with: above 0 to the player, below 0 by them."]
    markers: Annotated[Net, "What markers outstanding changed by, at their value."]
    parts: list[MovedPartDocument]


class MovedDocument(TypedDict):
    """A void or a correction since the newest round was opened, and what it moved (OPS 5.8)."""

    sequence: Annotated[int, "Of its entry in the table's chain."]
    act: Annotated[str, MOVES]
    round: int
    reason: str
    words: str
    by: Annotated[str, "The name of who signed it, else of who did it."]
    is_signed: bool
    at: Time
    rows: list[MovedRowDocument]


class OpenDisputeDocument(TypedDict):
    """A dispute about the open round that has no ruling yet."""

    dispute: int
    seat: Seat | None
    reason: Annotated[str, Dispute.Reason]


class ChainDocument(TypedDict):
    """Where the table's chain stands."""

    chain: str
    sequence: int
    hash: str


class TableStateDocument(TypedDict):
    """Everything a page needs to show a table and to offer what can be done next."""

    now: Annotated[Time, "By the clock that judges lateness."]
    epoch: Annotated[
        int, "Another one than before says that the database was restored: what was known of it may be gone."
    ]
    table: TableDocument
    casino: CasinoDocument
    dealer: DealerDocument | None
    rules: RulesInForceDocument
    coming: Annotated[ComingChangeDocument | None, "Approved; in effect at the first round boundary from `due_at` on."]
    seats: list[SeatDocument]
    designation: DesignationDocument | None
    round: RoundDocument | None
    settlement_preview: Annotated[
        SettlementPreviewDocument | None,
        "What settling would give now; null where something is missing still, and once the round is settled.",
    ]
    last_round: LastRoundDocument | None
    moved: Annotated[list[MovedDocument], "What voids and corrections moved since the newest round was opened."]
    disputes: Annotated[list[OpenDisputeDocument], "About the open round, and not ruled on."]
    legal_acts: list[str]
    blocked: dict[str, str]
    chain: ChainDocument


class OpenRoundOnBoardDocument(TypedDict):
    """The open round of a table at a glance."""

    number: int
    state: RoundState
    designated_player: Seat | None
    bank: Amount
    opened_at: Time


class OpenChangeDocument(TypedDict):
    """The change of rules that is open at a table, at a glance."""

    id: int
    state: Annotated[str, RuleChange.OPEN]
    requested_by: Annotated[str, "A badge."]
    due_at: Time | None
    expires_at: Time


class TableOnBoardDocument(TypedDict):
    """A table at a glance (OPS 6.1)."""

    id: int
    casino: int
    number: int
    state: Annotated[str, Table.State]
    version: int
    game: str | None
    rules_version: int | None
    limits: JSON | None
    seat_count: int
    players: int
    button: Seat | None
    newest_match: Annotated[MatchDocument | None, "The match that is on, or the one before; null in games without."]
    dealer: DealerDocument | None
    last_round: int
    round: OpenRoundOnBoardDocument | None
    rounds_an_hour: Annotated[int | None, "In the last hour; null where too few rounds were closed to say."]
    change: Annotated[OpenChangeDocument | None, "The change of rules that is open at the table."]
    alerts: Annotated[
        list[Annotated[str, Alert.Kind]], "What nobody of the floor has acknowledged, the most urgent first."
    ]
