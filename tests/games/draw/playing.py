"""Hands of the draw games written as people say them, and a table that keeps its chips in a ledger."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import hypothesis
from hypothesis.strategies import SearchStrategy

from tables.games.calculator import settle_document
from tables.games.draw.betting import Action, Hand, Option
from tables.games.errors import RuleError
from tables.games.house_rules import read_house_rules
from tables.games.registry import GAMES
from tables.games.values import JSON, HouseRules, Outcome, RoundView, Stack

NUMBERS = {"bet": "amount", "raise": "amount", "open": "amount", "exchange": "count"}


def for_all(
    *strategies: SearchStrategy[Any], examples: int = 100
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Mark a test as a property of everything the strategies draw."""

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        return hypothesis.settings(max_examples=examples)(hypothesis.given(*strategies)(test))

    return mark


def actions(said: str) -> list[JSON]:
    """Actions of a text like "1 bet 100, 2 draw, 2 exchange 2"."""
    rows: list[JSON] = []
    for part in filter(None, map(str.strip, said.split(","))):
        seat, do, *number = part.split()
        rows.append({"seat": int(seat), "do": do} | ({NUMBERS[do]: int(number[0])} if number else {}))
    return rows


def action(row: JSON) -> Action:
    return Action(row["seat"], row["do"], row.get("amount") or row.get("count") or 0)


def row(taken: Action) -> JSON:
    field = NUMBERS.get(taken.do)
    return {"seat": taken.seat, "do": taken.do} | ({field: taken.number} if field else {})


def heads_up(said: str, *, stacks: tuple[int, int] = (9000, 9000), **more: Any) -> JSON:
    """An input of `settle` with seats 1 and 2, of whom 1 acts first."""
    return {
        "game": "heads_up_draw",
        "first": 1,
        "seats": [{"seat": seat, "stack": stack} for seat, stack in enumerate(stacks, start=1)],
        "actions": actions(said),
        **more,
    }


def four_player(said: str, *, stacks: tuple[int, ...] = (9000, 9000, 9000, 9000), **more: Any) -> JSON:
    """An input of `settle` with seats 1 to 4 and the button at the last, so that seat 1 acts first."""
    return {
        "game": "four_player_draw",
        "button": len(stacks),
        "seats": [{"seat": seat, "stack": stack} for seat, stack in enumerate(stacks, start=1)],
        "actions": actions(said),
        **more,
    }


def by_seat(document: JSON, key: str = "net") -> dict[int, Any]:
    """One thing of every seat of what a document settles to."""
    return {seat["seat"]: seat[key] for seat in settle_document(document)["seats"]}


def refusal(hand: Hand, taken: Action) -> str | None:
    """The code an action is refused with, or None where the hand takes it."""
    try:
        hand.apply(taken)
    except RuleError as error:
        return error.code
    return None


def edges(option: Option) -> set[int]:
    """The least, the most and their neighbours inside, of an option that takes a number."""
    if option.least is None or option.most is None:
        return {0}
    near = {option.least, option.least + 1, option.most - 1, option.most}
    return {number for number in near if option.least <= number <= option.most}


def house_rules(key: str, chip_unit: int = 1, **terms: Any) -> HouseRules:
    return read_house_rules({"game": key, "terms": terms, "chip_unit": chip_unit, "recount": {"signed_above": 20_000}})


class Table:
    """A table with one round after another: what the acts of a game say is entered in a ledger and kept."""

    def __init__(self, rules: HouseRules, stacks: dict[int, int]) -> None:
        self.game = GAMES[rules.game]
        self.rules = rules
        self.seats = list(stacks)
        self.ledger: Counter[tuple[str, int | None]] = Counter()
        for seat, chips in stacks.items():
            self.ledger["seat", seat] = chips
        self.markers: dict[int, int] = {}
        self.button: int | None = None
        self.carry = 0
        self.match: Sequence[int] = ()
        self.late = self.outage = False
        self.state, self.play = "", dict(self.game.first_play)

    @property
    def view(self) -> RoundView:
        stacks = {
            seat: Stack(seat, self.ledger["seat", seat], True, markers_out=self.markers.get(seat, 0))
            for seat in self.seats
        }
        view = RoundView(self.rules, self.state, self.play, stacks, self.button)
        return replace(
            view, pot=self.ledger["pot", None], carry=self.carry, match=self.match, late=self.late, outage=self.outage
        )

    def act(self, name: str, **sent: Any) -> Outcome:
        """Do an act and write it down; the legs balance, and no stack, pot or rake is ever below nothing."""
        step = self.game.acts[name](self.view, sent)
        assert sum(leg.amount for leg in step.legs) == 0
        for leg in step.legs:
            self.ledger[leg.account, leg.seat] += leg.amount
        assert all(amount >= 0 for (account, _seat), amount in self.ledger.items() if account != "markers")
        self.state, self.play = step.state, step.play
        self.markers |= step.markers_out
        self.match = step.match if name == "open_round" else self.match
        value = getattr(self.rules.terms, "marker_value", 0)
        assert all(self.ledger["markers", seat] == -count * value for seat, count in self.markers.items())
        if step.state in ("closed", "void"):
            self.carry = step.carry
            assert self.ledger["pot", None] == self.carry
        if step.button is not None:
            self.button = step.button
        return step

    def take(self, said: str, **sent: Any) -> Outcome:
        return self.act("take_actions", actions=actions(said), **sent)

    def chips(self) -> dict[int, int]:
        return {seat: self.ledger["seat", seat] for seat in self.seats}

    def refused(self, name: str, **sent: Any) -> str:
        """The code an act is refused with; nothing of the table has changed by it."""
        before = (self.state, repr(self.play), dict(self.ledger))
        try:
            self.act(name, **sent)
        except RuleError as error:
            assert (self.state, repr(self.play), dict(self.ledger)) == before
            return error.code
        raise AssertionError(f"{name} was not refused")


def table_of_two(stacks: tuple[int, int] = (9000, 9000), chip_unit: int = 100, **terms: Any) -> Table:
    """Seats 2 and 5 at a table of heads-up draw."""
    return Table(house_rules("heads_up_draw", chip_unit, **terms), dict(zip((2, 5), stacks, strict=True)))


def table_of_four(*stacks: int, chip_unit: int = 100, **terms: Any) -> Table:
    """Seats 1 to 4, with as many of them as there are stacks, at a table of four-player draw."""
    chips = dict(enumerate(stacks or (9000, 9000, 9000, 9000), start=1))
    return Table(house_rules("four_player_draw", chip_unit, **terms), chips)


def settled(table: Table, hands: list[JSON]) -> JSON:
    """Enter the hands and settle; the answer."""
    if hands:
        table.act("enter_hands", hands=hands)
    answer: JSON = table.act("settle_round").answer["settlement"]
    return answer
