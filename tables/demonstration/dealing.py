"""A simulated dealer at one table: rounds played through the acts, from whatever state the table is in."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from tables.actions import clock, perform
from tables.actions._desk import Answer
from tables.actions.signing import sign
from tables.demonstration.moves import TIME_RUNS_OUT, Look, Move
from tables.demonstration.scripts import SCRIPTS, Script, told
from tables.errors import Stale, TableError
from tables.games.errors import RuleError
from tables.policy import Role
from tables.queries.tablet import table_state
from tables.stamp import Call, Signature, Stamp

SENT_TWICE, SENT_LATE = 0.03, 0.01
# A round takes some ten looks at the table; more than this, and it does not come to an end.
MOST_LOOKS = 300
# A simulated player has a second; the scan of a service that runs looks once in that time.
MOMENT, MOST_MOMENTS = 0.1, 100


@dataclass(frozen=True, slots=True)
class Crew:
    """Who works at a simulated table; the PINs are made for one run and never stored."""

    casino_id: int
    table_id: int
    dealer_id: int
    dealer_badge: str
    dealer_pin: str = field(repr=False)
    manager_id: int
    manager_badge: str
    manager_pin: str = field(repr=False)

    def stamp(self, move: Move, new_id: Callable[[], str]) -> Stamp:
        """Who makes the move, under a new command id, with the manager's signature where it needs one."""
        signature = self._signature(new_id()) if move.signed else None
        if move.by_floor:
            return Stamp(self.manager_id, Role.FLOOR, None, new_id(), signature)
        return Stamp(self.dealer_id, Role.DEALER, None, new_id(), signature)

    def _signature(self, command_id: str) -> Signature:
        return sign(
            casino_id=self.casino_id,
            badge=self.manager_badge,
            secret=self.manager_pin,
            tablet_id=None,
            command_id=command_id,
        )


class UnexpectedError(AssertionError):
    """An act did what it should not, or refused what it should do."""


class Dealing:
    """Plays rounds at one table; the same seed at an empty table plays the same rounds."""

    def __init__(self, crew: Crew, seed: str, new_id: Callable[[], str]) -> None:
        self.crew = crew
        self.seed = seed
        self.new_id = new_id
        self.first = 0
        self.version = 0
        self.hands: dict[int, str] = {}
        self.seen: Look
        self.tally: Counter[str] = Counter()

    def prepare(self) -> None:
        """Play on what an earlier run left, then let everybody leave, so that the seed alone decides what follows."""
        look = self._look()
        opening = {"closed": "open_table", "suspended": "resume_table"}.get(look.state["table"]["state"])
        rng = self._random("left behind")
        if opening:
            self._do(rng, Move(opening, {}, by_floor=True))
        # A child of a run that was killed may still be at its last round.
        while there := self._look().seats("playing", "sitting_out"):
            self._play_out(rng)
            if not self._look().state["round"]:
                self._go_on(rng, iter([Move("leave", {"seat": seat}) for seat in there]))
        self.first = self._look().state["table"]["button"] or 0
        self.tally.clear()

    def play_round(self, number: int) -> Counter[str]:
        """Play one round to its end; gives what happened in it."""
        rng = self._random(number)
        self.tally = Counter()
        before = self._look().state["table"]["version"]
        # A round may be open though this run has opened none: a child of a killed one may be at its last.
        if not self._look().state["round"]:
            self._go_on(rng, self._script.before_round(rng, self.seen))
        while not self.tally["rounds"]:
            if not self._look().state["round"]:
                self._go_on(rng, self._script.opening(rng, self.seen))
            self._play_out(rng)
            if self.tally["looks"] > MOST_LOOKS:
                raise UnexpectedError(f"table {self.crew.table_id} does not get beyond version {before}")
        return self.tally

    def _random(self, what: object) -> Random:
        return Random(f"{self.seed}/{what}")  # noqa: S311 - the same rounds every time, not secrets

    def _play_out(self, rng: Random) -> None:
        """Play the open round, if there is one, to its end."""
        self.hands = {}
        while (look := self._look()).state["round"]:
            if look.state["table"]["state"] == "suspended":
                raise UnexpectedError("the table was suspended by somebody else")
            self._go_on(rng, self._script.in_round(rng, look, self.hands))
            if self.tally["looks"] > MOST_LOOKS:
                raise UnexpectedError(f"round {look.round['number']} does not come to an end")

    @property
    def _script(self) -> Script:
        return SCRIPTS[self.seen.rules["game"]]

    def _look(self) -> Look:
        state = table_state(self.crew.table_id)
        self.version = state["table"]["version"]
        self.tally["looks"] += 1
        self.seen = Look(state, self.first)
        return self.seen

    def _go_on(self, rng: Random, moves: Iterator[Move]) -> None:
        """Make moves; where somebody else acts meanwhile, what follows is decided anew."""
        try:
            for move in moves:
                self._do(rng, move)
        except Stale:
            self.tally["stale"] += 1
        except RuleError as error:
            if error.code != "expired":
                raise
            # The machine was slower than the player's clock, which ran while somebody watched it.
            self.tally["late"] += 1
            clock.scan()

    def _let_time_pass(self) -> None:
        """Look at the clock as a worker does, until the time of whoever is to act is up; a dealer then taps Time."""
        number, turn = self.seen.round["number"], self.seen.round["turn"]
        by_dealer = self.seen.rules["terms"]["clock_mode"] == "dealer"
        for _moment in range(MOST_MOMENTS):
            time.sleep(MOMENT)
            clock.scan()
            look = self._look()
            if not look.state["round"] or look.round["turn"] != turn:
                self.tally["timeouts"] += 1
                return
            if by_dealer:
                self._tap_time(number, turn)
        raise UnexpectedError(f"the time of seat {turn} in round {number} does not run out")

    def _tap_time(self, number: int, turn: int) -> None:
        """The dealer's Time, which is refused until it is up."""
        out = Move("take_actions", {"number": number, "actions": [{"seat": turn, "do": "timeout"}]})
        with suppress(RuleError):
            perform(out.act, Call(self.crew.table_id, self.crew.stamp(out, self.new_id), self.version), out.sent)

    def _do(self, rng: Random, move: Move) -> None:
        if move.act == TIME_RUNS_OUT:
            self._let_time_pass()
            return
        stamp = self.crew.stamp(move, self.new_id)
        version = self.version
        if move.refused:
            self._refused(move, stamp, version)
            return
        answer = perform(move.act, Call(self.crew.table_id, stamp, version), move.sent)
        self.version = answer.version
        self.tally["acts"] += 1
        if rng.random() < SENT_TWICE:
            again = perform(move.act, Call(self.crew.table_id, stamp, version), move.sent)
            self._verify_replay(move, answer, again)
        if rng.random() < SENT_LATE:
            late = move._replace(refused="stale")
            self._refused(late, self.crew.stamp(move, self.new_id), version)
        told(self.tally, self.seen, move, answer.body)

    def _refused(self, move: Move, stamp: Stamp, version: int) -> None:
        """Make a mistake on purpose; it must be refused, for the right reason."""
        try:
            perform(move.act, Call(self.crew.table_id, stamp, version), move.sent)
        except (TableError, RuleError) as error:
            if error.code == "stale" and move.refused != "stale":
                raise
            if error.code != move.refused:
                raise UnexpectedError(f"{move.act} was refused as {error.code}, not {move.refused}: {error}") from error
            self.tally["refused"] += 1
        else:
            raise UnexpectedError(f"{move.act} was not refused as {move.refused}: {move.sent}")

    def _verify_replay(self, move: Move, answer: Answer, again: Answer) -> None:
        if not again.replayed or (again.body, again.version) != (answer.body, answer.version):
            raise UnexpectedError(f"{move.act} sent twice answered {again} after {answer}")
        self.tally["replayed"] += 1
