"""Access: who signed in where, and who holds which role, given by whom (AUD 5.1)."""

from django.db.models import Q

from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Person, RoleGrant, Tablet
from tables.policy import Act
from tables.queries.reports.entries import entries_like, place_of, read_place
from tables.queries.reports.model import Column, Page, Part, ReportQuery, detail, row_before
from tables.queries.times import moment_text

ACTS = (
    Act.SIGN_IN,
    Act.SIGN_IN_FAILED,
    Act.SIGN_OUT,
    Act.TAP_IN,
    Act.TAP_OUT,
    Act.SIGN,
    Act.ENROL_TABLET,
    Act.ENROLMENT_FAILED,
    Act.REVOKE_TABLET,
    Act.UNLOCK_TABLET,
    Act.UNLOCK_BADGE,
    Act.ISSUE_TOKEN,
)
OF_THE_ACT = ("method", "reason", "unlocked", "token_for", "label", "locked")
NO_TABLET = "no_tablet"


def access_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """One page of attempts and what came of them; three queries."""
    walks = [("act = %s", (str(act),)) for act in ACTS]
    entries = entries_like(walks, query, read_place(cursor), size + 1)
    shown = entries[:size]
    names = dict(Person.objects.filter(badge__in={_badge(entry) or "" for entry in shown}).values_list("badge", "name"))
    tablets = {tablet.pk: tablet for tablet in Tablet.objects.filter(pk__in=_tablets(shown)).select_related("table")}
    rows = [_row(entry, names, tablets) for entry in shown]
    return rows, place_of(shown[-1]).cursor if len(entries) > size else None


def _row(entry: JSON, names: dict[str, str], tablets: dict[int, Tablet]) -> JSON:
    badge = _badge(entry)
    tablet = tablets.get(_tablet(entry) or 0)
    where = tablet.label if tablet else entry["device"] or NO_TABLET
    payload = entry["payload"]
    return {
        "time": time_text(entry["time"]),
        "what": entry["act"],
        "badge": badge,
        "name": names.get(badge or ""),
        "role": None if entry["act"].endswith("_failed") else entry["role"],
        "where": where,
        "table": entry["table"] if entry["table"] is not None or tablet is None else tablet.table.number,
        "details": [detail(name, payload[name]) for name in OF_THE_ACT if payload.get(name)],
        "chain": entry["chain"],
        "entry": entry["sequence"],
    }


def _badge(entry: JSON) -> str | None:
    """Return the badge of the person who tried; after a failure that is the badge they gave."""
    badge = entry["payload"].get("badge") or (entry["payload"].get("sent") or {}).get("badge")
    person = badge if entry["act"].endswith("_failed") else entry["person"] or badge
    return str(person) if person else None


def _tablets(entries: list[JSON]) -> set[int]:
    return {tablet for entry in entries if (tablet := _tablet(entry)) is not None}


def _tablet(entry: JSON) -> int | None:
    kind, _colon, number = (entry["device"] or "").partition(":")
    return int(number) if kind == "tablet" and number.isdecimal() else None


def roles_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """Every grant that held at any time of the period, the newest first; one query."""
    before = row_before(cursor)
    held = RoleGrant.objects.filter(
        Q(revoked_at=None) | Q(revoked_at__gte=query.since),
        casino=query.casino,
        granted_at__lt=query.until,
        pk__lt=before,
    ).select_related("person", "granted_by", "confirmed_by", "revoked_by")
    grants = list(held.order_by("-pk")[: size + 1])
    shown = grants[:size]
    return [_grant(grant) for grant in shown], str(shown[-1].pk) if len(grants) > size else None


def _grant(grant: RoleGrant) -> JSON:
    return {
        "badge": grant.person.badge,
        "name": grant.person.name,
        "role": grant.role,
        "from": time_text(grant.granted_at),
        "granted_by": grant.granted_by.badge if grant.granted_by else None,
        "confirmed_by": grant.confirmed_by.badge if grant.confirmed_by else None,
        "to": moment_text(grant.revoked_at),
        "revoked_by": grant.revoked_by.badge if grant.revoked_by else None,
        "active": "yes" if grant.person.is_active else "no",
    }


ATTEMPTS = Part(
    "attempts",
    _("Who signed in where"),
    (
        Column("time", _("Time"), "time"),
        Column("what", _("What"), "word"),
        Column("badge", _("Badge")),
        Column("name", _("Name")),
        Column("role", _("Role"), "word"),
        Column("where", _("Where"), "word"),
        Column("table", _("Table"), "number"),
        Column("details", _("Details"), "details"),
        Column("chain", _("Chain")),
        Column("entry", _("Entry"), "number"),
    ),
    access_page,
)
ROLES = Part(
    "roles",
    _("Who holds which role"),
    (
        Column("badge", _("Badge")),
        Column("name", _("Name")),
        Column("role", _("Role"), "word"),
        Column("from", _("From"), "time"),
        Column("granted_by", _("Given by")),
        Column("confirmed_by", _("Confirmed by")),
        Column("to", _("Until"), "time"),
        Column("revoked_by", _("Taken by")),
        Column("active", _("May sign in"), "word"),
    ),
    roles_page,
)
