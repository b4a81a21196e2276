"""The states of a round and what every act of it asks: who is in it, what a stack holds, what the limits say."""

from collections.abc import Mapping
from enum import StrEnum

from tables.games.errors import RuleError, gettext_noop
from tables.games.values import JSON, FlagCode, RoundView, clockwise


class State(StrEnum):
    """The states of a round (OPS 5.1)."""

    BETTING = "betting"
    DEALT = "dealt"
    SHOWDOWN = "showdown"
    SETTLED = "settled"
    CLOSED = "closed"
    VOID = "void"


# What is written down is plain text: canonical JSON takes nothing else.
BETTING, DEALT, SHOWDOWN, SETTLED, CLOSED, VOID = (state.value for state in State)

Wagered = dict[str, int]


def chips_seen(recounted: Mapping[int, int]) -> list[JSON]:
    """Return a flag for each seat whose chips were taken in beyond its tracked stack; minor units (OPS 2.2)."""
    return [{"code": FlagCode.CHIPS_SEEN.value, "seat": seat, "difference": short} for seat, short in recounted.items()]


def deal_order(view: RoundView) -> list[int]:
    """Who is dealt to, from the left of the button clockwise, the designated player last (HCF 4.1)."""
    button = view.button or 0
    return [*clockwise([int(seat) for seat in view.play["wagers"]], button), button]


def undecided(view: RoundView) -> list[int]:
    """The players who have not decided, in the order of the deal."""
    return [seat for seat in deal_order(view)[:-1] if str(seat) not in view.play["decisions"]]


def player_in_round(view: RoundView, seat: int) -> Wagered:
    """The wagers of a player of this round; raises `bad_seat` for a seat that has none."""
    wagers: Wagered | None = view.play["wagers"].get(str(seat))
    if wagers is None:
        raise RuleError("bad_seat", gettext_noop("Seat %(seat)s has no wager in this round."), seat=seat)
    return wagers


def verify_stack(view: RoundView, seat: int, amount: int, template: str) -> None:
    """Raise `short_chips` with one of the SHORT sentences where a stack does not hold the amount, in minor units (HCF 3.5)."""
    chips = view.stacks[seat].chips
    if chips < amount:
        raise RuleError("short_chips", template, seat=seat, chips=chips, needed=amount)


# The ways out are those there are: a player buys in between rounds, or while they are in no hand of the round (OPS 2.1).
SHORT_BEFORE = gettext_noop(
    "Seat %(seat)s has %(chips)s behind, and %(needed)s is needed. Buy in, or say that the chips are seen."
)
SHORT_FOR_WAGERS = gettext_noop(
    "Seat %(seat)s has %(chips)s behind, and %(needed)s is needed. A player in the round cannot buy in: "
    "say that the chips are seen, or wager less."
)
SHORT_FOR_RAISE = gettext_noop(
    "Seat %(seat)s has %(chips)s behind, and %(needed)s is needed. A player in the round cannot buy in: "
    "say that the chips are seen, or raise less."
)
SHORT_FOR_RAKE = gettext_noop(
    "Seat %(seat)s has %(chips)s behind, and %(needed)s is needed for the rake. Enter the wagers once more and say that "
    "the chips are seen, or take them back."
)


def verify_chip_unit(view: RoundView, seat: int, field: str, amount: int) -> None:
    """Raise `outside_limits` for an amount that is not in whole chips (OPS 4.4); minor units."""
    unit = view.rules.chip_unit
    if amount % unit:
        raise RuleError(
            "outside_limits",
            gettext_noop("Seat %(seat)s: %(field)s of %(amount)s is not in steps of %(unit)s."),
            seat=seat,
            field=field,
            amount=amount,
            unit=unit,
        )


def verify_limit(view: RoundView, seat: int, spot: str, amount: int) -> None:
    """Raise `outside_limits` for a wager not in whole chips or outside the limits of its spot (OPS 4.4); minor units."""
    verify_chip_unit(view, seat, spot, amount)
    limit = view.rules.limits[spot]
    if limit is None:
        raise AssertionError(f"a wager on {spot}, which is not offered, was read")
    if not limit.min <= amount <= limit.max:
        raise RuleError(
            "outside_limits",
            gettext_noop("Seat %(seat)s: %(field)s of %(amount)s is outside the limits, %(min)s to %(max)s.")
            if limit.min < limit.max
            else gettext_noop("Seat %(seat)s: %(field)s of %(amount)s is outside the limits: it is always %(max)s."),
            seat=seat,
            field=spot,
            amount=amount,
            min=limit.min,
            max=limit.max,
        )
