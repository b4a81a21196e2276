"""Evenings drawn at random on the value alone: the chips add up, and all that is offered works (OPS 2.4, 5; DRAW 2.7)."""

import random
from datetime import datetime
from typing import Any

import pytest

from tables.errors import TableError
from tables.games.errors import RuleError
from tables.games.table.acts import ACTS, apply, blocked, legal_acts
from tables.games.table.change import Change
from tables.games.table.state import TableState
from tests.actions.rounds import test_anything as flush
from tests.actions.rounds import test_draw_anything as draw
from tests.games.table.at_a_table import Evening

FLUSH = [flush.rules(**variant) for variant in flush.VARIANTS]
DRAW = [{**document, "terms": terms} for document, terms in draw.TABLES]
ACCOUNTS = ("seat", "bank", "pot")


def seen(table: TableState, now: datetime) -> dict[str, Any]:
    """As much of a table as a player who tries things looks at."""
    round_, rotation = table.round, table.rotation(now) if table.round is None else None
    described = round_.game.describe(round_.view(table.stacks)) if round_ else {}
    return {
        "table": {"state": table.state, "newest_match": table.match and {"number": table.match.number}},
        "seats": [{"seat": seat, "state": "playing"} for seat in table.players],
        "designation": {"next": rotation.next_seat} if rotation else None,
        "round": {"number": round_.number, "state": round_.state, "play": round_.play, **described} if round_ else None,
        "legal_acts": legal_acts(table),
        "blocked": blocked(table, now),
    }


class Trier:
    """Tries things at a table that is a value: what, and with what, those know who try them at tables of rows."""

    def __init__(self, document: dict[str, Any], seed: int) -> None:
        kind = flush.Anybody if document in FLUSH else draw.Drawer
        # Two who could begin: a match that asks for equal stacks would else hardly ever come about.
        self.evening, self.ideas = Evening(document).seat(1, 2, chips=10000), kind(None, seed)  # type: ignore[arg-type]
        self.dice = random.Random(seed)

    def try_something(self) -> Change | None:
        """One act, legal more often than not; what it did, or None where it was refused."""
        state = seen(self.evening.table, self.evening.now)
        self.ideas.seated = [seat["seat"] for seat in state["seats"]] or [1]
        name = self.dice.choices(state["legal_acts"], [flush.WEIGHTS.get(legal, 1) for legal in state["legal_acts"]])[0]
        if self.dice.random() < 0.05:
            name = self.dice.choice(sorted(ACTS))
        if state["round"] and state["round"].get("turn") and self.dice.random() < 0.1:
            name = "expire_action"
        sent = {"number": state["round"]["number"]} if name == "expire_action" and state["round"] else None
        try:
            # A minute goes by with each act, so that with a clock a player is late every time.
            return self.evening.act(name, watched=name == "expire_action", **(sent or self.ideas.sent(name, state)))
        except (TableError, RuleError):
            return None


def verify_books(before: TableState, change: Change) -> None:
    """The legs sum to zero, and what lies on the table has moved by what they say (OPS 2.4)."""
    assert sum(leg.amount for leg in change.legs) == 0
    moved = sum(leg.amount for leg in change.legs if leg.account in ACCOUNTS)
    assert lying(change.table) == lying(before) + moved
    assert all(player.chips >= 0 for player in change.table.players.values())
    assert change.table.round is None or min(change.table.round.bank, change.table.round.pot) >= 0


def lying(table: TableState) -> int:
    """All chips on a table, in minor units."""
    aside = table.round.bank + table.round.pot if table.round else 0
    return sum(player.chips for player in table.players.values()) + aside + table.carry


@pytest.mark.parametrize("document", [*FLUSH, *DRAW])
def test_ops_2_4_the_chips_of_the_value_add_up_under_all_that_is_tried(document: dict[str, Any]) -> None:
    """After each act; a refusal leaves the table as it was."""
    trier, rounds = Trier(document, seed=len(str(document)) + 4), 0
    for _step in range(250):
        before = trier.evening.table
        change = trier.try_something()
        if change is None:
            assert trier.evening.table is before
        else:
            verify_books(before, change)
            assert apply(before, *trier.evening.asked) == change
            rounds = change.table.last_round
    assert rounds


@pytest.mark.parametrize("document", [*FLUSH, *DRAW])
def test_ops_5_from_wherever_the_value_stands_the_table_can_be_closed(document: dict[str, Any]) -> None:
    """Only by what `legal_acts` offers and `blocked` does not name."""
    trier = Trier(document, seed=7)
    way_on = flush.way_on if document in FLUSH else draw.way_on
    for _step in range(60):
        trier.try_something()
    for _step in range(60):
        state = seen(trier.evening.table, trier.evening.now)
        if state["table"]["state"] == "closed":
            break
        name, sent = way_on(state)
        assert name is not None
        assert name in state["legal_acts"]
        assert name not in state["blocked"]
        before = trier.evening.table
        verify_books(before, trier.evening.act(name, watched=False, **sent))
    assert (trier.evening.table.state, lying(trier.evening.table)) == ("closed", 0)
