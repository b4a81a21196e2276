"""A round of a draw game as a table plays it: opening it, the actions, and ending it (DRAW, OPS 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.games.draw.betting import CLOSED, EXCHANGE, SETTLED, TIMEOUT, VOID, Action, Hand, Option, Player, play
from tables.games.draw.documents import OptionRow, Play, SeatEntry
from tables.games.draw.movement import balances, balances_after, markers_of
from tables.games.draw.reading import Form, players_of, read_action, verify_action_fields
from tables.games.draw.rules import DrawRules
from tables.games.errors import RuleError, gettext_noop
from tables.games.game import wrong_state
from tables.games.reading import at_entry, is_whole, read_each, read_void_reason, verify_seat_number
from tables.games.values import JSON, Balances, Outcome, RoundView, clockwise, legs_between

# As in every game: marks that stay once set, so that taking something back does not take back who has to sign.
FIRST_PLAY: Play = {"seats": [], "actions": [], "hands": {}, "decided": False, "shown": False}


def open_round(rules: DrawRules, view: RoundView, _sent: Mapping[str, Any]) -> Outcome:
    """Begin a hand: who plays, who acts first, and the antes where there are any (DRAW 1.1 to 1.3, 2.1)."""
    terms = view.rules.terms
    there = [
        Player(stack.seat, stack.chips, markers_out=stack.markers_out)
        for stack in sorted(view.stacks.values())
        if stack.playing
    ]
    _verify_count(rules.form, there)
    before_it = rules.begin(view, there)
    seated = [rules.seated(terms, player, view.carry) for player in there]
    seats = [player.seat for player in there]
    place = clockwise(seats, before_it)[0]
    issued = {str(new.seat): new.markers_out - old.markers_out for old, new in zip(there, seated, strict=True)}
    play_ = {
        **FIRST_PLAY,
        rules.form.place: place,
        "seats": [_seat_entry(rules.form, player) for player in seated],
        # Markers issued before the deal to players without chips; a void takes them back.
        "issued": {seat: count for seat, count in issued.items() if count},
    }
    if "carry" in rules.form.keys[1]:
        play_["carry"] = view.carry
    hand = rules.start(terms, play_)
    before = _before_the_hand(view, play_)
    return Outcome(
        hand.phase,
        play_,
        {},
        {rules.form.place: place, "seats": play_["seats"], "carry": view.carry, "pot": hand.pot},
        legs=legs_between(before, balances(terms, hand)),
        answer={rules.form.place: place, "turn": hand.turn},
        markers_out=markers_of(terms, hand.players),
        seconds=terms.seconds,
        dealt=True,
        match=seats if rules.has_matches else (),
    )


def take_actions(rules: DrawRules, view: RoundView, sent: Mapping[str, Any]) -> Outcome:
    """Actions in turn, after taking back the last few where the dealer says so (OPS 5.4).

    `take_back` counts actions. Once a hand was entered, taking back is the floor's, and the hands are entered anew;
    what the clock did is taken back, or overtaken, by the floor alone.
    """
    _verify_unsettled(view)
    old = view.play["actions"]
    take_back = _read_take_back(sent, len(old))
    entries = read_each(sent.get("actions", []), "actions", dict)
    if not entries and not take_back:
        raise RuleError("bad_field", gettext_noop("Send at least one action."), field="actions")
    actions = _read_actions(rules, view, entries)
    kept, undone = old[: len(old) - take_back], old[len(old) - take_back :]
    before = hand_of(rules, view)
    hand = _played(view, hand_of(rules, view, kept), actions, late=_time_is_up(view) and not take_back)
    return Outcome(
        hand.phase,
        {
            **view.play,
            "actions": [*kept, *entries],
            "hands": {} if take_back else view.play["hands"],
            "decided": True,
        },
        {"actions": undone, "hands": view.play["hands"]} if undone else {},
        {"actions": entries},
        legs=legs_between(balances(view.rules.terms, before), balances(view.rules.terms, hand)),
        answer={"turn": hand.turn},
        needs=_signature_for(view, undone),
        markers_out=markers_of(view.rules.terms, hand.players),
        seconds=view.rules.terms.seconds if hand.turn is not None else None,
    )


def close_round(rules: DrawRules, view: RoundView, _sent: Mapping[str, Any]) -> Outcome:
    """The chips have moved; what a tie left in the pot stays for the next deal (DRAW 1.10, OPS 5.7)."""
    if view.state != SETTLED:
        raise wrong_state(gettext_noop("The round is not settled yet: settle it, or declare it void."))
    # All that a settlement, or a correction of it, has left in the pot.
    return Outcome(CLOSED, dict(view.play), {}, {"carry": view.pot}, carry=view.pot, button=view.play[rules.form.place])


def void_round(rules: DrawRules, view: RoundView, sent: Mapping[str, Any]) -> Outcome:
    """Everything goes back, antes and markers too; the same deal begins anew (OPS 5.6)."""
    _verify_unsettled(view)
    terms = view.rules.terms
    before = _before_the_hand(view, view.play)
    return Outcome(
        VOID,
        dict(view.play),
        {"state": view.state},
        read_void_reason(sent),
        legs=legs_between(balances(terms, hand_of(rules, view)), before),
        needs="void_decided_round" if view.play["decided"] else None,
        markers_out=markers_of(terms, _players_before(view, view.play)),
        carry=view.play.get("carry", 0),
    )


def hand_of(rules: DrawRules, view: RoundView, entries: Sequence[JSON] | None = None) -> Hand:
    """Return the hand as it stands after what was entered, or after some of it."""
    taken = view.play["actions"] if entries is None else entries
    numbers = rules.form.action_numbers
    actions = [
        Action(entry["seat"], entry["do"], entry[field] if (field := numbers[entry["do"]]) else 0) for entry in taken
    ]
    return play(rules.start(view.rules.terms, view.play), actions)


def settle_input(rules: DrawRules, view: RoundView) -> JSON:
    """Return the round as an input of the `settle` calculator, with its whole house rules (AUD 1.2)."""
    return {"game": rules.key, "rules": dict(view.rules.as_written), **recorded_input(rules, view.play)}


def recorded_input(rules: DrawRules, told: Mapping[str, Any]) -> JSON:
    """What was entered of a round, as its input has it: who acts first, who plays, the actions and the hands."""
    keys = (rules.form.place, *(["carry"] if "carry" in rules.form.keys[1] else []), "seats", "actions", "hands")
    return {key: told[key] for key in keys}


def options_at(view: RoundView, hand: Hand) -> list[OptionRow]:
    """Return what the player to act may do, amounts in whole chips or all they can; `step` is the chip (OPS 4.4)."""
    return [_option(option, view.rules.chip_unit) for option in hand.options()]


def _option(option: Option, unit: int) -> OptionRow:
    if option.least is None or option.most is None:
        return {"do": option.do}
    if option.do == EXCHANGE:
        return {"do": option.do, "least": option.least, "most": option.most, "step": 1}
    least = min(-(-option.least // unit) * unit, option.most)
    return {"do": option.do, "least": least, "most": option.most, "step": unit}


def _verify_count(form: Form, there: Sequence[Player]) -> None:
    if not form.fewest <= len(there) <= form.most:
        raise wrong_state(
            gettext_noop("A hand needs %(most)s players; playing now: %(found)s.")
            if form.fewest == form.most
            else gettext_noop("A hand needs %(least)s to %(most)s players; playing now: %(found)s."),
            least=form.fewest,
            most=form.most,
            found=len(there),
        )


def _seat_entry(form: Form, player: Player) -> SeatEntry:
    entry: SeatEntry = {"seat": player.seat, "stack": player.chips}
    if "markers_out" in form.seat_keys[1]:
        entry["markers_out"] = player.markers_out
    return entry


def _players_before(view: RoundView, played: Mapping[str, Any]) -> list[Player]:
    """Return the players as they came, before a marker was issued to those without chips."""
    value = view.rules.terms.marker_value
    players = []
    for player in players_of(played):
        issued = played["issued"].get(str(player.seat), 0)
        chips = player.chips - issued * value
        players.append(player._replace(chips=chips, markers_out=player.markers_out - issued))
    return players


def _before_the_hand(view: RoundView, played: Mapping[str, Any]) -> Balances:
    players = _players_before(view, played)
    return balances_after(view.rules.terms, players, {"pot": played.get("carry", 0)})


def _verify_unsettled(view: RoundView) -> None:
    if view.state == SETTLED:
        raise wrong_state(gettext_noop("The round is settled: it can only be corrected by the floor."))


def _read_take_back(sent: Mapping[str, Any], taken: int) -> int:
    take_back = sent.get("take_back", 0)
    if not is_whole(take_back, 0, taken):
        template = (
            gettext_noop("%(field)s must be a whole number from 0 to the %(most)s actions there are.")
            if taken
            else gettext_noop("%(field)s must be 0: there is no action yet.")
        )
        raise RuleError("bad_amount", template, field="take_back", most=taken)
    return take_back


def _read_actions(rules: DrawRules, view: RoundView, entries: Sequence[JSON]) -> list[Action]:
    def verify(entry: JSON) -> None:
        verify_action_fields(entry, rules.form)
        verify_seat_number(entry["seat"])

    read_each(entries, "actions", verify)
    return read_each(entries, "actions", lambda entry: read_action(entry, rules.form, view.rules.terms))


def _signature_for(view: RoundView, undone: Sequence[JSON]) -> str | None:
    """The act that taking actions back comes to, where the floor has to sign: after a hand, or against the clock."""
    if not undone:
        return None
    if view.play["shown"]:
        return "change_decision_after_hand"
    against_the_clock = _time_is_up(view) or any(entry["do"] == TIMEOUT for entry in undone)
    return "override_limit" if view.rules.terms.expires_alone and against_the_clock else None


def _time_is_up(view: RoundView) -> bool:
    """Whether lateness counts: on the server's clock not after an outage; on the dealer's own the dealer decides (DRAW 2.7)."""
    return view.late and not (view.outage and view.rules.terms.expires_alone)


def _played(view: RoundView, hand: Hand, actions: Sequence[Action], *, late: bool) -> Hand:
    for number, action in enumerate(actions, start=1):
        with at_entry("actions", number, len(actions)):
            _verify_time(view, action, late=late)
            after = hand.apply(action)
            _verify_chips(view, hand, action)
        # After an action, the time of the next begins.
        hand, late = after, False
    return hand


def _verify_time(view: RoundView, action: Action, *, late: bool) -> None:
    """Raise `expired` for an action after its time, `illegal_action` for a time-out before it (DRAW 2.7)."""
    if action.do == TIMEOUT and not late:
        template = gettext_noop("The time of seat %(seat)s is not up yet.")
        raise RuleError("illegal_action", template, seat=action.seat, field="do")
    if action.do != TIMEOUT and late and view.rules.terms.expires_alone:
        raise RuleError("expired", gettext_noop("The time of seat %(seat)s is up."), seat=action.seat)


def _verify_chips(view: RoundView, hand: Hand, action: Action) -> None:
    """Raise `outside_limits` for an amount that is neither in whole chips nor all the player can (OPS 4.4)."""
    unit = view.rules.chip_unit
    option = next((option for option in hand.options() if option.do == action.do), None)
    if action.do == EXCHANGE or option is None or option.most in (None, action.number) or not action.number % unit:
        return
    template = gettext_noop("Seat %(seat)s: %(field)s of %(amount)s is not in steps of %(unit)s.")
    raise RuleError("outside_limits", template, seat=action.seat, field=action.do, amount=action.number, unit=unit)
