"""The evidence pack of a round or a dispute: a page that prints, beside an export that anybody verifies (AUD 7.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from casino.checkpoint_key import KeyFaultError
from tables.audit.export.writing import ExportError
from tables.errors import NotFound, TableError
from tables.games.values import JSON
from tables.jobs.evidence import PackFacts, open_pack
from tables.policy import EXPORTERS
from tables.queries.audit.round_replay import Scene, Story, round_story
from tables.queries.floor.disputes import disputes_about
from tables.queries.numbers import LARGEST_INTEGER, read_number
from tables.queries.people import names_of
from tables.queries.tables.placard import placard
from tables.stamp import CommandId, HouseCall
from tables.web.audit.replay import NOBODY, versions_of_story
from tables.web.audit.sentences import sentence_of
from tables.web.audit.speaker import Speaker
from tables.web.placards.views import placard_in
from tables.web.rules.documents import leaves
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.floor import DISPUTE_REASONS, RULINGS
from tables.web.words.games import DECISIONS, SPOTS
from tables.web.words.rounds import VOID_REASONS
from tables.web.words.rules import rule_of

NAMED_BY_ITSELF = ("decision", "do")
COUNTED = ("seat", "number", "version", "match")
"""What is a number in what was entered of a round, and no amount."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat after one entry: the player's card, the chips behind, and what lay there."""

    seat: int
    card: str
    chips: str
    there: str


@dataclass(frozen=True, slots=True)
class StepSheet:
    """One entry of the round as a sentence, and the felt after it."""

    number: int
    time: str
    sentence: str
    device: str
    act: str
    sequence: int
    hash: str
    bank: str
    seats: Sequence[SeatLine]
    beside: str


@require_GET
@for_roles(*EXPORTERS)
def evidence(request: HttpRequest, office: StaffContext, table: int, number: int) -> HttpResponse:
    """Hand the pack out, once that is on record."""
    try:
        story = round_story(office.casino.pk, table, number)
    except NotFound as error:
        raise Http404(str(error)) from error
    disputes = [_dispute(row, office) for row in disputes_about(story.table.pk, number)]
    dispute = _asked_for(request, disputes)
    stamp = office.stamp(office.first_of(EXPORTERS), CommandId.fresh("evidence"))

    def page(facts: PackFacts) -> str:
        return render_to_string("tables/audit/evidence.html", _context(office, story, disputes, facts)).lstrip()

    try:
        file = open_pack(HouseCall(office.casino.pk, stamp), story.table, number, dispute, page)
    except (ExportError, KeyFaultError, TableError) as error:
        return render(request, "tables/audit/no_evidence.html", {"office": office, "problem": str(error)}, status=409)
    name = f"evidence-table-{table}-round-{number}.zip"
    return cast(HttpResponse, FileResponse(file, as_attachment=True, filename=name, content_type="application/zip"))


def _asked_for(request: HttpRequest, disputes: Sequence[JSON]) -> int | None:
    """Return the dispute that the pack is about; none is named for the round itself. Raises Http404."""
    text = request.GET.get("dispute", "")
    if not text:
        return None
    dispute = read_number(text, LARGEST_INTEGER)
    if dispute not in [row["dispute"] for row in disputes]:
        raise Http404(text[:20])
    return dispute


def _context(office: StaffContext, story: Story, disputes: Sequence[JSON], facts: PackFacts) -> JSON:
    clock, round_ = office.clock, story.round
    speaker = Speaker(names_of(), office.figures)
    shown = placard_in(placard(story.table.pk, round_.opened_at), round_.opened_at, get_language() or "en")
    return {
        "casino": office.casino,
        "story": story,
        "facts": facts,
        "made_at": clock.full(timezone.now()),
        "made_by": office.person,
        "opened_at": clock.full(round_.opened_at),
        "settled_at": clock.full(round_.settled_at) if round_.settled_at else "",
        "void_reason": VOID_REASONS[round_.void_reason] if round_.void_reason else "",
        "disputes": disputes,
        "steps": [_step(number, scene, office, speaker) for number, scene in enumerate(story.scenes, start=1)],
        "versions": versions_of_story(story, office.figures, clock),
        "placard": shown,
        "rules": [(key, rule_of(key).label, speaker.rule(key, value)) for key, value in leaves(round_.rules.document)],
    }


def _dispute(row: Mapping[str, Any], office: StaffContext) -> JSON:
    ruling = row["ruling"]
    return {
        **row,
        "at": office.clock.full(row["opened_at"]),
        "why": DISPUTE_REASONS[row["reason"]],
        "outcome": RULINGS[ruling["outcome"]] if ruling else "",
        "ruled_at": office.clock.full(ruling["ruled_at"]) if ruling else "",
    }


def _step(number: int, scene: Scene, office: StaffContext, speaker: Speaker) -> StepSheet:
    entry, round_ = scene.entry, scene.state["round"]
    play: Mapping[str, Any] = round_["play"] if round_ else {}
    by_seat = {name: value for name, value in play.items() if isinstance(value, Mapping)}
    return StepSheet(
        number=number,
        time=office.clock.full(entry["time"]),
        sentence=sentence_of(entry, speaker),
        device=entry["device"] or NOBODY,
        act=entry["act"],
        sequence=entry["sequence"],
        hash=entry["hash"],
        bank=office.figures.amount(round_["bank"]) if round_ and round_["bank"] else "",
        seats=[
            SeatLine(
                row["seat"],
                row.get("player_card", ""),
                office.figures.amount(row["chips"]),
                "; ".join(
                    f"{_entered(name)}: {_said(value[str(row['seat'])], speaker)}"
                    for name, value in by_seat.items()
                    if str(row["seat"]) in value
                ),
            )
            for row in scene.state["seats"]
            if row["state"] != "empty"
        ],
        beside="; ".join(_said(action, speaker) for action in play.get("actions", [])),
    )


def _entered(name: str) -> str:
    """What is entered of a round by seat, in words."""
    words = {"wagers": _("Wagers"), "decisions": _("Decision"), "hands": _("Hand"), "rake": _("Rake")}
    return words.get(name, name)


def _said(value: Any, speaker: Speaker, name: str = "") -> str:
    """What was entered, with amounts in the currency of the house."""
    if isinstance(value, Mapping):
        said = ((key, _said(item, speaker, key)) for key, item in value.items() if item is not None)
        return ", ".join(text if key in NAMED_BY_ITSELF else f"{_name(key)} {text}" for key, text in said)
    if isinstance(value, list):
        return " ".join(_said(item, speaker, name) for item in value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name == "decision":
        return str(DECISIONS.get(value, value))
    return speaker.amount(value) if isinstance(value, int) and name not in COUNTED else str(value)


def _name(key: str) -> str:
    return str(SPOTS[key].name) if key in SPOTS else key.replace("_", " ")
