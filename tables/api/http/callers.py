"""On whose behalf a request acts, in which role, and what it may see (OPS 1.2, 1.4)."""

from collections.abc import Set
from dataclasses import dataclass

from rest_framework.request import Request

from tables.actions.people.credentials import Credentials
from tables.api.http.orders import Order
from tables.errors import NotAllowed
from tables.errors import gettext_noop as _
from tables.models import Person, PersonToken, Tablet
from tables.policy import MATRIX, Act, Role, permission
from tables.queries.identity import (
    author_of,
    casino_of,
    casinos_of,
    dealer_at,
    house_epoch,
    is_dealing,
    roles_at,
    roles_of,
)
from tables.queries.tables.state import table_version
from tables.stamp import CommandId, Signature, Stamp


@dataclass(frozen=True, slots=True)
class Author:
    """Who does an act: the person, their role, the tablet if it is done on one."""

    person_id: int
    role: Role
    device_id: int | None = None


def stamp_of(request: Request, act: Act, table_id: int, order: Order) -> Stamp:
    """Return the stamp of an act at a table: its author, and the person who signs it, proven."""
    author = _author_of(request, act, table_id, order.command_id)
    signature = (
        _prove(order.signature, casino_of(table_id), author.device_id, order.command_id) if order.signature else None
    )
    return Stamp(author.person_id, author.role, author.device_id, order.command_id, signature)


def house_stamp_of(request: Request, act: Act, casino_id: int, order: Order) -> Stamp:
    """The stamp of an act of the house: of a person, in the first role they hold there that may do it; signed, proven."""
    person = person_of(request)
    role = role_for(act, roles_of(person.pk, casino_id), dealing=False)
    signature = _prove(order.signature, casino_id, None, order.command_id) if order.signature else None
    return Stamp(person.pk, role, None, order.command_id, signature)


def stamp_where(request: Request, act: Act, place: tuple[int, int | None], order: Order) -> Stamp:
    """The stamp of an act at a place: a casino, and the table there, if it is done at one."""
    casino_id, table_id = place
    if table_id is None:
        return house_stamp_of(request, act, casino_id, order)
    return stamp_of(request, act, table_id, order)


def tablet_of_request(request: Request) -> Tablet | None:
    """The tablet that sent the request, if a tablet did."""
    return request.auth if isinstance(request.auth, Tablet) else None


def epoch_of(request: Request) -> int | None:
    """The epoch of the house, to be said in the answer (AUD 3.5); read with the token, else by a query of its own."""
    tablet = tablet_of_request(request)
    if tablet is not None:
        return tablet.table.casino.epoch
    epoch: int | None = request.auth.epoch if isinstance(request.auth, PersonToken) else house_epoch()  # type: ignore[attr-defined]
    return epoch


def may_read(request: Request, table_id: int) -> frozenset[Role]:
    """The roles in which the request may look at a table; a tablet sees its own, in none. Raises NotAllowed."""
    tablet = tablet_of_request(request)
    if tablet is not None:
        if tablet.table_id != table_id:
            raise NotAllowed(_("This tablet shows table %(own)s only."), own=tablet.table.number)
        return frozenset()
    roles = roles_at(person_of(request).pk, table_id)
    if not roles:
        table_version(table_id)  # a table that does not exist is not found rather than forbidden
        raise NotAllowed(_("You hold no role at the casino of this table."))
    return roles


def may_read_log(roles: Set[Role]) -> bool:
    """Whether a person in these roles may read the audit log."""
    return any(permission(Act.READ_AUDIT_LOG, role) for role in roles)


def casino_of_reader(request: Request) -> int:
    """The casino whose audit log the person may read; the first of them, where there are several. Raises NotAllowed."""
    return casino_where(request, Act.READ_AUDIT_LOG)


def casino_where(request: Request, act: Act) -> int:
    """The casino at which the person may do an act of the house; the first of several. Raises NotAllowed."""
    person = person_of(request)
    for casino_id in casinos_of(person.pk):
        if any(permission(act, role) for role in roles_of(person.pk, casino_id)):
            return casino_id
    raise NotAllowed(_("Only %(roles)s may do this."), roles=", ".join(MATRIX[act]))


def visible_casinos(request: Request) -> list[int]:
    """The casinos whose tables the person sees; raises NotAllowed if there are none."""
    casinos = casinos_of(person_of(request).pk)
    if not casinos:
        raise NotAllowed(_("You hold no role at any casino."))
    return casinos


def role_for(act: Act, held: Set[Role], *, dealing: bool) -> Role:
    """The role a person acts in: the first they hold that may do the act here, dealing before the floor.

    Where none may, one is named all the same: the act refuses it, says why, and the refusal is on record.
    """
    if act == Act.TAP_OUT and not dealing:
        act = Act.TAP_OTHER_OUT
    able = [role for role in Role if role in held and _may(act, role, dealing=dealing)]
    others = [role for role in Role if role in held]
    return (able or others or list(MATRIX[act]))[0]


def _may(act: Act, role: Role, *, dealing: bool) -> bool:
    cell = permission(act, role)
    return cell is not None and (dealing or not (cell.tapped_in or role == Role.DEALER))


def _author_of(request: Request, act: Act, table_id: int, command_id: CommandId) -> Author:
    tablet = tablet_of_request(request)
    if tablet is not None:
        return _dealer_on(tablet, act, command_id)
    person = person_of(request)
    held = roles_at(person.pk, table_id)
    return Author(person.pk, role_for(act, held, dealing=is_dealing(person.pk, table_id)))


def _dealer_on(tablet: Tablet, act: Act, command_id: CommandId) -> Author:
    """Return the dealer who is tapped in where the tablet is; an act that is sent again is answered to the dealer who did it."""
    dealer = dealer_at(tablet.table_id)
    earlier = author_of(command_id) if permission(act, Role.DEALER) else None
    if earlier is not None:
        return Author(earlier, Role.DEALER, tablet.pk)
    if dealer is None:
        raise NotAllowed(_("Nobody is tapped in at table %(table)s: tap in first."), table=tablet.table.number)
    return Author(dealer.person_id, dealer.role, tablet.pk)


def _prove(sent: Credentials, casino_id: int, device_id: int | None, command_id: CommandId) -> Signature | None:
    """Prove a signature, before the act and its lock; an act that is only sent again needs no second proof."""
    if author_of(command_id) is not None:
        return None
    return sent.sign(casino_id=casino_id, command_id=command_id, tablet_id=device_id)


def person_of(request: Request) -> Person:
    """The person who sent the request; raises NotAllowed where a tablet did."""
    if not isinstance(request.user, Person):
        raise NotAllowed(_("This is for people, not for a tablet."))
    return request.user
