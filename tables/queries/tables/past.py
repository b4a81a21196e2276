"""Who sat where, and who dealt, in a round of the past: rounds name seats, and players move and leave (OPS 5.8)."""

from django.db.models import Q, QuerySet, Subquery

from tables.models.audit import AuditEntry
from tables.models.people import TapIn
from tables.models.rounds import Round
from tables.models.tables import Seating, Table
from tables.policy import Act

ENDS = (str(Act.SETTLE_ROUND), str(Act.VOID_ROUND))
COMES_AND_GOES = (str(Act.SIT), str(Act.LEAVE), str(Act.MOVE))


def players_then(table: Table, round_: Round) -> dict[int, Seating]:
    """Return everybody who sat at the table when a round was settled or void, by the seat they had then; two queries.

    What the entries of the table say of who came, moved and left since is taken back, newest first. They are in order,
    as times need not be: a clock that was set back stands still until it is where it was (AUD 1.2). Of a round that is
    still played it is everybody who sits there now.
    """
    entries = AuditEntry.objects.filter(chain=table.chain)
    ended = entries.filter(round=round_.number, act__in=ENDS).values("sequence")[:1]
    since = list(entries.filter(act__in=COMES_AND_GOES, sequence__gt=Subquery(ended)).order_by("-sequence"))
    gone = [entry.time for entry in since if entry.act == Act.LEAVE]
    seatings = Seating.objects.filter(Q(left_at=None) | Q(left_at__in=gone), table=table).order_by("pk")
    seats = {player.seat: player for player in seatings if player.left_at is None}
    left = [player for player in seatings if player.left_at is not None]
    for entry in since:
        if entry.act == Act.MOVE:
            seats[entry.payload["before"]["seat"]] = seats.pop(entry.payload["after"]["seat"])
        elif entry.act == Act.SIT:
            del seats[entry.payload["after"]["seat"]]
        else:
            seats[entry.payload["before"]["seat"]] = _who_left(left, entry)
    return seats


def tap_ins_of(round_: Round) -> QuerySet[TapIn]:
    """Return the tap-ins at the table during a round, or during some of it."""
    before_its_end = {"started_at__lt": round_.ended_at} if round_.ended_at else {}
    during = Q(ended_at=None) | Q(ended_at__gt=round_.opened_at)
    return TapIn.objects.filter(during, table=round_.table_id, **before_its_end)


def _who_left(left: list[Seating], entry: AuditEntry) -> Seating:
    """Return the last player who left that seat at that moment, and take them off the list."""
    seat = entry.payload["before"]["seat"]
    place = max(at for at, player in enumerate(left) if (player.left_at, player.seat) == (entry.time, seat))
    return left.pop(place)
