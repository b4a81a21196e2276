"""A simulated dealer at one table: rounds played through the acts, from whatever state the table is in."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from tables.actions import perform
from tables.actions._desk import Answer
from tables.actions.signing import sign
from tables.demonstration import felt, players
from tables.demonstration.moves import JSON, Look, Move, dealt
from tables.errors import Stale, TableError
from tables.games.errors import RuleError
from tables.policy import Role
from tables.queries.tablet import table_state
from tables.stamp import Call, Signature, Stamp

SENT_TWICE, SENT_LATE = 0.03, 0.01
# A round takes some ten looks at the table; more than this, and it does not come to an end.
MOST_LOOKS = 300


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
        self.tally: Counter[str] = Counter()

    def prepare(self) -> None:
        """Play on what an earlier run left, then let everybody leave, so that the seed alone decides what follows."""
        look = self._look()
        opening = {"closed": "open_table", "suspended": "resume_table"}.get(look.state["table"]["state"])
        rng = self._random("left behind")
        if opening:
            self._do(rng, Move(opening, {}, by_floor=True))
        self._play_out(rng)
        there = self._look().seats("playing", "sitting_out")
        self._go_on(rng, iter([Move("leave", {"seat": seat}) for seat in there]))
        self.first = self._look().state["table"]["button"] or 0
        self.tally.clear()

    def play_round(self, number: int) -> Counter[str]:
        """Play one round to its end; gives what happened in it."""
        rng = self._random(number)
        self.tally = Counter()
        self._between(rng, players.before_round)
        while not self.tally["rounds"]:
            self._between(rng, players.offers)
            self._play_out(rng)
            if self.tally["looks"] > MOST_LOOKS:
                raise UnexpectedError(f"no round comes to an end at table {self.crew.table_id}")
        return self.tally

    def _between(self, rng: Random, moves: Callable[[Random, Look], Iterator[Move]]) -> None:
        """Make moves between rounds, unless somebody else has opened one."""
        look = self._look()
        if look.state["round"] is None:
            self._go_on(rng, moves(rng, look))

    def _random(self, what: object) -> Random:
        return Random(f"{self.seed}/{what}")  # noqa: S311 - the same rounds every time, not secrets

    def _play_out(self, rng: Random) -> None:
        """Play the open round, if there is one, to its end."""
        self.hands = {}
        while (look := self._look()).state["round"]:
            if look.state["table"]["state"] == "suspended":
                raise UnexpectedError("the table was suspended by somebody else")
            self._go_on(rng, self._next_moves(rng, look))
            if self.tally["looks"] > MOST_LOOKS:
                raise UnexpectedError(f"round {look.round['number']} does not come to an end")

    def _next_moves(self, rng: Random, look: Look) -> Iterator[Move]:
        state = look.round["state"]
        if state == "betting":
            return felt.betting(rng, look)
        if state == "settled":
            return felt.settled(look)
        self.hands = self.hands or dealt(rng, look)
        return (felt.deciding if state == "dealt" else felt.showing)(rng, look, self.hands)

    def _look(self) -> Look:
        state = table_state(self.crew.table_id)
        self.version = state["table"]["version"]
        self.tally["looks"] += 1
        return Look(state, self.first)

    def _go_on(self, rng: Random, moves: Iterator[Move]) -> None:
        """Make moves; where somebody else acts meanwhile, what follows is decided anew."""
        try:
            for move in moves:
                self._do(rng, move)
        except Stale:
            self.tally["stale"] += 1

    def _do(self, rng: Random, move: Move) -> None:
        stamp = self._stamp(move)
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
            self._refused(late, self._stamp(move), version)
        self._count(move, answer.body)

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

    def _stamp(self, move: Move) -> Stamp:
        crew, signature = self.crew, self._signature() if move.signed else None
        if move.by_floor:
            return Stamp(crew.manager_id, Role.FLOOR, None, self.new_id(), signature)
        return Stamp(crew.dealer_id, Role.DEALER, None, self.new_id(), signature)

    def _signature(self) -> Signature:
        crew = self.crew
        return sign(
            casino_id=crew.casino_id,
            badge=crew.manager_badge,
            secret=crew.manager_pin,
            tablet_id=None,
            command_id=self.new_id(),
        )

    def _count(self, move: Move, body: JSON) -> None:
        tally = self.tally
        if move.act in ("close_round", "void_round"):
            tally["rounds"] += 1
        if move.act == "void_round":
            tally["void"] += 1
        if move.act == "recount":
            tally["recounts"] += 1
        settlement = body.get("settlement")
        if settlement is not None:
            tally["settled"] += 1
            tally["hands"] += len(settlement["seats"])
            tally["adjusted"] += len(settlement["flags"])
            for seat in settlement["seats"]:
                tally[seat["outcome"]] += 1
