"""With everything that is tried at a table, its books hold, and it can always go on (OPS 2.4, 5; AUD 1.1, 2)."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tables.actions import TABLE_ACTS
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.models import AuditEntry, Leg, Round
from tables.queries.audit.journal import differences_at
from tables.queries.audit.verified_log import verified_log
from tests.cast import HOUSE_RULES, Cast, make_cast
from tests.clocks import rows_unlike_the_log
from tests.state import table_state

pytestmark = pytest.mark.slow

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
VARIANTS: list[dict[str, Any]] = [
    {"mode": "all_players", "no_taker": "continue", "max_consecutive": None},
    {"mode": "players_only", "no_taker": "halt", "max_consecutive": None},
    {"mode": "designated_player_only", "no_taker": "continue", "max_consecutive": 1},
    {"mode": "none", "no_taker": "halt", "max_consecutive": 2},
]
# What brings a round further is tried more often than what ends it.
WEIGHTS = {
    **dict.fromkeys(("open_round", "close_round", "settle_round", "enter_decisions", "enter_hands"), 30),
    **dict.fromkeys(("open_table", "resume_table", "enter_wagers"), 20),
    **dict.fromkeys(("offer_designation", "deal"), 8),
    **dict.fromkeys(("sit", "buy_in"), 4),
    **dict.fromkeys(("leave", "give_up_match", "void_round", "suspend_table", "close_table"), 0.7),
}
State = dict[str, Any]


def rules(mode: str, no_taker: str, max_consecutive: int | None) -> dict[str, Any]:
    """House rules with little to spare, so that much is refused and hands die."""
    designation = {"min_bank": 2000, "no_taker": no_taker, "max_consecutive": max_consecutive}
    terms = {"rake": {"mode": mode, "amount": 100}}
    return {**HOUSE_RULES, "terms": terms, "designation": designation, "recount": {"signed_above": 3000}}


class Anybody:
    """A player of the test who tries things at a table, sensible ones more often than not."""

    def __init__(self, cast: Cast, seed: int) -> None:
        self.cast = cast
        self.dice = random.Random(seed)
        self.seated = [1]

    def try_something(self) -> bool:
        """Do one act at random; tells whether it was done. Any error but a refusal is a fault."""
        state = table_state(self.cast.table.pk)
        self.seated = [seat["seat"] for seat in state["seats"] if seat["state"] != "empty"] or [1]
        weights = [WEIGHTS.get(name, 1) for name in state["legal_acts"]]
        name = self.dice.choices(state["legal_acts"], weights)[0]
        if self.dice.random() < 0.05:
            name = self.dice.choice(sorted(TABLE_ACTS))
        by = "frank" if name in ("open_table", "close_table", "suspend_table", "resume_table") else "dana"
        signed_by = self.dice.choice([None, "frank", "petra"])
        try:
            self.cast.act(name, by=by, signed_by=signed_by, **self.sent(name, state))
        except (TableError, RuleError):
            return False
        return True

    def seat(self) -> int:
        """A taken seat, now and then an empty one or none."""
        return self.dice.choice(self.seated) if self.dice.random() < 0.9 else self.dice.randint(1, 8)

    def amount(self) -> int:
        """An amount, seldom one that is none."""
        return self.dice.choice([1000, 1000, 1000, 2000, 2000, 3000, 5000, 950, 0])

    def number(self, state: State) -> int:
        """The number of the round that is open, or of one that is not."""
        return int(state["round"]["number"]) if state["round"] else 1

    def match(self, state: State) -> int:
        """The number of the newest match, or of one that is not."""
        newest = state["table"].get("newest_match")
        return int(newest["number"]) if newest else 1

    def sent(self, name: str, state: State) -> dict[str, Any]:
        """What goes with an act."""
        ways: dict[str, Callable[[], dict[str, Any]]] = {
            "sit": lambda: {"seat": self.dice.randint(1, 7), "buy_in": self.dice.choice([4000, 9000, 30000])},
            "buy_in": lambda: {"seat": self.seat(), "amount": self.amount(), "source": "chips"},
            "recount": lambda: {"seat": self.seat(), "chips": self.amount() * 3, "reason": "miscount"},
            "move": lambda: {"seat": self.seat(), "to": self.dice.randint(1, 7)},
            "standing_decline": lambda: {"seat": self.seat(), "on": self.dice.random() < 0.3},
            "give_up_match": lambda: {"match": self.match(state), "seat": self.seat()},
            "suspend_table": lambda: {"reason": "test"},
            "offer_designation": lambda: {"offers": self.offers(state)},
            "open_round": lambda: {"offers": self.offers(state)} if self.dice.random() < 0.8 else {},
            "change_bank": lambda: {"number": self.number(state), "bank": self.dice.choice([2000, 3000, 5000, 900])},
            "enter_wagers": lambda: self.wagers(state),
            "enter_decisions": lambda: {"number": self.number(state), "decisions": self.decisions(state)},
            "enter_hands": lambda: {"number": self.number(state), "hands": self.hands(state)},
            "void_round": lambda: {"number": self.number(state), "reason": "red_light"},
        }
        if name in ways:
            return ways[name]()
        if name in ("deal", "settle_round", "close_round"):
            return {"number": self.number(state)}
        return {"seat": self.seat()} if name in ("sit_out", "return_to_play", "leave") else {}

    def offers(self, state: State) -> list[dict[str, Any]]:
        """The next in turn, or anybody, takes the bank or does not."""
        turn = (state["designation"] or {}).get("next")
        seat = turn if turn and self.dice.random() < 0.9 else self.seat()
        if self.dice.random() < 0.4:
            return [{"seat": seat, "answer": "declined"}]
        return [{"seat": seat, "answer": "accepted", "bank": self.dice.choice([900, 2000, 3000, 5000])}]

    def wagers(self, state: State) -> dict[str, Any]:
        """Wagers at some seats, or the last ones again."""
        number, is_open = self.number(state), (state["round"] or {}).get("state") == "betting"
        if self.dice.random() < 0.2:
            return {"number": number, "same_again": True}
        if not is_open and self.dice.random() < 0.2:
            return {"number": number, "removed": [self.seat()]}
        rows: list[dict[str, Any]] = []
        for seat in {self.seat() for _row in range(3)}:
            row: dict[str, Any] = {"seat": seat, "seen": self.dice.random() < 0.3, "found": not is_open}
            if self.dice.random() < 0.9:
                row["ante"] = self.amount()
            for spot in ("flush", "straight_flush"):
                if self.dice.random() < 0.4:
                    row[spot] = 500
            row["override"] = self.dice.random() < 0.1
            rows.append(row)
        return {"number": number, "wagers": rows}

    def decisions(self, state: State) -> list[dict[str, Any]]:
        """A decision of a player who has not decided, or of anybody."""
        open_seats = (state["round"] or {}).get("undecided") or [self.seat()]
        seat = self.dice.choice(open_seats)
        ante = ((state["round"] or {}).get("play", {}).get("wagers", {}).get(str(seat)) or {}).get("ante", 1000)
        if self.dice.random() < 0.3:
            return [{"seat": seat, "decision": self.dice.choice(["fold", "walk_away"])}]
        return [{"seat": seat, "decision": "raise", "raise": ante * self.dice.randint(1, 3), "seen": True}]

    def hands(self, state: State) -> list[dict[str, Any]]:
        """A hand that is needed, from a deck shuffled anew each round, or none; sometimes of the wrong cards."""
        needed = (state["round"] or {}).get("hands_needed") or [self.seat()]
        seat = self.dice.choice(needed)
        random.Random(self.number(state)).shuffle(deck := DECK[:])
        at = seat if self.dice.random() < 0.9 else self.seat()
        if self.dice.random() < 0.1:
            return [{"seat": seat, "cards": None}]
        return [{"seat": seat, "cards": "".join(deck[(at % 7) * 7 : (at % 7) * 7 + 7])}]


def verify_books(cast: Cast) -> None:
    """Every stack, bank and pot is the sum of its legs, and all legs sum to zero."""
    assert not list(differences_at(cast.table))


def verify_rows(cast: Cast) -> None:
    """Every row is what the log implies, and no honest table is accused (AUD 6.2)."""
    assert rows_unlike_the_log(cast.fresh_table) == []


@pytest.mark.parametrize("seed", range(4))
def test_ops_2_4_the_books_hold_under_all_that_is_tried(db: None, seed: int) -> None:
    """Balances equal the journal after each act; one that is done is one entry and one version, a refusal none."""
    cast = make_cast(rules(**VARIANTS[seed % len(VARIANTS)]))
    cast.seat_players((1, 2, 4, 5), 12000)
    player, entries = Anybody(cast, seed), AuditEntry.objects.filter(chain=cast.table.chain)
    count, version = entries.count(), cast.fresh_table.version
    for _step in range(120):
        done = player.try_something()
        count, version = count + done, version + done
        assert (entries.count(), cast.fresh_table.version) == (count, version)
        if done:
            verify_books(cast)
    assert [fault for fault in verified_log() if fault] == []
    verify_rows(cast)
    assert Round.objects.filter(state__in=["closed", "void"]).exists()
    assert sum(Leg.objects.values_list("amount", flat=True)) == 0


@pytest.mark.parametrize("seed", range(4, 8))
def test_ops_5_from_wherever_a_table_stands_it_can_be_closed(db: None, seed: int) -> None:
    """Nobody is ever stuck: what `legal_acts` offers works, round after round, down to the closed table."""
    cast = make_cast(rules(**VARIANTS[seed % len(VARIANTS)]))
    cast.seat_players((1, 2, 4, 5), 12000)
    player = Anybody(cast, seed)
    for _spell in range(3):
        for _step in range(25):
            player.try_something()
        go_home(cast)
        verify_books(cast)
        assert table_state(cast.table.pk)["legal_acts"] == ["open_table"]
        cast.seat_players((1, 2, 4, 5), 12000)
    verify_rows(cast)


def go_home(cast: Cast) -> None:
    """Take the straight way on from any state to the closed table, by acts that are offered only."""
    for _step in range(40):
        state = table_state(cast.table.pk)
        name, sent = way_on(state)
        if name is None:
            return
        assert name in state["legal_acts"], (name, state["legal_acts"])
        assert name not in state["blocked"], state["blocked"]
        by = "frank" if name.endswith("_table") else "dana"
        cast.act(name, by=by, signed_by="petra", **sent)
    pytest.fail("still not closed after 40 acts")


def way_on(state: State) -> tuple[str | None, dict[str, Any]]:
    """The next act that brings the table nearer to being closed, where a settlement is preferred to a void."""
    if state["table"]["state"] == "closed":
        return None, {}
    if state["table"]["state"] == "suspended":
        return "resume_table", {}
    if state["round"] is not None:
        return finish(state["round"])
    seated = [seat["seat"] for seat in state["seats"] if seat["state"] != "empty"]
    return ("leave", {"seat": seated[0]}) if seated else ("close_table", {})


def finish(round_: State) -> tuple[str, dict[str, Any]]:
    """The next act towards the end of a round."""
    number = round_["number"]
    if round_["state"] == "betting":
        return ("deal" if round_["play"]["wagers"] else "void_round"), (
            {"number": number} if round_["play"]["wagers"] else {"number": number, "reason": "dealer_error"}
        )
    if round_["undecided"]:
        row = {"seat": round_["undecided"][0], "decision": "fold"}
        return "enter_decisions", {"number": number, "decisions": [row]}
    if round_["hands_needed"]:
        held = "".join(round_["play"]["hands"].values())
        taken = {held[at : at + 2] for at in range(0, len(held), 2)}
        free = [card for card in DECK if card not in taken]
        return "enter_hands", {
            "number": number,
            "hands": [{"seat": round_["hands_needed"][0], "cards": "".join(free[:7])}],
        }
    return ("close_round" if round_["state"] == "settled" else "settle_round"), {"number": number}
