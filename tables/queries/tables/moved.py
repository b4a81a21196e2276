"""What goes back or moves after a void or a correction, seat by seat, until the next round is opened (OPS 5.8).

Reasons and names are those of the entries, amounts those of the postings that the same entries made.
"""

from collections.abc import Iterator, Mapping, Sequence

from tables.audit.chain import time_text
from tables.games.values import JSON
from tables.models import Account, AuditEntry, Leg, Person, Round, Seating, Table
from tables.policy import Act
from tables.queries.tables.documents import MOVES, MovedDocument, MovedPart, MovedPartDocument, MovedRowDocument
from tables.queries.tables.past import players_then

BESIDE_PLAYERS = (Account.RAKE, Account.DROP, Account.POT)


def moved_since(table: Table, newest: Round) -> list[MovedDocument]:
    """What was moved by voids and corrections since the newest round was opened, the oldest first.

    A correction of a round whose chips had not moved yet is left out: the settlement of that round shows it itself.
    """
    acts = (*map(str, MOVES), str(Act.CLOSE_ROUND))
    entries = list(
        AuditEntry.objects.filter(chain=table.chain, act__in=acts, time__gte=newest.opened_at).order_by("sequence")
    )
    closed = {entry.round: entry.sequence for entry in entries if entry.act == Act.CLOSE_ROUND}
    moves = [entry for entry in entries if entry.act in MOVES and not _was_open(entry, newest, closed)]
    badges = {_responsible(entry) for entry in moves}
    names = dict(Person.objects.filter(badge__in=badges).values_list("badge", "name"))
    legs = _legs(table, [entry.sequence for entry in moves])
    return [
        {
            "sequence": entry.sequence,
            "act": entry.act,
            "round": entry.round or 0,
            "reason": str(_said(entry).get("reason", "")),
            "words": str(_said(entry).get("words", "")),
            "by": names.get(_responsible(entry), ""),
            "is_signed": "signature" in entry.payload,
            "at": time_text(entry.time),
            "rows": _rows(table, newest, entry, legs.get(entry.sequence, [])),
        }
        for entry in moves
    ]


def _was_open(entry: AuditEntry, newest: Round, closed: Mapping[int | None, int]) -> bool:
    """Whether the chips of a corrected round had still to move; only those of the newest round can."""
    if entry.act != Act.CORRECT_ROUND or entry.round != newest.number:
        return False
    return newest.number not in closed or entry.sequence < closed[newest.number]


def _responsible(entry: AuditEntry) -> str:
    """The badge of who signed it, else of who did it."""
    return str(entry.payload.get("signature", {}).get("badge") or entry.person or "")


def _said(entry: AuditEntry) -> JSON:
    """Where the entry has its reason."""
    said: JSON = entry.payload["after"] if entry.act == Act.VOID_ROUND else entry.payload
    return said


def _legs(table: Table, sequences: Sequence[int]) -> dict[int, list[Leg]]:
    found: dict[int, list[Leg]] = {}
    legs = Leg.objects.filter(
        posting__table=table, posting__sequence__in=sequences, posting__act__in=[*map(str, MOVES)]
    )
    for leg in legs.select_related("posting", "seating").order_by("pk"):
        found.setdefault(leg.posting.sequence, []).append(leg)
    return found


def _rows(table: Table, newest: Round, entry: AuditEntry, legs: Sequence[Leg]) -> list[MovedRowDocument]:
    """A row a player, those first who pay for what others get; after a correction, then what is the house's or the pot's."""
    is_void = entry.act == Act.VOID_ROUND
    seats_then = {player.pk: seat for seat, player in players_then(table, newest).items()} if is_void and legs else {}
    players = {leg.seating_id: leg.seating for leg in legs if leg.seating is not None}
    rows = [_row_of_player(player, [leg for leg in legs if leg.seating_id == pk]) for pk, player in players.items()]
    for pk, row in zip(players, rows, strict=True):
        row["parts"] = [*_parts(newest, seats_then.get(pk or 0), row["amount"])] if is_void else []
    of_the_house = [] if is_void else [_row(leg.account, leg.amount) for leg in legs if leg.account in BESIDE_PLAYERS]
    return [*sorted(rows, key=lambda row: (row["amount"] >= 0, row["seat"] or 0)), *of_the_house]


def _row_of_player(player: Seating, legs: Sequence[Leg]) -> MovedRowDocument:
    sums = {leg.account: leg.amount for leg in legs}
    row = _row(Account.SEAT, sums.get(Account.SEAT, 0))
    return {
        **row,
        "seat": player.seat,
        "has_left": player.left_at is not None,
        "owed": sums.get(Account.OWED, 0),
        "markers": sums.get(Account.MARKERS, 0),
    }


def _row(account: str, amount: int) -> MovedRowDocument:
    return {
        "account": str(account),
        "seat": None,
        "has_left": False,
        "amount": amount,
        "owed": 0,
        "markers": 0,
        "parts": [],
    }


def _parts(voided: Round, seat: int | None, amount: int) -> Iterator[MovedPartDocument]:
    """What comes to the amount that goes back: rake, the bank of the designated player, and for all others what they staked."""
    rake = (voided.play.get("rake") or {}).get(str(seat), 0)
    kind = MovedPart.BANK if seat is not None and seat == voided.designated_seat else MovedPart.STAKES
    if amount - rake:
        yield {"kind": str(kind), "amount": amount - rake}
    if rake:
        yield {"kind": str(MovedPart.RAKE), "amount": rake}
