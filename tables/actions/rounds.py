"""A round from opening to closing; what each act does to it is its game's to say (OPS 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.actions import _record
from tables.actions._desk import JSON, Desk, at_table
from tables.actions._floor import (
    open_round_of,
    open_table_of,
    players_at,
    round_of,
    rules_in_force,
)
from tables.actions.designation import answers_of, keep_answers, take_offers, verify_accepted
from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.games.game import Game, Leg, Step
from tables.games.house_rules import HouseRules
from tables.games.registry import GAMES
from tables.models import Round, RulesVersion, Seating, Settlement, Table
from tables.models.views import rotation_of, view_of
from tables.policy import Act

DEALT_WITH = {"dealt": "dealt_at", "settled": "settled_at", "closed": "ended_at", "void": "ended_at"}


@at_table(Act.OPEN_ROUND)
def open_round(desk: Desk, *, offers: object = None) -> JSON:
    """Open the next round with whoever took the bank; offers may come with it, so that the usual round is one tap."""
    table = open_table_of(desk)
    current = round_of(table)
    if current is not None:
        raise WrongState(_("Round %(number)s is still open."), number=current.number)
    version, rules = rules_in_force(table)
    game, seatings = GAMES[rules.game], players_at(table)
    if offers is not None:
        take_offers(desk, table, rules, seatings, offers)
    seat, bank = _designated(table, rules, seatings)
    answers = answers_of(table)
    round_ = _new_round(desk, version, game, seatings, (seat, bank))
    if seat is not None:
        _record.post(desk, [Leg("seat", seat, -bank), Leg("bank", None, bank)], seatings, round_.pk)
        table.button = seat
        keep_answers(table, [], seatings[seat])
    desk.record(
        {"offers": answers, "designated_player": seat, "bank": bank, "rules_version": version.number},
        round_number=round_.number,
    )
    return {"round": round_.number, "designated_player": seat, "bank": bank}


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
    step = act(view, {key: value for key, value in sent.items() if value is not None})
    if step.needs:
        desk.require(Act(step.needs))
    _verify_recounts(desk, view.rules, step)
    _write_step(desk, game, round_, seatings, step)
    return {"round": round_.number, "state": round_.state, **step.answer}


def _verify_recounts(desk: Desk, rules: HouseRules, step: Step) -> None:
    """Chips that are seen beyond the tracked stack are a recount, and a large one is signed (OPS 1.4, 2.2)."""
    if any(difference > rules.recount.signed_above for difference in step.recounted.values()):
        desk.require(Act.RECOUNT_LARGE)


def _write_step(desk: Desk, game: Game, round_: Round, seatings: Mapping[int, Seating], step: Step) -> None:
    legs = [*step.legs]
    for seat, difference in step.recounted.items():
        legs += [Leg("seat", seat, difference), Leg("outside", None, -difference)]
    if step.settlement is not None:
        document, output = step.settlement
        Settlement.objects.create(round=round_, version=1, input=document, output=output, settled_at=desk.now)
        # Exactly the input and the output of `settle`, so that anybody can recompute it (AUD 1.2).
        desk.record_whole({"input": document, "output": output}, round_number=round_.number)
    else:
        flags = {"flags": [*step.flags]} if step.flags else {}
        desk.record({"before": step.before, "after": step.after, **flags}, round_number=round_.number)
    _take_step(desk, round_, legs, step)
    _record.save_round(round_)
    _record.post(desk, legs, seatings, round_.pk, _changed_players(desk, game, round_, seatings))
    if round_.state == "void" and round_.designated_seat is not None:
        answer = {"seat": round_.designated_seat, "answer": "accepted", "reason": "", "bank": round_.bank_declared}
        keep_answers(open_table_of(desk), [answer])


def _take_step(desk: Desk, round_: Round, legs: Sequence[Leg], step: Step) -> None:
    round_.play = step.play
    round_.flags = [*round_.flags, *step.flags]
    round_.bank += sum(leg.amount for leg in legs if leg.account == "bank")
    round_.pot += sum(leg.amount for leg in legs if leg.account == "pot")
    if step.state != round_.state:
        round_.state = step.state
        reached = DEALT_WITH.get(step.state)
        if reached is not None and getattr(round_, reached) is None:
            setattr(round_, reached, desk.now)
    if step.state == "void":
        round_.void_reason = step.after["reason"]


def _changed_players(desk: Desk, game: Game, round_: Round, seatings: Mapping[int, Seating]) -> list[Seating]:
    """Whoever is changed by the round beyond his chips: what he wagered last, his rounds as designated player."""
    if round_.state == "dealt" and desk.act == Act.DEAL:
        last = game.last_wagers(round_.play)
        wagering = [player for seat, player in seatings.items() if str(seat) in last]
        for player in wagering:
            player.last_wagers = last[str(player.seat)]
        return wagering
    if round_.state == "closed" and round_.designated_seat is not None:
        for seat, player in seatings.items():
            player.in_a_row = player.in_a_row + 1 if seat == round_.designated_seat else 0
        seatings[round_.designated_seat].last_bank = round_.bank_declared
        return list(seatings.values())
    return []


def _designated(table: Table, rules: HouseRules, seatings: Mapping[int, Seating]) -> tuple[int | None, int]:
    rotation = rotation_of(table, rules, seatings)
    return (None, 0) if rotation is None else verify_accepted(rotation)


def _new_round(
    desk: Desk,
    version: RulesVersion,
    game: Game,
    seatings: Mapping[int, Seating],
    designated: tuple[int | None, int],
) -> Round:
    table = open_table_of(desk)
    table.last_round += 1
    seat, bank = designated
    return Round.objects.create(
        table=table,
        number=table.last_round,
        rules=version,
        state=game.first_state,
        play=dict(game.first_play),
        designated=seatings[seat] if seat is not None else None,
        designated_seat=seat,
        bank_declared=bank,
        bank=bank,
        opened_at=desk.now,
    )
