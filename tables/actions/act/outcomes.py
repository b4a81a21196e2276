"""What the rules say an act does to a table, written down: rows, chips, players, the clock, the entry, the alerts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from tables.actions.act import journal
from tables.actions.act.context import ActContext
from tables.actions.act.rows import Standing, own_row_of, standing_of, table_of
from tables.games.designation import Answer
from tables.games.table import seats
from tables.games.table.acts import apply
from tables.games.table.change import Change
from tables.games.table.floor_alerts import floor_alerts
from tables.games.table.match import MatchState
from tables.games.table.state import CLOSED, ComingRules, Moment, OpenRound, Player, TableState
from tables.games.values import JSON
from tables.models import (
    Alert,
    DesignationOffer,
    Heartbeat,
    Match,
    Round,
    RuleChange,
    RulesVersion,
    Seating,
    Settlement,
)
from tables.models.values import designation_document, match_row
from tables.policy import Act

CLOCK = "clock"
OUTAGE = timedelta(seconds=5)
# What an act may change of a player: with the chips, in one statement; and beside them.
WITH_CHIPS = ("last_wagers", "in_a_row", "in_a_row_since", "last_bank", "markers_out")
BESIDE_CHIPS = ("seat", "sitting_out", "standing_decline")
ROUND_TIMES = ("dealt_at", "settled_at", "ended_at", "clock_from", "deadline")
ROUND_CHANGES = ("state", "play", "bank_declared", "bank", "pot", "void_reason", *ROUND_TIMES)


@dataclass(frozen=True, slots=True)
class ActResult:
    """What an act at a table does, and the rows it finds there."""

    standing: Standing
    change: Change


def play(context: ActContext) -> JSON:
    """Do the act of the context as the rules have it, with what was sent, and answer it."""
    return finish(context, write(context, decide(context, standing_of(context))))


def play_alone(context: ActContext) -> JSON:
    """The same for an act that looks at nothing but the table's own row."""
    return finish(context, write(context, decide(context, own_row_of(context))))


def decide(context: ActContext, standing: Standing) -> ActResult:
    """Ask the rules what the act of the context does, and write nothing yet; raises for what is refused, or not permitted."""
    change = apply(standing.state, str(context.act), context.sent, moment_of(context, standing.state.round))
    for act in change.needs:
        context.require(Act(act))
    return ActResult(standing, change)


def finish(context: ActContext, result: ActResult, more: Mapping[str, object] | None = None) -> JSON:
    """Record the one entry of the act, with what only the house knows, and give the answer."""
    change = result.change
    context.record_whole({**change.payload, **(more or {})}, round_number=change.round_number)
    return {**change.answer, **(more or {})}


def moment_of(context: ActContext, round_: OpenRound | None) -> Moment:
    """The moment of an act by the database's clock; and whether lateness, where there is any, was looked for (DRAW 2.7)."""
    if round_ is None or round_.deadline is None or context.now <= round_.deadline:
        return Moment(context.now)
    beat = Heartbeat.objects.filter(name=CLOCK).first()
    watched = (
        beat is not None and context.now - beat.beat_at <= OUTAGE and beat.since <= (round_.clock_from or context.now)
    )
    return Moment(context.now, watched)


def write(context: ActContext, result: ActResult) -> ActResult:
    """Write every difference between the table before the act and after it."""
    standing, change = result.standing, result.change
    players = _rows_of(context, standing, change)
    _write_settlement(context, standing, change)
    opens = change.round is not None and standing.round is None
    if not opens:
        _write_round(standing.round, standing.state.round, change.round)
    if change.in_force is not None:
        standing.rules = write_rules(context, standing.coming, change.in_force)
    _write_offers(context, change, players)
    if opens and change.round is not None:
        standing.round = _new_round(context, change.round, standing.rules)
    write_table(context, standing.state, change.table)
    _write_matches(context, standing.state.match, change)
    under = standing.round.pk if standing.round is not None and change.round is not None else None
    journal.post(context, change.legs, players, under, _changed_players(standing.state, change, players))
    _write_players(context, standing, change, players)
    for told in floor_alerts(change):
        context.alert(
            Alert.Kind(told.kind), told.subject, told.details, round_number=told.round_number, since=told.since
        )
    return result


def _rows_of(context: ActContext, standing: Standing, change: Change) -> dict[int, Seating]:
    """The rows of all players an act is about, by the seat its legs name; a player who sits down has one from now on."""
    known = {player.stay for player in standing.state.players.values()}
    for seat, player in change.table.players.items():
        if player.stay not in known:
            began = {"sat_at": context.now, "sit_sequence": context.facts.sequence}
            standing.players[seat] = Seating.objects.create(
                table=table_of(context), seat=seat, player_card=player.player_card, **began
            )
    return standing.players


def _write_settlement(context: ActContext, standing: Standing, change: Change) -> None:
    if change.settlement is not None and standing.round is not None:
        document, output = change.settlement
        Settlement.objects.create(
            round=standing.round, version=1, input=document, output=output, settled_at=context.now
        )


def _write_round(row: Round | None, before: OpenRound | None, after: OpenRound | None) -> None:
    if row is None or after is None or after == before:
        return
    for name in ROUND_CHANGES:
        setattr(row, name, getattr(after, name))
    row.flags = [*after.flags]
    journal.save_round(row)


def _new_round(context: ActContext, round_: OpenRound, rules: RulesVersion | None) -> Round:
    """The row of a round that opens, under the rules in force."""
    if rules is None:
        raise AssertionError("a round opens under no rules")
    row = Round(
        table=table_of(context),
        number=round_.number,
        rules=rules,
        designated_id=round_.designated,
        designated_seat=round_.designated_seat,
        opened_at=round_.opened_at,
        **{name: getattr(round_, name) for name in ROUND_CHANGES},
    )
    row.save(force_insert=True)
    return row


def _write_offers(context: ActContext, change: Change, players: Mapping[int, Seating]) -> None:
    """Each answer for the rotation ledger (OPS 3.6)."""
    DesignationOffer.objects.bulk_create(
        _offer(context, change.round_number or 0, answer, players[answer.seat]) for answer in change.offers
    )


def _offer(context: ActContext, number: int, answer: Answer, player: Seating) -> DesignationOffer:
    return DesignationOffer(
        table=table_of(context), round_number=number, seating=player, offered_at=context.now, **answer._asdict()
    )


def write_table(context: ActContext, before: TableState, after: TableState) -> None:
    """The table's own row, which the end of every act saves."""
    row = table_of(context)
    row.state, row.button, row.carry = after.state, after.button, after.carry
    row.last_round = after.last_round
    if after.state == CLOSED or (before.present, before.answers) != (after.present, after.answers):
        row.designation = designation_document(after)


def set_barred(context: ActContext, seat: int, *, barred: bool) -> JSON:
    """What a bar, or its end, means for the table it meets a player at; returns what the entry says of it.

    The player's own row the database has marked already, with the row of the bar.
    """
    state = standing_of(context).state
    after, withdrawn = seats.set_barred(state, seat, barred=barred)
    write_table(context, state, after)
    return withdrawn


def write_rules(context: ActContext, change: RuleChange | None, coming: ComingRules) -> RulesVersion:
    """The next version of the table's rules, from this act on; the table's version moves with it."""
    if change is None or change.pk != coming.change:
        raise AssertionError(f"change {coming.change} takes effect without its row")
    table = table_of(context)
    version = RulesVersion.objects.create(
        table=table,
        number=coming.rules.number,
        game=coming.rules.rules.game,
        document=change.document,
        in_force_from=context.now,
        change=change,
    )
    change.state, change.ended_at = RuleChange.State.IN_FORCE, context.now
    change.save(update_fields=["state", "ended_at"])
    table.rules = version
    context.moves_version = True
    return version


def _changed_players(before: TableState, change: Change, players: Mapping[int, Seating]) -> list[Seating]:
    """The rows of players who changed beyond their chips; a player who leaves has no markers out any more (DRAW 1.8)."""
    old = {player.stay: player for player in before.players.values()}
    changed = []
    for player in change.table.players.values():
        differs = [name for name in WITH_CHIPS if player.stay in old and _differs(old[player.stay], player, name)]
        if differs:
            row = players[old[player.stay].seat]
            for name in differs:
                setattr(row, name, getattr(player, name))
            changed.append(row)
    for seat in change.left:
        players[seat].markers_out = 0
        changed.append(players[seat])
    return changed


def _write_matches(context: ActContext, before: MatchState | None, change: Change) -> None:
    """The match that went on, ended or began; where other players begin theirs, both (DRAW 1.13)."""
    known = before.number if before is not None else 0
    for match in (change.match_before, change.table.match):
        if match is None or match == before:
            continue
        if match.number > known:
            Match.objects.create(table=table_of(context), **match_row(match))
        else:
            Match.objects.filter(table=table_of(context), number=match.number).update(**match_row(match))


def _write_players(context: ActContext, standing: Standing, change: Change, players: Mapping[int, Seating]) -> None:
    """The player who moves, leaves, sits out or declines for good."""
    for seat in change.left:
        players[seat].left_at = context.now
        players[seat].save(update_fields=["left_at"])
    after = {player.stay: player for player in change.table.players.values()}
    for seat, player in standing.state.players.items():
        new = after.get(player.stay, player)
        moved = {name: getattr(new, name) for name in BESIDE_CHIPS if _differs(player, new, name)}
        if moved:
            _move_player(players[seat], moved)


def _move_player(row: Seating, moved: JSON) -> None:
    # Asked again as it is written: a bar from the house comes under another lock, and wins.
    condition = {"barred": False} if "sitting_out" in moved else {}
    if not Seating.objects.filter(pk=row.pk, **condition).update(**moved):
        raise seats.is_barred(row.seat)


def _differs(before: Player, after: Player, name: str) -> bool:
    return bool(getattr(before, name) != getattr(after, name))
