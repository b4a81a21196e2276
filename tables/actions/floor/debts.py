"""Dealing with what is owed, by a player or to him (OPS 5.8, 7.2)."""

from collections.abc import Sequence

from tables.actions.act import journal
from tables.actions.act.path import JSON, Desk, at_table, need_text
from tables.actions.act.reasons import signer_of
from tables.actions.act.rows import players_at, table_of
from tables.actions.floor.past_rounds import at_stake
from tables.errors import BadField, NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.values import Leg
from tables.models import Owed, Seating, Table
from tables.policy import Act


@at_table(Act.SETTLE_OWED)
def settle_owed(desk: Desk, *, owed: int, how: object, words: object = "") -> JSON:
    """What is owed is taken from or given to his stack, paid in chips or in cash, or written off (OPS 5.8).

    It is dealt with whole, and whatever goes on at the table; `written_off` says why.
    """
    table = table_of(desk)
    row = _still_owed(table, owed)
    if how not in Owed.Way.values:
        raise BadField(_("%(field)s must be one of %(allowed)s."), field="how", allowed=", ".join(Owed.Way.values))
    said = need_text(words, "words", required=how == "written_off")
    player = _present(table, row) if how == "seat" else None
    _post(desk, row, player, str(how))
    row.settled_by_id, row.settled_at, row.words = signer_of(desk), desk.now, said
    row.save(update_fields=["settled_by", "settled_at", "words"])
    told = {"owed": row.pk, "amount": row.amount, "how": how, "seat": player.seat if player else None}
    number = row.round.number if row.round else None
    desk.record({**told, "reason": row.reason, "player": _named(row.seating), "words": said}, round_number=number)
    return told


def _still_owed(table: Table, owed: object) -> Owed:
    if type(owed) is not int:
        raise BadField(_("%(field)s must be a number from the list of what is owed."), field="owed")
    row = Owed.objects.filter(pk=owed, table=table).select_related("seating", "round").first()
    if row is None:
        raise NotFound(_("There is nothing listed as owed under %(owed)s."), owed=owed)
    if row.settled_at is not None:
        raise WrongState(_("This has been dealt with already."))
    return row


def _present(table: Table, row: Owed) -> Seating:
    """Where he sits now: the same stay at the table, or the same player card; raises WrongState where he cannot be reached."""
    owing = row.seating
    for player in players_at(table).values():
        if player.pk == owing.pk or (owing.player_card and player.player_card == owing.player_card):
            break
    else:
        raise WrongState(_("He does not sit at this table: it is paid in chips or in cash, or written off."))
    if player.pk in at_stake(table):
        raise WrongState(_("Seat %(seat)s is in a round: this waits until it is settled."), seat=player.seat)
    if player.chips + row.amount < 0:
        raise RuleError(
            "short_chips",
            _("Seat %(seat)s has %(chips)s, and %(needed)s is owed."),
            seat=player.seat,
            chips=player.chips,
            needed=-row.amount,
        )
    return player


def _post(desk: Desk, row: Owed, player: Seating | None, how: str) -> None:
    """The legs name the stay that owes, and the seat he has now, which may be another stay of the same player."""
    owing = 0
    players = {owing: row.seating} if player is None else {owing: row.seating, player.seat: player}
    if player is not None and player.pk == row.seating_id:
        players[owing] = player
    counter = [Leg("seat", player.seat, row.amount)] if player else _legs_outside(row.amount, how)
    journal.post(desk, [Leg("owed", owing, -row.amount), *counter], players, row.round_id)


def _legs_outside(amount: int, how: str) -> Sequence[Leg]:
    """Chips come and go with the player; cash for chips that the tray lacks goes down the drop, as at a buy-in.

    What the house pays at its cashier, keeps or bears leaves the chips in the tray, or is missing from it.
    """
    if how == "chips":
        return [Leg("outside", None, amount)]
    if how == "cash" and amount < 0:
        return [Leg("tray", None, amount), Leg("drop", None, -amount), Leg("outside", None, amount)]
    return [Leg("tray", None, amount)]


def _named(player: Seating) -> JSON:
    return {"seat": player.seat, "player_card": player.player_card}
