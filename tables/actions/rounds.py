"""A round from opening to closing; what each act does to it is its game's to say (OPS 5)."""

from collections.abc import Mapping
from typing import Any

from tables.actions.act import journal
from tables.actions.act.outcomes import set_clock, timed, with_markers, write_step
from tables.actions.act.path import JSON, Desk, at_table
from tables.actions.act.rows import open_round_of, open_table_of, players_at, round_of, rules_in_force
from tables.actions.bank import answers_of, keep_answers, take_offers, verify_accepted
from tables.actions.rules.effect import take_due_rules
from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.games.registry import GAMES
from tables.games.values import HouseRules, Leg, Outcome, RoundView
from tables.models import Round, RulesVersion, Seating
from tables.models.values import match_of, rotation_of, stacks_of, view_of
from tables.policy import Act


@at_table(Act.OPEN_ROUND)
def open_round(desk: Desk, *, offers: object = None) -> JSON:
    """Open the next round; where the game has a bank, with whoever took it, and offers may come with it in one tap."""
    table = open_table_of(desk)
    current = round_of(table)
    if current is not None:
        raise WrongState(_("Round %(number)s is still open."), number=current.number)
    seatings = players_at(table)
    take_due_rules(desk, seatings)
    version, rules = rules_in_force(table)
    if offers is not None:
        take_offers(desk, table, rules, seatings, offers)
    rotation = rotation_of(table, rules, seatings)
    if rotation is None:
        return _open_by_its_game(desk, version, rules, seatings)
    return _open_with_a_bank(desk, version, rules, seatings, verify_accepted(rotation))


def _open_with_a_bank(
    desk: Desk,
    version: RulesVersion,
    rules: HouseRules,
    seatings: Mapping[int, Seating],
    accepted: tuple[int, int],
) -> JSON:
    """The bank is set aside, and the button moves to whoever took it (OPS 3.3, 3.4)."""
    table, game, (seat, bank) = open_table_of(desk), GAMES[rules.game], accepted
    answers = answers_of(table)
    round_ = _new_round(desk, version, Outcome(game.first_state, dict(game.first_play), {}, {}), (seatings[seat], bank))
    journal.post(desk, [Leg("seat", seat, -bank), Leg("bank", None, bank)], seatings, round_.pk)
    table.button = seat
    keep_answers(table, [], seatings[seat])
    opened = {"designated_player": seat, "bank": bank}
    desk.record({"offers": answers, **opened, "rules_version": version.number}, round_number=round_.number)
    return {"round": round_.number, **opened}


def _open_by_its_game(desk: Desk, version: RulesVersion, rules: HouseRules, seatings: Mapping[int, Seating]) -> JSON:
    """The game says who plays and what goes into the pot, beside what the last deal left there (DRAW 1.2, 1.10)."""
    table, game = open_table_of(desk), GAMES[rules.game]
    stacks, match = stacks_of(seatings), match_of(table, seatings)
    view = RoundView(
        rules, game.first_state, game.first_play, stacks, button=table.button, carry=table.carry, match=match
    )
    step = game.acts[Act.OPEN_ROUND](view, {})
    round_ = _new_round(desk, version, step, None)
    table.carry = 0
    if list(step.match) != match:
        # Other players: what was before them, the button too, is another match's.
        table.match, table.button = [seatings[seat].pk for seat in step.match], None
    journal.post(desk, step.legs, seatings, round_.pk, with_markers(seatings, step))
    desk.record({"after": step.after, "rules_version": version.number}, round_number=round_.number)
    return {"round": round_.number, **step.answer}


@at_table(Act.ENTER_WAGERS)
def enter_wagers(desk: Desk, *, number: int, wagers: object = None, same_again: object = None) -> JSON:
    """Wagers by seat, or the last ones again; after the deal, what was found different (OPS 5.2, 5.4)."""
    return _play(desk, number, {"wagers": wagers, "same_again": same_again})


@at_table(Act.DEAL)
def deal(desk: Desk, *, number: int) -> JSON:
    """Close the betting, collect the rake, say the order of the deal (OPS 5.2)."""
    return _play(desk, number, {})


@at_table(Act.ENTER_DECISIONS)
def enter_decisions(desk: Desk, *, number: int, decisions: object) -> JSON:
    """Fold, Raise or walk away, by seat (OPS 5.3)."""
    return _play(desk, number, {"decisions": decisions})


@at_table(Act.ENTER_HANDS)
def enter_hands(desk: Desk, *, number: int, hands: object) -> JSON:
    """Hands by seat, checked as they come in (OPS 5.5)."""
    return _play(desk, number, {"hands": hands})


@at_table(Act.TAKE_ACTIONS)
def take_actions(desk: Desk, *, number: int, actions: object = None, take_back: object = None) -> JSON:
    """What players did, in turn; or the last of it taken back (DRAW 0.1, OPS 5.4)."""
    return _play(desk, number, {"actions": actions, "take_back": take_back})


@at_table(Act.SETTLE_ROUND)
def settle_round(desk: Desk, *, number: int) -> JSON:
    """Settle every bet (OPS 5.7)."""
    return _play(desk, number, {})


@at_table(Act.CLOSE_ROUND)
def close_round(desk: Desk, *, number: int) -> JSON:
    """The chips have moved; the next offer begins (OPS 5.7)."""
    return _play(desk, number, {})


@at_table(Act.VOID_ROUND)
def void_round(desk: Desk, *, number: int, reason: object = None, words: object = "") -> JSON:
    """Everything goes back; whoever had the bank keeps it for the deal that follows (OPS 5.6, HCF 10.1)."""
    return _play(desk, number, {"reason": reason, "words": words})


def _play(desk: Desk, number: int, sent: Mapping[str, Any]) -> JSON:
    """Let the game say what the act does, and write it down."""
    table = open_table_of(desk)
    round_, seatings = open_round_of(table, number), players_at(table)
    game, view = view_of(round_, seatings)
    act = game.acts.get(desk.act)
    if act is None:
        raise WrongState(_("This game has no such act."))
    step = act(timed(desk, view, round_), {key: value for key, value in sent.items() if value is not None})
    if step.needs:
        desk.require(Act(step.needs))
    write_step(desk, round_, seatings, step)
    return {"round": round_.number, "state": round_.state, **step.answer}


def _new_round(desk: Desk, version: RulesVersion, step: Outcome, designated: tuple[Seating, int] | None) -> Round:
    """The next round of the table as it opens: what a tie left lies in the pot already."""
    table = open_table_of(desk)
    table.last_round += 1
    player, bank = designated or (None, 0)
    round_ = Round(
        table=table,
        number=table.last_round,
        rules=version,
        state=step.state,
        play=step.play,
        pot=table.carry + sum(leg.amount for leg in step.legs if leg.account == "pot"),
        designated=player,
        designated_seat=player.seat if player else None,
        bank_declared=bank,
        bank=bank,
        opened_at=desk.now,
        dealt_at=desk.now if step.dealt else None,
    )
    set_clock(round_, desk.now, step.seconds)
    round_.save(force_insert=True)
    return round_
