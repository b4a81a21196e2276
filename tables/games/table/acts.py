"""The acts of a table by name, and the one way to apply any of them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.table import bank, clock, rounds, rules, running, seats
from tables.games.table.change import ActCall, Change
from tables.games.table.reading import verify_sent
from tables.games.table.state import Moment, TableState

ACTS: Mapping[str, Callable[..., Change]] = {
    act.__name__: act
    for act in (
        *(running.open_table, running.close_table, running.suspend_table, running.resume_table),
        *(seats.sit, seats.buy_in, seats.recount, seats.move, seats.sit_out, seats.return_to_play),
        *(seats.standing_decline, seats.leave, bank.offer_designation, rounds.open_round, rounds.enter_wagers),
        *(rounds.deal, rounds.enter_decisions, rounds.enter_hands, rounds.take_actions, rounds.settle_round),
        *(rounds.close_round, rounds.void_round, clock.expire_action, clock.restart_clock, rules.put_rules_in_force),
    )
}


def apply(table: TableState, act: str, sent: Mapping[str, Any], moment: Moment) -> Change:
    """What an act does to a table, with everything it makes happen; the table itself is only a value, and stays as it is.

    Raises TableError or RuleError, each with its code, for what the rules, the state of the table or what was sent forbid.
    Whoever calls asks whether the act, and each of `needs`, is permitted.
    """
    work = ACTS.get(act)
    if work is None:
        raise NotFound(_("There is no act %(name)s."), name=act)
    verify_sent(work, sent)
    change = work(ActCall(table, act, moment), **sent)
    if change.settlement is not None:
        return change
    return replace(change, payload={"sent": dict(sent), **change.payload})
