"""Debts of players to the house and of the house to players: listed, and dealt with (OPS 5.8, 7.2)."""

from collections.abc import Iterable, Mapping

from tables.actions.act import journal
from tables.actions.act.context import ActContext
from tables.actions.act.path import at_table
from tables.actions.act.rows import standing_of, table_of
from tables.errors import BadField, NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.table.corrections import at_stake
from tables.games.table.debts import legs_outside
from tables.games.table.reading import read_text
from tables.games.values import JSON, Leg
from tables.models import Account, Alert, Owed, Round, Seating, Table
from tables.policy import Act


def record_debts(
    context: ActContext,
    legs: Iterable[Leg],
    players: Mapping[int, Seating],
    reason: Owed.Reason,
    round_: Round | None = None,
) -> list[JSON]:
    """Write a row and raise an alert for each leg on the account `owed`; returns what the entry of the act says of them.

    The entry says too whose each is, by the stay: `owing`. An amount is in minor units, and above zero where the house owes it to the player.
    """
    debts = []
    owing: JSON = {}
    for leg in legs:
        if leg.account == Account.OWED and leg.seat is not None:
            row = Owed.objects.create(
                table=table_of(context),
                round=round_,
                seating=players[leg.seat],
                reason=reason,
                amount=leg.amount,
                raised_at=context.now,
            )
            debt: JSON = {"owed": row.pk, "seat": leg.seat, "amount": leg.amount, "reason": str(reason)}
            context.alert(Alert.Kind.OWED, f"owed/{row.pk}", debt, round_number=round_.number if round_ else None)
            debts.append(debt)
            owing[str(row.pk)] = players[leg.seat].sit_sequence
    if owing:
        context.record_side_effect("owing", owing)
    return debts


@at_table(Act.SETTLE_OWED)
def settle_debt(context: ActContext, *, owed: int, how: object, words: object = "") -> JSON:
    """Take what is owed from the player's stack or give it to it, pay it in chips or cash, or write it off (OPS 5.8).

    It is dealt with whole, in any state of the table; `written_off` says why.
    """
    table = table_of(context)
    debt = _open_debt(table, owed)
    if how not in Owed.Way.values:
        raise BadField(_("%(field)s must be one of %(allowed)s."), field="how", allowed=", ".join(Owed.Way.values))
    text = read_text(words, "words", required=how == "written_off")
    player = _present(context, debt) if how == "seat" else None
    _post(context, debt, player, str(how))
    debt.settled_by_id, debt.settled_at, debt.words = context.responsible_id, context.now, text
    debt.save(update_fields=["settled_by", "settled_at", "words"])
    answer = {"owed": debt.pk, "amount": debt.amount, "how": how, "seat": player.seat if player else None}
    number = debt.round.number if debt.round else None
    context.record(
        {**answer, "reason": debt.reason, "player": _named(debt.seating), "words": text}, round_number=number
    )
    return answer


def _open_debt(table: Table, owed: object) -> Owed:
    if type(owed) is not int:
        raise BadField(_("%(field)s must be a number from the list of what is owed."), field="owed")
    debt = Owed.objects.filter(pk=owed, table=table).select_related("seating", "round").first()
    if debt is None:
        raise NotFound(_("There is nothing listed as owed under %(owed)s."), owed=owed)
    if debt.settled_at is not None:
        raise WrongState(_("This has been dealt with already."))
    return debt


def _present(context: ActContext, debt: Owed) -> Seating:
    """The player as they sit now: the same stay at the table, or the same card; raises WrongState where they do not."""
    owing, standing = debt.seating, standing_of(context)
    for player in standing.players.values():
        if player.pk == owing.pk or (owing.player_card and player.player_card == owing.player_card):
            break
    else:
        raise WrongState(_("The player does not sit at this table: it is paid in chips or in cash, or written off."))
    if player.pk in at_stake(standing.state):
        raise WrongState(_("Seat %(seat)s is in a round: this waits until it is settled."), seat=player.seat)
    if player.chips + debt.amount < 0:
        raise RuleError(
            "short_chips",
            _("Seat %(seat)s has %(chips)s, and %(needed)s is owed."),
            seat=player.seat,
            chips=player.chips,
            needed=-debt.amount,
        )
    return player


def _post(context: ActContext, debt: Owed, player: Seating | None, how: str) -> None:
    """The legs name the stay that owes, and the seat the player has now, which may be another stay of the same player."""
    owing = 0
    players = {owing: debt.seating} if player is None else {owing: debt.seating, player.seat: player}
    if player is not None and player.pk == debt.seating_id:
        players[owing] = player
    counter = [Leg("seat", player.seat, debt.amount)] if player else legs_outside(debt.amount, how)
    journal.post(context, [Leg("owed", owing, -debt.amount), *counter], players, debt.round_id)


def _named(player: Seating) -> JSON:
    return {"seat": player.seat, "player_card": player.player_card}
