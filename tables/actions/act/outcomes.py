"""What a game says an act does, written down: the round, the chips, the players, the entry, the clock."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from tables.actions.act import journal
from tables.actions.act.alerts import tell_floor, tell_stopped
from tables.actions.act.path import JSON, Desk
from tables.actions.act.rows import open_table_of
from tables.actions.bank import keep_answers
from tables.actions.rules.effect import take_due_rules
from tables.games.values import HouseRules, Leg, Outcome, RoundView
from tables.models import Heartbeat, Round, Seating, Settlement
from tables.models.values import house_rules, rotation_of
from tables.policy import Act

CLOCK = "clock"
OUTAGE = timedelta(seconds=5)
REACHED_AT = {"settled": "settled_at", "closed": "ended_at", "void": "ended_at"}


def timed(desk: Desk, view: RoundView, round_: Round) -> RoundView:
    """The round with what the database's clock says of it: whether somebody is late, and may be held to it (DRAW 2.7)."""
    if round_.deadline is None or desk.now <= round_.deadline:
        return view
    beat = Heartbeat.objects.filter(name=CLOCK).first()
    watched = beat is not None and desk.now - beat.beat_at <= OUTAGE and beat.since <= (round_.clock_from or desk.now)
    return replace(view, late=True, outage=not watched)


def set_clock(round_: Round, now: datetime, seconds: int | None) -> None:
    """Let the time of whoever is to act begin now; None where nobody is, or no clock runs."""
    round_.clock_from = None if seconds is None else now
    round_.deadline = None if seconds is None else now + timedelta(seconds=seconds)


def write_step(desk: Desk, round_: Round, seatings: Mapping[int, Seating], step: Outcome) -> None:
    """Write down all that an act does to a round, with its one entry."""
    _verify_recounts(desk, house_rules(round_.rules.document), step)
    legs = [*step.legs]
    for seat, difference in step.recounted.items():
        legs += [Leg("seat", seat, difference), Leg("outside", None, -difference)]
    _record_step(desk, round_, step)
    _take_step(desk, round_, legs, step)
    journal.save_round(round_)
    journal.post(desk, legs, seatings, round_.pk, _changed_players(round_, seatings, step))
    tell_floor(desk, round_.number, step)
    if round_.state == "closed":
        _tell_if_stopped(desk, round_, seatings)
    if round_.state == "void" and round_.designated_seat is not None:
        answer = {"seat": round_.designated_seat, "answer": "accepted", "reason": "", "bank": round_.bank_declared}
        keep_answers(open_table_of(desk), [answer])
    if round_.state in Round.ENDED:
        take_due_rules(desk, seatings)


def with_markers(seatings: Mapping[int, Seating], step: Outcome) -> list[Seating]:
    """The players whose markers the step changes, as they are after it (DRAW 1.8)."""
    changed = [seatings[seat] for seat, count in step.markers_out.items() if seatings[seat].markers_out != count]
    for player in changed:
        player.markers_out = step.markers_out[player.seat]
    return changed


def _verify_recounts(desk: Desk, rules: HouseRules, step: Outcome) -> None:
    """Chips that are seen beyond the tracked stack are a recount, and a large one is signed (OPS 1.4, 2.2)."""
    if any(difference > rules.recount.signed_above for difference in step.recounted.values()):
        desk.require(Act.RECOUNT_LARGE)


def _record_step(desk: Desk, round_: Round, step: Outcome) -> None:
    if step.settlement is not None:
        document, output = step.settlement
        Settlement.objects.create(round=round_, version=1, input=document, output=output, settled_at=desk.now)
        # Exactly the input and the output of `settle`, so that anybody can recompute it (AUD 1.2).
        desk.record_whole({"input": document, "output": output}, round_number=round_.number)
        return
    more: JSON = {"flags": [*step.flags]} if step.flags else {}
    if step.markers_out:
        more["markers_out"] = {str(seat): count for seat, count in step.markers_out.items()}
    desk.record({"before": step.before, "after": step.after, **more}, round_number=round_.number)


def _take_step(desk: Desk, round_: Round, legs: Sequence[Leg], step: Outcome) -> None:
    round_.play = step.play
    round_.flags = [*round_.flags, *step.flags]
    round_.bank += sum(leg.amount for leg in legs if leg.account == "bank")
    round_.pot += sum(leg.amount for leg in legs if leg.account == "pot")
    set_clock(round_, desk.now, step.seconds)
    if step.dealt and round_.dealt_at is None:
        round_.dealt_at = desk.now
    if step.state != round_.state:
        round_.state = step.state
        reached = REACHED_AT.get(step.state)
        if reached is not None and getattr(round_, reached) is None:
            setattr(round_, reached, desk.now)
    if step.state == "void":
        round_.void_reason = step.after["reason"]
    if step.state in Round.ENDED:
        _leave_on_the_table(desk, round_, step)


def _leave_on_the_table(desk: Desk, round_: Round, step: Outcome) -> None:
    """What the game leaves for the next round: a pot that is carried over, and the button (DRAW 1.3, 1.10, 2.1)."""
    table = open_table_of(desk)
    table.carry, round_.pot = step.carry, round_.pot - step.carry
    if step.button is not None:
        table.button = step.button


def _tell_if_stopped(desk: Desk, round_: Round, seatings: Mapping[int, Seating]) -> None:
    """Nobody can be asked for the next bank, though there are two who would play: the offers cannot even begin (OPS 3.3)."""
    rotation = rotation_of(open_table_of(desk), house_rules(round_.rules.document), seatings)
    playing = [player for player in seatings.values() if not player.sitting_out]
    if rotation is not None and rotation.stopped and len(playing) > 1:
        tell_stopped(desk, round_.number + 1)


def _changed_players(round_: Round, seatings: Mapping[int, Seating], step: Outcome) -> list[Seating]:
    """Whoever is changed by the round beyond his chips: his markers, his last wagers, his rounds as designated player."""
    for seat, wagers in step.last_wagers.items():
        seatings[seat].last_wagers = dict(wagers)
    if round_.state == "closed" and round_.designated_seat is not None:
        for seat, player in seatings.items():
            player.in_a_row = player.in_a_row + 1 if seat == round_.designated_seat else 0
        seatings[round_.designated_seat].last_bank = round_.bank_declared
        return list(seatings.values())
    return [*(seatings[seat] for seat in step.last_wagers), *with_markers(seatings, step)]
