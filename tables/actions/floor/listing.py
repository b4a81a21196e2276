"""What a movement of chips leaves owed, listed until somebody deals with it (OPS 5.8, 7.2)."""

from collections.abc import Iterable, Mapping

from tables.actions.act.path import JSON, Desk
from tables.actions.act.rows import table_of
from tables.games.values import Leg
from tables.models import Account, Alert, Owed, Round, Seating


def list_owed(
    desk: Desk, legs: Iterable[Leg], players: Mapping[int, Seating], reason: Owed.Reason, round_: Round | None = None
) -> list[JSON]:
    """A row and an alert for each leg on the account `owed`; what of it the entry of the act says."""
    listed = []
    for leg in legs:
        if leg.account == Account.OWED and leg.seat is not None:
            row = Owed.objects.create(
                table=table_of(desk),
                round=round_,
                seating=players[leg.seat],
                reason=reason,
                amount=leg.amount,
                raised_at=desk.now,
            )
            told: JSON = {"owed": row.pk, "seat": leg.seat, "amount": leg.amount, "reason": str(reason)}
            desk.alert(Alert.Kind.OWED, f"owed/{row.pk}", told, round_number=round_.number if round_ else None)
            listed.append(told)
    return listed
