"""The words of exports of the audit log, and of witnesses."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tables.models import Export, WitnessState
from tables.web.words import Words

EXPORT_STATES: Mapping[str, Words] = {
    Export.State.WAITING: _("waits"),
    Export.State.RUNNING: _("is being made"),
    Export.State.READY: _("ready"),
    Export.State.FAILED: _("failed"),
    Export.State.CANCELLED: _("cancelled"),
}
WITNESS_PROBLEMS: Mapping[str, Words] = {
    WitnessState.Problem.UNREACHABLE: _("cannot be reached"),
    WitnessState.Problem.CONFIGURATION: _("does not know this house or its key"),
    WitnessState.Problem.UNTRUE: _("answers what cannot be"),
    WitnessState.Problem.REFUSED: _("refuses this log"),
}
