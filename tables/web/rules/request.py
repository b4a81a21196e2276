"""The form that asks for a change of house rules: it starts from the rules in force and shows what would change (OPS 4.2, 4.5)."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables import actions
from tables.errors import TableError
from tables.games.comparison import changed_parts
from tables.games.errors import RuleError
from tables.games.house_rules import HouseRules
from tables.games.registry import GAMES
from tables.models import Table
from tables.models.values import house_rules
from tables.policy import Role
from tables.queries.numbers import LARGEST_INTEGER, read_number
from tables.queries.rules.changes import compared, open_change
from tables.stamp import Call
from tables.web.rules import changes
from tables.web.rules.form import RuleForm
from tables.web.rules.sides import compared_words
from tables.web.shared.errors import sentence, status_of
from tables.web.shared.forms import new_seed, read_command
from tables.web.shared.money import MoneyFormat
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.common import GAMES as GAME_WORDS

JSON = dict[str, Any]

# Where another game begins, its limits begin at so many chips; whoever asks for it sets them.
FIRST_LIMITS = (1, 100)


@dataclass(slots=True)
class Asked:
    """What somebody asks for, as far as it has come."""

    table: Table
    present: HouseRules
    form: RuleForm
    base_version: int
    reason: str
    reason_problem: str = ""
    coming: HouseRules | None = None


@require_http_methods(["GET", "POST"])
@for_roles(Role.FLOOR)
def ask(request: HttpRequest, office: StaffContext, table_id: int) -> HttpResponse:
    """Show the form, what would change, or ask for it."""
    table = get_object_or_404(Table.objects.select_related("rules"), pk=table_id, casino=office.casino)
    asked = _read(request, office, table)
    if request.method == "GET":
        return _page(request, office, asked)
    _judge(asked)
    if request.POST.get("do") != "send" or not asked.form.holds or asked.reason_problem:
        return _page(request, office, asked, status=200 if asked.form.holds else 422)
    sent = {"rules": _parts(asked), "base_version": _base(request, asked), "reason": asked.reason}
    try:
        call = Call(table.pk, office.stamp(Role.FLOOR, read_command(request.POST)))
        answer = actions.perform("request_rule_change", call, sent)
    except (TableError, RuleError) as error:
        _refuse(asked, error)
        return _page(request, office, asked, status=status_of(error))
    messages.success(request, str(changes.DONE["requested"]))
    return redirect("web:change", answer.body["change"])


def _read(request: HttpRequest, office: StaffContext, table: Table) -> Asked:
    """The form with what was typed into it; of another game, where one is chosen and the table is closed."""
    version = table.rules
    if version is None:
        raise AssertionError("a table has rules from the beginning")
    present, figures = house_rules(version.document), MoneyFormat.of(office.casino.minor_digits)
    chosen = request.POST.get("game") or request.GET.get("game") or present.game
    game = chosen if chosen in GAMES and table.state == Table.State.CLOSED else present.game
    document = present.document() if game == present.game else _first_rules(present, game)
    form = RuleForm.of(present.document(), document, figures, request.POST.dict())
    return Asked(table, present, form, version.number, request.POST.get("reason", "").strip())


def _first_rules(present: HouseRules, game: str) -> JSON:
    """What another game begins with, for somebody to set."""
    unit, kind = present.chip_unit, GAMES[game]
    least, most = (chips * unit for chips in FIRST_LIMITS)
    changed: JSON = {
        "game": game,
        "terms": {},
        "limits": {spot: {"min": least, "max": most} for spot in kind.limit_spots},
    }
    if kind.has_designation:
        changed["designation"] = {"min_bank": most}
    return present.with_changes(changed).document()


def _judge(asked: Asked) -> None:
    """Whether what was typed holds together; the act judges again."""
    if not asked.reason:
        asked.reason_problem = _("A change needs a reason.")
    if not asked.form.holds:
        return
    try:
        asked.coming = asked.present.with_changes(_parts(asked))
    except RuleError as error:
        asked.form.refuse(error)


def _parts(asked: Asked) -> JSON:
    return changed_parts(asked.present.document(), asked.form.typed)


def _base(request: HttpRequest, asked: Asked) -> int:
    """The version that the form was begun on: where it has been followed, the act says so."""
    version = read_number(request.POST.get("base_version", ""), LARGEST_INTEGER)
    return asked.base_version if version is None else version


def _refuse(asked: Asked, error: TableError | RuleError) -> None:
    if isinstance(error, RuleError):
        asked.form.refuse(error)
    elif error.field == "reason":
        asked.reason_problem = sentence(error, asked.form.figures)
    else:
        asked.form.problem = sentence(error, asked.form.figures)


def _page(request: HttpRequest, office: StaffContext, asked: Asked, status: int = 200) -> HttpResponse:
    seats, before = asked.table.seat_count, asked.present.document()
    found = compared(before, asked.coming.document(), seats) if asked.coming else None
    is_closed = asked.table.state == Table.State.CLOSED
    context = {
        "office": office,
        "asked": asked,
        "form": asked.form,
        "game": asked.form.typed["game"],
        "games": [(key, str(GAME_WORDS[key])) for key in GAMES] if is_closed else [],
        "game_words": str(GAME_WORDS[asked.form.typed["game"]]),
        "open": open_change(asked.table.pk),
        "comparison": compared_words(found, asked.form.figures, seats) if found and found["differences"] else None,
        "is_same": found is not None and not found["differences"],
        "command": new_seed(),
    }
    return render(request, "tables/rules/request.html", context, status=status)
