"""Opening, closing, suspending a table (OPS 7.2)."""

from tables.actions.act.outcomes import play, play_alone
from tables.actions.act.path import JSON, Desk, at_table
from tables.policy import Act


@at_table(Act.OPEN_TABLE)
def open_table(desk: Desk) -> JSON:
    """Open a closed table for play."""
    return play_alone(desk)


@at_table(Act.CLOSE_TABLE)
def close_table(desk: Desk) -> JSON:
    """Close a table: no round is open and every seat is cashed out (OPS 7.2)."""
    return play(desk)


@at_table(Act.SUSPEND_TABLE)
def suspend_table(desk: Desk, *, reason: str) -> JSON:
    """Stop play at once; an open round stands as it is (OPS 7.2)."""
    return play_alone(desk)


@at_table(Act.RESUME_TABLE)
def resume_table(desk: Desk) -> JSON:
    """Go on in place (OPS 7.2)."""
    return play(desk)
