"""The words of exports of the audit log."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tables.models import Export
from tables.web.words import Words

EXPORT_STATES: Mapping[str, Words] = {
    Export.State.WAITING: _("waits"),
    Export.State.RUNNING: _("is being made"),
    Export.State.READY: _("ready"),
    Export.State.FAILED: _("failed"),
    Export.State.CANCELLED: _("cancelled"),
}
