"""Players and their chips between rounds (OPS 2), with what only the house knows of them: bars and debts."""

from django.db.models import Q, QuerySet, Sum

from tables.actions.act.context import ActContext
from tables.actions.act.outcomes import decide, finish, play, write
from tables.actions.act.path import at_table
from tables.actions.act.rows import standing_of, table_of
from tables.actions.floor.debts import record_debts
from tables.errors import NotAllowed
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Bar, Owed, Seating, Table
from tables.policy import Act


@at_table(Act.SIT)
def sit(context: ActContext, *, seat: int, buy_in: int, source: str = "cash", player_card: str = "") -> JSON:
    """A player sits down with a buy-in (OPS 2.1)."""
    table, result = table_of(context), decide(context, standing_of(context))
    card = result.change.table.players[seat].player_card
    _verify_card_is_welcome(table, card, seat)
    return finish(context, write(context, result), _owed_by_card(table, card))


@at_table(Act.BUY_IN)
def buy_in(context: ActContext, *, seat: int, amount: int, source: str = "cash") -> JSON:
    """A further buy-in (OPS 2.1)."""
    return play(context)


@at_table(Act.RECOUNT)
def recount(context: ActContext, *, seat: int, chips: int, reason: str, words: str = "") -> JSON:
    """A stack counted anew; the difference goes on record with its reason, never absorbed (OPS 2.2)."""
    return play(context)


@at_table(Act.MOVE)
def move(context: ActContext, *, seat: int, to: int) -> JSON:
    """A player changes seats with all they have; the button goes along where it is a player's (OPS 2.1)."""
    return play(context)


@at_table(Act.SIT_OUT)
def sit_out(context: ActContext, *, seat: int) -> JSON:
    """A player keeps the seat and is not dealt to (OPS 2.3)."""
    return play(context)


@at_table(Act.RETURN_TO_PLAY)
def return_to_play(context: ActContext, *, seat: int) -> JSON:
    """A player who sat out plays again (OPS 2.3)."""
    return play(context)


@at_table(Act.STANDING_DECLINE)
def standing_decline(context: ActContext, *, seat: int, on: bool) -> JSON:
    """A player declines the bank until they say otherwise; it is recorded each round (OPS 3.1)."""
    return play(context)


@at_table(Act.LEAVE)
def leave(context: ActContext, *, seat: int) -> JSON:
    """A player leaves with their chips; a carried pot is shared first, and markers are redeemed or owed (OPS 2.3, 7.2)."""
    result = write(context, decide(context, standing_of(context)))
    players = result.standing.players
    record_debts(context, result.change.legs, players, Owed.Reason.MARKERS)
    return finish(context, result, _owed_by(players[seat]))


@at_table(Act.GIVE_UP_MATCH)
def give_up_match(context: ActContext, *, match: int, seat: int) -> JSON:
    """A player gives the match up between rounds: the other wins it, and a carried pot (DRAW 1.13)."""
    return play(context)


def _verify_card_is_welcome(table: Table, card: str, seat: int) -> None:
    """Nobody sits down who is barred from the table or the house; the refusal is an entry, and the floor is told (OPS 2.3)."""
    here = Q(table=None) | Q(table=table)
    bar = Bar.objects.filter(here, casino=table.casino_id, player_card=card, lifted_at=None).first() if card else None
    if bar is not None:
        raise NotAllowed(
            _("Player card %(card)s is barred from the house: %(reason)s.")
            if bar.table_id is None
            else _("Player card %(card)s is barred from this table: %(reason)s."),
            seat=seat,
            card=card,
            reason=bar.reason,
        )


def _owed_by_card(table: Table, card: str) -> JSON:
    """What a player who comes back owes the house, or is owed, at any table: the dealer who seats them is told."""
    owing = Owed.objects.filter(seating__player_card=card, table__casino=table.casino_id, settled_at=None)
    return _total(owing) if card else {}


def _owed_by(seating: Seating) -> JSON:
    """What is owed by a player who leaves, or to them: the dealer who sees them off is told."""
    return _total(Owed.objects.filter(seating=seating, settled_at=None))


def _total(owing: QuerySet[Owed]) -> JSON:
    total = owing.aggregate(total=Sum("amount"))["total"]
    return {"owed": total} if total else {}
