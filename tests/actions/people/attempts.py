"""Short ways to try a PIN and to enrol a tablet, and the entries of either."""

from tables.actions.devices import enrol_tablet, issue_enrolment_code
from tables.actions.people.sign_in import tap_in
from tables.errors import TableError
from tables.models import AuditEntry, Tablet
from tests.cast import Cast, command_id


def try_pin(cast: Cast, badge: str, pin: str, tablet_id: int | None = None) -> str:
    """Tap in and say what came of it: nothing, or the code of the refusal."""
    try:
        tap_in(table_id=cast.table.pk, badge=badge, pin=pin, tablet_id=tablet_id, command_id=command_id())
    except TableError as error:
        return error.code
    return ""


def enrolled(cast: Cast) -> tuple[Tablet, str]:
    """A tablet at the table, with its token."""
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    return enrol_tablet(code=code, label="Felt", command_id=command_id())


def entries(cast: Cast, act: str) -> list[AuditEntry]:
    """The entries of an act in the house chain."""
    return list(AuditEntry.objects.filter(chain=cast.casino.chain, act=act).order_by("sequence"))
