"""Short ways to ask for a change of house rules and to decide on it, also long ago."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tables import actions
from tables.errors import TableError
from tables.games.house_rules import change_house_rules
from tables.models import RoleGrant, RuleChange, RulesVersion
from tables.models.values import house_rules
from tables.policy import Role
from tables.stamp import Call, Signature, Stamp
from tests.cast import Cast, command_id

HIGHER: dict[str, Any] = {"limits": {"ante": {"min": 2000}}}
NOTICE: dict[str, Any] = {"changes": {"notice_minutes": 10}}


def request(cast: Cast, rules: dict[str, Any] | None = None, *, by: str = "frank", base: int | None = None) -> int:
    """Ask for a change; its number."""
    version = cast.fresh_table.rules
    assert version is not None
    sent: dict[str, Any] = {
        "rules": rules or HIGHER,
        "base_version": base or version.number,
        "reason": "a full house tonight",
    }
    number: int = cast.act("request_rule_change", by=by, **sent).body["change"]
    return number


def with_password(cast: Cast, who: str, signer: str = "") -> Stamp:
    """The stamp of a person in their own session, signed with a password."""
    person = cast.people[signer or who]
    signature = Signature(person.pk, "password", person.credential_version)
    role = Role.FLOOR if who in ("frank", "petra") else Role.DEALER
    return Stamp(cast.people[who].pk, role, None, command_id(), signature)


def decide(cast: Cast, act: str, number: int, by: str = "petra") -> dict[str, Any]:
    """Approve, reject or cancel a change, signed with one's own password."""
    call = Call(cast.table.pk, with_password(cast, by))
    body: dict[str, Any] = actions.perform(f"{act}_rule_change", call, {"change": number}).body
    return body


def refusal(cast: Cast, act: str, number: object, stamp: Stamp) -> str:
    """The code with which deciding is refused; the change stays as it is."""
    before = list(RuleChange.objects.values()), list(RulesVersion.objects.values()), cast.fresh_table.version
    with pytest.raises(TableError) as refused_with:
        actions.perform(f"{act}_rule_change", Call(cast.table.pk, stamp), {"change": number})
    assert (list(RuleChange.objects.values()), list(RulesVersion.objects.values()), cast.fresh_table.version) == before
    return refused_with.value.code


def asked_long_ago(cast: Cast, rules: dict[str, Any] | None = None) -> int:
    """A change that Frank asked for so long ago that its time is over."""
    version = cast.fresh_table.rules
    assert version is not None
    now = timezone.now()
    change = RuleChange.objects.create(
        table=cast.table,
        base=version,
        changes=rules or HIGHER,
        document=change_house_rules(house_rules(version.document), rules or HIGHER).document(),
        reason="long ago",
        requested_by=cast.people["frank"],
        requested_at=now - timedelta(minutes=61),
        expires_at=now - timedelta(minutes=1),
    )
    return change.pk


def due_long_ago(cast: Cast, rules: dict[str, Any] | None = None) -> int:
    """A change that Petra approved so long ago that its notice is over, and nobody looked at it since."""
    number, now = asked_long_ago(cast, rules), timezone.now()
    times = {"decided_at": now - timedelta(minutes=30), "due_at": now - timedelta(minutes=20)}
    RuleChange.objects.filter(pk=number).update(state="approved", decided_by=cast.people["petra"], **times)
    return number


def version_of(cast: Cast) -> int:
    """The version of the rules that is in force."""
    version = cast.fresh_table.rules
    assert version is not None
    return version.number


def dana_since(cast: Cast) -> Any:
    """When Dana came to the house."""
    return RoleGrant.objects.get(person=cast.people["dana"], role=Role.DEALER).granted_at
