"""Offering the bank (OPS 3)."""

from tables.actions.act.context import ActContext
from tables.actions.act.outcomes import play
from tables.actions.act.path import at_table
from tables.games.values import JSON
from tables.policy import Act


@at_table(Act.OFFER_DESIGNATION)
def offer_designation(context: ActContext, *, offers: object) -> JSON:
    """Record who was offered the bank of the coming round and what they answered (OPS 3.1)."""
    return play(context)
