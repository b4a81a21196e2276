"""What changes at one seat when wagers are entered: chips, decision, hand, flags, and who signs it (OPS 1.4, 5.4; HCF 3).

After the deal it may be a whole hand: one that was dealt and not entered, or entered and not dealt.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tables.games.errors import RuleError, gettext_noop
from tables.games.game import wrong_state
from tables.games.high_card_flush.forfeit import forfeited_stake
from tables.games.high_card_flush.states import (
    BETTING,
    DEALT,
    SETTLED,
    SHOWDOWN,
    Wagered,
    player_in_round,
    verify_limit,
)
from tables.games.reading import read_seats
from tables.games.values import JSON, FlagCode, Leg, RoundView


@dataclass(frozen=True, slots=True)
class WagerChange:
    """One seat's wagers as they were and as they are to be, what the dealer said of them, and what the seat has beside them."""

    seat: int
    old: Wagered
    new: Wagered
    said: Mapping[str, bool] = field(default_factory=dict)
    decision: JSON = field(default_factory=dict)
    cards: str | None = None
    rake: int = 0
    """Collected with it, or given back where it is less than nothing: the rake is taken at the deal (HCF 9.5); minor units."""
    is_dealt: bool = False
    """Whether the cards were dealt before it."""

    @property
    def is_added(self) -> bool:
        """Whether it adds a hand that was dealt (OPS 5.4)."""
        return self.is_dealt and not self.old

    @property
    def is_removed(self) -> bool:
        """Whether it takes out a hand that was not dealt (OPS 5.4)."""
        return self.is_dealt and not self.new

    @property
    def difference(self) -> int:
        """Minor units that go from the stack to the layout; less than nothing when they come back."""
        return sum(self.new.values()) - sum(self.old.values())

    @property
    def withdrawn(self) -> int:
        """The Raise in minor units that goes back: it no longer reaches the Ante (HCF 3.2), or its hand is taken out."""
        placed: int = self.decision.get("raise", 0)
        return placed if self.is_removed or placed < self.new.get("ante", 0) else 0

    @property
    def undoes_decision(self) -> bool:
        """Whether what the player decided does not stand any more."""
        return bool(self.withdrawn or (self.is_removed and self.decision))

    @property
    def has_to_decide(self) -> bool:
        """Whether the player has to decide, for the first time or anew."""
        return self.is_added or (bool(self.withdrawn) and not self.is_removed)


def change_at(view: RoundView, seat: int, new: Wagered, said: Mapping[str, bool]) -> WagerChange:
    """What these wagers would change at a seat."""
    number, play = str(seat), view.play
    old, is_dealt = play["wagers"].get(number, {}), view.state != BETTING
    rake = 0
    if is_dealt and bool(old) != bool(new):
        rake = -play["rake"].get(number, 0) if old else view.rules.terms.player_rake
    cards = play["hands"].get(number)
    return WagerChange(seat, old, new, said, play["decisions"].get(number, {}), cards, rake, is_dealt)


def read_removed(view: RoundView, sent: Mapping[str, Any], others: Sequence[WagerChange]) -> list[WagerChange]:
    """The hands that are taken out because they were not dealt (OPS 5.4); raises RuleError.

    `others` are the wagers of the same call: no seat is among both, and one hand at least stays.
    """
    if "removed" not in sent:
        return []
    seats = read_seats(sent["removed"], "removed")
    if view.state == SETTLED:
        raise wrong_state(gettext_noop("The round is settled: its hands can only be corrected by the floor."))
    if view.state == BETTING:
        raise wrong_state(gettext_noop("Nothing is dealt yet: take the wagers back instead."))
    for seat in seats:
        player_in_round(view, seat)
        if any(change.seat == seat for change in others):
            raise RuleError("bad_seat", gettext_noop("Seat %(seat)s is named twice in one call."), seat=seat)
    kept = {change.seat for change in others} | {int(seat) for seat in view.play["wagers"]} - set(seats)
    if not kept:
        template = gettext_noop("No hand would be left in the round: declare it void instead.")
        raise RuleError("bad_seat", template, field="removed")
    return [change_at(view, seat, {}, {}) for seat in seats]


def play_after(view: RoundView, changes: Sequence[WagerChange]) -> JSON:
    """What is entered of the round after the changes."""
    play = {key: dict(view.play[key]) for key in ("wagers", "decisions", "hands", "rake")}
    for change in changes:
        number = str(change.seat)
        play["wagers"].pop(number, None)
        if change.new:
            play["wagers"][number] = change.new
        if change.undoes_decision:
            del play["decisions"][number]
        if change.is_removed:
            play["hands"].pop(number, None)
            play["rake"].pop(number, None)
        elif change.rake:
            play["rake"][number] = change.rake
    return {**view.play, **play}


def state_after(view: RoundView, play: JSON) -> str:
    """The state of a round of which this is entered: after the deal it shows as soon as all have decided (OPS 5.3)."""
    if view.state == BETTING:
        return view.state
    return SHOWDOWN if len(play["decisions"]) == len(play["wagers"]) else DEALT


def before_and_after(changes: Sequence[WagerChange]) -> tuple[JSON, JSON]:
    """What the entry says of the seats: wagers, and what else of them was there and is gone, or the other way round."""
    before: JSON = {"wagers": {str(change.seat): change.old for change in changes}}
    after: JSON = {"wagers": {str(change.seat): change.new for change in changes}}
    for change in changes:
        sides = {
            "decisions": (change.decision, None) if change.undoes_decision else None,
            "hands": (change.cards, None) if change.is_removed and change.cards else None,
            "rake": (-change.rake, None) if change.rake < 0 else (None, change.rake) if change.rake else None,
        }
        for key, side in sides.items():
            if side is not None:
                before.setdefault(key, {})[str(change.seat)], after.setdefault(key, {})[str(change.seat)] = side
    return before, after


def legs_of(view: RoundView, change: WagerChange) -> list[Leg]:
    """From the stack to the layout, or to the bank where the hand has forfeited it (HCF 3.3); Raise and rake that go back."""
    difference, raised = change.difference, change.withdrawn
    forfeits = [forfeited_stake(view, wagers, change.decision) for wagers in (change.old, change.new)]
    lost = forfeits[1] - forfeits[0]
    legs = [
        Leg("seat", change.seat, raised - difference - change.rake),
        Leg("pot", None, difference - raised - lost),
        Leg("bank", None, lost),
        Leg("rake", None, change.rake),
    ]
    return [leg for leg in legs if leg.amount]


def flags_of(view: RoundView, change: WagerChange) -> list[JSON]:
    """What the floor should know: a hand added or taken out, a wager found different, one outside the limits (OPS 4.4, 5.4)."""
    if change.is_dealt and change.old == change.new:
        return []
    seat, flags = change.seat, list[JSON]()
    if change.is_added:
        flags.append({"code": FlagCode.HAND_ADDED.value, "seat": seat, "after": change.new})
    elif change.is_removed:
        flags.append({"code": FlagCode.HAND_REMOVED.value, "seat": seat, "before": change.old})
    elif change.is_dealt:
        flags.append({"code": FlagCode.WAGER_CHANGED.value, "seat": seat, "before": change.old, "after": change.new})
    code = (FlagCode.OUTSIDE_LIMITS if change.is_dealt else FlagCode.LIMIT_OVERRIDDEN).value
    for spot, amount in change.new.items():
        try:
            verify_limit(view, seat, spot, amount)
        except RuleError:
            flags.append({"code": code, "seat": seat, "spot": spot, "amount": amount})
    return flags


def signatures_for(view: RoundView, changes: Sequence[WagerChange], flags: Sequence[JSON]) -> list[str]:
    """The acts of the matrix that it comes to beyond entering wagers (OPS 1.4)."""
    codes = {flag["code"] for flag in flags}
    is_shown = view.play.get("shown", False)
    withdraws = any(change.undoes_decision and not change.is_removed for change in changes)
    comes_to = {
        "override_limit": FlagCode.LIMIT_OVERRIDDEN in codes,
        "change_hands_after_deal": bool(codes & {FlagCode.HAND_ADDED, FlagCode.HAND_REMOVED}),
        # With a hand on the table a wager that was not seen before may be a late bet.
        "change_wager_after_hand": is_shown and FlagCode.WAGER_CHANGED in codes,
        "change_decision_after_hand": is_shown and withdraws,
    }
    return [act for act, is_needed in comes_to.items() if is_needed]
