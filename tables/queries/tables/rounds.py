"""Rounds of a table, listed and one by one with all that belongs to them."""

from collections.abc import Mapping

from tables.audit.chain import time_text
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import AuditEntry, DesignationOffer, Round, Settlement, Table
from tables.policy import Act
from tables.queries.audit.pages import entry_row
from tables.queries.paging import Page, Period
from tables.queries.tables.round_documents import (
    OfferDocument,
    RoundSummaryDocument,
    RoundWithPlayDocument,
    SettlementDocument,
    SharedDocument,
)
from tables.queries.times import moment_text


def rounds_of(table_id: int, period: Period, page: Page) -> JSON:
    """One page of a table's rounds, newest first, and where the next page starts; two queries."""
    rounds = Round.objects.filter(table=_table(table_id), **period.on("opened_at"), **page.on("number"))
    shown, following = page.cut(rounds.select_related("rules").order_by("-number"), "number")
    return {"rounds": [_summary(row) for row in shown], "next": following}


def round_of(table_id: int, number: int, *, with_entries: bool) -> RoundWithPlayDocument:
    """A round with its inputs, offers, settlements, flags, rules and, if wanted, audit entries; five queries, six where it was corrected."""
    table = _table(table_id)
    round_ = Round.objects.filter(table=table, number=number).select_related("rules").first()
    if round_ is None:
        raise NotFound(_("There is no round %(number)s at table %(table)s."), number=number, table=table.number)
    offers = DesignationOffer.objects.filter(table=table, round_number=number).order_by("pk")
    settlements = Settlement.objects.filter(round=round_).select_related("replaces").order_by("version")
    entries = AuditEntry.objects.filter(chain=table.chain, round=number).order_by("sequence")
    shared = shared_pots(table, number) if len(settlements) > 1 else {}
    return {
        **_summary(round_),
        "table": table.number,
        "rules": round_.rules.document,
        "play": round_.play,
        "offers": [offer_row(offer) for offer in offers],
        "settlements": [_settlement(settlement, shared) for settlement in settlements],
        "entries": [entry_row(entry) for entry in entries] if with_entries else None,
    }


def beside(table_id: int, number: int) -> tuple[int | None, int | None]:
    """The numbers of the round before and of the round after at the table, where there are such; one query."""
    beside = Round.objects.filter(table=table_id, number__in=(number - 1, number + 1)).values_list("number", flat=True)
    numbers = set(beside)
    return (number - 1 if number - 1 in numbers else None, number + 1 if number + 1 in numbers else None)


def newest_settlement(table_id: int, number: int | None = None) -> Settlement | None:
    """Return the settlement that counts of the newest round that was settled, or of the one that is asked for, with its
    round and rules; one query."""
    settlements = Settlement.objects.filter(
        round__table=table_id, **({} if number is None else {"round__number": number})
    )
    return settlements.select_related("round__rules").order_by("-round__number", "-version").first()


def offer_row(offer: DesignationOffer) -> OfferDocument:
    """One offer of the bank with its answer (OPS 3.1)."""
    return {
        "round": offer.round_number,
        "seat": offer.seat,
        "answer": offer.answer,
        "reason": offer.reason,
        "bank": offer.bank,
        "offered_at": time_text(offer.offered_at),
    }


def _table(table_id: int) -> Table:
    table = Table.objects.filter(pk=table_id).first()
    if table is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    return table


def _summary(round_: Round) -> RoundSummaryDocument:
    return {
        "number": round_.number,
        "state": round_.state,
        "designated_player": round_.designated_seat,
        "bank_declared": round_.bank_declared,
        "rules_version": round_.rules.number,
        "flags": round_.flags,
        "void_reason": round_.void_reason,
        "opened_at": time_text(round_.opened_at),
        "dealt_at": moment_text(round_.dealt_at),
        "settled_at": moment_text(round_.settled_at),
        "ended_at": moment_text(round_.ended_at),
    }


def shared_pots(table: Table, number: int) -> dict[int, list[SharedDocument]]:
    """Return what was shared of a pot that was played on, by the version of the settlement, as the entries of its corrections say."""
    entries = AuditEntry.objects.filter(chain=table.chain, round=number, act=str(Act.CORRECT_ROUND))
    return {entry.payload["version"]: entry.payload.get("shared", []) for entry in entries}


def _settlement(settlement: Settlement, shared: Mapping[int, list[SharedDocument]]) -> SettlementDocument:
    return {
        "version": settlement.version,
        "replaces": settlement.replaces.version if settlement.replaces else None,
        "settled_at": time_text(settlement.settled_at),
        "reason": settlement.reason,
        "words": settlement.words,
        "input": settlement.input,
        "output": settlement.output,
        "shared": shared.get(settlement.version, []),
    }
