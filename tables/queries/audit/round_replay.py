"""A round step by step, as its entries tell it: what lay on the felt after each, with who, when and on which tablet (LOOK 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import connection

from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.recorded import BY_SEAT, IN_ORDER, entered
from tables.games.registry import GAMES
from tables.games.table.state import OPEN, Player, TableState
from tables.games.values import JSON
from tables.models import AuditEntry, Command, Round, Seating, Settlement, Table
from tables.models.values import open_round_of
from tables.policy import Act
from tables.queries.audit.pages import entry_row
from tables.queries.tables.documents import ChainDocument, TableStateDocument
from tables.queries.tables.past import players_then
from tables.queries.tables.round_documents import EntryDocument
from tables.queries.tables.shown import shown_round, shown_table

DECLARES_THE_BANK = (Act.OPEN_ROUND, Act.CHANGE_BANK)
AFTERWARDS = (Act.CORRECT_ROUND, Act.OPEN_DISPUTE, Act.RULE_ON_DISPUTE, Act.SETTLE_OWED)
"""Acts about a round that need not fall into its time."""

# The chips of every account after each posting: what a player had before the round is in its first row.
BALANCES = """
SELECT greatest(posting.sequence, %(first)s - 1), leg.account, leg.seating_id, sum(leg.amount)::bigint
FROM tables_posting posting JOIN tables_leg leg ON leg.posting_id = posting.id
WHERE posting.table_id = %(table)s AND (posting.sequence <= %(last)s OR posting.round_id = %(round)s)
  AND (leg.seating_id = ANY(%(players)s) AND leg.account IN ('seat', 'markers')
       OR posting.round_id = %(round)s AND leg.account IN ('bank', 'pot'))
GROUP BY 1, 2, 3
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """One entry of a round, and the table as it was after it, as a page draws it."""

    entry: EntryDocument
    state: TableStateDocument


@dataclass(frozen=True, slots=True)
class _Told:
    """What the entries so far tell of a round: its state, what is entered, its declared bank, the newest settlement."""

    state: str
    play: JSON
    bank_declared: int = 0
    output: JSON | None = None

    def after(self, entry: AuditEntry, reached: str) -> "_Told":
        """What they tell with one more; `reached` is the state that its act answered."""
        payload = entry.payload
        bank = (payload.get("after") or {}).get("bank", payload.get("bank"))
        return _Told(
            # What ends a round leaves the felt as it was: the last scene still shows it.
            state=reached if reached not in Round.ENDED else self.state,
            play=_entered(self.play, entry),
            bank_declared=(bank or 0) if entry.act in DECLARES_THE_BANK else self.bank_declared,
            output=payload.get("output", self.output),
        )


@dataclass(frozen=True, slots=True)
class Story:
    """A round with its scenes."""

    table: Table
    round: Round
    scenes: Sequence[Scene]
    settlements: Sequence[Settlement]


def round_story(casino_id: int, table_number: int, round_number: int) -> Story:
    """The round of a table, by their numbers; raises NotFound. Seven queries, however long the round was."""
    table = Table.objects.filter(casino_id=casino_id, number=table_number).select_related("casino").first()
    round_ = Round.objects.filter(table=table, number=round_number).select_related("rules").first() if table else None
    if table is None or round_ is None:
        raise NotFound(_("There is no round %(number)s at table %(table)s."), number=round_number, table=table_number)
    round_.table = table
    entries = list(AuditEntry.objects.filter(chain=table.chain, round=round_number).order_by("sequence"))
    # Offers of the bank come before the round is there.
    played = [entry for entry in entries if entry.act != Act.OFFER_DESIGNATION]
    settlements = list(Settlement.objects.filter(round=round_).order_by("version"))
    return Story(table, round_, _scenes(round_, played) if played else [], settlements)


def _scenes(round_: Round, entries: Sequence[AuditEntry]) -> list[Scene]:
    answers = dict(
        Command.objects.filter(pk__in=[entry.command_id for entry in entries]).values_list("command_id", "answer")
    )
    # By the moment of the deal everybody who plays sits there, and nobody moves until the round is over.
    players = players_then(round_.table, round_)
    balances = _Balances(round_, entries, players)
    told = _Told(str(GAMES[round_.rules.game].first_state), _at_opening(round_))
    scenes = []
    for entry in entries:
        told = told.after(entry, answers.get(entry.command_id, {}).get("state", told.state))
        drawn = _state(round_, entry, players, balances.at(entry.sequence), told)
        scenes.append(Scene(entry_row(entry), drawn))
    return scenes


class _Balances:
    """What each account held after each posting of the round."""

    def __init__(self, round_: Round, entries: Sequence[AuditEntry], players: Mapping[int, Seating]) -> None:
        values: JSON = {
            "table": round_.table_id,
            "round": round_.pk,
            "first": entries[0].sequence,
            # A correction comes when other rounds have moved the chips on: of those, it shows nothing.
            "last": max(entry.sequence for entry in entries if entry.act not in AFTERWARDS),
            "players": [player.pk for player in players.values()],
        }
        with connection.cursor() as cursor:
            cursor.execute(BALANCES, values)
            self.moves = sorted(cursor.fetchall(), key=lambda move: int(move[0]))

    def at(self, sequence: int) -> dict[tuple[str, int | None], int]:
        """The balances after the entry of this sequence."""
        sums: dict[tuple[str, int | None], int] = {}
        for moved_at, account, seating, amount in self.moves:
            if moved_at <= sequence:
                sums[account, seating] = sums.get((account, seating), 0) + amount
        return sums


def _at_opening(round_: Round) -> JSON:
    emptied: JSON = {key: {} for key in BY_SEAT if key in round_.play}
    if IN_ORDER in round_.play:
        emptied[IN_ORDER] = []
    return {**round_.play, **emptied}


def _entered(play: JSON, entry: AuditEntry) -> JSON:
    """What was entered of a round, after one more entry; one that was tampered with is shown as far as it can be."""
    if entry.act in AFTERWARDS:
        return play
    kinds = {**dict.fromkeys(BY_SEAT, dict), **({IN_ORDER: list} if IN_ORDER in play else {})}
    before, after = (
        {key: value for key, value in (entry.payload.get(side) or {}).items() if isinstance(value, kinds.get(key, ()))}
        for side in ("before", "after")
    )
    return entered(play, before, after)


def _state(
    row: Round,
    entry: AuditEntry,
    players: Mapping[int, Seating],
    balances: Mapping[tuple[str, int | None], int],
    told: _Told,
) -> TableStateDocument:
    """The table as `table_state` would have told it, as far as the entries of the round say; it is at no version now."""
    table, play = row.table, told.play
    round_ = replace(
        open_round_of(row),
        state=told.state,
        play=play,
        flags=(),
        bank_declared=told.bank_declared,
        bank=balances.get(("bank", None), 0),
        pot=balances.get(("pot", None), 0) + play.get("carry", 0),
        deadline=None,
    )
    value = TableState(
        number=table.number,
        seat_count=table.seat_count,
        state=OPEN,
        in_force=round_.rules,
        button=round_.designated_seat or play.get("button"),
        players={seat: _player(seat, player, row, balances) for seat, player in players.items()},
        round=round_,
    )
    head: ChainDocument = {"chain": entry.chain, "sequence": entry.sequence, "hash": entry.hash}
    shown = shown_table(table, value, entry.time, head)
    return {
        **shown,
        "table": {**shown["table"], "version": 0, "notices": 0},
        "round": shown_round(value, told.output),
    }


def _player(seat: int, player: Seating, round_: Round, balances: Mapping[tuple[str, int | None], int]) -> Player:
    """A player of that moment, with the chips and the markers of that moment."""
    # Rules without markers may name a value of 0; then nobody has any out.
    marker = round_.rules.document["terms"].get("marker_value") or 1
    return Player(
        player.pk,
        seat,
        balances.get(("seat", player.pk), 0),
        player.player_card,
        markers_out=-balances.get(("markers", player.pk), 0) // marker,
    )
