"""Who is in front of a table's page: a tablet by its cookie, the dealer tapped in there, a session of the floor."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tables.models import Casino, Person, Table, Tablet
from tables.policy import Act, Role, permission
from tables.queries.identity import Dealer, dealer_at, roles_of, tablet_of
from tables.stamp import CommandId, Signature, Stamp
from tables.web.shared.language import speak
from tables.web.tablet.steps import Viewer

TABLET_COOKIE = "croupier-tablet"
TABLET_COOKIE_AGE = 400 * 24 * 60 * 60  # as long as browsers allow; a tablet is revoked, it does not expire


@dataclass(frozen=True, slots=True)
class Visitor:
    """The browser in front of the page of one table: its tablet, the dealer tapped in there, the person signed in."""

    tablet: Tablet | None
    dealer: Dealer | None
    person: Person | None
    roles: frozenset[Role] = field(default_factory=frozenset)

    @property
    def tablet_id(self) -> int | None:
        """The key of the tablet; None for another browser."""
        return self.tablet.pk if self.tablet else None

    @property
    def may_look(self) -> bool:
        """A tablet shows its own table; a floor manager any (OPS 1.2)."""
        return self.tablet is not None or Role.FLOOR in self.roles

    @property
    def works_as_dealer(self) -> bool:
        """Whether acts come from the dealer who is tapped in at this tablet's table."""
        return self.tablet is not None and self.dealer is not None

    @property
    def is_floor(self) -> bool:
        """Whether the floor's own acts can be done from here."""
        dealer_is_floor = self.dealer is not None and self.works_as_dealer and self.dealer.role == Role.FLOOR
        return Role.FLOOR in self.roles or dealer_is_floor

    @property
    def language(self) -> str:
        """The language of the person in front of it; empty, for the house's, where nobody is known (TAB 4.4)."""
        if self.dealer is not None and self.works_as_dealer:
            return self.dealer.language
        return self.person.language if self.person is not None else ""

    @property
    def viewer(self) -> Viewer:
        """The same, as the screen sees it."""
        can_act = self.works_as_dealer or Role.FLOOR in self.roles
        return Viewer(
            can_act=can_act,
            is_floor=self.is_floor,
            is_tablet=self.tablet is not None,
            is_signed_in=Role.FLOOR in self.roles,
        )

    def stamp(self, act: Act | None, command_id: CommandId, signature: Signature | None = None) -> Stamp:
        """Return the author of an act: the dealer at the tablet, or the floor where the matrix gives the act to it alone."""
        floor = self.person if self.person is not None and Role.FLOOR in self.roles else None
        dealer = self.dealer if self.works_as_dealer else None
        is_floors = act is not None and dealer is not None and permission(act, dealer.role) is None
        if floor is not None and (dealer is None or (is_floors and permission_is_plain(act))):
            return Stamp(floor.pk, Role.FLOOR, None, command_id, signature)
        if dealer is not None:
            return Stamp(dealer.person_id, dealer.role, self.tablet_id, command_id, signature)
        return Stamp(self.person.pk if self.person else None, Role.DEALER, self.tablet_id, command_id, signature)


def permission_is_plain(act: Act | None) -> bool:
    """Whether the floor does the act in its own session, without signing it."""
    granted = permission(act, Role.FLOOR) if act is not None else None
    return granted is not None and not granted.signed


def tablet_in(request: HttpRequest) -> Tablet | None:
    """Return the tablet that this browser is; None where it is none."""
    token = request.COOKIES.get(TABLET_COOKIE, "")
    return tablet_of(token) if token else None


def person_in(request: HttpRequest) -> Person | None:
    """Return the person who signed in with a password in this browser; None for nobody."""
    return request.user if isinstance(request.user, Person) else None


def visitor_at(request: HttpRequest, table: Table) -> Visitor:
    """Return who asks for this table; a tablet of another table counts as none."""
    tablet = tablet_in(request)
    if tablet is not None and tablet.table_id != table.pk:
        tablet = None
    person = person_in(request)
    roles = roles_of(person.pk, table.casino_id) if person is not None else frozenset[Role]()
    return Visitor(tablet, dealer_at(table.pk), person, roles)


def the_casino() -> Casino:
    """Return the house that this service runs for; raises Casino.DoesNotExist before there is one."""
    casino = Casino.objects.order_by("pk").first()
    if casino is None:
        raise Casino.DoesNotExist("There is no casino yet: run bootstrap, or seed_demo.")
    return casino


def at_table(view: Callable[[HttpRequest, Table, Visitor], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view of a table's page with its table and visitor; 404 without the table, 401 where they may not look."""

    @wraps(view)
    def guarded(request: HttpRequest, table_id: int) -> HttpResponse:
        table = get_object_or_404(Table.objects.select_related("casino"), pk=table_id)
        visitor = visitor_at(request, table)
        speak(visitor.language)
        return view(request, table, visitor) if visitor.may_look else HttpResponse(status=401)

    return guarded
