"""What can be done next at a table, and why the next step cannot be taken yet."""

from collections.abc import Mapping

from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.table.bank import accepted_answer
from tables.games.table.state import CLOSED, SUSPENDED, TableState
from tables.games.values import RoundView

SEAT_ACTS = ("sit", "buy_in", "recount", "move", "sit_out", "return_to_play", "leave")


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
        *(["offer_designation"] if has_bank else []),
        *([] if table.players else ["close_table"]),
    ]


def blocked(table: TableState) -> Mapping[str, RuleError]:
    """The acts that would bring the table further and are refused now, each with the error that says why."""
    if table.state in (CLOSED, SUSPENDED):
        return {}
    if table.round is not None:
        return _blocked_in_round(table.round.view(table.stacks))
    rotation = table.rotation
    if rotation is not None:
        try:
            accepted_answer(rotation)
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
