"""The placard of a table as the API is told it, typed (OPS 4.6)."""

from typing import TypedDict

from tables.queries.values import Amount, RulesDocument, Time


class PlacardTableDocument(TypedDict):
    """The table that the placard stands at."""

    id: int
    number: int


class PlacardCasinoDocument(TypedDict):
    """The casino: what amounts and times are written with."""

    name: str
    time_zone: str
    currency: str
    minor_digits: Amount
    demonstration: bool


class PlacardRulesDocument(TypedDict):
    """A version of the rules, and from when it is in force."""

    version: int
    in_force_from: Time
    document: RulesDocument


class AnnouncedChangeDocument(TypedDict):
    """A change of rules that is announced."""

    announced_at: Time | None
    due_at: Time | None
    document: RulesDocument


class PlacardDocument(TypedDict):
    """What a placard shows, or showed at a time; nothing of it names a person."""

    table: PlacardTableDocument
    casino: PlacardCasinoDocument
    at: Time | None
    rules: PlacardRulesDocument | None
    coming: AnnouncedChangeDocument | None
