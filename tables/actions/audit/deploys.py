"""Deploys: which program runs, as an entry each time that it is another (AUD 7.6)."""

from tables.actions.act.context import ActContext
from tables.actions.act.path import in_house
from tables.games.values import JSON
from tables.models import Alert, Casino
from tables.policy import Act
from tables.queries.audit.guards import guards_fingerprint
from tables.queries.audit.source import Source, newest_deploy, source_here
from tables.stamp import CommandId, HouseCall, Stamp


def record_deploys(*, migrated: bool = False) -> int:
    """Record, in every house, what runs here now where the newest entry says something else; returns in how many.

    Once the database was migrated, that its guards are others is another deploy too; at any other time it is none.
    """
    here, recorded = source_here(), 0
    for casino in Casino.objects.order_by("pk"):
        guards, newest = guards_fingerprint(), newest_deploy(casino)
        if _is_new(newest, here.document() | ({"database_guards": guards} if migrated else {})):
            _record(HouseCall(casino.pk, Stamp.of_system(CommandId.fresh("deploy"))), here, guards)
            recorded += 1
    return recorded


def _is_new(newest: JSON | None, here: JSON) -> bool:
    return newest is None or any(newest.get(name) != value for name, value in here.items())


@in_house(Act.RECORD_DEPLOY)
def _record(context: ActContext, here: Source, database_guards: str) -> JSON:
    before = newest_deploy(context.casino)
    after = {**here.document(), "database_guards": database_guards}
    known = {name: before.get(name) for name in after} if before else None
    if before and before["version"] == here.version and before["digest"] != here.digest:
        details = {"version": here.version, "before": before["digest"], "digest": here.digest}
        context.alert(Alert.Kind.CHANGED_SOURCE, f"source/{here.digest[:16]}", details)
    context.record({"before": known, "after": after})
    return after
