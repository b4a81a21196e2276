"""Short ways to a round in a state, over HTTP."""

from tables.actions.setup import add_table
from tests.api.http import Http
from tests.cast import HOUSE_RULES, Cast, command_id

ACCEPTED = {"offers": [{"seat": 1, "answer": "accepted", "bank": 50000}]}


def betting(felt: Http) -> str:
    """Open a round with seat 1 as the bank; the start of its addresses."""
    return f"rounds/{felt.at('rounds/', ACCEPTED)['round']}/"


def showdown(felt: Http) -> str:
    """A round in which seat 2 raised and seat 4 folded."""
    found = betting(felt)
    felt.at(f"{found}wagers/", {"wagers": [{"seat": 2, "ante": 1000}, {"seat": 4, "ante": 1000}]})
    felt.at(f"{found}deal/")
    raised = {"seat": 2, "decision": "raise", "raise": 1000}
    felt.at(f"{found}decisions/", {"decisions": [raised, {"seat": 4, "decision": "fold"}]})
    return found


def second_table(cast: Cast) -> int:
    """Another table of the house."""
    row = add_table(casino_id=cast.casino.pk, number=13, seat_count=7, rules=HOUSE_RULES, command_id=command_id())
    return row.pk
