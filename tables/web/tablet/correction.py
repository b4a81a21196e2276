"""Correcting the last settled round at its table, without leaving the tablet's page (OPS 5.8)."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from tables.errors import BadField, NotFound
from tables.errors import gettext_noop as _
from tables.models import Table
from tables.policy import Act
from tables.queries.tables.rounds import newest_settlement
from tables.web.floor.corrections import correction_form, read_corrections
from tables.web.shared.forms import SentAct
from tables.web.shared.money import Figures
from tables.web.shared.session import who_at


@require_GET
def correction(request: HttpRequest, table_id: int) -> HttpResponse:
    """The form of the round that was settled last, as it stands now; empty where none was."""
    table = get_object_or_404(Table, pk=table_id)
    if not who_at(request, table).may_look:
        return HttpResponse(status=401)
    found = newest_settlement(table.pk)
    context: dict[str, Any] = {"number": None}
    if found is not None:
        number, version, document = found
        figures = Figures.of(table.casino.minor_digits)
        context = {"number": number, "form": correction_form(document, figures, {}, version)}
    response = render(request, "tables/tablet/_correction.html", context)
    response["Cache-Control"] = "no-store"
    return response


def as_the_act_takes_it(table: Table, sent: SentAct) -> Mapping[str, Any]:
    """What the tablet has sent; the form of a correction comes as it was typed, and is read here. Raises BadField."""
    if sent.act != Act.CORRECT_ROUND or "fields" not in sent.input:
        return sent.input
    fields, number = sent.input["fields"], sent.input.get("number")
    if not isinstance(fields, dict) or not all(isinstance(text, str) for text in fields.values()):
        raise BadField(_("%(field)s must be an object."), field="fields")
    found = newest_settlement(table.pk, number) if type(number) is int else None
    if found is None:
        raise NotFound(_("Round %(number)s was never settled: there is nothing to correct."), number=str(number)[:20])
    corrections = read_corrections(found[2], fields, Figures.of(table.casino.minor_digits))
    others = {name: value for name, value in sent.input.items() if name != "fields"}
    return {**others, "corrections": corrections}
