"""Asking for a new person, for further roles or new secrets, and taking away (OPS 1.4)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tables.actions.people.leaving import deactivate_person, revoke_role
from tables.actions.people.requests import GRANTED, request_person, request_roles, request_secrets
from tables.policy import Act
from tables.stamp import HouseCall, Stamp
from tables.web.people.forms import PersonForm, RoleForm, RolesForm, SecretsForm, SignedForm
from tables.web.people.people import carry_out, new_page, person_page
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from


@sent_from("web:new_person")
@for_roles(*GRANTED)
def create(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Ask for a new person."""
    form = PersonForm(request.POST)
    fields = form.read()
    details = {name: fields[name] for name in ("name", "licence", "roles")}

    def work(stamp: Stamp) -> object:
        call = HouseCall(office.casino.pk, stamp)
        return request_person(call, badge=fields["badge"], details=details, secrets=form.secrets)

    return carry_out(request, office, Act.MANAGE_PEOPLE, work, (form, lambda form: new_page(request, office, form)))


@sent_from("web:person", "badge")
@for_roles(*GRANTED)
def grant(request: HttpRequest, office: StaffContext, badge: str) -> HttpResponse:
    """Ask for further roles."""
    form = RolesForm(request.POST)
    roles = form.read()["roles"]

    def work(stamp: Stamp) -> object:
        return request_roles(HouseCall(office.casino.pk, stamp), badge=badge, roles=roles)

    return carry_out(request, office, Act.MANAGE_PEOPLE, work, (form, _page(request, office, badge)))


@sent_from("web:person", "badge")
@for_roles(*GRANTED)
def renew(request: HttpRequest, office: StaffContext, badge: str) -> HttpResponse:
    """Ask for a new PIN or password."""
    form = SecretsForm(request.POST)

    def work(stamp: Stamp) -> object:
        return request_secrets(HouseCall(office.casino.pk, stamp), badge=badge, secrets=form.secrets)

    return carry_out(request, office, Act.MANAGE_PEOPLE, work, (form, _page(request, office, badge)))


@sent_from("web:person", "badge")
@for_roles(*GRANTED)
def take(request: HttpRequest, office: StaffContext, badge: str) -> HttpResponse:
    """Take a role away."""
    form = RoleForm(request.POST)
    role = form.read()["role"]

    def work(stamp: Stamp) -> object:
        return revoke_role(HouseCall(office.casino.pk, stamp), badge=badge, role=role)

    return carry_out(request, office, Act.REVOKE_ROLE, work, (form, _page(request, office, badge)))


@sent_from("web:person", "badge")
@for_roles(*GRANTED)
def deactivate(request: HttpRequest, office: StaffContext, badge: str) -> HttpResponse:
    """End all roles, sessions and tokens of a person who leaves."""

    def work(stamp: Stamp) -> object:
        return deactivate_person(HouseCall(office.casino.pk, stamp), badge=badge)

    form = SignedForm(request.POST)
    return carry_out(request, office, Act.DEACTIVATE_PERSON, work, (form, _page(request, office, badge)))


def _page(request: HttpRequest, office: StaffContext, badge: str) -> Callable[..., HttpResponse]:
    return lambda form: person_page(request, office, badge, form)
