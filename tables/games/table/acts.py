"""The acts of a table by name: which of them can be done now, why others cannot, and the one way to apply any of them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.table import bank, clock, matches, rounds, rules, running, seats
from tables.games.table.change import ActCall, Change
from tables.games.table.reading import verify_sent
from tables.games.table.state import CLOSED, SUSPENDED, Moment, TableState
from tables.games.values import RoundView

ACTS: Mapping[str, Callable[..., Change]] = {
    act.__name__: act
    for act in (
        *(running.open_table, running.close_table, running.suspend_table, running.resume_table),
        *(seats.sit, seats.buy_in, seats.recount, seats.move, seats.sit_out, seats.return_to_play),
        *(seats.standing_decline, seats.leave, matches.give_up_match, bank.offer_designation, rounds.open_round),
        *(rounds.change_bank, rounds.enter_wagers, rounds.deal, rounds.enter_decisions, rounds.enter_hands),
        *(
            rounds.take_actions,
            rounds.settle_round,
            rounds.close_round,
            rounds.void_round,
            clock.expire_action,
            clock.restart_clock,
            rules.put_rules_in_force,
        ),
    )
}
SEAT_ACTS = ("sit", "buy_in", "recount", "move", "sit_out", "return_to_play", "leave")


def apply(table: TableState, act: str, sent: Mapping[str, Any], moment: Moment) -> Change:
    """What an act does to a table, with everything it makes happen; the table itself is only a value, and stays as it is.

    Raises TableError or RuleError, each with its code, for what the rules, the state of the table or what was sent forbid.
    The caller asks whether the act, and each of `needs`, is permitted.
    """
    work = ACTS.get(act)
    if work is None:
        raise NotFound(_("There is no act %(name)s."), name=act)
    verify_sent(work, sent)
    change = work(ActCall(table, act, moment), **sent)
    if change.settlement is not None:
        return change
    return replace(change, payload={"sent": dict(sent), **change.payload})


def legal_acts(table: TableState) -> list[str]:
    """Name the acts that the state of the table permits."""
    if table.state == CLOSED:
        return ["open_table"]
    if table.state == SUSPENDED:
        return ["resume_table"]
    has_bank = table.rules.designation is not None
    acts = ["suspend_table", *SEAT_ACTS, *(["standing_decline"] if has_bank else [])]
    if table.round is not None:
        return [*acts, *table.round.game.legal_acts(table.round.view(table.stacks))]
    return [
        *acts,
        "open_round",
        *(["give_up_match"] if table.match_seats else []),
        *(["offer_designation"] if has_bank else []),
        *([] if table.players else ["close_table"]),
    ]


def blocked(table: TableState, now: datetime) -> Mapping[str, RuleError]:
    """The acts that would bring the table further and are refused at this moment, each with the error that says why."""
    if table.state in (CLOSED, SUSPENDED):
        return {}
    if table.round is not None:
        return _blocked_in_round(table.round.view(table.stacks))
    rotation = table.rotation(now)
    if rotation is not None:
        try:
            bank.accepted_answer(rotation)
        except RuleError as error:
            return {"open_round": error}
    return {}


def _blocked_in_round(view: RoundView) -> Mapping[str, RuleError]:
    """Ask the game itself why the next step is refused; a step that is only tried changes nothing."""
    game = GAMES[view.rules.game]
    legal, refused = game.legal_acts(view), {}
    for name in game.steps_without_input:
        if name in legal:
            try:
                game.acts[name](view, {})
            except RuleError as error:
                refused[name] = error
    return refused
