"""With everything that is tried at a table of draw poker, its books hold, and it can always go on (OPS 2.4, 5; DRAW 2.7)."""

import copy
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tables.actions import clock
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.models import AuditEntry, Leg, Match, Round
from tables.queries.audit.settlement_check import replayed_settlements
from tables.queries.audit.verified_log import verified_log
from tests.actions.rounds.test_anything import DECK, Anybody, State, verify_books, verify_rows
from tests.cast import FOUR_PLAYER, HEADS_UP, Cast, make_cast
from tests.clocks import late_by, watched
from tests.state import table_state

pytestmark = pytest.mark.slow

# Little to spare, so that markers are out, matches are lost and side pots are made.
TABLES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (HEADS_UP, {"ante": 500, "marker_count": 2, "marker_value": 1000, "equal_start": False}),
    (HEADS_UP, {"ante": 300, "deck": 32}),
    (FOUR_PLAYER, {"opening_min": 100, "opening_max": 5000, "commission_bps": 500}),
    (FOUR_PLAYER, {"opening_min": 200, "opening_max": 900, "clock_mode": "dealer"}),
]
SEATS = {"heads_up_draw": (1, 2), "four_player_draw": (1, 2, 4, 5)}


class Drawer(Anybody):
    """A player of the test who tries things at a table of draw poker, and lets time pass."""

    def try_something(self) -> bool:
        """Do one act, or let the clock run out and be looked at; tells how many acts were done."""
        number = self.number(table_state(self.cast.table.pk))
        running = Round.objects.filter(number=number, deadline__isnull=False).exists()
        if running and self.dice.random() < 0.06:
            late_by(number, timedelta(seconds=1))
            if self.dice.random() < 0.5:
                return bool(clock.scan())
        return super().try_something()

    def sent(self, name: str, state: State) -> dict[str, Any]:
        """What goes with an act."""
        ways: dict[str, Callable[[], dict[str, Any]]] = {
            "open_round": dict,
            "take_actions": lambda: {"number": self.number(state), **self.actions(state)},
        }
        return ways[name]() if name in ways else super().sent(name, state)

    def actions(self, state: State) -> dict[str, Any]:
        """What is possible, in a sensible amount or none; or something taken back."""
        round_ = state["round"] or {"options": [], "turn": 1}
        if self.dice.random() < 0.1:
            return {"take_back": self.dice.randint(0, 3)}
        turn = round_["turn"] if round_["turn"] and self.dice.random() < 0.95 else self.seat()
        option = self.dice.choice([*round_["options"], {"do": self.dice.choice(["drop", "timeout", "call", "stay"])}])
        action = {"seat": turn, "do": option["do"]}
        if "most" in option:
            field = "count" if option["do"] == "exchange" else "amount"
            near = [option["least"], option["most"], option["most"] + 1, 700, 150]
            action[field] = self.dice.choice(near if field == "amount" else [0, 2, 5])
        return {"actions": [action]}

    def hands(self, state: State) -> list[dict[str, Any]]:
        """Five cards of those that anybody else would show, or none."""
        rows = copy.deepcopy(super().hands(state))
        for row in rows:
            row["cards"] = row["cards"] and row["cards"][:10]
        return rows


@pytest.mark.parametrize("seed", range(4))
def test_ops_2_4_the_books_hold_under_all_that_is_tried(db: None, seed: int) -> None:
    """Balances equal the journal after each act; one that is done is one entry and one version, a refusal none."""
    house_rules, terms = TABLES[seed % len(TABLES)]
    cast = make_cast({**house_rules, "terms": terms})
    cast.seat_players(SEATS[house_rules["game"]], 4000)
    watched()
    player, entries = Drawer(cast, seed), AuditEntry.objects.filter(chain=cast.table.chain)
    count, version = entries.count(), cast.fresh_table.version
    for _step in range(120):
        done = player.try_something()
        count, version = count + done, version + done
        assert (entries.count(), cast.fresh_table.version) == (count, version)
        if done:
            verify_books(cast)
    assert [fault for fault in verified_log() if fault] == []
    verify_rows(cast)
    assert sum(Leg.objects.values_list("amount", flat=True)) == 0
    assert [replayed for replayed in replayed_settlements(cast.table) if replayed.problem] == []


@pytest.mark.parametrize("seed", range(8, 12))
def test_ops_5_from_wherever_a_table_stands_it_can_be_closed(db: None, seed: int) -> None:
    """Nobody is ever stuck: what `legal_acts` offers works, down to the closed table, where nothing is carried."""
    house_rules, terms = TABLES[seed % len(TABLES)]
    cast, seats = make_cast({**house_rules, "terms": terms}), SEATS[house_rules["game"]]
    cast.seat_players(seats, 4000)
    watched()
    player = Drawer(cast, seed)
    for _spell in range(3):
        for _step in range(25):
            player.try_something()
        go_home(cast)
        verify_books(cast)
        table = cast.fresh_table
        assert (table.carry, Match.objects.filter(table=table, ended_at=None).count()) == (0, 0)
        cast.seat_players(seats, 4000)
    verify_rows(cast)


def go_home(cast: Cast) -> None:
    """Take the straight way on from any state to the closed table, by acts that are offered only."""
    for _step in range(60):
        state = table_state(cast.table.pk)
        if state["table"]["state"] == "closed":
            return
        name, sent = way_on(state)
        assert name in state["legal_acts"], (name, state["legal_acts"])
        assert name not in state["blocked"], state["blocked"]
        by = "frank" if name.endswith("_table") else "dana"
        try:
            cast.act(name, by=by, signed_by="petra", **sent)
        except (TableError, RuleError) as error:
            assert error.code == "expired", error  # noqa: PT017 - the scan then does what the player no longer may
            assert clock.scan() == 1
    pytest.fail("still not closed after 60 acts")


def way_on(state: State) -> tuple[str, dict[str, Any]]:
    """The next act that brings the table nearer to being closed."""
    if state["table"]["state"] == "suspended":
        return "resume_table", {}
    if state["round"] is None:
        seated = [seat["seat"] for seat in state["seats"] if seat["state"] != "empty"]
        return ("leave", {"seat": seated[0]}) if seated else ("close_table", {})
    round_, number = state["round"], {"number": state["round"]["number"]}
    if round_["turn"] is not None:
        exchange = round_["options"][0]["do"] == "exchange"
        action = {"do": "exchange", "count": 0} if exchange else {"do": "drop"}
        return "take_actions", {**number, "actions": [{"seat": round_["turn"], **action}]}
    if round_["hands_needed"]:
        held = "".join(round_["play"]["hands"].values())
        taken = {held[at : at + 2] for at in range(0, len(held), 2)}
        free = [card for card in DECK[::-1] if card not in taken]
        return "enter_hands", {**number, "hands": [{"seat": round_["hands_needed"][0], "cards": "".join(free[:5])}]}
    return ("close_round" if round_["state"] == "settled" else "settle_round"), number
