"""Background work: thin entries that call one act or one query each; casino/celery.py tells when they run."""

import logging

from celery import shared_task
from django.core.management import call_command

from tables.actions import clock
from tables.actions.audit.checkpoints import copy_checkpoints, make_checkpoint
from tables.actions.audit.deploys import record_deploys as record
from tables.actions.floor.alerts import tell_silent_tablets as tell_silent
from tables.actions.people.decisions import expire_changes
from tables.actions.rules import timer as rule_times
from tables.audit.copies import CopyFaultError
from tables.errors import TableError
from tables.games.edges import count_edges
from tables.jobs import exports as export_job
from tables.jobs import verification as verification_job
from tables.jobs import witnesses as witnesses_job
from tables.jobs.search import fill_search as fill
from tables.models import Casino, Table
from tables.queries.audit.checkpoints import is_due
from tables.queries.audit.journal import differences_at
from tables.queries.rules.edges import keep_edges, wanted_edges
from tables.stamp import CommandId, HouseCall, Stamp

logger = logging.getLogger(__name__)


@shared_task
def clear_expired_sessions() -> None:
    """Remove the sessions that have run out."""
    call_command("clearsessions")


@shared_task
def expire_actions() -> None:
    """Carry out what is late at tables where a clock runs (DRAW 2.7)."""
    clock.scan()


@shared_task
def tell_silent_tablets() -> None:
    """Show the floor where a dealer's tablet has fallen silent (OPS 6.1)."""
    tell_silent()


@shared_task
def expire_staff_changes() -> None:
    """End the requests about people that nobody decided on within a day (OPS 1.4)."""
    expire_changes()


@shared_task
def make_checkpoints() -> None:
    """Sign where every chain stands that moved, and copy what is not outside yet (AUD 3.1)."""
    for casino in Casino.objects.order_by("pk"):
        try:
            if is_due(casino):
                make_checkpoint(HouseCall(casino.pk, Stamp.of_system(CommandId.fresh("checkpoint"))))
            else:
                copy_checkpoints(casino.pk)
        except (TableError, CopyFaultError) as error:
            # One house keeps no other waiting; the next run tries again.
            logger.critical("Casino %s has no new checkpoint outside its database: %s", casino.pk, error)


@shared_task
def record_deploys() -> None:
    """Record which program runs, where it is another than the newest entry says (AUD 7.6)."""
    record()


@shared_task
def ask_witnesses() -> None:
    """Have the newest checkpoints cosigned by the witnesses that lack them (AUD 3.3)."""
    witnesses_job.ask_witnesses()


@shared_task
def make_exports() -> None:
    """Make the exports that wait, and those whose worker fell silent (AUD 4.1)."""
    export_job.make_exports()


@shared_task
def verify_audit() -> None:
    """Verify every chain and checkpoint; what does not hold is in the log and on the page (AUD 2.5, 3.2)."""
    verification_job.verify_everything()


@shared_task
def verify_audit_if_wanted() -> None:
    """Verify everything where compliance asked for it."""
    verification_job.verify_if_wanted()


@shared_task
def forget_old_exports() -> None:
    """Remove files of exports that had to be kept and no longer have to (AUD 4.5)."""
    export_job.forget_old_exports()


@shared_task
def change_rules() -> None:
    """Expire the changes of rules that nobody decided on, and put in force what is due between rounds (OPS 4.2, 4.3)."""
    rule_times.scan()


@shared_task
def count_wanted_edges() -> None:
    """Count the exact edges that are waited for; counted twice, they are the same (OPS 4.7)."""
    for name, wanted in wanted_edges().items():
        keep_edges(name, count_edges(wanted["game"], wanted["terms"]))


@shared_task
def fill_search() -> None:
    """Take what was entered since into the search of rounds (AUD 7.2)."""
    fill()


@shared_task
def reconcile() -> None:
    """Recompute every balance from the journal; a difference is an error in the log (OPS 2.4)."""
    for table in Table.objects.order_by("casino", "number"):
        for difference in differences_at(table):
            logger.error("The journal does not balance: %s", difference)
