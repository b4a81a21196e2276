"""The words of changes of house rules."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tables.models import RuleChange
from tables.web.words import Words


class RuleChangeWords(NamedTuple):
    """A state of a change of rules: on the floor's pages, in the reports, and as a page says that it has come about."""

    name: Words
    report: Words
    done: Words


State = RuleChange.State
RULE_CHANGE_STATES: Mapping[str, RuleChangeWords] = {
    State.REQUESTED: RuleChangeWords(
        _("waits for a decision"), _("asked for"), _("Asked for: another person of the floor decides on it.")
    ),
    State.APPROVED: RuleChangeWords(
        _("approved, not in force yet"),
        _("approved"),
        _("Approved: it takes effect at the first round boundary after its notice."),
    ),
    State.REJECTED: RuleChangeWords(_("rejected"), _("rejected"), _("Rejected: the rules stay what they are.")),
    State.WITHDRAWN: RuleChangeWords(_("withdrawn"), _("withdrawn"), _("Withdrawn: the rules stay what they are.")),
    State.EXPIRED: RuleChangeWords(
        _("ran out undecided"), _("expired"), _("Ran out undecided: the rules stay what they are.")
    ),
    State.CANCELLED: RuleChangeWords(_("cancelled"), _("cancelled"), _("Cancelled: the rules stay what they are.")),
    State.IN_FORCE: RuleChangeWords(_("in force"), _("in force"), _("Approved: it is in force.")),
}
