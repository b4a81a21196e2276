"""Every operation of the API by its name; each topic describes its own in operations_<topic>.py."""

from collections.abc import Mapping

from tables.api.openapi.operation import Operation
from tables.api.openapi.operations.alerts import ALERTS
from tables.api.openapi.operations.audit import AUDIT
from tables.api.openapi.operations.floor import IRREGULAR
from tables.api.openapi.operations.log import LOG
from tables.api.openapi.operations.people import PEOPLE
from tables.api.openapi.operations.play import PLAY
from tables.api.openapi.operations.reports import REPORTING
from tables.api.openapi.operations.rules import CHANGES

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
