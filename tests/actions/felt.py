"""Short ways to play on the felt, and to insist that a refused act has changed nothing."""

from typing import Any

from tables.errors import TableError
from tables.games.errors import RuleError
from tables.models import (
    AuditEntry,
    ChainHead,
    Command,
    DesignationOffer,
    Leg,
    Posting,
    Round,
    Seating,
    Settlement,
    Table,
    TapIn,
)
from tests.cast import Cast

# The designated player qualifies with three spades, ace high; four hearts beat them, three diamonds do not.
BANK_HAND = "AsKhQs9s7d6d2c"
BETTER = "5h4h3h2hKs9d7c"
WORSE = "JdTd8d6c5c4c3s"


def chips() -> dict[int, int]:
    """What everybody has behind, by seat."""
    return dict(Seating.objects.filter(left_at=None).order_by("seat").values_list("seat", "chips"))


def the_round() -> Round:
    """The newest round."""
    return Round.objects.latest("number")


def last_entry(cast: Cast) -> AuditEntry:
    """The newest entry of the table's chain."""
    return AuditEntry.objects.filter(chain=cast.table.chain).latest("sequence")


def snapshot(cast: Cast) -> dict[str, Any]:
    """Everything an act at the table could have changed; the house chain is not in it, for a refusal is an entry there."""
    kept: tuple[type[Any], ...] = (Table, Seating, Round, TapIn)
    counted: tuple[type[Any], ...] = (Settlement, Posting, Leg, DesignationOffer, Command)
    return {
        **{model.__name__: list(model.objects.order_by("pk").values()) for model in kept},
        **{model.__name__: model.objects.count() for model in counted},
        "head": ChainHead.objects.filter(chain=cast.table.chain).values().first(),
    }


def refused(
    cast: Cast, code: str, name: str, *, by: str = "dana", signed_by: str | None = None, **sent: Any
) -> TableError | RuleError:
    """Do an act that has to be refused with this code and change nothing; gives the refusal."""
    before = snapshot(cast)
    refusal: TableError | RuleError | None = None
    try:
        cast.act(name, by=by, signed_by=signed_by, **sent)
    except (TableError, RuleError) as error:
        refusal = error
    assert refusal is not None, f"{name} was not refused"
    assert refusal.code == code, str(refusal)
    assert snapshot(cast) == before
    return refusal


def betting(cast: Cast, seats: tuple[int, ...] = (1, 2, 4), chips: int = 100000, bank: int = 50000) -> int:
    """Players sit down and the lowest seat takes the bank; gives the number of the round."""
    cast.seat_players(seats, chips)
    return cast.open_round(seats[0], bank)


def dealt(cast: Cast, *wagers: dict[str, Any], **table: Any) -> int:
    """A round with these wagers dealt, by default an Ante of 1000 at seats 2 and 4."""
    number = betting(cast, **table)
    placed = wagers or ({"seat": 2, "ante": 1000}, {"seat": 4, "ante": 1000})
    cast.act("enter_wagers", number=number, wagers=list(placed))
    cast.act("deal", number=number)
    return number


def decide(cast: Cast, number: int, signed_by: str | None = None, **decisions: int | str) -> None:
    """Enter decisions, as seat2=1000 for a Raise or seat4="fold"."""
    rows = [
        {"seat": int(seat.removeprefix("seat")), "decision": "raise", "raise": said}
        if isinstance(said, int)
        else {"seat": int(seat.removeprefix("seat")), "decision": said}
        for seat, said in decisions.items()
    ]
    cast.act("enter_decisions", number=number, decisions=rows, signed_by=signed_by)


def show(cast: Cast, number: int, hands: dict[int, str | None]) -> None:
    """Enter hands by seat."""
    cast.act("enter_hands", number=number, hands=[{"seat": seat, "cards": cards} for seat, cards in hands.items()])


def settled(cast: Cast, **table: Any) -> int:
    """A settled round: seat 2 raised with the better hand, seat 4 with the worse."""
    number = dealt(cast, **table)
    decide(cast, number, seat2=1000, seat4=1000)
    show(cast, number, {1: BANK_HAND, 2: BETTER, 4: WORSE})
    cast.act("settle_round", number=number)
    return number
