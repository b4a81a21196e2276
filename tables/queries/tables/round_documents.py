"""Rounds as lists, the pages of a round and the API are told them, typed."""

from typing import Annotated, NotRequired, TypedDict

from tables.games.designation import OfferAnswer
from tables.games.values import JSON
from tables.queries.values import (
    Amount,
    Play,
    RoundState,
    RulesDocument,
    Seat,
    SettlementOutput,
    Time,
)


class FlagDocument(TypedDict):
    """Something worth a second look; what else there is belongs to its code."""

    code: str
    seat: NotRequired[Seat]


class RoundSummaryDocument(TypedDict):
    """A round in a list."""

    number: int
    state: RoundState
    designated_player: Seat | None
    bank_declared: Amount
    rules_version: int
    flags: list[FlagDocument]
    void_reason: str
    opened_at: Time
    dealt_at: Time | None
    settled_at: Time | None
    ended_at: Time | None


class OfferDocument(TypedDict):
    """One offer of the bank with its answer (OPS 3.1)."""

    round: int
    seat: Seat
    answer: Annotated[str, OfferAnswer]
    reason: str
    bank: Amount | None
    offered_at: Time


class RotationDocument(TypedDict):
    """How often a player was offered the bank at a seat, took it and declined (OPS 3.6)."""

    player: int
    player_card: str
    seat: Seat
    offered: int
    accepted: int
    declined: int
    not_eligible: int
    rounds_banked: int
    largest_bank: Amount | None


class SharedDocument(TypedDict):
    """The share of one seat, as it sat when the round was settled; below zero where it gives."""

    seat: int
    amount: Amount


class SettlementDocument(TypedDict):
    """One settlement of a round: the first, or what corrected the one before."""

    version: int
    replaces: int | None
    settled_at: Time
    reason: Annotated[str, "Why the one before it was corrected."]
    words: str
    input: JSON
    output: SettlementOutput
    shared: Annotated[
        list[SharedDocument], "What each seat got or gave of a pot that was played on before its tie was corrected."
    ]


class EntryDocument(TypedDict):
    """An entry of the audit log, as it was hashed (AUD 1.2)."""

    chain: str
    sequence: int
    time: Time
    act: str
    table: int | None
    round: int | None
    person: str | None
    role: str
    device: str | None
    command_id: str
    payload: JSON
    schema: int
    previous_hash: str
    hash: str


class RoundWithPlayDocument(RoundSummaryDocument):
    """A round with all that belongs to it."""

    table: Annotated[int, "The number of the table on the felt."]
    rules: RulesDocument
    play: Play
    offers: list[OfferDocument]
    settlements: list[SettlementDocument]
    entries: Annotated[list[EntryDocument] | None, "The audit entries; null for those who may not read the log."]
