"""Wagers up to the deal, and what is found different after it (OPS 5.2, 5.4; HCF 3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tables.games.errors import RuleError, gettext_noop
from tables.games.game import JSON, Leg, RoundView, Step, clockwise, read_flag, read_rows, wrong_state
from tables.games.high_card_flush.reading import verify_amount
from tables.games.high_card_flush.wagers import MAX_PLAYERS, WAGER_SPOTS

BETTING, DEALT, SHOWDOWN, SETTLED = "betting", "dealt", "showdown", "settled"

Wagered = dict[str, int]


@dataclass(frozen=True, slots=True)
class _Change:
    """One seat's wagers as they were and as they are to be, with what the dealer said of them."""

    seat: int
    old: Wagered
    new: Wagered
    seen: bool
    found: bool

    @property
    def difference(self) -> int:
        """Minor units that go from the stack to the layout; less than nothing when they come back."""
        return sum(self.new.values()) - sum(self.old.values())


def enter_wagers(view: RoundView, sent: Mapping[str, Any]) -> Step:
    """Put wagers on the layout, replacing what the seats had there; or the last ones again (OPS 5.2)."""
    if sent.get("same_again"):
        if "wagers" in sent:
            raise RuleError("bad_field", gettext_noop("Send wagers or same_again, not both."), field="same_again")
        return _same_again(view)
    rows = read_rows(sent, "wagers", (), (*WAGER_SPOTS, "seen", "found"))
    changes = [_read_change(view, row) for row in rows]
    return _place(view, changes, {})


def deal(view: RoundView, _sent: Mapping[str, Any]) -> Step:
    """Close the betting, collect the rake from behind the wagers, and say the order of the deal (HCF 9.5)."""
    if view.state != BETTING:
        raise wrong_state(gettext_noop("The cards of this round are dealt already."))
    if not view.play["wagers"]:
        raise wrong_state(gettext_noop("Nobody has an Ante yet: there is nobody to deal to."))
    terms = view.rules.terms
    due = {int(seat): terms.player_rake for seat in view.play["wagers"]}
    due[view.button or 0] = terms.designated_player_rake
    for seat, amount in due.items():
        verify_stack(view, seat, amount)
    rake = {seat: amount for seat, amount in sorted(due.items()) if amount}
    legs = [Leg("seat", seat, -amount) for seat, amount in rake.items()]
    if rake:
        legs.append(Leg("rake", None, sum(rake.values())))
    play = {**view.play, "rake": {str(seat): amount for seat, amount in rake.items()}}
    order = deal_order(view)
    return Step(DEALT, play, {}, {"deal_order": order, "rake": play["rake"]}, legs=legs, answer={"deal_order": order})


def deal_order(view: RoundView) -> list[int]:
    """Who is dealt to, from the left of the button clockwise, the designated player last (HCF 4.1)."""
    button = view.button or 0
    return [*clockwise([int(seat) for seat in view.play["wagers"]], button), button]


def player_in_round(view: RoundView, seat: int) -> Wagered:
    """The wagers of a player of this round; raises `bad_seat` for a seat that has none."""
    wagers: Wagered | None = view.play["wagers"].get(str(seat))
    if wagers is None:
        raise RuleError("bad_seat", gettext_noop("Seat %(seat)s has no wager in this round."), seat=seat)
    return wagers


def verify_stack(view: RoundView, seat: int, amount: int) -> None:
    """Raise `short_chips` where a stack does not hold the amount, in minor units (HCF 3.5)."""
    chips = view.stacks[seat].chips
    if chips < amount:
        raise RuleError(
            "short_chips",
            gettext_noop("Seat %(seat)s has %(chips)s behind, and %(needed)s is needed. Buy in, or say it is seen."),
            seat=seat,
            chips=chips,
            needed=amount,
        )


def verify_chip_unit(view: RoundView, seat: int, field: str, amount: int) -> None:
    """Raise `outside_limits` for an amount that is not in whole chips (OPS 4.4)."""
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


def _read_change(view: RoundView, row: JSON) -> _Change:
    seat = row["seat"]
    change = _Change(seat, view.play["wagers"].get(str(seat), {}), _read_wagers(row), *_said(row))
    _verify_moment(view, change)
    _verify_player(view, seat)
    if not change.found:
        _verify_limits(view, change)
    return change


def _said(row: JSON) -> tuple[bool, bool]:
    return read_flag(row, "seen"), read_flag(row, "found")


def _read_wagers(row: JSON) -> Wagered:
    wagers = {spot: row[spot] for spot in WAGER_SPOTS if spot in row}
    if wagers and "ante" not in wagers:
        raise RuleError(
            "bad_field",
            gettext_noop("Seat %(seat)s: a bonus is only placed beside an Ante."),
            seat=row["seat"],
            field="ante",
        )
    for spot, amount in wagers.items():
        verify_amount(row["seat"], spot, amount, least=1)
    return wagers


def _verify_moment(view: RoundView, change: _Change) -> None:
    if view.state == SETTLED:
        raise wrong_state(gettext_noop("The round is settled: its wagers can only be corrected by the floor."))
    if view.state == BETTING and change.found:
        raise wrong_state(gettext_noop("Nothing is dealt yet: send the wagers themselves, not as found."))
    if view.state != BETTING:
        if not change.found:
            raise wrong_state(gettext_noop("The cards are dealt: a wager found different is sent as found."))
        player_in_round(view, change.seat)
        if not change.new:
            raise RuleError(
                "bad_field", gettext_noop("Seat %(seat)s: a hand that was dealt keeps an Ante."), seat=change.seat
            )


def _verify_player(view: RoundView, seat: int) -> None:
    stack = view.stacks.get(seat)
    if stack is None:
        raise RuleError("bad_seat", gettext_noop("Nobody sits at seat %(seat)s."), seat=seat)
    if seat == view.button:
        raise RuleError(
            "bad_seat", gettext_noop("Seat %(seat)s is the designated player and has no wagers."), seat=seat
        )
    if not stack.playing:
        raise RuleError("bad_seat", gettext_noop("Seat %(seat)s is sitting out."), seat=seat)


def _verify_limits(view: RoundView, change: _Change) -> None:
    for spot, amount in change.new.items():
        verify_chip_unit(view, change.seat, spot, amount)
        limit = view.rules.limits[spot]
        if not limit.min <= amount <= limit.max:
            raise RuleError(
                "outside_limits",
                gettext_noop("Seat %(seat)s: %(field)s of %(amount)s is outside the limits, %(min)s to %(max)s."),
                seat=change.seat,
                field=spot,
                amount=amount,
                min=limit.min,
                max=limit.max,
            )


def _place(view: RoundView, changes: list[_Change], answer: JSON) -> Step:
    wagers = dict(view.play["wagers"])
    legs: list[Leg] = []
    flags: list[JSON] = []
    recounted: dict[int, int] = {}
    for change in changes:
        short = _shortfall(view, change)
        if short:
            recounted[change.seat] = short
            flags.append({"code": "chips_seen", "seat": change.seat, "difference": short})
        legs += _wager_legs(view, change)
        flags += _found_flags(view, change)
        wagers.pop(str(change.seat), None)
        if change.new:
            wagers[str(change.seat)] = change.new
    _verify_room(wagers)
    return Step(
        view.state,
        {**view.play, "wagers": wagers},
        {"wagers": {str(change.seat): change.old for change in changes}},
        {"wagers": {str(change.seat): change.new for change in changes}},
        legs=legs,
        flags=flags,
        answer=answer,
        recounted=recounted,
    )


def _shortfall(view: RoundView, change: _Change) -> int:
    """What the tracked stack lacks for the wagers, a 1x Raise and the rake (HCF 3.5); only if the chips are seen."""
    needed = change.difference
    if view.state == BETTING and change.new:
        needed += change.new["ante"] + view.rules.terms.player_rake
    elif str(change.seat) not in view.play["decisions"]:
        needed += change.new.get("ante", 0)
    short = needed - view.stacks[change.seat].chips
    if change.new and short > 0 and not change.seen:
        verify_stack(view, change.seat, needed)
    return short if change.new and short > 0 else 0


def _wager_legs(view: RoundView, change: _Change) -> list[Leg]:
    """From the stack to the layout, or to the bank where the hand is folded already (HCF 3.3)."""
    if not change.difference:
        return []
    decision = view.play["decisions"].get(str(change.seat), {})
    if decision.get("decision") == "raise" and decision["raise"] < change.new["ante"]:
        raise RuleError(
            "raise_below_ante",
            gettext_noop("Seat %(seat)s raised %(raise)s, less than an Ante of %(ante)s: send the Raise first."),
            seat=change.seat,
            field="ante",
            **{"raise": decision["raise"], "ante": change.new["ante"]},
        )
    folded = decision.get("decision") in ("fold", "walk_away")
    return [Leg("seat", change.seat, -change.difference), Leg("bank" if folded else "pot", None, change.difference)]


def _found_flags(view: RoundView, change: _Change) -> list[JSON]:
    if not change.found or change.old == change.new:
        return []
    flags: list[JSON] = [{"code": "wager_changed", "seat": change.seat, "before": change.old, "after": change.new}]
    for spot, amount in change.new.items():
        limit = view.rules.limits[spot]
        if not limit.min <= amount <= limit.max or amount % view.rules.chip_unit:
            flags.append({"code": "outside_limits", "seat": change.seat, "spot": spot, "amount": amount})
    return flags


def _verify_room(wagers: Mapping[str, Wagered]) -> None:
    if len(wagers) > MAX_PLAYERS:
        raise RuleError(
            "bad_seat",
            gettext_noop("At most %(most)s hands are dealt beside the designated player's."),
            field="wagers",
            most=MAX_PLAYERS,
        )


def _same_again(view: RoundView) -> Step:
    """Put back every seat's last wagers; who is left out is named with the reason (OPS 5.2)."""
    changes: list[_Change] = []
    left_out: list[JSON] = []
    room = MAX_PLAYERS - len(view.play["wagers"])
    for seat, stack in sorted(view.stacks.items()):
        if seat == view.button or str(seat) in view.play["wagers"]:
            continue
        try:
            if not stack.last_wagers:
                raise RuleError("bad_seat", gettext_noop("Seat %(seat)s has no last wagers."), seat=seat)
            if len(changes) == room:
                _verify_room({str(number): {} for number in range(MAX_PLAYERS + 1)})
            change = _read_change(view, {"seat": seat, **stack.last_wagers})
            _shortfall(view, change)
        except RuleError as error:
            if error.code == "wrong_state":
                raise
            left_out.append({"seat": seat, "code": error.code, "reason": str(error)})
        else:
            changes.append(change)
    return _place(view, changes, {"put_back": [change.seat for change in changes], "left_out": left_out})
