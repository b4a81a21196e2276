"""What the entries of a round say that the input of its settlement has to be (AUD 2.7).

The input of every settlement is compared with the wagers, decisions, hands and actions that were entered before it, and that of
every correction with the settlement before it and what was sent to put it right.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.values import JSON

OPENS, SETTLES, CORRECTS, CHANGES_BANK, ADDS_TABLE = (
    *("open_round", "settle_round", "correct_round"),
    *("change_bank", "add_table"),
)
BY_SEAT, IN_ORDER = ("wagers", "decisions", "hands", "rake"), "actions"
"""What is entered of a round by seat, and in order; all else of its play stands from the opening on."""
ENTERS = (CHANGES_BANK, "enter_wagers", "enter_decisions", "enter_hands", "take_actions", "expire_action")
OF_ROUNDS = (OPENS, *ENTERS, SETTLES, CORRECTS)
"""The acts whose entries are needed."""
NOT_DECIDED = "what the input of a settlement has to be: entries of its round are left out or cannot be believed"


class RecordedRounds:
    """Goes through the entries of one table in their order, and holds the input of each settlement against those before it.

    `settled` keeps the newest input of each round by its number; what is too large for the memory the caller keeps elsewhere.
    """

    def __init__(self, settled: MutableMapping[int, JSON], rules: JSON | None = None) -> None:
        self._settled = settled
        self._told: JSON | None = None
        self._number: object = None
        self._rules = rules
        """The house rules in force, where the entries said which."""
        self._is_hidden = False
        self.undecided = 0
        """Settlements whose entries were not all there."""

    def hide(self) -> None:
        """An entry was left out, or cannot be believed: the present round is not known."""
        self._told, self._rules, self._is_hidden = None, None, True

    def take(self, act: str, number: object, payload: Mapping[str, Any]) -> str:
        """Take the next entry of the table; what is wrong with the input of its settlement, or nothing."""
        problem = ""
        try:
            if act == SETTLES:
                problem = self._settle(number, payload["input"])
            elif act == CORRECTS:
                problem = self._correct(number, payload)
            elif act == OPENS:
                self._take_rules(payload)
                self._open(number, payload)
            elif act in ENTERS and self._told is not None:
                self._enter(self._told, act, payload)
        except (KeyError, TypeError, AttributeError, ValueError, IndexError):
            self._told = None
            problem = "does not say what was entered, as an entry of its act does"
        if act != OPENS:
            self._take_rules(payload)
        return problem

    def _open(self, number: object, payload: Mapping[str, Any]) -> None:
        self._number = number
        self._told = {"wagers": {}, "decisions": {}, "hands": {}, "actions": [], **(payload.get("after") or {})}
        for key in ("designated_player", "bank"):
            if key in payload:
                self._told[key] = payload[key]

    def _enter(self, told: JSON, act: str, payload: Mapping[str, Any]) -> None:
        before, after = payload.get("before") or {}, payload.get("after") or {}
        bank = {"bank": after["bank"]} if act == CHANGES_BANK else {}
        self._told = {**entered(told, before, after), **bank}

    def _settle(self, number: object, document: JSON) -> str:
        if type(number) is int:
            self._settled[number] = document
        game = GAMES.get(document["game"])
        if game is None:
            return ""
        if self._told is None or number != self._number:
            if not self._is_hidden:
                return f"settles round {number}, of which no entry tells how it opened"
            self.undecided += 1
            return ""
        expected = {"game": game.key, "rules": document["rules"], **game.recorded_input(self._told)}
        if self._rules is not None:
            expected["rules"] = self._rules
        return _compared(document, expected)

    def _correct(self, number: object, payload: Mapping[str, Any]) -> str:
        document, before = payload["input"], self._settled.get(number) if type(number) is int else None
        if type(number) is int:
            self._settled[number] = document
        if before is None:
            self.undecided += self._is_hidden
            return "" if self._is_hidden else f"corrects round {number}, which no entry settled"
        game = GAMES.get(before["game"])
        if game is None:
            return ""
        sent = {name: part for name, part in payload["sent"]["corrections"].items() if name != "replaces"}
        try:
            return _compared(document, game.corrected(before, sent))
        except RuleError as error:
            return f"what was sent to correct the round is refused: {error}"

    def _take_rules(self, payload: Mapping[str, Any]) -> None:
        came = payload.get("rules_in_force")
        if type(came) is dict and type(came.get("after")) is dict:
            self._rules = came["after"].get("document")


def rules_of_table(act: str, payload: Mapping[str, Any]) -> tuple[int, JSON] | None:
    """The number of a table and its first rules, where an entry of the house added it."""
    after = payload.get("after") if act == ADDS_TABLE else None
    if type(after) is not dict or type(after.get("table")) is not int or type(after.get("rules")) is not dict:
        return None
    return after["table"], after["rules"]


def entered(told: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]) -> JSON:
    """What was entered of a round after one more entry; null takes back what a seat had, and actions that fall their hands."""
    new = dict(told)
    undone, done = before.get(IN_ORDER) or [], after.get(IN_ORDER) or []
    if undone:
        new["hands"] = {}
    if undone or done:
        actions = told.get(IN_ORDER, [])
        new[IN_ORDER] = [*actions[: len(actions) - len(undone)], *done]
    for key in BY_SEAT:
        if key in after:
            merged = {**new.get(key, {}), **after[key]}
            new[key] = {seat: value for seat, value in merged.items() if value}
    return new


def _compared(found: JSON, expected: JSON) -> str:
    if found == expected:
        return ""
    return f"its input is not what was entered of the round: {', '.join(_differences(found, expected))}"


def _differences(found: JSON, expected: JSON) -> Iterator[str]:
    """Name each part of an input that is another, with its seat where it has one."""
    for key in sorted(found.keys() | expected.keys()):
        one, other = found.get(key), expected.get(key)
        if one == other:
            continue
        if key == "seats":
            yield from _by_seat(_rows(one), _rows(other))
        elif key == "hands":
            hands = [{seat: {"hand": cards} for seat, cards in side.items()} for side in (one or {}, other or {})]
            yield from _by_seat(*hands)
        elif key == "designated_player":
            seat = expected[key]["seat"]
            yield from _by_seat({seat: one or {}}, {seat: other or {}})
        else:
            yield key


def _rows(rows: Any) -> JSON:
    return {row["seat"]: row for row in rows or []}


def _by_seat(found: JSON, expected: JSON) -> Iterator[str]:
    for seat in sorted(found.keys() | expected.keys(), key=int):
        one, other = found.get(seat, {}), expected.get(seat, {})
        fields = [field for field in sorted(one.keys() | other.keys()) if one.get(field) != other.get(field)]
        if fields:
            yield f"seat {seat} ({', '.join(fields)})"
