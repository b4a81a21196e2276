"""A correction moves exactly what lies between two settlements, in every game (OPS 5.8)."""

from collections import Counter
from typing import Any

from hypothesis import strategies as st

from tables.games.calculator import settle_recorded
from tables.games.cards import DECK, cards_text
from tables.games.errors import RuleError
from tables.games.house_rules import read_house_rules
from tables.games.registry import GAMES
from tables.games.values import JSON, HouseRules, Outcome, RoundView, Stack
from tests.cast import HOUSE_RULES
from tests.games.draw.playing import Table, for_all
from tests.games.draw.test_draw_round_properties import play_out, tables
from tests.games.rounds import EIGHT_HIGH, KING_HIGH, RUN_OF_FOUR, TEN_HIGH

Ledger = Counter[tuple[str, int | None]]
BUTTON, BANK = 4, 3000
# Each example plays two whole rounds.
EXAMPLES = 40


def moved(ledger: Ledger, legs: Any) -> None:
    """Enter legs that balance."""
    assert sum(leg.amount for leg in legs) == 0
    for leg in legs:
        ledger[leg.account, leg.seat] += leg.amount


class Banked:
    """One round of High Card Flush, played act by act into a ledger up to its settlement."""

    def __init__(self, rules: HouseRules, seats: list[int], bank: int = BANK) -> None:
        self.rules, self.game, self.bank_declared = rules, GAMES[rules.game], bank
        self.ledger: Ledger = Counter({("seat", seat): 10**6 for seat in (*seats, BUTTON)})
        self.state, self.play = self.game.first_state, dict(self.game.first_play)
        self.ledger["seat", BUTTON] -= bank
        self.ledger["bank", None] = bank

    def act(self, name: str, **sent: Any) -> Outcome:
        """Do an act and enter what it moves."""
        stacks = {seat: Stack(seat, 10**6, True) for account, seat in self.ledger if account == "seat" and seat}
        bank = self.ledger["bank", None]
        view = RoundView(self.rules, self.state, self.play, stacks, BUTTON, self.bank_declared, bank)
        step = self.game.acts[name](view, sent)
        moved(self.ledger, step.legs)
        self.state, self.play = step.state, step.play
        self.bank_declared = self.bank_declared if step.bank_declared is None else step.bank_declared
        return step

    def settled(self, wagers: list[JSON], decisions: list[JSON], hands: list[JSON]) -> tuple[JSON, JSON]:
        """The round played out, as an input of `settle` and its output."""
        self.act("enter_wagers", wagers=wagers)
        self.act("deal")
        self.act("enter_decisions", decisions=decisions)
        if hands:
            self.act("enter_hands", hands=hands)
        settlement = self.act("settle_round").settlement
        assert settlement is not None
        return settlement


@st.composite
def entered(draw: st.DrawFn, seats: list[int]) -> tuple[list[JSON], list[JSON], list[JSON]]:
    """What could have been entered of a round with these seats."""
    deck = draw(st.permutations(DECK))
    wagers: list[JSON] = []
    decisions: list[JSON] = []
    for seat in seats:
        ante = draw(st.sampled_from([1000, 1200, 2000]))
        bonuses = {spot: 500 for spot in ("flush", "straight_flush") if draw(st.booleans())}
        wagers.append({"seat": seat, "ante": ante, **bonuses})
        raised = {"decision": "raise", "raise": ante * draw(st.integers(1, 3))}
        decisions.append({"seat": seat, **draw(st.sampled_from([raised, {"decision": "fold"}]))})
    hands = [
        {"seat": seat, "cards": cards_text(deck[7 * place : 7 * place + 7])}
        for place, seat in enumerate((*seats, BUTTON))
    ]
    bonus = any(len(row) > len(("seat", "ante")) for row in wagers)
    return wagers, decisions, hands if bonus or any(row["decision"] == "raise" for row in decisions) else []


@st.composite
def banked_rules(draw: st.DrawFn) -> HouseRules:
    """Rules under which hands go dead or are paid in part, folds split, and everybody, or nobody, pays rake."""
    rake = {"mode": draw(st.sampled_from(["all_players", "players_only", "none"])), "amount": 100}
    rake["designated_player_amount"] = draw(st.sampled_from([None, 0, 300]))
    contests = st.sampled_from(["designated_player", "own_hand"])
    caps = {"per_hand": draw(st.none() | st.just(600_000)), "per_round": None, "per_round_sharing": "pro_rata"}
    terms = {
        "rake": rake,
        "caps": caps,
        "cover": {"symmetric": draw(st.booleans()), "policy": draw(st.sampled_from(["dead_hand", "to_extent"]))},
        "bonuses": {"flush": draw(contests), "straight_flush": draw(contests)},
        "bonuses_on_fold": draw(st.sampled_from(["lost", "live"])),
        "rulings": draw(st.sampled_from([1, 2])),
    }
    designation = {**HOUSE_RULES["designation"], "min_bank": 1000}
    return read_house_rules({**HOUSE_RULES, "designation": designation, "terms": terms})


@for_all(
    st.data(),
    banked_rules(),
    st.lists(st.sampled_from([1, 2, 3, 5, 6]), min_size=1, max_size=4, unique=True),
    examples=EXAMPLES,
)
def test_ops_5_8_a_banked_round_corrected_is_as_if_it_had_been_entered_right(data, rules, seats):
    wrong, right = Banked(rules, seats), Banked(rules, seats)
    old_input, old = wrong.settled(*data.draw(entered(seats)))
    wagers, decisions, hands = data.draw(entered(seats))
    new_input, new = right.settled(wagers, decisions, hands)
    parts = {"wagers": wagers, "decisions": decisions, "hands": hands or none_shown(seats)}
    corrected = wrong.game.corrected(old_input, parts)
    assert sorted_seats(corrected) == sorted_seats(new_input)
    assert settle_recorded(corrected) == new
    moved(wrong.ledger, wrong.game.difference(rules, old, new).legs)
    assert +wrong.ledger == +right.ledger


SEATS = st.lists(st.sampled_from([1, 2, 3, 5, 6]), min_size=1, max_size=4, unique=True)
BANKS = st.sampled_from([0, 1000, 3000, 5000, 100_000])
ALL_SEATS = [1, 2, 3, 5, 6]


@for_all(st.data(), banked_rules(), SEATS, SEATS, BANKS, examples=EXAMPLES)
def test_ops_5_8_bank_and_hands_corrected_are_as_if_they_had_been_entered_right(data, rules, seats, dealt, bank):
    wrong, right = Banked(rules, ALL_SEATS), Banked(rules, ALL_SEATS, bank)
    old_input, old = wrong.settled(*data.draw(entered(seats)))
    wagers, decisions, hands = data.draw(entered(dealt))
    new_input, new = right.settled(wagers, decisions, hands)
    # Of a hand that is added nothing was shown before.
    parts: JSON = {"bank": bank, "wagers": wagers, "decisions": decisions}
    parts["hands"] = hands or none_shown([seat for seat in dealt if seat in seats])
    if removed := [seat for seat in seats if seat not in dealt]:
        parts["removed"] = removed
    corrected = wrong.game.corrected(old_input, parts)
    assert sorted_seats(corrected) == sorted_seats(new_input)
    assert settle_recorded(corrected) == new
    moved(wrong.ledger, wrong.game.difference(rules, old, new).legs)
    assert +wrong.ledger == +right.ledger


@for_all(st.data(), banked_rules(), SEATS, SEATS, examples=EXAMPLES)
def test_ops_5_4_hands_that_come_and_go_before_the_settlement_leave_no_trace_in_the_chips(data, rules, seats, dealt):
    straight, changed = Banked(rules, ALL_SEATS), Banked(rules, ALL_SEATS, 5000)
    wagers, decisions, hands = data.draw(entered(dealt))
    first, made, _hands = data.draw(entered(seats))
    straight_settled = straight.settled(wagers, decisions, hands)
    changed.act("enter_wagers", wagers=first)
    changed.act("deal")
    changed.act("enter_decisions", decisions=made)
    # Each at its own moment: a bank, hands out and in, the bank again as it was.
    changed.act("change_bank", bank=10000)
    removed = [seat for seat in seats if seat not in dealt]
    found = [{**row, "found": True} for row in wagers]
    changed.act("enter_wagers", wagers=found, **({"removed": removed} if removed else {}))
    changed.act("change_bank", bank=BANK)
    changed.act("enter_decisions", decisions=decisions)
    if hands:
        changed.act("enter_hands", hands=hands)
    assert changed.act("settle_round").settlement == straight_settled
    assert +changed.ledger == +straight.ledger


@for_all(st.data(), banked_rules(), SEATS, examples=EXAMPLES)
def test_hcf_10_1_a_void_gives_everything_back_whatever_a_fold_has_forfeited(data, rules, seats):
    round_ = Banked(rules, seats)
    wagers, decisions, _hands = data.draw(entered(seats))
    round_.act("enter_wagers", wagers=wagers)
    round_.act("deal")
    round_.act("enter_decisions", decisions=decisions)
    round_.act("void_round", reason="red_light")
    assert +round_.ledger == Counter({("seat", seat): 10**6 for seat in (*seats, BUTTON)})


@for_all(st.data(), banked_rules(), SEATS, examples=EXAMPLES)
def test_hcf_3_3_a_decision_changed_leaves_no_trace_in_the_chips(data, rules, seats):
    straight, changed = Banked(rules, seats), Banked(rules, seats)
    wagers, decisions, hands = data.draw(entered(seats))
    _wagers, others, _hands = data.draw(entered(seats))
    for round_ in (straight, changed):
        round_.act("enter_wagers", wagers=wagers)
        round_.act("deal")
    raises = {row["seat"]: row["ante"] for row in wagers}
    first = [row if "raise" not in row else {**row, "raise": raises[row["seat"]]} for row in others]
    changed.act("enter_decisions", decisions=first)
    for round_ in (straight, changed):
        round_.act("enter_decisions", decisions=decisions)
    assert +changed.ledger == +straight.ledger
    for round_ in (straight, changed):
        if hands:
            round_.act("enter_hands", hands=hands)
        round_.act("settle_round")
        assert round_.ledger["pot", None] == 0
    assert +changed.ledger == +straight.ledger


@for_all(st.data(), tables(), st.permutations([card for card in DECK if card % 13 >= 5]), examples=EXAMPLES)
def test_ops_5_8_a_draw_hand_corrected_is_as_if_it_had_been_entered_right(data, table, deck):
    right = Table(table.rules, table.chips())
    old_input, old = drawn(data, table, deck)
    new_input, new = drawn(data, right, data.draw(st.permutations(deck)))
    parts: JSON = {"actions": new_input["actions"]}
    if taken_back := [seat for seat in old_input["hands"] if seat not in new_input["hands"]]:
        parts["hands"] = [{"seat": int(seat), "cards": None} for seat in taken_back]
    if new_input["hands"]:
        shown = [{"seat": int(seat), "cards": cards} for seat, cards in new_input["hands"].items()]
        parts["hands"] = [*parts.get("hands", []), *shown]
    corrected = table.game.corrected(old_input, parts)
    assert corrected == new_input
    assert settle_recorded(corrected) == new
    difference = table.game.difference(table.rules, old, new)
    moved(table.ledger, difference.legs)
    assert {key: amount for key, amount in table.ledger.items() if amount} == {
        key: amount for key, amount in right.ledger.items() if amount
    }
    for seat, count in difference.markers.items():
        assert table.markers.get(seat, 0) + count == right.markers.get(seat, 0)


def drawn(data: st.DataObject, table: Table, deck: list[int]) -> tuple[JSON, JSON]:
    """A hand played out at a table up to its settlement, as an input of `settle` and its output."""
    table.act("open_round")
    play_out(data.draw, table)
    needed = table.game.describe(table.view)["hands_needed"]
    if needed:
        hands = [(seat, cards_text(deck[5 * place : 5 * place + 5])) for place, seat in enumerate(needed)]
        table.act("enter_hands", hands=[{"seat": seat, "cards": cards} for seat, cards in hands])
    settlement = table.act("settle_round").settlement
    assert settlement is not None
    return settlement


def none_shown(seats: list[int]) -> list[JSON]:
    """Every hand taken away."""
    return [{"seat": seat, "cards": None} for seat in (*seats, BUTTON)]


def sorted_seats(document: JSON) -> JSON:
    """A document with its seats by number: their order says nothing."""
    return {**document, "seats": sorted(document["seats"], key=lambda entry: int(entry["seat"]))}


DOCUMENT: JSON = {
    "game": "high_card_flush",
    "rules": {},
    "designated_player": {"seat": 4, "bank": 50000, "cards": KING_HIGH},
    "seats": [
        {"seat": 1, "ante": 1000, "flush": 500, "decision": "raise", "raise": 1000, "cards": RUN_OF_FOUR},
        {"seat": 2, "ante": 1000, "decision": "fold"},
    ],
}


def refusal(sent: JSON, document: JSON = DOCUMENT) -> tuple[str, int | None]:
    """The code and the seat with which a correction is refused, by the game or when it is settled."""
    try:
        settle_recorded(GAMES[document["game"]].corrected(document, sent))
    except RuleError as error:
        return error.code, error.seat
    raise AssertionError("nothing was refused")


def test_ops_5_8_a_correction_is_checked_as_a_whole():
    assert refusal({}) == ("bad_field", None)
    assert refusal({"actions": []}) == ("bad_field", None)
    assert refusal({"wagers": []}) == ("bad_field", None)
    assert refusal({"wagers": [{"seat": 3, "ante": 1000}]}) == ("bad_seat", 3)
    assert refusal({"wagers": [{"seat": 4, "ante": 1000}]}) == ("bad_seat", 4)
    assert refusal({"wagers": [{"seat": 1}]}) == ("bad_field", 1)
    assert refusal({"wagers": [{"seat": 1, "ante": 0}]}) == ("bad_amount", 1)
    assert refusal({"wagers": [{"seat": 1, "ante": 1500}]}) == ("raise_below_ante", 1)
    assert refusal({"decisions": [{"seat": 2, "decision": "raise", "raise": 1000}]}) == ("missing_cards", 2)
    assert refusal({"decisions": [{"seat": 1, "decision": "fold", "raise": 1000}]}) == ("bad_field", 1)
    assert refusal({"hands": [{"seat": 2, "cards": KING_HIGH}]})[0] == "duplicate_card"
    assert refusal({"hands": [{"seat": 1, "cards": "AhKh"}]}) == ("wrong_card_count", 1)
    assert refusal({"hands": [{"seat": 1, "cards": None}]}) == ("missing_cards", 1)
    assert refusal({"hands": [{"seat": 1, "cards": TEN_HIGH, "sent": 1}]}) == ("bad_field", 1)


def test_ops_5_8_only_what_is_named_is_replaced_and_a_bonus_left_out_is_gone():
    sent = {"wagers": [{"seat": 1, "ante": 1000}], "hands": [{"seat": 4, "cards": EIGHT_HIGH.lower()}]}
    corrected = GAMES["high_card_flush"].corrected(DOCUMENT, sent)
    first = {"seat": 1, "ante": 1000, "decision": "raise", "raise": 1000}
    assert {key: value for key, value in corrected["seats"][0].items() if key != "cards"} == first
    assert corrected["seats"][1] == DOCUMENT["seats"][1]
    assert corrected["designated_player"]["cards"] == "AdKd8s7s4h4c3s"
    assert DOCUMENT["designated_player"]["cards"] == KING_HIGH
