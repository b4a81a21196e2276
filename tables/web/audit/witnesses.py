"""What the page of checkpoints says of the witnesses (AUD 3.3)."""

from datetime import datetime

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from tables.games.values import JSON
from tables.models import WitnessState
from tables.queries.audit.checkpoints import signing_vkey
from tables.queries.audit.vouched import Vouched, vouched
from tables.web.shared.staff_page import StaffContext
from tables.web.shared.times import minutes_between
from tables.web.words.audit import WITNESS_PROBLEMS

MINUTE = 60


def witnesses_shown(office: StaffContext) -> JSON | None:
    """The witnesses, each with how it stands, and what it comes to; None where nobody is asked."""
    policy = settings.CHECKPOINT_WITNESSES
    if not policy.witnesses:
        return None
    found, now = vouched(office.casino.pk, policy), timezone.now()
    return {
        "said": _summary(found, now) if found else "",
        "required": policy.required,
        "lacking": _lacking(found, now, office) if found and found.lacking_since else "",
        "is_late": bool(found and found.is_late(now)),
        "vkey": signing_vkey(office.casino.pk),
        "rows": [
            {
                "name": witness.name,
                "address": witness.address,
                "reached": found.reached[witness.name] if found else 0,
                "age": _age(found.times[witness.name], now) if found and witness.name in found.times else "",
                **_state(found.states.get(witness.name) if found else None, office),
            }
            for witness in policy.witnesses
        ],
    }


def _summary(found: Vouched, now: datetime) -> str:
    figures = {"count": len(found.times), "all": len(found.reached), "number": found.newest.number}
    if not found.times:
        return _("Checkpoint %(number)s is not witnessed yet: 0 of %(all)s.") % figures
    oldest = _age(min(found.times.values()), now)
    return _("Checkpoint %(number)s is witnessed by %(count)s of %(all)s, the oldest %(age)s ago.") % {
        **figures,
        "age": oldest,
    }


def _lacking(found: Vouched, now: datetime, office: StaffContext) -> str:
    if found.witnessed is None:
        return _("%(required)s have to sign; no checkpoint is signed by as many.") % {"required": found.required}
    return _(
        "%(required)s have to sign; the newest checkpoint that as many vouch for is %(number)s of %(time)s, %(age)s ago."
    ) % {
        "required": found.required,
        "number": found.witnessed.number,
        "time": office.clock.full(found.witnessed.time),
        "age": _age(found.witnessed.time, now),
    }


def _state(state: WitnessState | None, office: StaffContext) -> JSON:
    if state is None or not state.problem:
        return {"problem": "", "told": "", "since": ""}
    since = office.clock.full(state.since) if state.since else ""
    return {"problem": WITNESS_PROBLEMS[state.problem], "told": state.said, "since": since}


def _age(moment: datetime, now: datetime) -> str:
    seconds = max(0, int((now - moment).total_seconds()))
    return _("%(seconds)s s") % {"seconds": seconds} if seconds < MINUTE else minutes_between(moment, now)
