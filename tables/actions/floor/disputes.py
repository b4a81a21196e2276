"""Disputes about rounds: opened with their evidence, and ended by a ruling (HCF 10.2, OPS 5.9)."""

from typing import Any

from tables.actions.act.context import ActContext
from tables.actions.act.path import at_table
from tables.actions.act.rows import table_of
from tables.actions.clock import restart
from tables.audit.chain import time_text
from tables.errors import BadField, NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.table.reading import read_reason, read_seat, read_text
from tables.games.values import JSON
from tables.models import Alert, DesignationOffer, Dispute, Round, Ruling, Settlement, Table
from tables.policy import Act
from tables.queries.tables.past import players_then, tap_ins_of


@at_table(Act.OPEN_DISPUTE, moves_version=False)
def open_dispute(
    context: ActContext, *, number: int, reason: object, words: object = "", seat: int | None = None
) -> JSON:
    """Put a dispute about a round on record, with what is known of the round at this moment (OPS 5.9).

    Play does not stop by it; the player to act has their time again in full (DRAW 2.7).
    """
    table = table_of(context)
    round_ = _round(table, number)
    why = read_reason(reason, words, Dispute.Reason.values)
    about = None if seat is None else read_seat(seat, table.seat_count)
    evidence = _evidence(context, table, round_)
    dispute = Dispute.objects.create(
        table=table,
        round=round_,
        seat=about,
        evidence=evidence,
        opened_by_id=context.responsible_id,
        opened_at=context.now,
        **why,
    )
    payload = {"dispute": dispute.pk, "seat": about, **why}
    clock = _restarted(context, round_)
    context.record({**payload, "evidence": evidence, **clock}, round_number=number)
    context.alert(Alert.Kind.DISPUTE, f"dispute/{dispute.pk}", payload, round_number=number)
    return {"dispute": dispute.pk, "round": number}


@at_table(Act.RULE_ON_DISPUTE, moves_version=False)
def rule_on_dispute(context: ActContext, *, dispute: int, outcome: object, words: object) -> JSON:
    """End a dispute; the ruling is final, and says why (HCF 10.2). A correction or a void is an act of its own."""
    table = table_of(context)
    disputed = _open_dispute_at(table, dispute)
    outcomes = Ruling.Outcome.values
    if outcome not in outcomes:
        raise BadField(_("%(field)s must be one of %(allowed)s."), field="outcome", allowed=", ".join(outcomes))
    text = read_text(words, "words")
    Ruling.objects.create(
        dispute=disputed, outcome=outcome, words=text, ruled_by_id=context.responsible_id, ruled_at=context.now
    )
    payload = {"dispute": disputed.pk, "outcome": outcome, "words": text}
    number = disputed.round.number
    context.record({**payload, **_restarted(context, disputed.round)}, round_number=number)
    return {**payload, "round": number}


def _round(table: Table, number: object) -> Round:
    if type(number) is not int:
        raise BadField(_("%(field)s must be the number of a round."), field="number")
    round_ = Round.objects.filter(table=table, number=number).select_related("rules").first()
    if round_ is None:
        raise NotFound(_("There is no round %(number)s at table %(table)s."), number=number, table=table.number)
    return round_


def _open_dispute_at(table: Table, dispute: object) -> Dispute:
    if type(dispute) is not int:
        raise BadField(_("%(field)s must be the number of a dispute."), field="dispute")
    row = Dispute.objects.filter(pk=dispute, table=table).select_related("round__rules", "ruling").first()
    if row is None:
        raise NotFound(_("There is no dispute %(dispute)s at table %(table)s."), dispute=dispute, table=table.number)
    if hasattr(row, "ruling"):
        raise WrongState(_("This dispute has its ruling, and a ruling is final."))
    return row


def _restarted(context: ActContext, round_: Round) -> JSON:
    """Set the clock of the disputed round anew where one runs; what a page shows of the round has changed then."""
    clock = restart(context, round_)
    context.moves_version = context.moves_version or bool(clock)
    return {"clock": clock} if clock else {}


def _evidence(context: ActContext, table: Table, round_: Round) -> JSON:
    """Cards, times, tablet, dealer, rules version, and where the chain stood: later changes do not reach it (OPS 5.9)."""
    settlements = Settlement.objects.filter(round=round_).order_by("version")
    offers = DesignationOffer.objects.filter(table=table, round_number=round_.number).order_by("pk")
    return {
        "round": round_.number,
        "state": round_.state,
        "rules_version": round_.rules.number,
        "designated_player": round_.designated_seat,
        "bank_declared": round_.bank_declared,
        "play": round_.play,
        "flags": round_.flags,
        "times": {name: _time(getattr(round_, name)) for name in ("opened_at", "dealt_at", "settled_at", "ended_at")},
        "settlements": [{"version": one.version, "input": one.input, "output": one.output} for one in settlements],
        "offers": [{"seat": offer.seat, "answer": offer.answer, "bank": offer.bank} for offer in offers],
        "players": [
            {"seat": seat, "player_card": player.player_card, "chips": player.chips}
            for seat, player in sorted(players_then(table, round_).items())
        ],
        "dealers": _dealers(round_),
        "chain": {"sequence": context.facts.sequence - 1, "hash": context.facts.previous_hash},
    }


def _dealers(round_: Round) -> list[JSON]:
    """Who dealt in the round, and at which tablet."""
    dealt = tap_ins_of(round_).select_related("person")
    return [
        {
            "badge": one.person.badge,
            "tablet": one.tablet_id,
            "from": _time(one.started_at),
            "until": _time(one.ended_at),
        }
        for one in dealt.order_by("started_at")
    ]


def _time(moment: Any) -> str | None:
    return time_text(moment) if moment else None
