"""The rows of a table, and its value folded from the entries of its log, are the same after every act (OPS 2 to 5, AUD 1.2)."""

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tables.actions import clock
from tables.actions.act import Answer
from tables.audit.canonical import canonical
from tables.errors import TableError
from tables.games.draw.betting import TIMEOUT
from tables.games.errors import RuleError
from tables.games.table.acts import ACTS, apply
from tables.games.table.change import Change
from tables.games.table.document import read_table_document, table_document
from tables.games.table.state import Moment, TableState
from tables.models import AuditEntry, Command, DesignationOffer, Leg, Match, Round, RuleChange, Seating, Settlement
from tables.models.values import Around, table_value
from tests.actions.felt import BANK_HAND, BETTER
from tests.actions.rounds.test_anything import VARIANTS, WEIGHTS, Anybody, rules
from tests.actions.rounds.test_draw_anything import SEATS, TABLES, Drawer
from tests.actions.rules.changes import due_long_ago
from tests.cast import HEADS_UP, Cast, make_cast
from tests.clocks import late_by, rows_unlike_the_log

pytestmark = pytest.mark.slow

# Who may do something, and what the house knows of a card, the table does not decide.
OF_THE_HOUSE = ("not_allowed", "needs_signature")
ADDED_BY_THE_HOUSE = ("signature", "owed", "effects")


def loaded(cast: Cast) -> TableState:
    """The table as its rows tell it."""
    table = cast.fresh_table
    seatings = {seating.seat: seating for seating in Seating.objects.filter(table=table, left_at=None)}
    current = Round.objects.filter(table=table).exclude(state__in=Round.ENDED).first()
    coming = RuleChange.objects.filter(table=table, state="approved").first()
    match = Match.objects.filter(table=table).order_by("number").last()
    return table_value(table, seatings, Around(table.rules, current, coming, match))


class Folded(Cast):
    """The people at a table, whose every act is done on the value too, as the log tells it."""

    value: TableState
    at: int = 0
    done: Counter[str]

    def begin(self) -> None:
        """From here on both go together."""
        self.value, self.done = loaded(self), Counter()
        self.at = AuditEntry.objects.filter(chain=self.table.chain).count()

    def act(self, name: str, *, by: str = "dana", signed_by: str | None = None, **sent: Any) -> Answer:
        """Do an act at the table of rows, then on the value; a refusal is the same refusal."""
        try:
            answer = super().act(name, by=by, signed_by=signed_by, **sent)
        except (TableError, RuleError) as error:
            if name in ACTS and error.code not in OF_THE_HOUSE:
                self.verify_refused(name, sent, error)
            raise
        self.fold()
        return answer

    def verify_refused(self, name: str, sent: dict[str, Any], refusal: TableError | RuleError) -> None:
        """The value refuses it with the same code and the same sentence."""
        refused: TableError | RuleError | None = None
        try:
            apply(self.value, name, sent, Moment(timezone.now(), watched=refusal.code == "expired"))
        except (TableError, RuleError) as error:
            refused = error
        assert refused is not None, f"the value does not refuse {name}: {refusal}"
        assert (refused.code, str(refused)) == (refusal.code, str(refusal))

    def fold(self) -> None:
        """Take the newest entries of the log into the value; nothing else than that is asked."""
        for entry in AuditEntry.objects.filter(chain=self.table.chain, sequence__gt=self.at).order_by("sequence"):
            change = apply(self.value, entry.act, self.sent(entry), self.moment(entry))
            self.verify_told(entry, change)
            self.verify_written(entry, change)
            self.value, self.at = change.table, entry.sequence
            self.done[entry.act] += 1
        assert self.value == loaded(self)
        self.verify_document()

    def verify_rows(self) -> None:
        """The whole evening, folded again from the house's entry on, gives every row (AUD 6.2)."""
        assert rows_unlike_the_log(self.fresh_table) == []

    def verify_document(self) -> None:
        """The table as a document, canonical as an entry needs it, is the same table when it is read (AUD 1.2)."""
        document = table_document(self.value)
        assert read_table_document(json.loads(canonical(document))) == self.value

    def sent(self, entry: AuditEntry) -> dict[str, Any]:
        """What an act was sent; a settlement needs no more than its round."""
        sent: dict[str, Any] = entry.payload.get("sent", {"number": entry.round})
        return sent

    def moment(self, entry: AuditEntry) -> Moment:
        """The moment of an entry: an action that stood though it was late, was not watched; a time-out was."""
        stay = Seating.objects.latest("pk").pk if entry.act == "sit" else 0
        return Moment(entry.time, entry.act == "expire_action" or TIMEOUT in str(entry.payload.get("sent")), stay)

    def verify_told(self, entry: AuditEntry, change: Change) -> None:
        """The payload of the entry, its round, and the answer that is remembered."""
        told = {key: value for key, value in entry.payload.items() if key not in ADDED_BY_THE_HOUSE}
        answer = Command.objects.get(command_id=entry.command_id).answer
        assert change.payload == told
        assert change.round_number == entry.round
        assert change.answer == {key: value for key, value in answer.items() if key not in ADDED_BY_THE_HOUSE}

    def verify_written(self, entry: AuditEntry, change: Change) -> None:
        """The legs of the posting, the offers of the ledger, the settlement."""
        moved = Leg.objects.filter(posting__table=self.table, posting__sequence=entry.sequence)
        posted = {(leg.account, leg.seating_id): leg.amount for leg in moved}
        assert posted == sums(self.value, change)
        stays = dict(Seating.objects.filter(table=self.table).values_list("sit_sequence", "pk"))
        told = {
            (account, stays.get(stay)): amount for account, stay, amount in entry.payload["effects"].get("legs", [])
        }
        assert told == posted
        offers = DesignationOffer.objects.filter(table=self.table, offered_at=entry.time).order_by("pk")
        assert [(offer.seat, offer.answer) for offer in offers] == [answer[:2] for answer in change.offers]
        settled = Settlement.objects.filter(round__table=self.table, settled_at=entry.time).first()
        assert (settled and (settled.input, settled.output)) == change.settlement


def sums(before: TableState, change: Change) -> dict[tuple[str, int | None], int]:
    """The legs of a change by account and stay."""
    there = {**change.table.players, **before.players}
    moved: Counter[tuple[str, int | None]] = Counter()
    for leg in change.legs:
        moved[leg.account, None if leg.seat is None else there[leg.seat].stay] += leg.amount
    return {key: amount for key, amount in moved.items() if amount}


def folded(document: dict[str, Any], seats: tuple[int, ...], chips: int) -> Folded:
    """A table with players, from its first act on."""
    made = make_cast(document)
    cast = Folded(made.casino, made.table, made.people)
    cast.begin()
    cast.seat_players(seats, chips)
    return cast


def let_time_pass(cast: Folded, dice: random.Random) -> None:
    """Now and then a clock runs out, and perhaps is looked at then; no act moves time, so no entry says so."""
    if cast.value.round is None or cast.value.round.deadline is None or dice.random() > 0.1:
        return
    late_by(cast.value.round.number, timedelta(seconds=1))
    times = Round.objects.values("deadline", "clock_from").get(number=cast.value.round.number)
    cast.value = replace(cast.value, round=replace(cast.value.round, **times))
    if dice.random() < 0.5:
        clock.scan()
        cast.fold()


@pytest.fixture
def straight_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """What brings a round further is tried most, so that a short evening has every part of it."""
    for name in ("enter_wagers", "deal", "take_actions"):
        monkeypatch.setitem(WEIGHTS, name, 60)


@pytest.mark.usefixtures("straight_on")
def test_ops_5_an_evening_with_a_bank_on_rows_is_the_same_on_the_value(db: None) -> None:
    """High Card Flush at random, with a change of rules on the way."""
    cast = folded(rules(**VARIANTS[0]), (1, 2, 4, 5), 12000)
    anybody = Anybody(cast, seed=5)
    for step in range(70):
        anybody.try_something()
        if step == 35:
            due_long_ago(cast, {"designation": {"min_bank": 900}})
            cast.value = replace(cast.value, coming=loaded(cast).coming)
    assert {"open_round", "enter_wagers", "deal", "enter_decisions", "enter_hands"} <= set(cast.done)
    assert cast.value.version.number == 2


def test_ops_5_4_a_round_of_slips_on_rows_is_the_same_on_the_value(db: None) -> None:
    """A bank put right, a hand added, another taken out, a late bet, a Raise on chips that were seen."""
    cast = folded(rules(**VARIANTS[0]), (1, 2, 4, 5), 12000)
    number = cast.open_round(1, 2000)
    cast.act("change_bank", number=number, bank=5000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 5000}, {"seat": 4, "ante": 1000}])
    cast.act("deal", number=number)
    cast.act("enter_decisions", number=number, decisions=[{"seat": 4, "decision": "fold"}])
    added = [{"seat": 5, "ante": 1000, "flush": 500, "found": True}]
    cast.act("enter_wagers", number=number, wagers=added, removed=[4], signed_by="petra")
    cast.act("change_bank", number=number, bank=9000, signed_by="petra")
    seen = {"seat": 2, "decision": "raise", "raise": 8000, "seen": True}
    cast.act(
        "enter_decisions", number=number, decisions=[seen, {"seat": 5, "decision": "walk_away"}], signed_by="petra"
    )
    cast.act("enter_hands", number=number, hands=[{"seat": 2, "cards": BETTER}, {"seat": 1, "cards": BANK_HAND}])
    cast.act("enter_wagers", number=number, wagers=[{**added[0], "flush": 600}], signed_by="petra")
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    assert cast.done["change_bank"] == 2
    cast.verify_rows()


@pytest.mark.usefixtures("straight_on")
@pytest.mark.parametrize(("variant", "seed"), [(0, 6), (2, 6)])
def test_draw_an_evening_of_draw_poker_on_rows_is_the_same_on_the_value(db: None, variant: int, seed: int) -> None:
    """Both games at random, with clocks that run out."""
    document, terms = TABLES[variant]
    cast = folded({**document, "terms": terms}, SEATS[document["game"]], 4000)
    clock.scan()
    player = Drawer(cast, seed)
    for _step in range(60):
        let_time_pass(cast, player.dice)
        Anybody.try_something(player)
    assert {"open_round", "take_actions"} <= set(cast.done)
    cast.verify_rows()


def test_draw_1_13_matches_to_their_ends_on_rows_are_the_same_on_the_value(db: None) -> None:
    """An all-in tie that is dealt for and lost, a re-buy, one that is given up with a carried pot, one that is left."""
    cast = folded(HEADS_UP, (1, 2), 10000)
    play(cast, 1, ("bet", 13500), TIE)
    play(cast, 2, None, {1: "AsAdKc7h2d", 2: "KsKdQc7s2c"})
    assert cast.value.match is not None
    assert (cast.value.match.how, cast.value.match.hands) == ("lost", 2)
    cast.act("buy_in", seat=2, amount=24000, source="chips")
    play(cast, 1, None, TIE)
    cast.act("give_up_match", match=2, seat=1)
    cast.act("recount", seat=1, chips=cast.value.players[2].chips, reason="carried", signed_by="petra")
    play(cast, 1, None, TIE)
    cast.act("move", seat=2, to=5)
    cast.act("leave", seat=5)
    assert (cast.value.match.number, cast.value.match.how) == (3, "left")
    assert cast.done["close_round"] == 4
    cast.verify_rows()


TIE = {1: "AsJs9s6s3s", 2: "AhTh8h6h2h"}


def play(cast: Folded, first: int, bet: tuple[str, int] | None, shown: dict[int, str]) -> None:
    """A hand to its showdown: with a bet in the first betting, or with none at all."""
    number, second = cast.act("open_round").body["round"], 3 - first
    said = [(first, "stay") if bet is None else (first, *bet), (second, "draw"), (second, "exchange", 0)]
    for seat, do, *amount in [*said, (first, "exchange", 0), (first, "call")]:
        name = "count" if do == "exchange" else "amount"
        action = {"seat": seat, "do": do, **({name: amount[0]} if amount else {})}
        cast.act("take_actions", number=number, actions=[action])
    cast.act("enter_hands", number=number, hands=[{"seat": seat, "cards": hand} for seat, hand in shown.items()])
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
