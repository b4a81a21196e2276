"""The words of exports of the audit log, of what its verification found, and of witnesses."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tables.jobs.finding_list import FindingState
from tables.models import Export, WitnessState
from tables.web.words import Words

EXPORT_STATES: Mapping[str, Words] = {
    Export.State.WAITING: _("waits"),
    Export.State.RUNNING: _("is being made"),
    Export.State.READY: _("ready"),
    Export.State.FAILED: _("failed"),
    Export.State.CANCELLED: _("cancelled"),
}
FINDING_STATES: Mapping[str, Words] = {
    FindingState.OPEN: _("Open"),
    FindingState.SIGNED_OFF: _("Signed off"),
    FindingState.GONE: _("Gone"),
}
FINDING_PARTS: Mapping[str, Words] = {
    "chains": _("Entries"),
    "checkpoints": _("Checkpoints"),
    "settlements": _("Settlements"),
    "journal": _("Journal"),
    "rows": _("Rows"),
    "guards": _("Guards"),
}
"""The parts of a verification, by what they look at."""
WITNESS_PROBLEMS: Mapping[str, Words] = {
    WitnessState.Problem.UNREACHABLE: _("cannot be reached"),
    WitnessState.Problem.CONFIGURATION: _("does not know this house or its key"),
    WitnessState.Problem.UNTRUE: _("answers what cannot be"),
    WitnessState.Problem.REFUSED: _("refuses this log"),
}
