"""Wagers up to the deal, and what is found different after it (OPS 5.2, 5.4; HCF 3)."""

from collections.abc import Mapping
from typing import Any

from tables.games.errors import RuleError, gettext_noop
from tables.games.game import wrong_state
from tables.games.high_card_flush.forfeit import cover_warnings
from tables.games.high_card_flush.reading import verify_offered
from tables.games.high_card_flush.states import (
    BETTING,
    DEALT,
    SETTLED,
    SHORT_BEFORE,
    SHORT_FOR_RAKE,
    SHORT_FOR_WAGERS,
    Wagered,
    chips_seen,
    deal_order,
    player_in_round,
    verify_limit,
    verify_stack,
)
from tables.games.high_card_flush.wager_change import (
    WagerChange,
    before_and_after,
    change_at,
    flags_of,
    legs_of,
    play_after,
    read_removed,
    signatures_for,
    state_after,
)
from tables.games.high_card_flush.wagers import MAX_PLAYERS, WAGER_SPOTS
from tables.games.reading import ROWS, read_rows, verify_amount
from tables.games.values import JSON, Leg, Outcome, RoundView

# Said beside a wager: the chips are seen though the tracked stack is short; it lay there after the deal; it stands
# outside the limits under the floor's signature.
SAID = ("seen", "found", "override")


def enter_wagers(view: RoundView, sent: Mapping[str, Any]) -> Outcome:
    """Put wagers on the layout, replacing what the seats had there; or the last ones again (OPS 5.2)."""
    if sent.get("same_again", False) is not False:
        _verify_same_again(view, sent)
        return _same_again(view)
    rows = read_rows(sent, "wagers", (), (*WAGER_SPOTS, *SAID)) if "wagers" in sent or "removed" not in sent else []
    changes = [_read_change(view, row) for row in rows]
    return _place(view, [*read_removed(view, sent, changes), *changes], {})


def deal(view: RoundView, _sent: Mapping[str, Any]) -> Outcome:
    """Close the betting, collect the rake from behind the wagers, and say the order of the deal (HCF 9.5)."""
    if view.state != BETTING:
        raise wrong_state(gettext_noop("The cards of this round are dealt already."))
    if not view.play["wagers"]:
        raise wrong_state(gettext_noop("Nobody has an Ante yet: there is nobody to deal to."))
    terms = view.rules.terms
    due = {int(seat): terms.player_rake for seat in view.play["wagers"]}
    due[view.button or 0] = terms.designated_player_rake
    for seat, amount in due.items():
        verify_stack(view, seat, amount, SHORT_FOR_RAKE)
    rake = {seat: amount for seat, amount in sorted(due.items()) if amount}
    legs = [Leg("seat", seat, -amount) for seat, amount in rake.items()]
    if rake:
        legs.append(Leg("rake", None, sum(rake.values())))
    play = {**view.play, "rake": {str(seat): amount for seat, amount in rake.items()}}
    order = deal_order(view)
    return Outcome(
        DEALT,
        play,
        {},
        {"deal_order": order, "rake": play["rake"]},
        legs=legs,
        warnings=cover_warnings(view, play, legs),
        answer={"deal_order": order},
        dealt=True,
        last_wagers={int(seat): wagers for seat, wagers in view.play["wagers"].items()},
    )


def _read_change(view: RoundView, row: JSON) -> WagerChange:
    seat = row["seat"]
    said = {key: ROWS.read_flag(row.get(key, False), key, seat) for key in SAID}
    change = change_at(view, seat, _read_wagers(view, row), said)
    _verify_moment(view, change)
    _verify_player(view, change)
    if not said["found"] and not said["override"]:
        for spot, amount in change.new.items():
            verify_limit(view, seat, spot, amount)
    return change


def _read_wagers(view: RoundView, row: JSON) -> Wagered:
    wagers = {spot: row[spot] for spot in WAGER_SPOTS if spot in row}
    if wagers and "ante" not in wagers:
        raise RuleError(
            "bad_field",
            gettext_noop("Seat %(seat)s: a bonus is only placed beside an Ante."),
            seat=row["seat"],
            field="ante",
        )
    for spot, amount in wagers.items():
        verify_offered(view.rules.terms, row["seat"], spot)
        verify_amount(row["seat"], spot, amount, least=1)
    return wagers


def _verify_moment(view: RoundView, change: WagerChange) -> None:
    if view.state == SETTLED:
        raise wrong_state(gettext_noop("The round is settled: its wagers can only be corrected by the floor."))
    if view.state == BETTING and change.said["found"]:
        raise wrong_state(gettext_noop("Nothing is dealt yet: send the wagers themselves, not as found."))
    if view.state != BETTING:
        if not change.said["found"]:
            raise wrong_state(gettext_noop("The cards are dealt: a wager found different is sent as found."))
        if not change.new:
            player_in_round(view, change.seat)
            raise RuleError(
                "bad_field",
                gettext_noop(
                    "Seat %(seat)s: a hand that was dealt keeps an Ante. One that was not dealt is sent in removed."
                ),
                seat=change.seat,
            )


def _verify_player(view: RoundView, change: WagerChange) -> None:
    seat = change.seat
    stack = view.stacks.get(seat)
    if stack is None:
        raise RuleError("bad_seat", gettext_noop("Nobody sits at seat %(seat)s."), seat=seat)
    if seat == view.button:
        raise RuleError(
            "bad_seat", gettext_noop("Seat %(seat)s is the designated player and has no wagers."), seat=seat
        )
    # Players who may play no more play their round to its end, and can take back what is not dealt to yet (OPS 2.3).
    if not stack.playing and not change.old:
        raise RuleError("bad_seat", gettext_noop("Seat %(seat)s is sitting out."), seat=seat)


def _place(view: RoundView, changes: list[WagerChange], answer: JSON) -> Outcome:
    recounted = {change.seat: short for change in changes if (short := _shortfall(view, change))}
    play = play_after(view, changes)
    _verify_room(play["wagers"])
    flags: list[JSON] = [*chips_seen(recounted), *(flag for change in changes for flag in flags_of(view, change))]
    anew = [change.seat for change in changes if change.has_to_decide]
    if anew:
        answer = {**answer, "undecided": anew}
    legs = [leg for change in changes for leg in legs_of(view, change)]
    before, after = before_and_after(changes)
    needs = signatures_for(view, changes, flags)
    return Outcome(
        state_after(view, play),
        play,
        before,
        after,
        legs=legs,
        flags=flags,
        warnings=[] if view.state == BETTING else cover_warnings(view, play, legs),
        answer=answer,
        needs=needs[0] if needs else None,
        also_needs=needs[1:],
        recounted=recounted,
        last_wagers={change.seat: change.new for change in changes if change.is_added or change.is_removed},
    )


def _shortfall(view: RoundView, change: WagerChange) -> int:
    """What the tracked stack lacks for the wagers, a 1x Raise and the rake (HCF 3.5); only if the chips are seen."""
    if not change.new:
        return 0
    needed = change.difference - change.withdrawn
    needed += view.rules.terms.player_rake if view.state == BETTING else change.rake
    if not change.decision or change.withdrawn:
        needed += change.new["ante"]
    if not change.said["seen"]:
        verify_stack(view, change.seat, needed, SHORT_FOR_WAGERS if change.old else SHORT_BEFORE)
    return max(0, needed - view.stacks[change.seat].chips)


def _verify_room(wagers: Mapping[str, Wagered]) -> None:
    if len(wagers) > MAX_PLAYERS:
        raise RuleError(
            "bad_seat",
            gettext_noop("At most %(most)s hands are dealt beside the designated player's."),
            field="wagers",
            most=MAX_PLAYERS,
        )


def _verify_same_again(view: RoundView, sent: Mapping[str, Any]) -> None:
    if "wagers" in sent or sent["same_again"] is not True:
        raise RuleError("bad_field", gettext_noop("Send wagers, or same_again as true, not both."), field="same_again")
    if view.state != BETTING:
        raise wrong_state(gettext_noop("The cards of this round are dealt already."))


def _same_again(view: RoundView) -> Outcome:
    """Put back every seat's last wagers; who is left out is named with the reason (OPS 5.2)."""
    changes: list[WagerChange] = []
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
            # A bonus that is no longer offered is not put back; the rest is (HCF 6.6).
            offered = {
                spot: stack.last_wagers[spot] for spot in view.rules.terms.wager_spots if spot in stack.last_wagers
            }
            change = _read_change(view, {"seat": seat, **offered})
            _shortfall(view, change)
        except RuleError as error:
            left_out.append({"seat": seat, "code": error.code, "reason": str(error)})
        else:
            changes.append(change)
    return _place(view, changes, {"put_back": [change.seat for change in changes], "left_out": left_out})
