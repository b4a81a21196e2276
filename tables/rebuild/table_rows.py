"""The rows of a table as its entries make them: what ends is handed out, what can still change is kept (AUD 6.1)."""

from collections.abc import Mapping
from typing import Any

from tables.games.designation import Answer
from tables.games.table.document import numbered_rules
from tables.games.table.match import MatchState
from tables.games.table.state import ENDED, OpenRound, Player, TableState
from tables.games.values import JSON
from tables.rebuild.entries import Entry
from tables.rebuild.rows import ExpectedRow, Source
from tables.rebuild.steps import Movement, Step

OF_A_PLAYER = (
    *("seat", "chips", "player_card", "sitting_out", "barred", "standing_decline", "in_a_row", "in_a_row_since"),
    *("last_wagers", "last_bank", "markers_out"),
)
OF_A_ROUND = (
    *("state", "play", "designated_seat", "bank_declared", "bank", "pot", "void_reason", "opened_at", "dealt_at"),
    *("settled_at", "ended_at", "clock_from", "deadline"),
)
OF_A_MATCH = ("began_at", "first_round", "hands", "last_round", "ended_at", "how")


class TableRows:
    """The rows of one table. Stays are named as in the value, by the ids of their rows."""

    def __init__(self, chain: str) -> None:
        """Nothing yet."""
        self.has_begun = False
        self._chain = chain
        self._ended: list[ExpectedRow] = []
        self._sources: dict[tuple[str, Any], Source] = {}
        self._sat: dict[int, JSON] = {}
        self._offers: list[JSON] = []

    def first_table(self, added: Mapping[str, Any], entry: Entry) -> TableState:
        """Return a table as it was added to the house, under the first version of its rules."""
        self.has_begun = True
        rules = numbered_rules(1, added["rules"])
        values = {"game": rules.rules.game, "document": added["rules"], "in_force_from": entry.time, "change_id": None}
        source = Source(entry.chain, entry.sequence)
        self._ended.append(ExpectedRow("RulesVersion", (1,), values, source))
        self._sources["Table", None] = source
        return TableState(added["table"], added["seat_count"], in_force=rules)

    def begin(self, table: TableState, entry: Entry) -> None:
        """Take the table of a baseline as it stands: who sits there sat down before it."""
        self.has_begun = True
        self._sat = {player.stay: {} for player in table.players.values()}
        self._sources["Table", None] = Source(entry.chain, entry.sequence)

    def take(self, before: TableState, step: Step, entry: Entry) -> None:
        """Take in what one entry did."""
        source, change = Source(entry.chain, entry.sequence), step.change
        after = change.table
        if step.legs:
            self._add("Posting", (entry.sequence,), _posting(entry, step.legs), source)
        if step.settlement is not None:
            values = {**step.settlement, "settled_at": entry.time}
            self._add("Settlement", (entry.round, values.pop("version")), values, source)
        if change.in_force is not None:
            self._rules(change.in_force.rules.number, change.in_force.rules.document, entry, change.in_force.change)
        self._take_offers(before, after, step, entry)
        self._take_players(before, after, entry)
        self._take_round(before.round, change.round, source)
        self._take_match(before.match, change.match_before, source)
        self._take_match(before.match, after.match, source)
        self._sources["Table", None] = source

    def drain(self) -> list[ExpectedRow]:
        """Return the rows that stand for ever, and forget them."""
        ended, self._ended = self._ended, []
        return ended

    def standing(self, table: TableState, version: int | None) -> list[ExpectedRow]:
        """The rows that can still change, with the offers of the coming round."""
        rows = [self._row("Table", (table.number,), _table(table, version), None)]
        rows += [self._player(player) for player in table.players.values()]
        if table.round is not None:
            rows.append(self._row("Round", (table.round.number,), _round(table.round), table.round.number))
        if table.match is not None and table.match.is_on:
            rows.append(self._row("Match", (table.match.number,), _match(table.match), table.match.number))
        if self._offers:
            source = self._offers[-1]["source"]
            rows.append(ExpectedRow("DesignationOffer", (table.last_round + 1,), self._offers_told(), source))
        return rows

    def _add(self, kind: str, key: tuple[Any, ...], values: Mapping[str, Any], source: Source) -> None:
        self._ended.append(ExpectedRow(kind, key, values, source))

    def _row(self, kind: str, key: tuple[Any, ...], values: Mapping[str, Any], which: Any) -> ExpectedRow:
        """A row with the newest entry that changed it; of before the baseline, that."""
        return ExpectedRow(kind, key, values, self._sources.get((kind, which), self._sources["Table", None]))

    def _rules(self, number: int, document: Mapping[str, Any], entry: Entry, change: int) -> None:
        values = {"game": document["game"], "document": document, "in_force_from": entry.time, "change_id": change}
        self._add("RulesVersion", (number,), values, Source(entry.chain, entry.sequence))

    def _take_offers(self, before: TableState, after: TableState, step: Step, entry: Entry) -> None:
        """Offers of the coming round, until it opens and they are all there are."""
        source = Source(entry.chain, entry.sequence)
        seated = {**after.players, **before.players}
        for answer in step.change.offers:
            told = _offer(answer, seated[answer.seat].stay, entry)
            self._offers.append({"told": told, "source": source})
        if after.last_round != before.last_round:
            self._add("DesignationOffer", (after.last_round,), self._offers_told(), source)
            self._offers = []

    def _offers_told(self) -> JSON:
        return {"offers": [offer["told"] for offer in self._offers]}

    def _take_players(self, before: TableState, after: TableState, entry: Entry) -> None:
        source = Source(entry.chain, entry.sequence)
        old = {player.stay: player for player in before.players.values()}
        new = {player.stay: player for player in after.players.values()}
        for stay, player in new.items():
            if stay not in old:
                self._sat[stay] = {"sat_at": entry.time, "sit_sequence": entry.sequence}
            if old.get(stay) != player:
                self._sources["Seating", stay] = source
        for stay in old.keys() - new.keys():
            self._sources["Seating", stay] = source
            row = self._player(old[stay])
            left = {"chips": 0, "markers_out": 0, "left_at": entry.time}
            self._ended.append(row._replace(values={**row.values, **left}))
            del self._sat[stay], self._sources["Seating", stay]

    def _player(self, player: Player) -> ExpectedRow:
        values = {name: getattr(player, name) for name in OF_A_PLAYER}
        values |= {**self._sat.get(player.stay, {}), "left_at": None}
        return self._row("Seating", (player.stay,), values, player.stay)

    def _take_round(self, before: OpenRound | None, after: OpenRound | None, source: Source) -> None:
        if after is None or after == before:
            return
        self._sources["Round", after.number] = source
        if after.state in ENDED:
            self._ended.append(self._row("Round", (after.number,), _round(after), after.number))
            del self._sources["Round", after.number]

    def _take_match(self, before: MatchState | None, after: MatchState | None, source: Source) -> None:
        if after is None or after == before:
            return
        self._sources["Match", after.number] = source
        if not after.is_on:
            self._ended.append(self._row("Match", (after.number,), _match(after), after.number))
            del self._sources["Match", after.number]


def _posting(entry: Entry, legs: Movement) -> JSON:
    return {"act": entry.act, "round": entry.round, "posted_at": entry.time, "legs": legs_by_place(legs)}


def legs_by_place(legs: Movement) -> JSON | Movement:
    """Return the legs by account and stay, so that the one which differs is named; as they are, where two are of one place."""
    places = {account if stay is None else f"{account} of stay {stay}": amount for account, stay, amount in legs}
    return places if len(places) == len(legs) else legs


def _offer(answer: Answer, stay: int, entry: Entry) -> JSON:
    return {**answer._asdict(), "seating_id": stay, "offered_at": entry.time}


def _round(round_: OpenRound) -> JSON:
    values = {name: getattr(round_, name) for name in OF_A_ROUND}
    return {**values, "flags": [*round_.flags], "designated_id": round_.designated, "rules": round_.rules.number}


def _match(match: MatchState) -> JSON:
    values = {name: getattr(match, name) for name in OF_A_MATCH}
    return {**values, "players": [player._asdict() for player in match.players], "winner_id": match.winner}


def _table(table: TableState, version: int | None) -> JSON:
    values: JSON = {name: getattr(table, name) for name in ("seat_count", "state", "button", "last_round", "carry")}
    values |= {"rules": table.version.number, "present": table.present}
    values["answers"] = [answer._asdict() for answer in table.answers]
    return values if version is None else {**values, "version": version}
