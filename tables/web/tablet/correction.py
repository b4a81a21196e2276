"""Correcting the last settled round at its table, without leaving the tablet's page (OPS 5.8)."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tables.errors import BadField, NotFound
from tables.errors import gettext_noop as _
from tables.models import Table
from tables.queries.tables.rounds import newest_settlement
from tables.web.floor.corrections import correction_form, read_corrections
from tables.web.shared.money import MoneyFormat
from tables.web.shared.session import Visitor, at_table


@require_GET
@at_table
def correction(request: HttpRequest, table: Table, _visitor: Visitor) -> HttpResponse:
    """Show the form of the round that was settled last, as it stands now; empty where none was."""
    found = newest_settlement(table.pk)
    context: dict[str, Any] = {"number": None}
    if found is not None:
        number, version, document = found
        figures = MoneyFormat.of(table.casino.minor_digits)
        context = {"number": number, "form": correction_form(document, figures, {}, version)}
    response = render(request, "tables/tablet/_correction.html", context)
    response["Cache-Control"] = "no-store"
    return response


def read_typed_correction(table: Table, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the arguments of `correct_round`, with the form that was typed (`fields`) read as its corrections.

    Raises BadField, and NotFound for a round that was never settled.
    """
    if "fields" not in arguments:
        return arguments
    fields, number = arguments["fields"], arguments.get("number")
    if not isinstance(fields, dict) or not all(isinstance(text, str) for text in fields.values()):
        raise BadField(_("%(field)s must be an object."), field="fields")
    found = newest_settlement(table.pk, number) if type(number) is int else None
    if found is None:
        raise NotFound(_("Round %(number)s was never settled: there is nothing to correct."), number=str(number)[:20])
    corrections = read_corrections(found[2], fields, MoneyFormat.of(table.casino.minor_digits))
    others = {name: value for name, value in arguments.items() if name != "fields"}
    return {**others, "corrections": corrections}
