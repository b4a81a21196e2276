"""Opening, closing, suspending a table (OPS 7.2)."""

from tables.actions.act.context import ActContext
from tables.actions.act.outcomes import play, play_alone
from tables.actions.act.path import at_table
from tables.games.values import JSON
from tables.policy import Act


@at_table(Act.OPEN_TABLE)
def open_table(context: ActContext) -> JSON:
    """Open a closed table for play."""
    return play_alone(context)


@at_table(Act.CLOSE_TABLE)
def close_table(context: ActContext) -> JSON:
    """Close a table: no round is open and every seat is cashed out (OPS 7.2)."""
    return play(context)


@at_table(Act.SUSPEND_TABLE)
def suspend_table(context: ActContext, *, reason: str) -> JSON:
    """Stop play at once; an open round stands as it is (OPS 7.2)."""
    return play_alone(context)


@at_table(Act.RESUME_TABLE)
def resume_table(context: ActContext) -> JSON:
    """Go on in place (OPS 7.2)."""
    return play(context)
