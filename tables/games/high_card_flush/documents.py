"""The shapes of what is written down of a round of High Card Flush; amounts in minor units, seats as text where they are keys.

`Annotated[str, X]` is the value of a member of X as plain text.
"""

from typing import Annotated, NotRequired, TypedDict

from tables.games.high_card_flush.contest import BetResult
from tables.games.high_card_flush.settlement import HandOutcome
from tables.games.high_card_flush.wagers import Decision, Spot
from tables.games.values import FlagCode

DecisionEntry = TypedDict("DecisionEntry", {"decision": Annotated[str, Decision], "raise": NotRequired[int]})


class Play(TypedDict):
    """What is entered of a round, by seat, and how far it has come."""

    wagers: dict[str, dict[Annotated[str, Spot], int]]
    decisions: dict[str, DecisionEntry]
    hands: dict[str, str]
    rake: dict[str, int]
    """What each seat paid at the deal."""
    decided: bool
    shown: bool


class Cover(TypedDict):
    """What the wagers on the layout may cost the bank at most and likely; `short` is a bank below the likely case (OPS 3.5)."""

    worst_case: int
    likely_case: int
    short: bool


class Description(TypedDict):
    """What a page needs of a round beyond what was entered."""

    deal_order: list[int]
    """From the left of the button, the designated player last (HCF 4.1)."""
    undecided: list[int]
    shows: list[int]
    """Those who decided and show their hands, in settlement order, the designated player last; empty while nobody does."""
    hands_needed: list[int]
    """In settlement order, the designated player last; empty before the showdown."""
    cover: Cover


class BetRow(TypedDict):
    """One bet, settled; `uncapped` is what it would have won without the cap that bit, `short` what the funds did not
    reach (HCF 8.7, 9.2)."""

    stake: int
    result: Annotated[str, BetResult]
    net: int
    uncapped: NotRequired[int]
    short: NotRequired[int]


class ShownHand(TypedDict):
    """The cards that count, as printed; None where no hand was given, and for a run where there is none."""

    flush: str | None
    straight_flush: str | None


class DesignatedRow(ShownHand):
    """The designated player, settled; `net` is before the rake (HCF 8.6)."""

    seat: int
    bank_before: int
    bank_after: int
    net: int
    rake: int


class SeatRow(ShownHand):
    """A player, settled; `order` counts from 1 in settlement order, `bank_after` is None for a folded hand (HCF 8.4)."""

    seat: int
    order: int
    outcome: Annotated[str, HandOutcome]
    bets: dict[Annotated[str, Spot], BetRow]
    net: int
    rake: int
    bank_after: int | None


class FlagRow(TypedDict):
    """A Raise above its cap, with what went back (HCF 3.4)."""

    code: Annotated[str, FlagCode]
    seat: int
    excess: int


class SettlementOutput(TypedDict):
    """The output of `settle`; seats and flags in settlement order, `qualifies` is None where no hand was given (HCF 5.1)."""

    game: str
    qualifies: bool | None
    designated_player: DesignatedRow
    seats: list[SeatRow]
    rake: int
    flags: list[FlagRow]
