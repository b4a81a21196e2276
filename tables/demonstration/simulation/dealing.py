"""A simulated dealer at one table: rounds played through the acts, from any state of the table."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from tables.actions import clock, perform
from tables.actions.rules import timer as rule_times
from tables.demonstration.players.moves import MANAGER, TIME_PASSES, TIME_RUNS_OUT, Look, Move
from tables.demonstration.simulation import floor
from tables.demonstration.simulation.acting import DONE_IN_THE_HOUSE, Staff, UnexpectedError, verify_replay
from tables.demonstration.simulation.scripts import SCRIPTS, Script, told
from tables.demonstration.simulation.workers import Crew
from tables.errors import Stale, TableError
from tables.games.errors import RuleError
from tables.queries.tables.state import table_state
from tables.stamp import Call

SENT_TWICE, SENT_LATE = 0.03, 0.01
# A round takes some ten looks at the table; more than this, and it does not come to an end.
MOST_LOOKS = 300
# A simulated player has a second; the scan of a service that runs looks once in that time.
MOMENT, MOST_MOMENTS = 0.1, 100


class Dealing:
    """Plays rounds at one table; the same seed at an empty table plays the same rounds, as far as no time passes."""

    def __init__(self, crew: Crew, seed: str) -> None:
        self.crew = crew
        self.staff = Staff(crew)
        self.seed = seed
        self.first = 0
        self.version = 0
        self.hands: dict[int, str] = {}
        self.past = floor.Past(crew.casino_id, crew.table_id)
        self.seen: Look
        self.tally: Counter[str] = Counter()

    def prepare(self) -> None:
        """Play on what an earlier run left, then let everybody leave, so that the seed alone decides what follows."""
        look = self._look()
        opening = {"closed": "open_table", "suspended": "resume_table"}.get(look.state["table"]["state"])
        rng = self._random("left behind")
        if opening:
            self._do(rng, Move(opening, {}, by=MANAGER))
        # A child of a run that was killed may still be at its last round.
        while there := self._look().seats("playing", "sitting_out", "barred"):
            self._play_out(rng)
            if not self._look().state["round"]:
                self._go_on(rng, iter([Move("leave", {"seat": seat}) for seat in there]))
        for left in (floor.clear_the_table, floor.restore_the_rules):
            self._look()
            self._go_on(rng, left(self.seen, self.past))
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
                self._open(rng)
            self._play_out(rng, floor_often=floor.OFTEN)
            if self.tally["looks"] > MOST_LOOKS:
                raise UnexpectedError(f"table {self.crew.table_id} does not get beyond version {before}")
        return self.tally

    def _open(self, rng: Random) -> None:
        """Open a round; where coming rules take effect with it, what was meant under the old ones may not hold."""
        if rng.random() < floor.OFTEN:
            self._go_on(rng, floor.beside(rng, self.seen, self.past))
        if self._look().state["coming"] is not None:
            rule_times.scan()
            self._look()
        try:
            self._go_on(rng, self._script.opening(rng, self.seen))
        except RuleError:
            if self.seen.state["coming"] is None:
                raise
            self.tally["overtaken"] += 1

    def _random(self, what: object) -> Random:
        return Random(f"{self.seed}/{what}")  # noqa: S311 - the same rounds every time, not secrets

    def _play_out(self, rng: Random, *, floor_often: float = 0) -> None:
        """Play the open round, if there is one, to its end; between two looks the floor acts now and then."""
        self.hands = {}
        while (look := self._look()).state["round"]:
            if look.state["table"]["state"] == "suspended":
                raise UnexpectedError("the table was suspended by another person")
            if rng.random() < floor_often:
                self._go_on(rng, floor.beside(rng, self.seen, self.past))
            else:
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
        """Make moves; where another person acts meanwhile, what follows is decided anew."""
        try:
            for move in moves:
                self._do(rng, move)
        except Stale:
            self.tally["stale"] += 1
        except RuleError as error:
            if error.code != "expired":
                raise
            # The machine was slower than the player's clock, which ran while it was watched.
            self.tally["late"] += 1
            clock.scan()

    def _let_time_pass(self) -> None:
        """Look at the clock as a worker does, until the time of the player to act is up; a dealer then taps Time."""
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
            perform(out.act, Call(self.crew.table_id, self.staff.stamp(out), self.version), out.sent)

    def _do(self, rng: Random, move: Move) -> None:
        if move.act in (TIME_RUNS_OUT, TIME_PASSES):
            (self._let_time_pass if move.act == TIME_RUNS_OUT else rule_times.scan)()
            return
        stamp, version = self.staff.stamp(move), self.version
        if move.refused:
            self.staff.verify_refused(move, stamp, version)
            self.tally["refused"] += 1
            return
        try:
            answer = self.staff.make(move, stamp, version)
        except (TableError, RuleError) as error:
            if error.code not in move.may_be_refused:
                raise
            self.tally["refused"] += 1
            return
        self.version = max(answer.version, version)
        self.tally["acts"] += 1
        if rng.random() < SENT_TWICE and move.act != "tap_in":
            verify_replay(move, answer, self.staff.make(move, stamp, version))
            self.tally["replayed"] += 1
        if rng.random() < SENT_LATE and answer.version > version and move.act not in DONE_IN_THE_HOUSE:
            self.staff.verify_refused(move._replace(refused="stale"), self.staff.stamp(move), version)
            self.tally["refused"] += 1
        told(self.tally, self.seen, move, answer.body)
        self.past.learn(move, answer.body)
