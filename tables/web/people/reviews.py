"""The review of roles: the list of who holds what, and the form that signs it (AUD 7.5)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tables.actions.people.requests import GRANTED
from tables.actions.people.reviews import review_roles
from tables.policy import PEOPLE_READERS, Act, permission
from tables.queries.people import members_of
from tables.queries.reviews import last_review, roles_held
from tables.stamp import HouseCall, Stamp
from tables.web.people.forms import ReviewForm
from tables.web.people.people import carry_out
from tables.web.shared.fields import PageForm
from tables.web.shared.forms import new_seed
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from
from tables.web.words.people import PEOPLES_ROLES


@require_GET
@for_roles(*PEOPLE_READERS)
def page(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """Show who holds what, when that was reviewed last, and to those who may the form."""
    return _page(request, office, ReviewForm())


@sent_from("web:reviews")
@for_roles(*GRANTED)
def review(request: HttpRequest, office: StaffContext, roles: str) -> HttpResponse:
    """Sign that who holds which role is as it should be, of the list as it was shown."""
    form = ReviewForm(request.POST)

    def work(stamp: Stamp) -> object:
        return review_roles(HouseCall(office.casino.pk, stamp), roles=roles, words=form.read()["words"])

    return carry_out(request, office, Act.REVIEW_ROLES, work, (form, lambda form: _page(request, office, form)))


def _page(request: HttpRequest, office: StaffContext, form: PageForm) -> HttpResponse:
    members = [
        (member, ", ".join(str(PEOPLES_ROLES[held.role]) for held in member.roles))
        for member in members_of(office.casino.pk)
        if member.roles
    ]
    context = {
        "office": office,
        "form": form,
        "members": members,
        "held": roles_held(office.casino.pk),
        "review": last_review(office.casino),
        "may_review": any(permission(Act.REVIEW_ROLES, role) for role in office.roles),
        "command": new_seed(),
    }
    return render(request, "tables/people/reviews.html", context)
