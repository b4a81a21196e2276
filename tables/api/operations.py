"""Every operation of the API by its name; each topic describes its own in operations_<topic>.py."""

from collections.abc import Mapping

from tables.api.operation import Operation
from tables.api.operations_alerts import ALERTS
from tables.api.operations_audit import AUDIT
from tables.api.operations_changes import CHANGES
from tables.api.operations_irregular import IRREGULAR
from tables.api.operations_log import LOG
from tables.api.operations_people import PEOPLE
from tables.api.operations_play import PLAY
from tables.api.operations_reports import REPORTING

OPERATIONS: Mapping[str, Operation] = {
    **PLAY,
    **CHANGES,
    **IRREGULAR,
    **LOG,
    **AUDIT,
    **ALERTS,
    **PEOPLE,
    **REPORTING,
}
