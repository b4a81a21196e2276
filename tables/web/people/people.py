"""The pages of people: who holds which role, what is asked for, and the forms of one person (OPS 1.4)."""

from collections.abc import Callable, Set
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from tables.actions.people.requests import GRANTED
from tables.errors import TableError
from tables.models import StaffChange
from tables.policy import MATRIX, PEOPLE_READERS, Act, Role, permission
from tables.queries.people import decided_changes, member_of, members_of, open_changes
from tables.queries.reviews import last_review
from tables.stamp import Stamp
from tables.web.people.forms import PersonForm
from tables.web.shared.errors import refused
from tables.web.shared.fields import PageForm
from tables.web.shared.forms import new_seed, read_command
from tables.web.shared.signed_forms import own_signature
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.people import PEOPLES_ROLES, RETURNS, STAFF_CHANGE_STATES, STAFF_CHANGES

DONE = {
    Act.MANAGE_PEOPLE: _("Asked for: it takes effect when compliance or another admin confirms it."),
    Act.CONFIRM_PEOPLE: _("Confirmed: it is in effect."),
    Act.REJECT_PEOPLE: _("Rejected: nothing has changed."),
    Act.WITHDRAW_STAFF_CHANGE: _("Withdrawn: nothing has changed."),
    Act.REVIEW_ROLES: _("The review of roles is on record."),
    Act.REVOKE_ROLE: _("The role is taken away, and every session of it has ended."),
    Act.DEACTIVATE_PERSON: _("Deactivated: roles, sessions and tokens have ended."),
}


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A request about a person, in words."""

    change: StaffChange
    kind: str | Promise
    what: str
    state: str | Promise


@require_GET
@for_roles(*PEOPLE_READERS)
def people(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """List the people who work here, and the requests that wait for a second person."""
    return list_page(request, office)


@require_GET
@for_roles(Role.ADMIN)
def new(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Show the form that asks for a new person."""
    return new_page(request, office, PersonForm())


@require_GET
@for_roles(Role.ADMIN)
def person(request: HttpRequest, office: StaffContext, badge: str) -> HttpResponse:
    """Show one person, with the forms that change them."""
    return person_page(request, office, badge, PageForm())


def carry_out(
    request: HttpRequest,
    office: StaffContext,
    act: Act,
    work: Callable[[Stamp], object],
    again: tuple[PageForm, Callable[[PageForm], HttpResponse]],
) -> HttpResponse:
    """Do one act, signed where a password came with it; `again` is its form, and the page that shows a refused form."""
    form, page = again
    try:
        work(_stamp(request, office, act))
    except TableError as error:
        if not office.roles & set(PEOPLE_READERS):
            return render(request, "403.html", status=403)
        form.refuse(error, office.figures)
        return refused(page(form), error)
    messages.success(request, DONE[act])
    return redirect("web:people")


def _stamp(request: HttpRequest, office: StaffContext, act: Act) -> Stamp:
    """Who acts, in the role that may; signed where the matrix asks for it and a password was typed (OPS 1.3)."""
    role, command_id = role_for(act, office.roles), read_command(request.POST)
    return office.stamp(role, command_id, own_signature(request, office, act, role, command_id))


def role_for(act: Act, held: Set[Role]) -> Role:
    """Return the role in which a person acts: one that may do the act, without a signature where there is the choice.

    Where none may, one of theirs is named all the same: the act refuses it, and the refusal is on record.
    """
    able = [role for role in GRANTED if role in held and permission(act, role)]
    able.sort(key=lambda role: MATRIX[act][role].signed)
    return (able or [role for role in GRANTED if role in held])[0]


def list_page(
    request: HttpRequest, office: StaffContext, form: PageForm | None = None, change_id: int = 0
) -> HttpResponse:
    """Render the list; `form` is a refused decision on the request `change_id`."""
    context = {
        "office": office,
        "members": members_of(office.casino.pk),
        "open": [_row(change) for change in open_changes(office.casino.pk)],
        "decided": [_row(change) for change in decided_changes(office.casino.pk)],
        "may_ask": Role.ADMIN in office.roles,
        "may_decide": any(permission(Act.CONFIRM_PEOPLE, role) for role in office.roles),
        "signs": role_for(Act.CONFIRM_PEOPLE, office.roles) == Role.ADMIN,
        "form": form,
        "change_id": change_id,
        "command": new_seed(),
        "roles": PEOPLES_ROLES,
        "review": last_review(office.casino),
    }
    return render(request, "tables/people/people.html", context)


def _row(change: StaffChange) -> ChangeRow:
    roles = [str(PEOPLES_ROLES[role]) for role in change.details.get("roles", ())]
    hashes = ((_("PIN"), change.pin_hash), (_("password"), change.password_hash))
    secrets = [str(words) for words, stored in hashes if stored]
    kind = RETURNS if change.details.get("returns") else STAFF_CHANGES[change.kind]
    return ChangeRow(change, kind, ", ".join(roles or secrets), STAFF_CHANGE_STATES[change.state])


def new_page(request: HttpRequest, office: StaffContext, form: PageForm) -> HttpResponse:
    """Render the form that asks for a new person."""
    context = {"office": office, "form": form, "roles": PEOPLES_ROLES, "command": new_seed()}
    return render(request, "tables/people/new.html", context)


def person_page(request: HttpRequest, office: StaffContext, badge: str, form: PageForm) -> HttpResponse:
    """Render the page of a person; `form` is the one of its forms that was refused."""
    member = member_of(office.casino.pk, badge)
    if member is None:
        raise Http404
    held = {role: words for role, words in PEOPLES_ROLES.items() if role in member.role_names}
    free = {role: words for role, words in PEOPLES_ROLES.items() if role not in held}
    context = {"office": office, "member": member, "form": form, "held": held, "free": free, "roles": PEOPLES_ROLES}
    return render(request, "tables/people/person.html", {**context, "command": new_seed()})
