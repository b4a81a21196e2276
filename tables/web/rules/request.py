"""The form that asks for a change of house rules: it starts from the rules in force and shows what would change (OPS 4.2, 4.5)."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables import actions
from tables.errors import TableError
from tables.games.comparison import changed_parts
from tables.games.errors import RuleError
from tables.games.house_rules import change_house_rules
from tables.games.registry import GAMES
from tables.games.values import JSON, HouseRules
from tables.models import Table
from tables.models.values import house_rules
from tables.policy import Role
from tables.queries.numbers import LARGEST_INTEGER, read_number
from tables.queries.rules.changes import compared, open_change
from tables.stamp import Call
from tables.web.rules.form import REASON, RuleForm
from tables.web.rules.sides import compared_words
from tables.web.shared.errors import refused
from tables.web.shared.forms import new_seed, read_command
from tables.web.shared.money import MoneyFormat
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.games import GAMES as GAME_WORDS
from tables.web.words.rule_changes import RULE_CHANGE_STATES

# Where another game begins, its limits begin at so many chips; the person who asks for it sets them.
FIRST_LIMITS = (1, 100)


@dataclass(slots=True)
class RuleRequest:
    """A change that is being asked for: the rules in force, the form, and what it comes to where it holds."""

    table: Table
    present: HouseRules
    form: RuleForm
    base_version: int
    coming: HouseRules | None = None

    @property
    def reason(self) -> str:
        """Why the rules are to change, as it was typed."""
        return str(self.form[REASON].value())

    @property
    def reason_problem(self) -> str:
        """What is wrong with the reason."""
        return str(next(iter(self.form.errors.get(REASON, [])), ""))

    @property
    def parts(self) -> JSON:
        """The parts of the rules in which the form differs from those in force."""
        return changed_parts(self.present.document(), self.form.document)


@require_http_methods(["GET", "POST"])
@for_roles(Role.FLOOR)
def ask(request: HttpRequest, office: StaffContext, table_id: int) -> HttpResponse:
    """Show the form, what would change, or ask for it."""
    table = get_object_or_404(Table.objects.select_related("rules"), pk=table_id, casino=office.casino)
    wanted = _read(request, office, table)
    if request.method == "GET":
        return _page(request, office, wanted)
    _judge(wanted)
    if request.POST.get("do") != "send" or not wanted.form.holds or wanted.reason_problem:
        return _page(request, office, wanted, status=200 if wanted.form.holds else 422)
    arguments = {"rules": wanted.parts, "base_version": _base(request, wanted), "reason": wanted.reason}
    try:
        call = Call(table.pk, office.stamp(Role.FLOOR, read_command(request.POST)))
        answer = actions.perform("request_rule_change", call, arguments)
    except (TableError, RuleError) as error:
        wanted.form.refuse(error, wanted.form.figures)
        return refused(_page(request, office, wanted), error)
    messages.success(request, str(RULE_CHANGE_STATES["requested"].done))
    return redirect("web:change", answer.body["change"])


def _read(request: HttpRequest, office: StaffContext, table: Table) -> RuleRequest:
    """The form with what was typed into it; of another game, where one is chosen and the table is closed."""
    version = table.rules
    if version is None:
        raise AssertionError("a table has rules from the beginning")
    present, figures = house_rules(version.document), MoneyFormat.of(office.casino.minor_digits)
    chosen = request.POST.get("game") or request.GET.get("game") or present.game
    game = chosen if chosen in GAMES and table.state == Table.State.CLOSED else present.game
    document = present.document() if game == present.game else _first_rules(present, game)
    form = RuleForm(present.document(), document, figures, request.POST.dict())
    return RuleRequest(table, present, form, version.number)


def _first_rules(present: HouseRules, game: str) -> JSON:
    """What another game begins with, to be set."""
    unit, kind = present.chip_unit, GAMES[game]
    least, most = (chips * unit for chips in FIRST_LIMITS)
    changed: JSON = {
        "game": game,
        "terms": {},
        "limits": {spot: {"min": least, "max": most} for spot in kind.limit_spots},
    }
    if kind.has_designation:
        changed["designation"] = {"min_bank": most}
    return change_house_rules(present, changed).document()


def _judge(wanted: RuleRequest) -> None:
    """Whether what was typed holds together; the act judges again."""
    if not wanted.reason:
        wanted.form.add_error(REASON, _("A change needs a reason."))
    if not wanted.form.holds:
        return
    try:
        wanted.coming = change_house_rules(wanted.present, wanted.parts)
    except RuleError as error:
        wanted.form.refuse(error, wanted.form.figures)


def _base(request: HttpRequest, wanted: RuleRequest) -> int:
    """The version that the form was begun on: where it has been followed, the act says so."""
    version = read_number(request.POST.get("base_version", ""), LARGEST_INTEGER)
    return wanted.base_version if version is None else version


def _page(request: HttpRequest, office: StaffContext, wanted: RuleRequest, status: int = 200) -> HttpResponse:
    seats, before = wanted.table.seat_count, wanted.present.document()
    found = compared(before, wanted.coming.document(), seats) if wanted.coming else None
    is_closed = wanted.table.state == Table.State.CLOSED
    context = {
        "office": office,
        "asked": wanted,
        "form": wanted.form,
        "game": wanted.form.game,
        "games": [(key, str(GAME_WORDS[key])) for key in GAMES] if is_closed else [],
        "game_words": str(GAME_WORDS[wanted.form.game]),
        "open": open_change(wanted.table.pk),
        "comparison": compared_words(found, wanted.form.figures, seats) if found and found["differences"] else None,
        "is_same": found is not None and not found["differences"],
        "command": new_seed(),
    }
    return render(request, "tables/rules/request.html", context, status=status)
