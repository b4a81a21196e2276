"""Who may take a table over: the dealers seen at this house today, by name (OPS 1.8, LOOK 1.12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.db.models.functions import Length
from django.utils import timezone

from tables.models import AuditEntry, Person, Table, TapIn
from tables.policy import MATRIX, Act
from tables.queries.times import gaming_day, gaming_day_of


@dataclass(frozen=True, slots=True)
class DealerToday:
    """A dealer on the list: a name alone, and where they were seen last, to tell apart two of one name."""

    key: int
    """What the page sends in the place of the badge, which it is never told."""
    name: str
    deals_at: int | None
    """The table at which they are tapped in now."""
    seen_at: int
    seen: datetime
    is_alike: bool
    """Whether another on the list has the same name."""


def dealers_today(table: Table) -> list[DealerToday]:
    """The dealers who tapped in at any table of the house in this gaming day, or deal now, by name; not who deals here."""
    seen = _seen_today(table)
    dealing = {tap_in.person_id: tap_in for tap_in in _open_tap_ins(table)}
    known = Q(badge__in=seen) | Q(pk__in=dealing)
    rows = list(
        _may_deal(table).filter(known).exclude(tap_ins__table=table, tap_ins__ended_at=None).order_by("name", "pk")
    )
    names = [_folded(row) for row in rows]
    return [_dealer(row, seen, dealing.get(row.pk), is_alike=names.count(_folded(row)) > 1) for row in rows]


def badge_today(table: Table, key: str) -> str | None:
    """The badge of a dealer on today's list, by what the page sends for the name; None for nobody on it."""
    rows = [row for row in dealers_today(table) if str(row.key) == key]
    return Person.objects.values_list("badge", flat=True).get(pk=rows[0].key) if rows else None


def badge_length(table: Table) -> int | None:
    """How many characters a badge of the house has; None where they differ."""
    people = Person.objects.filter(is_active=True, role_grants__casino=table.casino_id, role_grants__revoked_at=None)
    lengths = set(people.annotate(length=Length("badge")).values_list("length", flat=True))
    return lengths.pop() if len(lengths) == 1 else None


def _seen_today(table: Table) -> dict[str, tuple[int, datetime]]:
    """Where and when each badge tapped in last in this gaming day; the log is asked, which has an index by act and time."""
    casino = table.casino
    day = gaming_day(casino, gaming_day_of(casino, timezone.now()))
    entries = AuditEntry.objects.filter(chain=casino.chain, act=str(Act.TAP_IN), **day.on("time"))
    rows = entries.order_by("sequence").values_list("person", "table", "time")
    return {badge: (number, moment) for badge, number, moment in rows if badge is not None and number is not None}


def _open_tap_ins(table: Table) -> QuerySet[TapIn]:
    return TapIn.objects.filter(ended_at=None, table__casino=table.casino_id).select_related("table")


def _may_deal(table: Table) -> QuerySet[Person]:
    held = {"role_grants__casino": table.casino_id, "role_grants__revoked_at": None}
    return Person.objects.filter(is_active=True, role_grants__role__in=list(MATRIX[Act.TAP_IN]), **held).distinct()


def _dealer(
    row: Person, seen: Mapping[str, tuple[int, datetime]], tap_in: TapIn | None, *, is_alike: bool
) -> DealerToday:
    here = (tap_in.table.number, tap_in.started_at) if tap_in is not None else None
    number, moment = here or seen[row.badge]
    return DealerToday(row.pk, row.name, tap_in.table.number if tap_in else None, number, moment, is_alike)


def _folded(row: Person) -> str:
    return " ".join(row.name.split()).casefold()
