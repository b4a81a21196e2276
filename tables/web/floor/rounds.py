"""One round on the floor: its inputs, its settlements side by side, disputes, and the forms to correct and to rule (OPS 5.8, 5.9)."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.actions.floor.corrections import correct_round
from tables.actions.floor.disputes import open_dispute, rule_on_dispute
from tables.errors import BadField, NotFound
from tables.errors import gettext_noop as noop
from tables.models import Table
from tables.policy import Role
from tables.queries.floor.disputes import disputes_about
from tables.queries.floor.documents import DisputeWithEvidenceDocument
from tables.queries.tables.round_documents import RoundWithPlayDocument, SettlementDocument
from tables.queries.tables.rounds import beside, round_of
from tables.stamp import Call
from tables.web.floor.alert_lines import House
from tables.web.floor.corrections import CorrectionForm, correction_form, read_corrections
from tables.web.floor.settlement_lines import lines_of, versions_of
from tables.web.shared.addresses import round_address
from tables.web.shared.forms import new_seed
from tables.web.shared.signed_forms import Done, Refusal, done_or_refused, house_of, with_refusal
from tables.web.shared.staff_page import Office, for_roles, sent_from
from tables.web.words.floor import CORRECTION_REASONS, DISPUTE_REASONS, RULINGS
from tables.web.words.rounds import FLAGS, ROUND_STATES, VOID_REASONS

JSON = dict[str, Any]
READERS = (Role.FLOOR, Role.COMPLIANCE)
LONGEST_NUMBER = 10


@require_GET
@for_roles(*READERS)
def page(request: HttpRequest, office: Office, table_id: int, number: int) -> HttpResponse:
    """The page of a round."""
    return _page(request, office, table_id, number)


@require_GET
@for_roles(*READERS)
def find(request: HttpRequest, office: Office, table_id: int) -> HttpResponse:
    """The page of the round whose number was typed at its table."""
    typed = request.GET.get("number", "").strip()
    _round(office, table_id, int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < LONGEST_NUMBER else 0)
    return redirect("web:round", table_id, int(typed))


@sent_from("web:round", "table_id", "number")
@for_roles(*READERS)
def correct(request: HttpRequest, office: Office, table_id: int, number: int) -> HttpResponse:
    """Put the round right by a further settlement; refused, the form says why, with all that was typed."""
    found, fields = _round(office, table_id, number), request.POST.dict()
    document = found["settlements"][-1]["input"] if found["settlements"] else {}

    def act(stamp: Any) -> object:
        figures = house_of(office).figures
        why = {"reason": fields.get("reason", ""), "words": fields.get("words", "")}
        corrections = read_corrections(document, fields, figures) if document else {}
        return correct_round(Call(table_id, stamp), number=number, corrections=corrections, **why)

    done = Done(_("Corrected: the differences are posted."), round_address(table_id, number))
    answer = done_or_refused(request, office, "correct", act, done)
    return _page(request, office, table_id, number, answer) if isinstance(answer, Refusal) else answer


@sent_from("web:round", "table_id", "number")
@for_roles(*READERS)
def dispute(request: HttpRequest, office: Office, table_id: int, number: int) -> HttpResponse:
    """Put a dispute about the round on record."""
    _round(office, table_id, number)
    seat = request.POST.get("seat", "").strip()
    sent = {"reason": request.POST.get("reason", ""), "words": request.POST.get("words", "")}

    def act(stamp: Any) -> object:
        if seat and not (seat.isascii() and seat.isdecimal() and len(seat) < 3):
            raise BadField(noop("%(field)s must be a whole number."), field="seat")
        return open_dispute(Call(table_id, stamp), number=number, seat=int(seat) if seat else None, **sent)

    done = Done(_("The dispute is on record."), round_address(table_id, number))
    answer = done_or_refused(request, office, "dispute", act, done)
    return _page(request, office, table_id, number, answer) if isinstance(answer, Refusal) else answer


@sent_from("web:round", "table_id", "number")
@for_roles(*READERS)
def rule(request: HttpRequest, office: Office, table_id: int, number: int, dispute_id: int) -> HttpResponse:
    """End a dispute by a ruling."""
    _round(office, table_id, number)
    sent = {"outcome": request.POST.get("outcome", ""), "words": request.POST.get("words", "")}

    def act(stamp: Any) -> object:
        return rule_on_dispute(Call(table_id, stamp), dispute=dispute_id, **sent)

    done = Done(_("Ruled: the ruling is final."), round_address(table_id, number))
    answer = done_or_refused(request, office, f"rule-{dispute_id}", act, done)
    return _page(request, office, table_id, number, answer) if isinstance(answer, Refusal) else answer


def _round(office: Office, table_id: int, number: int) -> RoundWithPlayDocument:
    get_object_or_404(Table, pk=table_id, casino=office.casino)
    try:
        return round_of(table_id, number, with_entries=False)
    except NotFound as error:
        raise Http404 from error


def _page(
    request: HttpRequest, office: Office, table_id: int, number: int, refusal: Refusal | None = None
) -> HttpResponse:
    found, house = _round(office, table_id, number), house_of(office)
    settlements = found["settlements"]
    before, after = beside(table_id, number)
    sent = request.POST.dict() if refusal is not None else {}
    context = {
        "office": office,
        "table_id": table_id,
        "round": found,
        "before": round_address(table_id, before) if before else "",
        "after": round_address(table_id, after) if after else "",
        "flags": [(FLAGS[flag["code"]], flag.get("seat")) for flag in found["flags"]],
        "void_reason": VOID_REASONS[found["void_reason"]] if found["void_reason"] else "",
        "state": ROUND_STATES[found["state"]],
        "times": _times(found, house),
        "bank": house.figures.amount(found["bank_declared"]) if found["designated_player"] else "",
        "versions": versions_of(settlements, house),
        "lines": lines_of(settlements, house),
        "disputes": [_dispute(row, house, refusal) for row in disputes_about(table_id, number)],
        "may_act": Role.FLOOR in office.roles,
        "form": _form(settlements, house, sent, refusal),
        "correction_reasons": CORRECTION_REASONS.items(),
        "dispute_reasons": DISPUTE_REASONS.items(),
        "outcomes": RULINGS.items(),
        "command": new_seed(),
        "refusal": refusal,
        "sent": sent,
    }
    return with_refusal(render(request, "tables/floor/round.html", context), refusal)


def _form(
    settlements: list[SettlementDocument], house: House, sent: Mapping[str, str], refusal: Refusal | None
) -> CorrectionForm | None:
    if not settlements:
        return None
    typed = sent if refusal is not None and refusal.form == "correct" else {}
    return correction_form(settlements[-1]["input"], house.figures, typed, settlements[-1]["version"])


def _times(found: RoundWithPlayDocument, house: House) -> list[tuple[str, str]]:
    times = [
        (_("Opened"), found["opened_at"]),
        (_("Dealt"), found["dealt_at"]),
        (_("Settled"), found["settled_at"]),
        (_("Ended"), found["ended_at"]),
    ]
    return [(word, house.clock.full(time)) for word, time in times if time]


def _dispute(row: DisputeWithEvidenceDocument, house: House, refusal: Refusal | None) -> JSON:
    evidence, ruling = row["evidence"], row["ruling"]
    return {
        **row,
        "why": DISPUTE_REASONS[row["reason"]],
        "at": house.clock.full(row["opened_at"]),
        "dealers": ", ".join(dealer["badge"] for dealer in evidence["dealers"]),
        "state_then": ROUND_STATES[evidence["state"]],
        "hands": sorted(evidence["play"].get("hands", {}).items(), key=lambda item: int(item[0])),
        "outcome": RULINGS[ruling["outcome"]] if ruling else "",
        "ruled_at": house.clock.full(ruling["ruled_at"]) if ruling else "",
        "problem": refusal.text if refusal is not None and refusal.form == f"rule-{row['dispute']}" else "",
    }
