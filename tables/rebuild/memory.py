"""What the fold of a table remembers beside its value: requests, bars, and the newest settled rounds for their corrections."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tables.games.table.corrections import SettledRound
from tables.games.table.match import MatchState
from tables.games.table.state import NumberedRules, TableState
from tables.games.values import JSON

REMEMBERED = 500
"""So many settled rounds are remembered: corrections come soon, and memory stays the same however long the log is."""


class Settled(NamedTuple):
    """A settled round as it was then, with the newest of its settlements."""

    rules: NumberedRules
    designated_seat: int | None
    players: Mapping[int, int]
    match: int | None
    version: int
    input: JSON
    output: JSON


@dataclass(slots=True)
class Memory:
    """What entries to come may speak of."""

    requested: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    """The house rules asked for, by the number of a change that is not decided on."""
    bars: dict[int, int] = field(default_factory=dict)
    """The stay that each bar which holds here keeps from playing."""
    settled: OrderedDict[int, Settled] = field(default_factory=OrderedDict)
    matches: OrderedDict[int, MatchState] = field(default_factory=OrderedDict)

    def remember_settlement(self, table: TableState, payload: JSON) -> None:
        """Remember the open round as it is settled."""
        if table.round is None:
            return
        match = table.match.number if table.match is not None and table.match.is_on else None
        players = {seat: player.stay for seat, player in table.players.items()}
        round_ = table.round
        self.settled[round_.number] = Settled(
            round_.rules, round_.designated_seat, players, match, 1, payload["input"], payload["output"]
        )
        while len(self.settled) > REMEMBERED:
            self.settled.popitem(last=False)

    def remember_match(self, match: MatchState | None) -> None:
        """Remember a match as it stands."""
        if match is None:
            return
        self.matches[match.number] = match
        while len(self.matches) > REMEMBERED:
            self.matches.popitem(last=False)

    def replace_settlement(self, number: int, payload: JSON) -> None:
        """Remember the settlement that a correction made."""
        if number in self.settled:
            version = self.settled[number].version + 1
            self.settled[number] = self.settled[number]._replace(
                version=version, input=payload["input"], output=payload["output"]
            )

    def settled_round(self, number: int, table: TableState) -> tuple[SettledRound, JSON] | None:
        """Return a settled round as it is corrected now, with the output that counted; None where it is forgotten."""
        found = self.settled.get(number)
        if found is None or (found.match is not None and found.match not in self.matches):
            return None
        is_open = table.round is not None and table.round.number == number
        later = [other for other in self.settled if other > number]
        if table.round is not None and table.round.number > number:
            later.append(table.round.number)
        settled = SettledRound(
            number=number,
            rules=found.rules,
            players=found.players,
            designated_seat=found.designated_seat,
            is_ended=not is_open,
            match=None if found.match is None else self.matches[found.match],
            played_since=sorted(set(later)),
        )
        return settled, found.output
