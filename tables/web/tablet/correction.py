"""The last settled round on the felt of its table, to be put right there (OPS 5.8, TAB 4.5)."""

import json
from collections import Counter
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.errors import BadField, TableError
from tables.errors import gettext_noop as noop
from tables.games.calculator import settle_recorded
from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.values import JSON
from tables.models import Account, Settlement, Table
from tables.models.values import house_rules
from tables.queries.tables.rounds import newest_settlement
from tables.web.shared.errors import sentence
from tables.web.shared.money import MoneyFormat
from tables.web.shared.session import Visitor, at_table
from tables.web.tablet.registry import PASTS


@require_GET
@at_table
def correction(request: HttpRequest, table: Table, _visitor: Visitor) -> HttpResponse:
    """Show the round that was settled last as it counts now; without a number where none was."""
    settlement = newest_settlement(table.pk)
    context: dict[str, Any] = {"screen": None}
    if settlement is not None:
        figures = MoneyFormat.of(table.casino.minor_digits)
        context = {"screen": PASTS[settlement.round.rules.game](table, settlement, figures)}
    response = render(request, "tables/tablet/_correction.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_GET
@at_table
def preview(request: HttpRequest, table: Table, _visitor: Visitor) -> JsonResponse:
    """Say what a correction of the round that was settled last would move, seat by seat; nothing happens.

    Answers `lines`, sentences; where it would be refused, the sentence of the refusal.
    """
    figures = MoneyFormat.of(table.casino.minor_digits)
    settlement = newest_settlement(table.pk)
    try:
        lines = _moves(settlement, _corrections(request), figures) if settlement is not None else []
    except (TableError, RuleError) as error:
        lines = [sentence(error, figures)]
    response = JsonResponse({"lines": lines})
    response["Cache-Control"] = "no-store"
    return response


def _corrections(request: HttpRequest) -> JSON:
    """What would be corrected, as the act takes it; raises BadField."""
    try:
        found = json.loads(request.GET.get("corrections", ""))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadField(noop("%(field)s must be an object."), field="corrections")
    return {name: part for name, part in found.items() if name != "replaces"}


def _moves(settlement: Settlement, corrections: JSON, figures: MoneyFormat) -> list[str]:
    """A sentence for each seat whose chips would move; the bank is its designated player's. Raises RuleError."""
    game = GAMES[settlement.round.rules.game]
    output = settle_recorded(game.corrected(settlement.input, corrections))
    difference = game.difference(house_rules(settlement.round.rules.document), settlement.output, output)
    moved: Counter[int] = Counter()
    for leg in difference.legs:
        seat = settlement.round.designated_seat if leg.account == Account.BANK else leg.seat
        if seat is not None:
            moved[seat] += leg.amount
    gets, gives = _("Seat %(seat)s gets %(amount)s."), _("Seat %(seat)s gives %(amount)s.")
    lines = [
        (gets if amount > 0 else gives) % {"seat": seat, "amount": figures.amount(abs(amount))}
        for seat, amount in sorted(moved.items())
        if amount
    ]
    return lines or [_("No chips move.")]
