"""One round on the floor: its inputs, its settlements side by side, disputes, and the forms to correct and to rule (OPS 5.8, 5.9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tables.actions.corrections import CORRECTION_REASONS, correct_round
from tables.actions.disputes import DISPUTE_REASONS, OUTCOMES, open_dispute, rule_on_dispute
from tables.errors import NotFound
from tables.models import Table
from tables.policy import Role
from tables.queries.disputes import disputes_about
from tables.queries.rounds import round_of
from tables.stamp import Call
from tables.web.addresses import round_address
from tables.web.alert_lines import House
from tables.web.correction_form import CorrectionForm, correction_form, read_corrections
from tables.web.forms import new_seed
from tables.web.irregular import Done, Refusal, done_or_refused, house_of
from tables.web.irregular_words import CORRECTION_WORDS, DISPUTE_WORDS, OUTCOME_WORDS
from tables.web.office import Office, for_roles
from tables.web.words import ROUND_STATES

JSON = dict[str, Any]
READERS = (Role.FLOOR, Role.COMPLIANCE)


@dataclass(frozen=True, slots=True)
class Version:
    """One settlement, as the head of a column."""

    number: int
    time: str
    why: str
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """A seat under every settlement: what was shown and what it came to."""

    seat: int
    cells: list[tuple[str, str, bool]]
    """Hand or outcome, net, and whether the net is another than in the settlement before."""
    difference: str


@require_GET
@for_roles(*READERS)
def page(request: HttpRequest, office: Office, table_id: int, number: int) -> HttpResponse:
    """The page of a round."""
    return _page(request, office, table_id, number)


@require_POST
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


@require_POST
@for_roles(*READERS)
def dispute(request: HttpRequest, office: Office, table_id: int, number: int) -> HttpResponse:
    """Put a dispute about the round on record."""
    _round(office, table_id, number)
    seat = request.POST.get("seat", "")
    sent = {"reason": request.POST.get("reason", ""), "words": request.POST.get("words", "")}
    about = int(seat) if seat.isascii() and seat.isdecimal() and len(seat) < 3 else None

    def act(stamp: Any) -> object:
        return open_dispute(Call(table_id, stamp), number=number, seat=about, **sent)

    done = Done(_("The dispute is on record."), round_address(table_id, number))
    answer = done_or_refused(request, office, "dispute", act, done)
    return _page(request, office, table_id, number, answer) if isinstance(answer, Refusal) else answer


@require_POST
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


def _round(office: Office, table_id: int, number: int) -> JSON:
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
    sent = request.POST.dict() if refusal is not None else {}
    context = {
        "office": office,
        "table_id": table_id,
        "round": found,
        "state": ROUND_STATES.get(found["state"], found["state"]),
        "times": _times(found, house),
        "bank": house.figures.amount(found["bank_declared"]) if found["designated_player"] else "",
        "versions": [_version(one, house) for one in settlements],
        "lines": _lines(settlements, house),
        "disputes": [_dispute(row, house, refusal) for row in disputes_about(table_id, number)],
        "may_act": Role.FLOOR in office.roles,
        "form": _form(settlements, house, sent, refusal),
        "correction_reasons": [(key, CORRECTION_WORDS[key]) for key in CORRECTION_REASONS],
        "dispute_reasons": [(key, DISPUTE_WORDS[key]) for key in DISPUTE_REASONS],
        "outcomes": [(key, OUTCOME_WORDS[key]) for key in OUTCOMES],
        "command": new_seed(),
        "refusal": refusal,
        "sent": sent,
    }
    return render(request, "tables/floor/rounds/round.html", context, status=refusal.status if refusal else 200)


def _form(
    settlements: list[JSON], house: House, sent: Mapping[str, str], refusal: Refusal | None
) -> CorrectionForm | None:
    if not settlements:
        return None
    typed = sent if refusal is not None and refusal.form == "correct" else {}
    return correction_form(settlements[-1]["input"], house.figures, typed)


def _times(found: JSON, house: House) -> list[tuple[str, str]]:
    named = {
        "opened_at": _("Opened"),
        "dealt_at": _("Dealt"),
        "settled_at": _("Settled"),
        "ended_at": _("Ended"),
    }
    return [(word, house.clock.full(found[name])) for name, word in named.items() if found[name]]


def _version(one: JSON, house: House) -> Version:
    why = str(CORRECTION_WORDS.get(one["reason"], one["reason"]))
    return Version(one["version"], house.clock.full(one["settled_at"]), why, one["words"])


def _lines(settlements: list[JSON], house: House) -> list[Line]:
    """A line a seat: every settlement beside the others, and what lies between the first and the last (OPS 5.8)."""
    if not settlements:
        return []
    outputs = [_by_seat(one["output"]) for one in settlements]
    lines = []
    for seat in sorted(outputs[0]):
        rows = [output[seat] for output in outputs]
        cells = [
            (_shown(row), house.figures.signed(row["net"]), place > 0 and row["net"] != rows[place - 1]["net"])
            for place, row in enumerate(rows)
        ]
        between = rows[-1]["net"] - rows[0]["net"]
        lines.append(Line(seat, cells, house.figures.signed(between) if between else ""))
    return lines


def _by_seat(output: JSON) -> dict[int, JSON]:
    designated = output.get("designated_player")
    return {row["seat"]: row for row in [*output["seats"], *([designated] if designated else [])]}


def _shown(row: JSON) -> str:
    """What a hand was, in the words the settlement has for it."""
    parts = (row.get("outcome"), row.get("flush"), row.get("hand"))
    return " ".join(str(part).replace("_", " ") for part in parts if part and part != "settled")


def _dispute(row: JSON, house: House, refusal: Refusal | None) -> JSON:
    evidence, ruling = row["evidence"], row["ruling"]
    return {
        **row,
        "why": DISPUTE_WORDS.get(row["reason"], row["reason"]),
        "at": house.clock.full(row["opened_at"]),
        "dealers": ", ".join(dealer["badge"] for dealer in evidence["dealers"]),
        "state_then": ROUND_STATES.get(evidence["state"], evidence["state"]),
        "hands": sorted(evidence["play"].get("hands", {}).items(), key=lambda item: int(item[0])),
        "outcome": OUTCOME_WORDS.get(ruling["outcome"], ruling["outcome"]) if ruling else "",
        "ruled_at": house.clock.full(ruling["ruled_at"]) if ruling else "",
        "problem": refusal.text if refusal is not None and refusal.form == f"rule-{row['dispute']}" else "",
    }
