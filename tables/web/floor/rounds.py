"""One round on the floor: its inputs, its settlements side by side, disputes, and the forms to correct and to rule (OPS 5.8, 5.9)."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.actions.floor.corrections import correct_round
from tables.actions.floor.disputes import open_dispute, rule_on_dispute
from tables.errors import BadField, NotFound
from tables.errors import gettext_noop as noop
from tables.games.values import JSON
from tables.models import Table
from tables.policy import LOG_READERS, Role
from tables.queries.floor.disputes import disputes_about
from tables.queries.floor.documents import DisputeWithEvidenceDocument
from tables.queries.numbers import LARGEST_INTEGER, read_number
from tables.queries.tables.round_documents import RoundWithPlayDocument, SettlementDocument
from tables.queries.tables.rounds import beside, round_of
from tables.stamp import Call, Stamp
from tables.web.floor.corrections import CorrectionForm, correction_form, read_corrections
from tables.web.floor.forms import CorrectionReasonForm, DisputeForm, RulingForm
from tables.web.floor.settlement_lines import lines_of, versions_of
from tables.web.shared.addresses import round_address
from tables.web.shared.house_style import HouseStyle
from tables.web.shared.signed_forms import Refusal, Success, done_or_refused, refusal_context, with_refusal
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from
from tables.web.why.reason import SeatReasons
from tables.web.why.registry import reasons_of_settlement
from tables.web.words.floor import CORRECTION_REASONS, DISPUTE_REASONS, RULINGS
from tables.web.words.rounds import FLAGS, ROUND_STATES, VOID_REASONS


@require_GET
@for_roles(*LOG_READERS)
def page(request: HttpRequest, office: StaffContext, table_id: int, number: int) -> HttpResponse:
    """The page of a round."""
    return _page(request, office, table_id, number)


@require_GET
@for_roles(*LOG_READERS)
def find(request: HttpRequest, office: StaffContext, table_id: int) -> HttpResponse:
    """The page of the round whose number was typed at its table."""
    number = read_number(request.GET.get("number", "").strip(), LARGEST_INTEGER) or 0
    _round(office, table_id, number)
    return redirect("web:round", table_id, number)


@sent_from("web:round", "table_id", "number")
@for_roles(*LOG_READERS)
def correct(request: HttpRequest, office: StaffContext, table_id: int, number: int) -> HttpResponse:
    """Put the round right by a further settlement; refused, the form says why, with all that was typed."""
    settlements, typed = _round(office, table_id, number)["settlements"], request.POST.dict()
    form = CorrectionReasonForm(request.POST, "correct")
    why = {name: form.read()[name] for name in ("reason", "words")}

    def act(stamp: Stamp) -> object:
        corrections = read_corrections(settlements[-1]["input"], typed, office.figures) if settlements else {}
        return correct_round(Call(table_id, stamp), number=number, corrections=corrections, **why)

    success = Success(_("Corrected: the differences are posted."), round_address(table_id, number))
    answer = done_or_refused(request, office, form, act, success)
    return _page(request, office, table_id, number, answer) if isinstance(answer, Refusal) else answer


@sent_from("web:round", "table_id", "number")
@for_roles(*LOG_READERS)
def dispute(request: HttpRequest, office: StaffContext, table_id: int, number: int) -> HttpResponse:
    """Put a dispute about the round on record."""
    _round(office, table_id, number)
    form = DisputeForm(request.POST, "dispute")
    fields = form.read()

    def act(stamp: Stamp) -> object:
        if "seat" not in fields:
            raise BadField(noop("%(field)s must be a whole number."), field="seat")
        arguments = {name: fields[name] for name in ("seat", "reason", "words")}
        return open_dispute(Call(table_id, stamp), number=number, **arguments)

    success = Success(_("The dispute is on record."), round_address(table_id, number))
    answer = done_or_refused(request, office, form, act, success)
    return _page(request, office, table_id, number, answer) if isinstance(answer, Refusal) else answer


@sent_from("web:round", "table_id", "number")
@for_roles(*LOG_READERS)
def rule(request: HttpRequest, office: StaffContext, table_id: int, number: int, dispute_id: int) -> HttpResponse:
    """End a dispute by a ruling."""
    _round(office, table_id, number)
    form = RulingForm(request.POST, f"rule-{dispute_id}")
    fields = form.read()

    def act(stamp: Stamp) -> object:
        ruling = {name: fields[name] for name in ("outcome", "words")}
        return rule_on_dispute(Call(table_id, stamp), dispute=dispute_id, **ruling)

    success = Success(_("Ruled: the ruling is final."), round_address(table_id, number))
    answer = done_or_refused(request, office, form, act, success)
    return _page(request, office, table_id, number, answer) if isinstance(answer, Refusal) else answer


def _round(office: StaffContext, table_id: int, number: int) -> RoundWithPlayDocument:
    get_object_or_404(Table, pk=table_id, casino=office.casino)
    try:
        return round_of(table_id, number, with_entries=False)
    except NotFound as error:
        raise Http404 from error


def _page(
    request: HttpRequest, office: StaffContext, table_id: int, number: int, refusal: Refusal | None = None
) -> HttpResponse:
    found, house = _round(office, table_id, number), office.style
    settlements = found["settlements"]
    before, after = beside(table_id, number)
    typed = request.POST.dict() if refusal is not None and refusal.form == "correct" else {}
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
        "bank": _bank(found, house),
        "versions": versions_of(settlements, house),
        "lines": lines_of(settlements, house),
        "explained": _explained(settlements, house),
        "disputes": [_dispute(row, house, refusal) for row in disputes_about(table_id, number)],
        "may_act": Role.FLOOR in office.roles,
        "form": _form(settlements, house, typed),
        "correction_reasons": CORRECTION_REASONS.items(),
        "dispute_reasons": DISPUTE_REASONS.items(),
        "outcomes": RULINGS.items(),
        **refusal_context(refusal),
    }
    return with_refusal(render(request, "tables/floor/round.html", context), refusal)


def _form(settlements: list[SettlementDocument], house: HouseStyle, typed: Mapping[str, str]) -> CorrectionForm | None:
    if not settlements:
        return None
    return correction_form(settlements[-1]["input"], house.figures, typed, settlements[-1]["version"])


def _explained(settlements: list[SettlementDocument], house: HouseStyle) -> list[tuple[int, list[SeatReasons]]]:
    """Why the amounts of each settlement are what they are, the newest first (TAB 4.3)."""
    return [
        (one["version"], reasons_of_settlement(one["input"], one["output"], house.figures))
        for one in reversed(settlements)
    ]


def _bank(found: RoundWithPlayDocument, house: HouseStyle) -> str:
    """The bank as it was declared, or as the newest settlement says that it was; empty in a game without one."""
    if not found["designated_player"]:
        return ""
    declared = found["bank_declared"]
    if found["settlements"]:
        declared = found["settlements"][-1]["input"]["designated_player"]["bank"]
    return house.figures.amount(declared)


def _times(found: RoundWithPlayDocument, house: HouseStyle) -> list[tuple[str, str]]:
    times = [
        (_("Opened"), found["opened_at"]),
        (_("Dealt"), found["dealt_at"]),
        (_("Settled"), found["settled_at"]),
        (_("Ended"), found["ended_at"]),
    ]
    return [(word, house.clock.full(time)) for word, time in times if time]


def _dispute(row: DisputeWithEvidenceDocument, house: HouseStyle, refusal: Refusal | None) -> JSON:
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
        "problem": refusal.problem_of(f"rule-{row['dispute']}") if refusal else "",
    }
