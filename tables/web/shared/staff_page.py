"""The pages beside the tables: who is signed in, in which roles, and which pages they may open (OPS 1.2, 1.4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, cast
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.actions.act import log_denied
from tables.models import Casino, Person
from tables.policy import EXPORTERS, LOG_READERS, PEOPLE_READERS, Role
from tables.queries.identity import roles_of
from tables.stamp import CommandId, Signature, Stamp
from tables.web.shared.house_style import HouseStyle
from tables.web.shared.money import MoneyFormat
from tables.web.shared.session import person_in, the_casino
from tables.web.shared.times import HouseClock

P = ParamSpec("P")


SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LONGEST_ADDRESS = 120
# As in poll.js: a page that is there already asks for its changing part alone.
PART_HEADER = "Croupier-Part"
# No page has a longer address of its own: one with more in it is not shown again after the sign-in, nor redirected to.
LONGEST_NEXT = 4000


class Place(NamedTuple):
    """An entry of the navigation, and the roles that see it."""

    words: str | Promise
    address: str
    roles: tuple[Role, ...]


PLACES = (
    Place(_("Tables"), "web:floor", (Role.FLOOR,)),
    Place(_("Changes"), "web:changes", LOG_READERS),
    Place(_("Alerts"), "web:alerts", LOG_READERS),
    Place(_("Disputes"), "web:disputes", LOG_READERS),
    Place(_("Owed"), "web:owed", LOG_READERS),
    Place(_("Bars"), "web:bars", LOG_READERS),
    Place(_("People"), "web:people", PEOPLE_READERS),
    Place(_("Audit log"), "web:compliance", LOG_READERS),
    Place(_("Reports"), "web:reports", LOG_READERS),
    Place(_("Exports"), "web:exports", EXPORTERS),
    Place(_("Checkpoints"), "web:checkpoints", LOG_READERS),
)
"""All pages of the navigation, in the order of the header."""


@dataclass(frozen=True, slots=True)
class StaffContext:
    """A person who is signed in: their house, the roles they hold now, and the page they look at."""

    person: Person
    casino: Casino
    roles: frozenset[Role]
    here: str
    """The address that is shown, to mark it in the navigation."""

    @property
    def style(self) -> HouseStyle:
        """How their house writes amounts and times."""
        return HouseStyle.of(self.casino, self.person.badge)

    @property
    def clock(self) -> HouseClock:
        """The clock of their house."""
        return self.style.clock

    @property
    def figures(self) -> MoneyFormat:
        """How their house writes amounts."""
        return self.style.figures

    @property
    def places(self) -> list[tuple[str | Promise, str, bool]]:
        """List the pages they may open: the words, the address, and whether it is the page they look at."""
        addresses = [(place.words, reverse(place.address)) for place in PLACES if self.roles & set(place.roles)]
        nearest = max((address for _words, address in addresses if self.here.startswith(address)), key=len, default="")
        return [(words, address, address == nearest) for words, address in addresses]

    @property
    def floor_first(self) -> Role:
        """Return the floor's role where they hold it; else one in which an act of the floor refuses them."""
        return self.first_of((Role.FLOOR,))

    def first_of(self, roles: Sequence[Role]) -> Role:
        """Return the first of these roles that they hold; else one in which the act refuses them."""
        return next((role for role in roles if role in self.roles), min(self.roles))

    def stamp(self, role: Role, command_id: CommandId | None = None, signature: Signature | None = None) -> Stamp:
        """Return their stamp in a role, for one act; without a command id under a new one."""
        return Stamp(self.person.pk, role, None, command_id or CommandId.fresh("page"), signature)


def sent_from(
    page: str, *names: str
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], HttpResponseBase]], Callable[Concatenate[HttpRequest, P], HttpResponseBase]
]:
    """Decorate a view that takes the form of a page: any other request is sent to that page.

    Such a request comes from a person whose session ended while they filled the form in, after they signed in again.
    """

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method == "POST":
                return view(request, *args, **kwargs)
            address = reverse(page, args=[kwargs[name] for name in names])
            if len(address) > LONGEST_NEXT:
                raise Http404
            return redirect(address)

        return cast(Callable[Concatenate[HttpRequest, P], HttpResponseBase], guarded)

    return decorate


def for_roles(
    *allowed: Role,
) -> Callable[
    [Callable[Concatenate[HttpRequest, StaffContext, P], HttpResponseBase]],
    Callable[Concatenate[HttpRequest, P], HttpResponseBase],
]:
    """Decorate a view that is only for people who hold one of these roles now; others are asked to sign in.

    A form that a person without such a role sends is refused, and the refusal is an entry (AUD 1.1).
    """

    def decorate(
        view: Callable[Concatenate[HttpRequest, StaffContext, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            person = person_in(request)
            if person is None:
                address = quote(request.get_full_path())
                return redirect(
                    f"{reverse('web:login')}?next={address}" if len(address) <= LONGEST_NEXT else "web:login"
                )
            casino = the_casino()
            roles = roles_of(person.pk, casino.pk)
            if not roles & set(allowed):
                if request.method not in SAFE_METHODS:
                    role = min(roles, default=allowed[0])
                    stamp = Stamp(person.pk, role, None, CommandId.fresh("page"))
                    log_denied(casino_id=casino.pk, address=request.path[:LONGEST_ADDRESS], stamp=stamp)
                return render(request, "403.html", status=403)
            return view(request, StaffContext(person, casino, roles, request.path), *args, **kwargs)

        return cast(Callable[Concatenate[HttpRequest, P], HttpResponseBase], guarded)

    return decorate


def wants_part(request: HttpRequest) -> bool:
    """Tell whether the page is there already and asks for its changing part alone."""
    return PART_HEADER in request.headers
