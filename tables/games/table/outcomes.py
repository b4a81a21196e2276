"""What a game says an act does to a round, taken into the table: chips, players, clock, what is left on the table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from tables.games.designation import Answer
from tables.games.table.change import RECOUNT_LARGE, ActCall, Change, sum_on, with_legs
from tables.games.table.matches import end_lost_match
from tables.games.table.rules import take_due_rules
from tables.games.table.state import ENDED, OpenRound, Player, TableState
from tables.games.values import JSON, Leg, Outcome


def take_step(call: ActCall, round_: OpenRound, step: Outcome) -> Change:
    """All that an act of the game does to an open round and its table."""
    now = call.moment.now
    legs = [*step.legs]
    for seat, difference in step.recounted.items():
        legs += [Leg("seat", seat, difference), Leg("outside", None, -difference)]
    played = _play_on(round_, step, legs, now)
    table = _with_hand(_with_players(with_legs(call.table, legs), played, step), step)
    change = Change(
        replace(table, round=played),
        _payload(step),
        {"round": played.number, "state": played.state, **step.answer},
        round_number=played.number,
        round=played,
        legs=legs,
        settlement=step.settlement,
        needs=_needs(round_, step),
        notes=(*step.flags, *step.warnings),
    )
    return _end_round(change, played, step, now) if played.state in ENDED else change


def with_clock(round_: OpenRound, now: datetime, seconds: int | None) -> OpenRound:
    """A round in which the time of the player who is to act begins now; None where nobody is, or no clock runs."""
    if seconds is None:
        return replace(round_, clock_from=None, deadline=None)
    return replace(round_, clock_from=now, deadline=now + timedelta(seconds=seconds))


def with_markers(table: TableState, markers_out: Mapping[int, int]) -> TableState:
    """The table with the markers that some seats have outstanding now (DRAW 1.8)."""
    players = (replace(table.players[seat], markers_out=count) for seat, count in markers_out.items())
    return table.with_players(*players)


def _needs(round_: OpenRound, step: Outcome) -> tuple[str, ...]:
    """What the game asks for; and chips seen beyond the tracked stack are a recount, a large one signed (OPS 1.4, 2.2)."""
    limit = round_.rules.rules.recount.signed_above
    is_large = any(difference > limit for difference in step.recounted.values())
    return (*([step.needs] if step.needs else []), *step.also_needs, *([RECOUNT_LARGE] if is_large else []))


def _payload(step: Outcome) -> JSON:
    if step.settlement is not None:
        document, output = step.settlement
        # Exactly the input and the output of `settle`, so that anybody can recompute it (AUD 1.2).
        return {"input": document, "output": output}
    more: JSON = {"flags": [*step.flags]} if step.flags else {}
    if step.markers_out:
        more["markers_out"] = {str(seat): count for seat, count in step.markers_out.items()}
    return {"before": step.before, "after": step.after, **more}


def _play_on(round_: OpenRound, step: Outcome, legs: Sequence[Leg], now: datetime) -> OpenRound:
    """The round after it; what the game leaves for the next round is not in its pot any more (DRAW 1.10)."""
    played = replace(
        with_clock(round_, now, step.seconds),
        state=step.state,
        play=step.play,
        flags=(*round_.flags, *step.flags),
        bank_declared=round_.bank_declared if step.bank_declared is None else step.bank_declared,
        bank=round_.bank + sum_on("bank", legs),
        pot=round_.pot + sum_on("pot", legs),
        dealt_at=now if step.dealt and round_.dealt_at is None else round_.dealt_at,
    )
    if step.state == "settled" and round_.settled_at is None:
        played = replace(played, settled_at=now)
    if step.state in ENDED:
        played = replace(played, ended_at=now, pot=played.pot - step.carry)
    return replace(played, void_reason=step.after["reason"]) if step.state == "void" else played


def _with_players(table: TableState, round_: OpenRound, step: Outcome) -> TableState:
    """Players whom the round changes beyond their chips: markers, last wagers, rounds as designated player."""
    table = with_markers(table, step.markers_out)
    wagered = (
        replace(table.players[seat], last_wagers=dict(placed) or None) for seat, placed in step.last_wagers.items()
    )
    table = table.with_players(*wagered)
    if round_.state != "closed" or round_.designated_seat is None:
        return table
    return table.with_players(*(_banked(player, round_) for player in table.players.values()))


def _with_hand(table: TableState, step: Outcome) -> TableState:
    """The match that is on, after one more hand of it was settled (DRAW 1.13)."""
    if step.settlement is None or table.match is None or not table.match.is_on:
        return table
    won = {row["seat"]: row["net"] for row in step.settlement[1]["seats"]}
    return replace(table, match=table.match.with_hand(won))


def _banked(player: Player, round_: OpenRound) -> Player:
    if player.seat != round_.designated_seat:
        return replace(player, in_a_row=0, in_a_row_since=None)
    return replace(player, in_a_row=player.in_a_row + 1, last_bank=round_.bank_declared)


def _end_round(change: Change, round_: OpenRound, step: Outcome, now: datetime) -> Change:
    """The button and a pot that is carried over stay on the table; a void keeps the bank where it was (DRAW 1.3, HCF 10.1)."""
    table = replace(
        change.table,
        round=None,
        carry=step.carry,
        button=change.table.button if step.button is None else step.button,
    )
    if round_.state == "void" and round_.designated_seat is not None:
        table = replace(table, answers=(Answer(round_.designated_seat, "accepted", "", round_.bank_declared),))
    # The match first: rules that wait for its end take effect with it.
    over = end_lost_match(table, now)
    boundary = take_due_rules(over.table, now)
    return replace(
        change,
        table=boundary.table,
        payload={**change.payload, **over.payload, **boundary.payload},
        in_force=boundary.in_force,
        no_taker=round_.number + 1 if round_.state == "closed" and _is_stopped(table, now) else None,
    )


def _is_stopped(table: TableState, now: datetime) -> bool:
    """Nobody can be asked for the next bank, though there are two who would play: the offers cannot even begin (OPS 3.3)."""
    rotation = table.rotation(now)
    playing = [player for player in table.players.values() if not player.sitting_out]
    return rotation is not None and rotation.stopped and len(playing) > 1
