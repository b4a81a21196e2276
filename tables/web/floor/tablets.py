"""The tablets of a table, their codes and locks, which only the floor handles (OPS 1.2, 1.6)."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tables.actions.devices import enrol_tablet, issue_enrolment_code, revoke_tablet, unlock_tablet
from tables.errors import TableError
from tables.policy import Role
from tables.stamp import CommandId
from tables.web.floor.board import View, do, show
from tables.web.people.accounts import become_tablet
from tables.web.shared.staff_page import StaffContext, for_roles, sent_from


@sent_from("web:floor_table", "table_id")
@for_roles(Role.FLOOR)
def issue_code(request: HttpRequest, office: StaffContext, table_id: int) -> HttpResponse:
    """Show a one-time code that makes another browser this table's tablet."""
    view = View(table_id, View.sent_from(request).needs)
    try:
        code = issue_enrolment_code(table_id=table_id, stamp=office.stamp(Role.FLOOR))
    except TableError as error:
        return show(request, office, view, error=error)
    return show(request, office, view, code=code)


@sent_from("web:floor_table", "table_id")
@for_roles(Role.FLOOR)
def enrol_here(request: HttpRequest, office: StaffContext, table_id: int) -> HttpResponse:
    """Make this very browser the table's tablet, with one tap."""
    try:
        code = issue_enrolment_code(table_id=table_id, stamp=office.stamp(Role.FLOOR))
        label = _("Tablet of %(name)s") % {"name": office.person.name}
        tablet, token = enrol_tablet(code=code, label=label[:40], command_id=CommandId.fresh("enrol"))
    except TableError as error:
        return show(request, office, View(table_id), error=error)
    return become_tablet(tablet.table_id, token)


@sent_from("web:floor")
@for_roles(Role.FLOOR)
def revoke(request: HttpRequest, office: StaffContext, tablet_id: int) -> HttpResponse:
    """Revoke a tablet that is lost: from now on it shows and does nothing."""
    return do(request, office, lambda stamp: revoke_tablet(tablet_id=tablet_id, stamp=stamp))


@sent_from("web:floor")
@for_roles(Role.FLOOR)
def unlock_device(request: HttpRequest, office: StaffContext, tablet_id: int) -> HttpResponse:
    """Unlock a tablet that was locked after too many failures."""
    return do(request, office, lambda stamp: unlock_tablet(tablet_id=tablet_id, stamp=stamp))
