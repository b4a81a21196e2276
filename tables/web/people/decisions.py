"""Deciding on a request about a person: another confirms or rejects it, the requester withdraws it (OPS 1.4)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tables.actions.people.decisions import confirm_change, reject_change, withdraw_change
from tables.actions.people.requests import GRANTED
from tables.policy import Act
from tables.stamp import HouseCall, Stamp
from tables.web.people.forms import SignedForm
from tables.web.people.people import carry_out, list_page
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from


@sent_from("web:people")
@for_roles(*GRANTED)
def confirm(request: HttpRequest, office: StaffContext, change_id: int) -> HttpResponse:
    """Confirm it, as the second person."""
    return _decide(request, office, Act.CONFIRM_PEOPLE, confirm_change, change_id)


@sent_from("web:people")
@for_roles(*GRANTED)
def reject(request: HttpRequest, office: StaffContext, change_id: int) -> HttpResponse:
    """Reject it, as the second person."""
    return _decide(request, office, Act.REJECT_PEOPLE, reject_change, change_id)


@sent_from("web:people")
@for_roles(*GRANTED)
def withdraw(request: HttpRequest, office: StaffContext, change_id: int) -> HttpResponse:
    """Withdraw it, as the person who asked for it."""
    return _decide(request, office, Act.WITHDRAW_STAFF_CHANGE, withdraw_change, change_id)


def _decide(
    request: HttpRequest, office: StaffContext, act: Act, decide: Callable[..., object], change_id: int
) -> HttpResponse:
    def work(stamp: Stamp) -> object:
        return decide(HouseCall(office.casino.pk, stamp), change=change_id)

    form = SignedForm(request.POST)
    return carry_out(request, office, act, work, (form, lambda form: list_page(request, office, form, change_id)))
