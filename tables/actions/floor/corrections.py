"""Putting a settled round right by a further version of its settlement (OPS 5.8)."""

from tables.actions.act import journal
from tables.actions.act.context import ActContext
from tables.actions.act.outcomes import write_table
from tables.actions.act.path import at_table
from tables.actions.act.rows import standing_of, table_of
from tables.actions.floor.debts import record_debts
from tables.actions.floor.settled_rounds import settled_round
from tables.errors import BadField, NotAllowed, NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.calculator import settle_recorded
from tables.games.registry import GAMES
from tables.games.table.corrections import correct
from tables.games.table.reading import read_reason
from tables.games.table.state import TableState
from tables.games.values import JSON
from tables.models import Alert, AuditEntry, Match, Owed, Round, Settlement, Table
from tables.policy import Act, Role
from tables.queries.tables.past import players_then, tap_ins_of


@at_table(Act.CORRECT_ROUND)
def correct_round(context: ActContext, *, number: int, corrections: object, reason: object, words: object = "") -> JSON:
    """Enter anew what was wrong of a settled round; the differences are postings of their own (OPS 5.8).

    `corrections` has some of `wagers`, `decisions`, `hands` and `actions`, as they are entered in a round. It may be any
    round of the table that was settled, in any state of the table now. Its `replaces`, where it is there, is the version of the
    settlement that was looked at: where another person has corrected the round meanwhile, that is said first (OPS 5.10).
    """
    table = table_of(context)
    round_ = _settled_round(table, number)
    _verify_did_not_deal(context, round_)
    why = read_reason(reason, words, Settlement.Reason.values)
    newest = Settlement.objects.filter(round=round_).latest("version")
    document = _corrected(round_, newest, corrections)
    settlement = Settlement.objects.create(
        round=round_,
        version=newest.version + 1,
        replaces=newest,
        input=document,
        output=settle_recorded(document),
        settled_at=context.now,
        **why,
    )
    moved = _move(context, settlement, newest)
    _record_it(context, settlement, moved)
    return {"round": number, "settlement_version": settlement.version, "settlement": settlement.output, **moved}


def _move(context: ActContext, settlement: Settlement, replaced: Settlement) -> JSON:
    """Post what lies between a settlement and the one it replaces, as far as it can still be moved; the rest is owed."""
    table, round_ = table_of(context), settlement.round
    state, players = standing_of(context).state, players_then(table, round_)
    settled = settled_round(table, round_, players)
    done = correct(state, settled, settlement.input, (replaced.output, settlement.output))
    for seat, count in done.markers_out.items():
        players[seat].markers_out = count
    _write(round_, state, done.table)
    write_table(context, state, done.table)
    journal.post(context, done.legs, players, round_.pk, [players[seat] for seat in done.markers_out])
    owed = record_debts(context, done.legs, players, Owed.Reason.CORRECTION, round_)
    shared = [{"seat": leg.seat, "amount": leg.amount} for leg in done.shared]
    return {
        "differences": [leg._asdict() for leg in done.legs],
        "owed": owed,
        **({"shared": shared} if shared else {}),
    }


def _write(round_: Round, before: TableState, after: TableState) -> None:
    """What is set aside for the round where it still lies, and what was won so far in the match that is on (DRAW 1.13)."""
    if after.round is not None and after.round != before.round:
        round_.bank, round_.pot = after.round.bank, after.round.pot
        journal.save_round(round_)
    if after.match is not None and after.match != before.match:
        rows = [player._asdict() for player in after.match.players]
        Match.objects.filter(table=round_.table_id, number=after.match.number).update(players=rows)


def _record_it(context: ActContext, settlement: Settlement, moved: JSON) -> None:
    """The entry, whose `input` and `output` can be computed again as those of a settlement (AUD 1.2); and the alert."""
    number, why = settlement.round.number, {"reason": settlement.reason, "words": settlement.words}
    versions = {"version": settlement.version, "replaces": settlement.version - 1}
    context.record(
        {"input": settlement.input, "output": settlement.output, **versions, **why, **moved}, round_number=number
    )
    subject = f"{context.chain}/round/{number}/settlement/{settlement.version}"
    context.alert(Alert.Kind.CORRECTION, subject, {**versions, **why}, round_number=number)


def _settled_round(table: Table, number: object) -> Round:
    if type(number) is not int:
        raise BadField(_("%(field)s must be the number of a round."), field="number")
    settled = Round.objects.filter(table=table, number=number, settled_at__isnull=False)
    round_ = settled.select_related("rules", "designated").first()
    if round_ is not None:
        return round_
    if 1 <= number <= table.last_round:
        raise WrongState(_("Round %(number)s was never settled: there is nothing to correct."), number=number)
    raise NotFound(_("There is no round %(number)s at table %(table)s."), number=number, table=table.number)


def _verify_did_not_deal(context: ActContext, round_: Round) -> None:
    """Raise NotAllowed where a dealer of the round that is corrected signed it, no matter who deals now (OPS 1.4).

    Its dealers are those who were tapped in meanwhile, or acted in it as dealers: the house's chain, which tap-ins are timed by,
    need not keep the same time as the table's after a clock was set back.
    """
    signature = context.stamp.signature
    acted = AuditEntry.objects.filter(
        chain=context.chain, round=round_.number, person=context.facts.signer_badge, role=str(Role.DEALER)
    ).exclude(act=str(Act.CORRECT_ROUND))
    dealt = tap_ins_of(round_).filter(person=signature.person_id if signature else None)
    if dealt.exists() or acted.exists():
        raise NotAllowed(
            _("Who dealt in round %(number)s cannot sign its correction themselves."),
            field="signature",
            number=round_.number,
        )


def _verify_was_seen(newest: Settlement, seen: object) -> None:
    if type(seen) is int and seen == newest.version:
        return
    raise WrongState(
        _("Round %(number)s has been corrected meanwhile: settlement %(version)s is the newest. Look at it first."),
        field="replaces",
        number=newest.round.number,
        version=newest.version,
    )


def _corrected(round_: Round, newest: Settlement, corrections: object) -> JSON:
    """The input as it should have been; raises `bad_field` where it is what it was."""
    if not isinstance(corrections, dict):
        raise BadField(_("%(field)s must be an object."), field="corrections")
    if "replaces" in corrections:
        _verify_was_seen(newest, corrections["replaces"])
    parts = {name: part for name, part in corrections.items() if name != "replaces"}
    document = GAMES[round_.rules.game].corrected(newest.input, parts)
    if document == newest.input:
        raise BadField(
            _("Round %(number)s stands like this already: nothing would change."),
            field="corrections",
            number=round_.number,
        )
    return document
