"""The reports of the house, each by its name (AUD 5.1)."""

from collections.abc import Mapping

from tables.errors import gettext_noop as _
from tables.queries.reports.access import ATTEMPTS, ROLES
from tables.queries.reports.accounts import FAILURES, UNUSED_ACCOUNTS
from tables.queries.reports.changes import RULE_CHANGES
from tables.queries.reports.exceptions import EXCEPTIONS
from tables.queries.reports.matches import MATCHES
from tables.queries.reports.model import Report
from tables.queries.reports.rake import RAKE_TAKEN
from tables.queries.reports.roster import ROSTER
from tables.queries.reports.rotation import OFFERS, PLAYERS
from tables.queries.reports.round_filter import NAMES
from tables.queries.reports.round_groups import BY_DEALER, BY_TABLE, PAIRS_OF_PEOPLE, SIGNERS
from tables.queries.reports.rounds import BETS, ROUNDS
from tables.queries.reports.taken_away import TAKEN_AWAY

REPORTS: Mapping[str, Report] = {
    report.name: report
    for report in (
        Report(
            "rounds",
            _("Rounds"),
            (ROUNDS, BETS, BY_DEALER, BY_TABLE, SIGNERS, PAIRS_OF_PEOPLE),
            filters=NAMES,
            one_at_a_time=True,
        ),
        Report("exceptions", _("Exceptions"), (EXCEPTIONS,)),
        Report("rake", _("Rake"), (RAKE_TAKEN,)),
        Report("rotation", _("Rotation of the bank"), (OFFERS, PLAYERS), summary_last=False),
        Report("matches", _("Matches"), (MATCHES,)),
        Report("changes", _("Changes of rules"), (RULE_CHANGES,), filters=("only",)),
        Report("access", _("Access"), (ATTEMPTS, ROLES, TAKEN_AWAY, FAILURES, UNUSED_ACCOUNTS, ROSTER)),
    )
}
