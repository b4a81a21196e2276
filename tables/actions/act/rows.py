"""What stands on and around a table, read under its lock: players, rules, the open round, the offers of the bank."""

from tables.actions.act.path import Desk
from tables.errors import BadField, NotFound, Suspended, WrongState
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.money import MAX_AMOUNT, is_whole
from tables.games.values import HouseRules
from tables.models import Round, RulesVersion, Seating, Table
from tables.models.values import house_rules

# Read under the lock by every act, so in plain words: building them anew would take longer than running them.
PLAYERS = "SELECT * FROM tables_seating WHERE table_id = %s AND left_at IS NULL ORDER BY seat"
ROUND = "SELECT * FROM tables_round WHERE table_id = %s AND number = %s"
RULES = "SELECT * FROM tables_rulesversion WHERE id = %s"


def known_table(table_id: int) -> Table:
    """A table before anything is locked; raises NotFound."""
    table = Table.objects.filter(pk=table_id).first()
    if table is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    return table


def table_of(desk: Desk) -> Table:
    """The locked table of an act at a table."""
    if desk.table is None:
        raise AssertionError("a house act has no table")
    return desk.table


def open_table_of(desk: Desk) -> Table:
    """The locked table, open for play; raises WrongState or Suspended."""
    table = table_of(desk)
    if table.state == Table.State.SUSPENDED:
        raise Suspended(
            _("Table %(table)s is suspended; everything stands as it is until it is resumed."), table=table.number
        )
    if table.state != Table.State.OPEN:
        raise WrongState(_("Table %(table)s is closed."), table=table.number)
    return table


def players_at(table: Table) -> dict[int, Seating]:
    """Everybody who sits at the table, by seat."""
    return {seating.seat: seating for seating in Seating.objects.raw(PLAYERS, [table.pk])}


def player_at(table: Table, seat: object) -> Seating:
    """Whoever sits at a seat; raises `bad_seat`."""
    number = verify_seat(table, seat)
    seating = Seating.objects.filter(table=table, seat=number, left_at=None).first()
    if seating is None:
        raise RuleError("bad_seat", _("Nobody sits at seat %(seat)s."), seat=number)
    return seating


def verify_seat(table: Table, seat: object) -> int:
    """A seat of this table; raises `bad_seat`."""
    if not is_whole(seat, 1, table.seat_count):
        raise RuleError(
            "bad_seat",
            _("A seat of this table is a number from 1 to %(most)s, not %(found)s."),
            field="seat",
            most=table.seat_count,
            found=str(seat)[:40],
        )
    return seat


def verify_amount(amount: object, name: str, seat: int | None, least: int = 1, most: int = MAX_AMOUNT) -> int:
    """An amount in whole minor units; raises `bad_amount`."""
    if not is_whole(amount, least, most):
        raise RuleError(
            "bad_amount",
            _("%(field)s must be a whole number of minor units from %(least)s to %(most)s."),
            seat=seat,
            field=name,
            least=least,
            most=most,
        )
    return amount


def round_of(table: Table) -> Round | None:
    """The round that is open at the table; only the newest can be."""
    for newest in Round.objects.raw(ROUND, [table.pk, table.last_round]):
        if newest.state not in Round.ENDED:
            newest.rules = _rules(newest.rules_id)
            return newest
    return None


def open_round_of(table: Table, number: object) -> Round:
    """The open round, if it is the one that is meant; raises NotFound or WrongState."""
    if type(number) is not int:
        raise BadField(_("%(field)s must be the number of a round."), field="number")
    round_ = round_of(table)
    if round_ is None or round_.number != number:
        if 1 <= number <= table.last_round:
            raise WrongState(_("Round %(number)s is over."), number=number)
        raise NotFound(_("There is no round %(number)s at table %(table)s."), number=number, table=table.number)
    return round_


def rules_in_force(table: Table) -> tuple[RulesVersion, HouseRules]:
    """The version of the house rules that the next round is opened under."""
    version = _rules(table.rules_id)
    return version, house_rules(version.document)


def _rules(version_id: int | None) -> RulesVersion:
    return RulesVersion.objects.raw(RULES, [version_id])[0]
