"""A round from opening to closing; what each act does to it is its game's to say (OPS 5)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.games.designation import Answer
from tables.games.registry import GAMES
from tables.games.table.bank import accepted_answer, answers_told, take_offers
from tables.games.table.change import ActCall, Change, sum_on, with_legs
from tables.games.table.matches import Matched, begin_match
from tables.games.table.outcomes import take_step, with_clock, with_markers
from tables.games.table.reading import read_open_round
from tables.games.table.rules import take_due_rules
from tables.games.table.state import Moment, OpenRound, TableState, verify_open
from tables.games.values import Leg, Outcome, RoundView


def open_round(call: ActCall, *, offers: object = None) -> Change:
    """Open the next round; where the game has a bank, with the player who took it, and offers may come with it in one tap."""
    table = verify_open(call.table)
    if table.round is not None:
        raise WrongState(_("Round %(number)s is still open."), number=table.round.number)
    boundary = take_due_rules(table, call.moment.now)
    table = boundary.table
    added: Sequence[Answer] = ()
    if offers is not None:
        table, _rotation, added = take_offers(table, offers, call.moment.now)
    rotation = table.rotation(call.moment.now)
    change = (
        _open_by_its_game(table, call.moment)
        if rotation is None
        else _open_with_a_bank(table, call.moment, accepted_answer(rotation))
    )
    return replace(change, payload={**change.payload, **boundary.payload}, offers=added, in_force=boundary.in_force)


def enter_wagers(
    call: ActCall, *, number: object, wagers: object = None, same_again: object = None, removed: object = None
) -> Change:
    """Wagers by seat, or the last ones again; after the deal, what was found different, and who was not dealt to (OPS 5.2, 5.4)."""
    return _play(call, number, {"wagers": wagers, "same_again": same_again, "removed": removed})


def change_bank(call: ActCall, *, number: object, bank: object) -> Change:
    """Put a mistyped bank right, until the round is settled (OPS 5.4)."""
    return _play(call, number, {"bank": bank})


def deal(call: ActCall, *, number: object) -> Change:
    """Close the betting, collect the rake, say the order of the deal (OPS 5.2)."""
    return _play(call, number, {})


def enter_decisions(call: ActCall, *, number: object, decisions: object) -> Change:
    """Fold, Raise or walk away, by seat (OPS 5.3)."""
    return _play(call, number, {"decisions": decisions})


def enter_hands(call: ActCall, *, number: object, hands: object) -> Change:
    """Hands by seat, checked as they come in (OPS 5.5)."""
    return _play(call, number, {"hands": hands})


def take_actions(call: ActCall, *, number: object, actions: object = None, take_back: object = None) -> Change:
    """What players did, in turn; or the last of it taken back (DRAW 0.1, OPS 5.4)."""
    return _play(call, number, {"actions": actions, "take_back": take_back})


def settle_round(call: ActCall, *, number: object) -> Change:
    """Settle every bet (OPS 5.7)."""
    return _play(call, number, {})


def close_round(call: ActCall, *, number: object) -> Change:
    """The chips have moved; the next offer begins (OPS 5.7)."""
    return _play(call, number, {})


def void_round(call: ActCall, *, number: object, reason: object = None, words: object = "") -> Change:
    """Everything goes back; the player who had the bank keeps it for the deal that follows (OPS 5.6, HCF 10.1)."""
    return _play(call, number, {"reason": reason, "words": words})


def _play(call: ActCall, number: object, sent: Mapping[str, Any]) -> Change:
    """Let the game say what the act does, and take it into the table."""
    table = verify_open(call.table)
    round_ = read_open_round(table, number)
    act = round_.game.acts.get(call.act)
    if act is None:
        raise WrongState(
            _("A round of this game has no act %(act)s; it has %(allowed)s."),
            act=call.act,
            allowed=", ".join(name for name in round_.game.acts if name != "open_round"),
        )
    view = round_.view(table.stacks, call.moment)
    return take_step(call, round_, act(view, {key: value for key, value in sent.items() if value is not None}))


def _open_with_a_bank(table: TableState, moment: Moment, taken: Answer) -> Change:
    """The bank is set aside, and the button moves to the player who took it (OPS 3.3, 3.4)."""
    game, player, bank = GAMES[table.rules.game], table.players[taken.seat], taken.bank or 0
    legs = [Leg("seat", player.seat, -bank), Leg("bank", None, bank)]
    begun = player.in_a_row_since if player.in_a_row else None
    round_ = replace(
        _new_round(table, moment, Outcome(game.first_state, dict(game.first_play), {}, {})),
        designated=player.stay,
        designated_seat=player.seat,
        bank_declared=bank,
        bank=bank,
    )
    opened = {"designated_player": player.seat, "bank": bank}
    after = replace(
        with_legs(table.with_players(replace(player, in_a_row_since=begun or moment.now)), legs),
        button=player.seat,
        present=player.stay,
        answers=(),
        last_round=round_.number,
        round=round_,
    )
    payload = {"offers": answers_told(table.answers), **opened, "rules_version": round_.rules.number}
    return _opened(after, round_, legs, payload, opened)


def _open_by_its_game(table: TableState, moment: Moment) -> Change:
    """The game says who plays and what goes into the pot, beside what the last deal left there (DRAW 1.2, 1.10)."""
    game = GAMES[table.rules.game]
    view = RoundView(
        table.rules,
        game.first_state,
        game.first_play,
        table.stacks,
        button=table.button,
        carry=table.carry,
        match=table.match_seats,
    )
    step = game.acts["open_round"](view, {})
    round_ = _new_round(table, moment, step)
    after = with_markers(with_legs(table, step.legs), step.markers_out)
    after = replace(after, carry=0, last_round=round_.number, round=round_)
    matched = begin_match(table, [*step.match], moment.now) if step.match else Matched(table)
    after = replace(after, match=matched.table.match, button=matched.table.button)
    payload = {"after": step.after, "rules_version": round_.rules.number, **matched.payload}
    return replace(_opened(after, round_, step.legs, payload, step.answer), match_before=matched.before)


def _opened(
    table: TableState, round_: OpenRound, legs: Sequence[Leg], payload: dict[str, Any], answer: Mapping[str, Any]
) -> Change:
    return Change(
        table, payload, {"round": round_.number, **answer}, round_number=round_.number, round=round_, legs=legs
    )


def _new_round(table: TableState, moment: Moment, step: Outcome) -> OpenRound:
    """The next round of the table as it opens: what a tie left lies in the pot already."""
    round_ = OpenRound(
        number=table.last_round + 1,
        rules=table.version,
        state=step.state,
        play=step.play,
        pot=table.carry + sum_on("pot", step.legs),
        opened_at=moment.now,
        dealt_at=moment.now if step.dealt else None,
    )
    return with_clock(round_, moment.now, step.seconds)
