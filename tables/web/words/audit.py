"""The words of exports of the audit log, and of what its verification found."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tables.jobs.finding_list import FindingState
from tables.models import Export
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
    "rows": _("Rows"),
    "guards": _("Guards"),
}
"""The parts of a verification, by what they look at."""
