"""Changes of house rules as lists and the API are told them, typed (OPS 4.2)."""

from typing import Annotated, NotRequired, TypedDict

from tables.games.values import JSON
from tables.models import RuleChange
from tables.queries.people import PersonDocument
from tables.queries.values import Amount, RulesDocument, Time


class DifferenceDocument(TypedDict):
    """A rule of two versions; a side is missing where its game has no such rule."""

    key: str
    before: NotRequired[object]
    after: NotRequired[object]


class ComingChangeDocument(TypedDict):
    """An approved change of rules that waits for its time, or for the end of a round (OPS 4.3)."""

    change: int
    due_at: Time
    base_version: int
    document: RulesDocument
    differences: list[DifferenceDocument]


class RuleChangeDocument(TypedDict):
    """A change of rules, from the request to its effect or its end (OPS 4.2)."""

    change: int
    table: Annotated[int, "The number of the table on the felt."]
    table_id: int
    casino: int
    game: str
    state: Annotated[str, RuleChange.State]
    base_version: int
    version: Annotated[int | None, "The version it became."]
    rules: Annotated[JSON, "The parts that were asked for."]
    reason: str
    words: Annotated[str, "What the person who decided on it, or ended it, said."]
    requested_by: PersonDocument
    requested_at: Time
    expires_at: Time
    decided_by: PersonDocument | None
    decided_at: Time | None
    due_at: Time | None
    ended_by: PersonDocument | None
    ended_at: Time | None


class WorstCasesDocument(TypedDict):
    """The worst case under the old rules and under the new ones."""

    before: Amount | None
    after: Amount | None


class EdgeDocument(TypedDict):
    """The edge of one bet that is offered (OPS 4.7)."""

    bet: str
    edge: Annotated[
        str | None,
        "An exact fraction of the bet, lost on average; below 0 it is the player's. Null where it depends on how large the bet is.",
    ]
    percent: Annotated[str | None, "The same in percent, rounded."]


class EdgesDocument(TypedDict):
    """The edges under the old rules and under the new ones."""

    before: list[EdgeDocument] | None
    after: list[EdgeDocument] | None


class ComparisonDocument(TypedDict):
    """Two whole documents of rules side by side."""

    rules_before: RulesDocument
    rules_after: RulesDocument
    differences: list[DifferenceDocument]
    worst_case: Annotated[
        WorstCasesDocument,
        "Of a full layout at the maximum of every bet, for the designated player; null without one.",
    ]
    edges_differ: Annotated[bool, "Whether it bears on the edge of any bet."]
    edges: Annotated[
        EdgesDocument, "Exact, where the change bears on them; null until they are counted: ask again in a second."
    ]


class ComparedRuleChangeDocument(RuleChangeDocument, ComparisonDocument):
    """A change of rules with its comparison."""
