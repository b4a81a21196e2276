"""People: who holds which role, what is asked for, and the forms to ask, confirm and take away (OPS 1.4)."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from tables.actions.people.decisions import confirm_change, reject_change, withdraw_change
from tables.actions.people.leaving import deactivate_person, revoke_role
from tables.actions.people.requests import GRANTED, Secrets, request_person, request_roles, request_secrets
from tables.errors import TableError
from tables.models import StaffChange
from tables.policy import MATRIX, Act, Role, permission
from tables.queries.people import decided_changes, member_of, members_of, open_changes
from tables.stamp import Stamp
from tables.web.people.accounts import WHOLE_UNITS
from tables.web.shared.errors import sentence, status_of
from tables.web.shared.forms import new_seed, read_command
from tables.web.shared.signed_forms import own_signature
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from
from tables.web.words.common import ROLES, STAFF_CHANGE_STATES, STAFF_CHANGES

READERS = (Role.ADMIN, Role.COMPLIANCE)
KEPT = ("badge", "name", "licence", "part")
"""What a form keeps of what was typed after an error; never a secret."""
FIELDS = ("badge", "name", "licence", "roles", "role", "pin", "password", "signature")
DONE = {
    Act.MANAGE_PEOPLE: _("Asked for: it takes effect when compliance or another admin confirms it."),
    Act.CONFIRM_PEOPLE: _("Confirmed: it is in effect."),
    Act.REJECT_PEOPLE: _("Rejected: nothing has changed."),
    Act.WITHDRAW_STAFF_CHANGE: _("Withdrawn: nothing has changed."),
    Act.REVOKE_ROLE: _("The role is taken away, and every session of it has ended."),
    Act.DEACTIVATE_PERSON: _("Deactivated: roles, sessions and tokens have ended."),
}


@dataclass(frozen=True, slots=True)
class Form:
    """What somebody sent, and what was wrong with which field of it."""

    sent: Mapping[str, Any]
    problem: str = ""
    field: str = ""

    @property
    def other_problem(self) -> str:
        """What is wrong with no field of the form."""
        return "" if self.field in FIELDS else self.problem


@dataclass(frozen=True, slots=True)
class Shown:
    """A request in words."""

    change: StaffChange
    kind: str | Promise
    what: str
    state: str | Promise


@require_GET
@for_roles(*READERS)
def people(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Who works here, and what waits for a second person."""
    return _list(request, office)


@require_GET
@for_roles(Role.ADMIN)
def new(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """The form that asks for a new person."""
    return _new(request, office, Form({}))


@sent_from("web:new_person")
@for_roles(*GRANTED)
def create(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Ask for a new person."""
    sent = request.POST
    details = {"name": sent.get("name", ""), "licence": sent.get("licence", ""), "roles": sent.getlist("roles")}

    def act(stamp: Stamp) -> object:
        return request_person(
            casino_id=office.casino.pk,
            badge=sent.get("badge", ""),
            details=details,
            secrets=_secrets(request),
            stamp=stamp,
        )

    return _do(request, office, Act.MANAGE_PEOPLE, act, lambda form: _new(request, office, form))


@require_GET
@for_roles(Role.ADMIN)
def person(request: HttpRequest, office: StaffContext, badge: str) -> HttpResponse:
    """Somebody, with the forms that change him."""
    return _person(request, office, badge, Form({}))


@sent_from("web:person", "badge")
@for_roles(*GRANTED)
def grant(request: HttpRequest, office: StaffContext, badge: str) -> HttpResponse:
    """Ask for further roles."""
    roles = request.POST.getlist("roles")
    return _change(
        request,
        office,
        badge,
        Act.MANAGE_PEOPLE,
        lambda stamp: request_roles(casino_id=office.casino.pk, badge=badge, roles=roles, stamp=stamp),
    )


@sent_from("web:person", "badge")
@for_roles(*GRANTED)
def renew(request: HttpRequest, office: StaffContext, badge: str) -> HttpResponse:
    """Ask for a new PIN or password."""
    secrets = _secrets(request)
    return _change(
        request,
        office,
        badge,
        Act.MANAGE_PEOPLE,
        lambda stamp: request_secrets(casino_id=office.casino.pk, badge=badge, secrets=secrets, stamp=stamp),
    )


@sent_from("web:person", "badge")
@for_roles(*GRANTED)
def take(request: HttpRequest, office: StaffContext, badge: str) -> HttpResponse:
    """Take a role away."""
    role = request.POST.get("role", "")
    return _change(
        request,
        office,
        badge,
        Act.REVOKE_ROLE,
        lambda stamp: revoke_role(casino_id=office.casino.pk, badge=badge, role=role, stamp=stamp),
    )


@sent_from("web:person", "badge")
@for_roles(*GRANTED)
def deactivate(request: HttpRequest, office: StaffContext, badge: str) -> HttpResponse:
    """Somebody leaves."""
    return _change(
        request,
        office,
        badge,
        Act.DEACTIVATE_PERSON,
        lambda stamp: deactivate_person(casino_id=office.casino.pk, badge=badge, stamp=stamp),
    )


@sent_from("web:people")
@for_roles(*GRANTED)
def confirm(request: HttpRequest, office: StaffContext, change_id: int) -> HttpResponse:
    """The second person says yes."""
    return _decide(request, office, Act.CONFIRM_PEOPLE, confirm_change, change_id)


@sent_from("web:people")
@for_roles(*GRANTED)
def reject(request: HttpRequest, office: StaffContext, change_id: int) -> HttpResponse:
    """The second person says no."""
    return _decide(request, office, Act.REJECT_PEOPLE, reject_change, change_id)


@sent_from("web:people")
@for_roles(*GRANTED)
def withdraw(request: HttpRequest, office: StaffContext, change_id: int) -> HttpResponse:
    """Whoever asked takes it back."""
    return _decide(request, office, Act.WITHDRAW_STAFF_CHANGE, withdraw_change, change_id)


def _decide(
    request: HttpRequest, office: StaffContext, act: Act, decide: Callable[..., object], change_id: int
) -> HttpResponse:
    def work(stamp: Stamp) -> object:
        return decide(casino_id=office.casino.pk, change_id=change_id, stamp=stamp)

    return _do(request, office, act, work, lambda form: _list(request, office, form, change_id))


def _change(
    request: HttpRequest, office: StaffContext, badge: str, act: Act, work: Callable[[Stamp], object]
) -> HttpResponse:
    return _do(request, office, act, work, lambda form: _person(request, office, badge, form))


def _do(
    request: HttpRequest,
    office: StaffContext,
    act: Act,
    work: Callable[[Stamp], object],
    again: Callable[[Form], HttpResponse],
) -> HttpResponse:
    """One act, signed where a password came with it; refused, the same page says what was wrong with which field."""
    try:
        work(_stamp(request, office, act))
    except TableError as error:
        if not office.roles & set(READERS):
            return render(request, "403.html", status=403)
        kept = {name: request.POST.get(name, "") for name in KEPT} | {"roles": request.POST.getlist("roles")}
        answer = again(Form(kept, sentence(error, WHOLE_UNITS), error.field or ""))
        answer.status_code = status_of(error)
        return answer
    messages.success(request, DONE[act])
    return redirect("web:people")


def _stamp(request: HttpRequest, office: StaffContext, act: Act) -> Stamp:
    """Who acts, in the role that may; signed where the matrix asks for it and a password was typed (OPS 1.3)."""
    role = role_for(act, office.roles)
    command_id = read_command(request.POST)
    return office.stamp(role, command_id, own_signature(request, office, act, role, command_id))


def role_for(act: Act, held: Set[Role]) -> Role:
    """The role somebody acts in: one that may do the act, without a signature where he has the choice.

    Where none may, one of his is named all the same: the act refuses it, and the refusal is on record.
    """
    able = [role for role in GRANTED if role in held and permission(act, role)]
    able.sort(key=lambda role: MATRIX[act][role].signed)
    return (able or [role for role in GRANTED if role in held])[0]


def _list(request: HttpRequest, office: StaffContext, form: Form | None = None, change_id: int = 0) -> HttpResponse:
    context = {
        "office": office,
        "members": members_of(office.casino.pk),
        "open": [_shown(change) for change in open_changes(office.casino.pk)],
        "decided": [_shown(change) for change in decided_changes(office.casino.pk)],
        "may_ask": Role.ADMIN in office.roles,
        "signs": role_for(Act.CONFIRM_PEOPLE, office.roles) == Role.ADMIN,
        "form": form,
        "change_id": change_id,
        "command": new_seed(),
        "roles": ROLES,
    }
    return render(request, "tables/people/people.html", context)


def _shown(change: StaffChange) -> Shown:
    roles = [str(ROLES[role]) for role in change.details.get("roles", ())]
    kept = ((_("PIN"), change.pin_hash), (_("password"), change.password_hash))
    secrets = [str(words) for words, stored in kept if stored]
    what = ", ".join(roles or secrets)
    kind = "returns" if change.details.get("returns") else change.kind
    return Shown(change, STAFF_CHANGES[kind], what, STAFF_CHANGE_STATES[change.state])


def _new(request: HttpRequest, office: StaffContext, form: Form) -> HttpResponse:
    context = {"office": office, "form": form, "roles": ROLES, "command": new_seed()}
    return render(request, "tables/people/new.html", context)


def _person(request: HttpRequest, office: StaffContext, badge: str, form: Form) -> HttpResponse:
    member = member_of(office.casino.pk, badge)
    if member is None:
        raise Http404
    held = {role: words for role, words in ROLES.items() if role in member.role_names}
    free = {role: words for role, words in ROLES.items() if role not in held}
    context = {"office": office, "member": member, "form": form, "held": held, "free": free, "roles": ROLES}
    return render(request, "tables/people/person.html", {**context, "command": new_seed()})


def _secrets(request: HttpRequest) -> Secrets:
    return Secrets(request.POST.get("pin", ""), request.POST.get("password", ""))
