"""Signing in and out, the way in for each role, and making a browser a tablet (OPS 1.2)."""

from typing import cast

from django.conf import settings
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tables.actions.devices import enrol_tablet
from tables.actions.people.languages import choose_language
from tables.actions.people.sign_in import end_session, sign_in
from tables.errors import TableError
from tables.policy import Role
from tables.queries.identity import roles_of
from tables.stamp import CommandId, HouseCall
from tables.web.shared.errors import refused, sentence
from tables.web.shared.fields import PageForm, SecretField, TextField
from tables.web.shared.forms import read_command
from tables.web.shared.money import MoneyFormat
from tables.web.shared.session import TABLET_COOKIE, TABLET_COOKIE_AGE, person_in, tablet_in, the_casino
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.tablet.views import language as choose_at_table

LONGEST_LABEL = 40
BACKEND = "django.contrib.auth.backends.ModelBackend"
# No refusal of a sign-in names an amount.
WHOLE_UNITS = MoneyFormat(0, ",", ".")
FIRST_PAGES = {
    Role.FLOOR: "web:floor",
    Role.ADMIN: "web:people",
    Role.COMPLIANCE: "web:compliance",
    Role.INSPECTOR: "web:compliance",
}
"""The page where a person begins, by the first of these roles that they hold."""


class SignInForm(PageForm):
    """A badge and its password."""

    badge = TextField(strip=True)
    password = SecretField()


class EnrolForm(PageForm):
    """A one-time code, and what the tablet is called."""

    code = TextField()
    label = TextField(strip=True)


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Lead a tablet to its table, a person to the pages of their role, and everybody else to the sign-in."""
    person, tablet = person_in(request), tablet_in(request)
    if person is not None:
        roles = roles_of(person.pk, the_casino().pk)
        first = next((page for role, page in FIRST_PAGES.items() if role in roles), None)
        return redirect(first) if first else render(request, "tables/people/home.html")
    if tablet is not None:
        return redirect("web:table", tablet.table_id)
    return redirect("web:login")


@require_http_methods(["GET", "POST"])
def sign_in_page(request: HttpRequest) -> HttpResponse:
    """Sign in with badge and password, from any browser."""
    refusal: TableError | None = None
    tablet = tablet_in(request)
    target = request.POST.get("next") or request.GET.get("next", "")
    form = SignInForm(request.POST)
    if request.method == "POST":
        fields = form.read()
        try:
            person = sign_in(
                casino_id=the_casino().pk,
                badge=fields["badge"],
                password=fields["password"],
                command_id=CommandId.fresh("sign-in"),
                tablet_id=tablet.pk if tablet else None,
            )
        except TableError as error:
            refusal = error
            form.refuse(error, WHOLE_UNITS)
        else:
            login(request, person, backend=BACKEND)
            is_own = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
            return redirect(target if is_own else "web:home")
    context = {"problem": form.problem, "badge": form.values["badge"], "next": target}
    page = render(request, "tables/people/login.html", context)
    return refused(page, refusal) if refusal else page


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session; a tablet stays the tablet it is."""
    person, tablet = person_in(request), tablet_in(request)
    if person is not None:
        end_session(
            casino_id=the_casino().pk,
            person=person,
            tablet_id=tablet.pk if tablet else None,
            command_id=CommandId.fresh("sign-out"),
        )
    logout(request)
    return redirect("web:login")


@require_http_methods(["GET", "POST"])
def enrol(request: HttpRequest) -> HttpResponse:
    """Make this browser the tablet of a table, with a one-time code from the floor."""
    refusal: TableError | None = None
    form = EnrolForm(request.POST)
    if request.method == "POST":
        fields = form.read()
        code, label = fields["code"].replace(" ", ""), fields["label"][:LONGEST_LABEL] or _("tablet")
        try:
            enrolled, token = enrol_tablet(code=code, label=label, command_id=CommandId.fresh("enrol"))
        except TableError as error:
            refusal = error
            form.refuse(error, WHOLE_UNITS)
        else:
            return become_tablet(enrolled.table_id, token)
    tablet = tablet_in(request)
    is_lost = tablet is None and TABLET_COOKIE in request.COOKIES
    context = {"problem": form.problem, "tablet": tablet, "is_lost": is_lost}
    page = render(request, "tables/people/enrol.html", context)
    return refused(page, refusal) if refusal else page


def become_tablet(table_id: int, token: str) -> HttpResponse:
    """Give this browser the tablet's token, which no script can read."""
    response = redirect("web:table", table_id)
    response.set_cookie(
        TABLET_COOKIE, token, max_age=TABLET_COOKIE_AGE, httponly=True, samesite="Lax", secure=bool(settings.HTTPS)
    )
    return cast(HttpResponse, response)


@require_GET
@for_roles(*Role)
def me(request: HttpRequest, office: StaffContext) -> HttpResponse:
    """A person's own page: who they are, and the language they read."""
    return _own_page(request, office)


@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    """The person who is signed in chooses the language they read; at a tablet, the dealer who is tapped in there."""
    tablet = tablet_in(request)
    if person_in(request) is None and tablet is not None:
        answer: HttpResponse = choose_at_table(request, tablet.table_id)
        return answer
    return _choose(request)


@for_roles(*Role)
def _choose(request: HttpRequest, office: StaffContext) -> HttpResponse:
    try:
        call = HouseCall(office.casino.pk, office.stamp(min(office.roles), read_command(request.POST)))
        choose_language(call, language=request.POST.get("language", ""))
    except TableError as error:
        return refused(_own_page(request, office, sentence(error, WHOLE_UNITS)), error)
    return redirect("web:me")


def _own_page(request: HttpRequest, office: StaffContext, problem: str = "") -> HttpResponse:
    return render(request, "tables/people/me.html", {"office": office, "problem": problem})


@require_GET
def manifest(_request: HttpRequest) -> JsonResponse:
    """What makes the page an app that runs full screen."""
    return JsonResponse(
        {
            "name": "Croupier",
            "short_name": "Croupier",
            "start_url": "/",
            "display": "fullscreen",
            "orientation": "landscape",
            "background_color": "#0d1113",
            "theme_color": "#14191c",
            "icons": [
                {"src": static("tables/shared/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
            ],
        },
        content_type="application/manifest+json",
    )
