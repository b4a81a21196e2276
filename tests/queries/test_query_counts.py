"""How many statements an act and a state take: always the same, however many play (architecture 1)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.queries.tables.state import table_state, table_version
from tests.cast import Cast, make_cast

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
SAVEPOINTS = ("SAVEPOINT", "RELEASE SAVEPOINT")
# Three are the same for every act: the lock, the facts (clock, head, rights, replay), and the end, which writes the entry.
# What stands on the table takes two more: the players, and the rules in force with the round that is open.
PINNED = {
    "open_table": 3,
    "sit": 7,
    "buy_in": 6,
    "recount": 6,
    "sit_out": 6,
    "return_to_play": 6,
    "standing_decline": 6,
    "offer_designation": 6,
    "open_round": 7,
    "open_round with all offers": 8,
    "enter_wagers": 7,
    "same_again": 7,
    "deal": 7,
    "enter_decisions": 7,
    "enter_hands": 6,
    "settle_round": 8,
    "close_round": 7,
    "void_round": 7,
    "move": 6,
    "leave": 8,
    "version": 1,
}
STATE, STATE_WITH_MOVED = 6, 11
"""After a void or a correction, until the next round is opened, what goes back is read from log and journal (OPS 5.8)."""


class Counted:
    """Acts at a table with the number of statements each took, those of the test's own transaction left out."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.counts: dict[str, int] = {}

    @contextmanager
    def count(self, name: str) -> Iterator[None]:
        """Count what is sent to the database."""
        with CaptureQueriesContext(connection) as captured:
            yield
        sent = [query["sql"] for query in captured.captured_queries if not query["sql"].startswith(SAVEPOINTS)]
        self.counts[name] = len(sent)

    def act(self, name: str, by: str = "dana", **sent: Any) -> None:
        """Do an act, and look at the table before and after."""
        with self.count(name):
            self.cast.act(name, by=by, **sent)
        with self.count(f"state after {name}"):
            table_state(self.cast.table.pk)


def a_round(cast: Cast, players: int) -> dict[str, int]:
    """Every act once, with some number of players."""
    counted, seats = Counted(cast), list(range(2, 2 + players))
    counted.act("open_table", by="frank")
    for seat in (1, *seats):
        counted.act("sit", seat=seat, buy_in=100000)
    counted.act("buy_in", seat=1, amount=1000)
    counted.act("recount", seat=1, chips=100000, reason="tip")
    counted.act("sit_out", seat=1)
    counted.act("return_to_play", seat=1)
    counted.act("standing_decline", seat=2, on=True)
    counted.act("offer_designation", offers=[{"seat": 1, "answer": "accepted", "bank": 50000}])
    counted.act("open_round")
    counted.act("enter_wagers", number=1, wagers=[{"seat": seat, "ante": 1000} for seat in seats])
    counted.act("deal", number=1)
    decisions = [{"seat": seat, "decision": "raise", "raise": 1000} for seat in seats]
    counted.act("enter_decisions", number=1, decisions=decisions)
    hands = [{"seat": seat, "cards": "".join(DECK[7 * seat - 7 : 7 * seat])} for seat in (1, *seats)]
    counted.act("enter_hands", number=1, hands=hands)
    counted.act("settle_round", number=1)
    counted.act("close_round", number=1)
    counted.act("standing_decline", seat=2, on=False)
    offers = [{"seat": seat, "answer": "declined"} for seat in seats] + [
        {"seat": 1, "answer": "accepted", "bank": 50000}
    ]
    with counted.count("open_round with all offers"):
        cast.act("open_round", offers=offers)
    with counted.count("same_again"):
        cast.act("enter_wagers", number=2, same_again=True)
    counted.act("void_round", number=2, reason="red_light")
    if players < 6:
        counted.act("move", seat=1, to=7)
        counted.act("leave", seat=7)
    with counted.count("version"):
        table_version(cast.table.pk)
    return counted.counts


@pytest.mark.parametrize("players", [1, 6])
def test_statements_do_not_grow_with_the_players(db: None, players: int) -> None:
    """Each act and each state with one player and with six."""
    counts = a_round(make_cast(), players)
    names = [name for name in counts if name.startswith("state")]
    after_void = {f"state after {name}" for name in ("void_round", "move", "leave")}
    acts = {name: count for name, count in counts.items() if not name.startswith("state")}
    assert {name: counts[name] for name in names} == {
        name: STATE_WITH_MOVED if name in after_void else STATE for name in names
    }
    assert acts == {name: count for name, count in PINNED.items() if name in acts}
