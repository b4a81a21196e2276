"""The words of tables, seats and stacks."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tables.models import Table
from tables.web.words import Words

TABLE_STATES: Mapping[str, Words] = {
    Table.State.CLOSED: _("Closed"),
    Table.State.OPEN: _("Open"),
    Table.State.SUSPENDED: _("Suspended"),
}
RECOUNT_REASONS: Mapping[str, Words] = {
    "tip": _("Tip"),
    "passed": _("Chips passed"),
    "carried": _("Chips carried"),
    "miscount": _("Miscount"),
    "other": _("Other"),
}
