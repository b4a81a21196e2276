"""What the entries of a table's chain tell of its rounds, one after the other (AUD 7.2).

Pure: the same entries give the same rounds, in portions of any size. What has to be remembered from one portion to the next
is a document (`Memory.document`): who sits where, and the rounds that are not over.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from tables.games.values import JSON, FlagCode
from tables.policy import Act, Role

WIN, LOSE, PUSH = "win", "lose", "push"


class Stay(NamedTuple):
    """A player at a seat: the entry in which they sat down, null where the log does not say, and their card."""

    entry: int | None
    card: str


@dataclass(frozen=True, slots=True)
class LogEntry:
    """What is read of an entry."""

    sequence: int
    time: datetime
    act: str
    round: int | None
    person: str
    role: str
    payload: JSON

    @property
    def signed_by(self) -> str:
        """The badge that answers for it: of the signature where there is one, else of who acted."""
        return str((self.payload.get("signature") or {}).get("badge") or self.person)


@dataclass(slots=True)
class ToldBet:
    """What a bet came to, as `SearchedBet` has it."""

    seat: int
    stay: Stay
    bet: str
    result: str
    stake: int
    net: int


@dataclass(slots=True)
class ToldRound:
    """A round, as `SearchedRound` has it; `time` is None while it is not over."""

    number: int
    time: datetime | None = None
    entry: int = 0
    game: str = ""
    rules_version: int | None = None
    dealer: str = ""
    designated_seat: int | None = None
    designated_card: str = ""
    corrections: int = 0
    corrected_by: str = ""
    void_reason: str = ""
    voided_by: str = ""
    overridden_by: str = ""
    disputes: int = 0
    flags: list[str] = field(default_factory=list)
    stays: dict[int, Stay] = field(default_factory=dict)
    bets: list[ToldBet] = field(default_factory=list)

    def document(self) -> JSON:
        """What is to be remembered of it while it is not over."""
        names = (
            *("game", "rules_version", "dealer", "designated_seat", "designated_card", "overridden_by", "flags"),
            "disputes",
        )
        return {name: getattr(self, name) for name in names}


@dataclass(slots=True)
class Memory:
    """What the entries so far tell: the stays by seat, and the rounds that are not over."""

    stays: dict[int, Stay] = field(default_factory=dict)
    open: dict[int, ToldRound] = field(default_factory=dict)

    @classmethod
    def of(cls, document: JSON) -> "Memory":
        """Return the memory that `document` gave."""
        stays = {int(seat): Stay(*stay) for seat, stay in document.get("stays", {}).items()}
        rounds = {int(number): ToldRound(int(number), **told) for number, told in document.get("open", {}).items()}
        return cls(stays, rounds)

    def document(self) -> JSON:
        """Return it as it is stored."""
        return {
            "stays": {str(seat): list(stay) for seat, stay in self.stays.items()},
            "open": {str(number): told.document() for number, told in self.open.items()},
        }


class Telling:
    """Follows a chain: `over` gathers the rounds that are over and that the entries said something of.

    `known` gives a round that was over before, None where there is none.
    """

    def __init__(self, memory: Memory, known: Callable[[int], ToldRound | None]) -> None:
        self.memory = memory
        self.over: dict[int, ToldRound] = {}
        self._known = known

    def follow(self, entry: LogEntry) -> None:
        """Take one more entry, in the order of the chain."""
        if step := STEPS.get(entry.act):
            step(self, entry)
        if entry.round is not None and entry.act not in AFTERWARDS and (told := self.memory.open.get(entry.round)):
            _flagged(told, entry)

    def told(self, number: int) -> ToldRound:
        """The round of this number, over or not, to be changed."""
        if number in self.over:
            return self.over[number]
        if number in self.memory.open:
            return self.memory.open[number]
        known = self._known(number)
        if known is None:
            self.memory.open[number] = ToldRound(number)
            return self.memory.open[number]
        self.over[number] = known
        return known

    def ended(self, told: ToldRound, entry: LogEntry) -> None:
        """Take a round as over from this entry on."""
        if told.time is None:
            told.time, told.entry = entry.time, entry.sequence
        if entry.role == Role.DEALER and not told.dealer:
            told.dealer = entry.person
        self.memory.open.pop(told.number, None)
        self.over[told.number] = told


def _sat(telling: Telling, entry: LogEntry) -> None:
    sent = entry.payload["sent"]
    telling.memory.stays[sent["seat"]] = Stay(entry.sequence, sent.get("player_card") or "")


def _moved(telling: Telling, entry: LogEntry) -> None:
    stays, sent = telling.memory.stays, entry.payload["sent"]
    stays[sent["to"]] = stays.pop(sent["seat"], Stay(None, ""))


def _left(telling: Telling, entry: LogEntry) -> None:
    telling.memory.stays.pop(entry.payload["sent"]["seat"], None)


def _opened(telling: Telling, entry: LogEntry) -> None:
    told = telling.told(entry.round or 0)
    told.rules_version = entry.payload.get("rules_version")
    told.designated_seat = entry.payload.get("designated_player")
    if told.designated_seat is not None:
        told.designated_card = telling.memory.stays.get(told.designated_seat, Stay(None, "")).card
    if entry.role == Role.DEALER:
        told.dealer = entry.person


def _settled(telling: Telling, entry: LogEntry) -> None:
    told = telling.told(entry.round or 0)
    told.stays = dict(telling.memory.stays)
    if entry.role == Role.DEALER:
        told.dealer = entry.person
    _flagged(told, entry)
    _came_to(told, entry.payload["output"])
    telling.ended(told, entry)


def _corrected(telling: Telling, entry: LogEntry) -> None:
    told = telling.told(entry.round or 0)
    told.corrections += 1
    told.corrected_by = entry.signed_by
    _flagged(told, entry)
    _came_to(told, entry.payload["output"])
    telling.ended(told, entry)


def _void(telling: Telling, entry: LogEntry) -> None:
    told = telling.told(entry.round or 0)
    after, sent = entry.payload.get("after") or {}, entry.payload.get("sent") or {}
    told.void_reason = after.get("reason") or sent.get("reason") or "other"
    told.voided_by = entry.signed_by
    if entry.role == Role.DEALER:
        told.dealer = entry.person
    told.bets = []
    telling.ended(told, entry)


def _disputed(telling: Telling, entry: LogEntry) -> None:
    telling.told(entry.round or 0).disputes += 1


def _flagged(told: ToldRound, entry: LogEntry) -> None:
    """Add the flags that an entry sets to those of its round, each once."""
    output = entry.payload.get("output") or {}
    codes = [flag["code"] for flag in [*(entry.payload.get("flags") or []), *output.get("flags", [])]]
    dead = [str(FlagCode.DEAD_HAND) for seat in output.get("seats", []) if seat.get("outcome") == "dead"]
    told.flags = sorted({*told.flags, *codes, *dead})
    if FlagCode.LIMIT_OVERRIDDEN in codes:
        told.overridden_by = entry.signed_by


def _came_to(told: ToldRound, output: JSON) -> None:
    told.game = output["game"]
    told.bets = []
    for row in output["seats"]:
        seat, stay = row["seat"], told.stays.get(row["seat"], Stay(None, ""))
        bets: Mapping[str, Any] = row.get("bets", {})
        stakes = sum(bet["stake"] for bet in bets.values())
        told.bets.append(ToldBet(seat, stay, "", _result(row["net"]), stakes, row["net"]))
        told.bets += [ToldBet(seat, stay, name, bet["result"], bet["stake"], bet["net"]) for name, bet in bets.items()]
    if banker := output.get("designated_player"):
        stay = told.stays.get(banker["seat"], Stay(None, ""))
        for name in ("", "bank"):
            bank = banker.get("bank_before", 0)
            told.bets.append(ToldBet(banker["seat"], stay, name, _result(banker["net"]), bank, banker["net"]))


def _result(net: int) -> str:
    return WIN if net > 0 else LOSE if net < 0 else PUSH


AFTERWARDS = frozenset({Act.SETTLE_ROUND, Act.CORRECT_ROUND, Act.OFFER_DESIGNATION})
"""Acts whose flags are taken with what they come to, or that are of a round that is not there yet."""
STEPS: Mapping[str, Callable[[Telling, LogEntry], None]] = {
    Act.SIT: _sat,
    Act.MOVE: _moved,
    Act.LEAVE: _left,
    Act.OPEN_ROUND: _opened,
    Act.SETTLE_ROUND: _settled,
    Act.CORRECT_ROUND: _corrected,
    Act.VOID_ROUND: _void,
    Act.OPEN_DISPUTE: _disputed,
}
