"""Alerts, disputes, bars and debts as lists and the API are told them, typed."""

from typing import Annotated, TypedDict

from tables.games.values import JSON
from tables.models import Alert, Bar, Owed
from tables.queries.people import PersonDocument
from tables.queries.values import Net, Seat, Time


class AlertDocument(TypedDict):
    """Something that needs the floor (OPS 6)."""

    id: int
    table_id: int | None
    table: Annotated[int | None, "The number of the table on the felt; null for what concerns the house."]
    round: int | None
    kind: Annotated[str, Alert.Kind]
    details: Annotated[JSON, "What belongs to the kind: a seat, an amount, the act that was refused."]
    raised_at: Time
    acknowledged_by: PersonDocument | None
    acknowledged_at: Time | None


class RulingDocument(TypedDict):
    """How a dispute ended."""

    outcome: str
    words: str
    ruled_by: PersonDocument
    ruled_at: Time


class DisputeDocument(TypedDict):
    """A dispute about a round (OPS 5.9)."""

    dispute: int
    table: Annotated[int, "The number of the table on the felt."]
    table_id: int
    round: int
    seat: Seat | None
    reason: str
    words: str
    opened_by: PersonDocument
    opened_at: Time
    ruling: RulingDocument | None


class DisputeWithEvidenceDocument(DisputeDocument):
    """A dispute with what was known of its round when it was opened."""

    evidence: JSON


class BarDocument(TypedDict):
    """A player who may not play at a table or in the house, or might not (OPS 2.3)."""

    bar: int
    scope: Annotated[str, Bar.Scope]
    table: int | None
    table_id: int | None
    seat: Annotated[Seat | None, "Where they sat when they were barred, or moved to since."]
    player_card: str
    reason: str
    words: str
    barred_by: PersonDocument
    barred_at: Time
    lifted_by: PersonDocument | None
    lifted_at: Time | None


class DebtDocument(TypedDict):
    """What is owed to a player or by them (OPS 5.8, 7.2)."""

    owed: int
    table: Annotated[int, "The number of the table on the felt."]
    table_id: int
    round: int | None
    seat: Annotated[Seat, "Where they sit, or sat last."]
    player_card: str
    is_there: Annotated[bool, "Whether they still sit there."]
    reason: Annotated[str, Owed.Reason]
    amount: Annotated[Net, "Whole minor units: above 0 the player's, below 0 owed by them."]
    raised_at: Time
    settled_by: PersonDocument | None
    settled_at: Time | None
    words: str
