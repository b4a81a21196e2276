"""When an approved change of house rules takes effect: at a round boundary, in whatever act is there first (OPS 4.3)."""

from collections.abc import Mapping

from tables.actions.act.path import JSON, Desk
from tables.actions.act.rows import players_at, table_of
from tables.errors import gettext_noop as _
from tables.games.comparison import differences
from tables.games.registry import GAMES
from tables.games.values import BetweenRounds, HouseRules
from tables.models import RuleChange, RulesVersion, Seating, Table
from tables.models.values import house_rules, match_of, rotation_of, stacks_of

A_TABLE_RESTS = _("Everything stands as it is until the table is resumed.")
A_GAME_WAITS = _("Another game begins at a closed table: this waits until the table is closed.")


def take_due_rules(desk: Desk, seatings: Mapping[int, Seating] | None = None) -> RulesVersion | None:
    """At a round boundary: put the approved change in force if its time has come; the act's entry says so.

    Costs nothing where no change is approved. The caller knows that no round is open, or that it ends with this act.
    """
    if desk.facts.approved_change is None:
        return None
    change = RuleChange.objects.select_related("base").get(pk=desk.facts.approved_change)
    return take_if_due(desk, change, players_at(table_of(desk)) if seatings is None else seatings)


def take_if_due(desk: Desk, change: RuleChange, seatings: Mapping[int, Seating]) -> RulesVersion | None:
    """Put an approved change in force, unless its notice still runs or something holds it up."""
    table = table_of(desk)
    # An empty table needs no notice.
    is_due = change.due_at is not None and (change.due_at <= desk.now or not seatings)
    if not is_due or what_holds_up(table, change, seatings):
        return None
    return _put_in_force(desk, change, seatings)


def what_holds_up(table: Table, change: RuleChange, seatings: Mapping[int, Seating]) -> str:
    """The sentence why a change that is due cannot take effect at this round boundary, or nothing."""
    if table.state == Table.State.SUSPENDED:
        return A_TABLE_RESTS
    before, after = house_rules(change.base.document), house_rules(change.document)
    if before.game != after.game:
        return "" if table.state == Table.State.CLOSED else A_GAME_WAITS
    between = BetweenRounds(stacks_of(seatings), table.carry, match_of(table, seatings))
    return GAMES[before.game].blocks_change(before.terms, after.terms, between)


def _put_in_force(desk: Desk, change: RuleChange, seatings: Mapping[int, Seating]) -> RulesVersion:
    """The next version of the table's rules, from this act on."""
    table = table_of(desk)
    rules = house_rules(change.document)
    version = RulesVersion.objects.create(
        table=table,
        number=change.base.number + 1,
        game=rules.game,
        document=change.document,
        in_force_from=desk.now,
        change=change,
    )
    change.state, change.ended_at = RuleChange.State.IN_FORCE, desk.now
    change.save(update_fields=["state", "ended_at"])
    table.rules = version
    desk.moves_version = True
    withdrawn = _withdraw_what_no_longer_fits(table, rules, seatings)
    desk.record_besides(
        "rules_in_force", {**_in_force(change, version), **({"withdrawn": withdrawn} if withdrawn else {})}
    )
    return version


def _in_force(change: RuleChange, version: RulesVersion) -> JSON:
    return {
        "change": change.pk,
        "before": {"version": change.base.number},
        "after": {"version": version.number, "document": version.document},
        "differences": differences(change.base.document, change.document),
    }


def _withdraw_what_no_longer_fits(table: Table, rules: HouseRules, seatings: Mapping[int, Seating]) -> list[JSON]:
    """Offers of the coming round answered under the old rules, where they would not hold under the new (OPS 3.2)."""
    answers: list[JSON] = table.designation.get("answers", [])
    rotation = rotation_of(table, rules, seatings)
    if rotation is None:
        table.designation = {}
        return answers
    passed_over = [answer.seat for answer in rotation.answers if answer.answer == "not_eligible"]
    # Whoever was passed over and is eligible now is asked in his turn, so all are asked anew.
    if rotation.answers and all(map(rotation.why_not_eligible, passed_over)):
        return []
    table.designation = {**table.designation, "answers": []}
    return answers
