"""What stands on and around a table, read under its lock: players, rules, the open round, the coming change of rules."""

import json
from dataclasses import dataclass
from typing import Any

from tables.actions.act.context import ActContext
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.table.reading import read_seat
from tables.games.table.state import TableState
from tables.games.values import HouseRules
from tables.models import Match, Round, RuleChange, RulesVersion, Seating, Table
from tables.models.values import Around, house_rules, table_value

# Read under the lock by every act, so in plain words: building them anew would take longer than running them.
PLAYERS = "SELECT * FROM tables_seating WHERE table_id = %s AND left_at IS NULL ORDER BY seat"
RULES = "SELECT * FROM tables_rulesversion WHERE id = %s"
ROUND_COLUMNS = tuple(field.attname for field in Round._meta.concrete_fields)
MATCH_COLUMNS = tuple(field.attname for field in Match._meta.concrete_fields)
JSON_COLUMNS = ("play", "flags")
# The rules in force, the newest round where it is open, for only the newest can be, and the newest match.
RULES_ROUND_AND_MATCH = """
SELECT version.*,
       round.id AS round_id, round.table_id AS round_table_id, round.number AS round_number,
       round.rules_id AS round_rules_id, round.state AS round_state, round.designated_id AS round_designated_id,
       round.designated_seat AS round_designated_seat, round.bank_declared AS round_bank_declared,
       round.bank AS round_bank, round.pot AS round_pot, round.play AS round_play, round.flags AS round_flags,
       round.deadline AS round_deadline, round.clock_from AS round_clock_from, round.opened_at AS round_opened_at,
       round.dealt_at AS round_dealt_at, round.settled_at AS round_settled_at, round.ended_at AS round_ended_at,
       round.void_reason AS round_void_reason,
       match.id AS match_id, match.table_id AS match_table_id, match.number AS match_number,
       match.players AS match_players, match.began_at AS match_began_at, match.first_round AS match_first_round,
       match.hands AS match_hands, match.last_round AS match_last_round, match.ended_at AS match_ended_at,
       match.how AS match_how, match.winner_id AS match_winner_id
FROM tables_rulesversion version
LEFT JOIN LATERAL (
    SELECT * FROM tables_match played WHERE played.table_id = version.table_id ORDER BY played.number DESC LIMIT 1
) match ON TRUE
LEFT JOIN tables_round round ON round.table_id = %s AND round.number = %s AND round.state NOT IN ('closed', 'void')
WHERE version.id = %s
"""


@dataclass(slots=True)
class Standing:
    """A table as it stands before an act: the value, and the rows it was read from."""

    state: TableState
    players: dict[int, Seating]
    rules: RulesVersion | None = None
    round: Round | None = None
    coming: RuleChange | None = None


def standing_of(context: ActContext) -> Standing:
    """Everything on and around the locked table of an act: two queries, and one more where a change of rules is approved."""
    table = table_of(context)
    players = players_at(table)
    around = _around(table)._replace(coming=_coming_change(context.facts.approved_change))
    return Standing(table_value(table, players, around), players, *around[:3])


def own_row_of(context: ActContext) -> Standing:
    """The locked table as far as its own row tells it, for acts that look at no more: without players, rules and round."""
    return Standing(table_value(table_of(context), {}, Around()), {})


def known_table(table_id: int) -> Table:
    """A table before anything is locked; raises NotFound."""
    table = Table.objects.filter(pk=table_id).first()
    if table is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    return table


def table_of(context: ActContext) -> Table:
    """The locked table of an act at a table."""
    if context.table is None:
        raise AssertionError("a house act has no table")
    return context.table


def players_at(table: Table) -> dict[int, Seating]:
    """Everybody who sits at the table, by seat."""
    return {seating.seat: seating for seating in Seating.objects.raw(PLAYERS, [table.pk])}


def player_at(table: Table, seat: object) -> Seating:
    """The player at a seat; raises `bad_seat`."""
    number = read_seat(seat, table.seat_count)
    seating = Seating.objects.filter(table=table, seat=number, left_at=None).first()
    if seating is None:
        raise RuleError("bad_seat", _("Nobody sits at seat %(seat)s."), seat=number)
    return seating


def rules_in_force(table: Table) -> tuple[RulesVersion, HouseRules]:
    """The version of the house rules that the next round is opened under."""
    version = _rules(table.rules_id)
    return version, house_rules(version.document)


def _around(table: Table) -> Around:
    for version in RulesVersion.objects.raw(RULES_ROUND_AND_MATCH, [table.pk, table.last_round, table.rules_id]):
        return Around(version, _round(version), match=_match(version))
    return Around()


def _round(version: RulesVersion) -> Round | None:
    """The round that was read beside the rules in force, with its own rules, which are nearly always the same."""
    columns: dict[str, Any] = {name: getattr(version, f"round_{name}") for name in ROUND_COLUMNS}
    if columns["id"] is None:
        return None
    round_ = Round(**columns | {name: json.loads(columns[name]) for name in JSON_COLUMNS})
    # What is read is not new: saved again, it is the same row.
    round_._state.adding, round_._state.db = False, version._state.db
    round_.rules = version if columns["rules_id"] == version.pk else _rules(columns["rules_id"])
    return round_


def _match(version: RulesVersion) -> Match | None:
    """The newest match of the table, read beside the rules in force."""
    columns: dict[str, Any] = {name: getattr(version, f"match_{name}") for name in MATCH_COLUMNS}
    if columns["id"] is None:
        return None
    match = Match(**columns | {"players": json.loads(columns["players"])})
    match._state.adding, match._state.db = False, version._state.db
    return match


def _rules(version_id: int | None) -> RulesVersion:
    return RulesVersion.objects.raw(RULES, [version_id])[0]


def _coming_change(number: int | None) -> RuleChange | None:
    return None if number is None else RuleChange.objects.select_related("base").get(pk=number)
