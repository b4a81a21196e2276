"""The terms of a table (HCF 9.6) and how a part of them is laid over the defaults (interfaces, 2.1)."""

import dataclasses
import json

import pytest

from tables.games.errors import RuleError
from tables.games.high_card_flush.terms import DEFAULTS, Terms
from tables.games.money import MAX_AMOUNT


def test_hcf_9_6_nothing_given_means_the_defaults():
    assert Terms.parse({}).document() == {**DEFAULTS, "rulings": 2}
    assert Terms.parse({}, 1).document() == {**DEFAULTS, "rulings": 1}


def test_hcf_9_6_a_document_reads_back_as_the_same_terms():
    terms = Terms.parse({"caps": {"per_hand": 7}, "flush_paytable": {"4": 1, "5": 10, "6": 100, "7": 300}})
    assert Terms.parse(terms.document()) == terms
    assert Terms.parse(json.loads(json.dumps(terms.document()))) == terms


def test_parts_are_merged_and_tables_replaced_whole():
    terms = Terms.parse({"rake": {"amount": 50}, "qualifier": {"rank": "T"}, "caps": {"per_round": 9}})
    assert terms.document()["rake"] == {"mode": "none", "amount": 50, "designated_player_amount": None}
    assert terms.document()["qualifier"] == {"cards": 3, "rank": "T"}
    assert terms.document()["caps"] == {"per_hand": None, "per_round": 9, "per_round_sharing": "pro_rata"}
    with pytest.raises(RuleError, match=r"raise_caps\.2 is missing"):
        Terms.parse({"raise_caps": {"7": 5}})


def test_hcf_6_4_a_table_may_leave_lines_out_and_pay_odds():
    table = Terms.parse({"flush_paytable": {"3": "1:2", "5": 10, "7": "8:1"}}).flush_paytable
    assert table.document() == {"3": "1:2", "5": 10, "7": 8}
    assert [odds and odds.winnings(101) for odds in table.by_length] == [None, None, None, 50, 50, 1010, 1010, 808]
    assert (table.most(101), table.most(101, longest=4), table.most(101, longest=2)) == (1010, 50, 0)


def test_hcf_9_6_what_was_stored_before_odds_had_a_bound_is_still_read():
    assert Terms.parse({"flush_paytable": {"4": 20_000}}, 1).flush_paytable.most(2) == 40_000
    with pytest.raises(RuleError, match="from 1 to 10000"):
        Terms.parse({"flush_paytable": {"4": 20_000}})


@pytest.mark.parametrize(
    ("rake", "player", "designated_player"),
    [
        ({"mode": "all_players", "amount": 50, "designated_player_amount": 300}, 50, 300),
        ({"mode": "designated_player_only", "amount": 50, "designated_player_amount": 0}, 0, 0),
        ({"mode": "players_only", "amount": 50, "designated_player_amount": 300}, 50, 0),
        ({"mode": "none", "amount": 50, "designated_player_amount": 300}, 0, 0),
        ({"mode": "all_players", "amount": 50}, 50, 50),
    ],
)
def test_hcf_9_4_the_designated_player_may_pay_an_amount_of_their_own(rake, player, designated_player):
    terms = Terms.parse({"rake": rake})
    assert (terms.player_rake, terms.designated_player_rake) == (player, designated_player)


def test_equal_documents_give_the_very_same_terms():
    assert Terms.parse({"rake": {"amount": 1, "mode": "none"}}) is Terms.parse({"rake": {"mode": "none", "amount": 1}})


def test_what_was_parsed_is_no_longer_tied_to_the_document():
    document = {"rake": {"mode": "all_players", "amount": 100}}
    terms = Terms.parse(document)
    document["rake"]["amount"] = 5
    assert terms.rake_amount == 100
    terms.document()["rake"]["amount"] = 5
    assert terms.document()["rake"]["amount"] == 100


def test_terms_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Terms.parse({}).rake_amount = 1  # type: ignore[misc]


WRONG: list[tuple[object, str]] = [
    (None, "rules"),
    ([], "rules"),
    ({"flushpaytable": {}}, "flushpaytable"),
    ({"qualifier": 3}, "qualifier"),
    ({"qualifier": {"cards": 1}}, "qualifier.cards"),
    ({"qualifier": {"cards": 8}}, "qualifier.cards"),
    ({"qualifier": {"rank": 9}}, "qualifier.rank"),
    ({"qualifier": {"rank": "10"}}, "qualifier.rank"),
    ({"qualifier": {"rank": ""}}, "qualifier.rank"),
    ({"qualifier": {"suit": "s"}}, "qualifier.suit"),
    ({"raise_caps": {"2": 0, "3": 1, "4": 1, "5": 2, "6": 3, "7": 3}}, "raise_caps.2"),
    ({"raise_caps": {"2": 1, "3": 1, "4": 1, "5": 2, "6": 3}}, "raise_caps.7"),
    ({"raise_caps": None}, "raise_caps"),
    ({"flush_paytable": {}}, "flush_paytable"),
    ({"flush_paytable": {"2": 1, "4": 2}}, "flush_paytable.2"),
    ({"flush_paytable": {"8": 1}}, "flush_paytable.8"),
    ({"flush_paytable": {"4": 10_001}}, "flush_paytable.4"),
    ({"flush_paytable": {"4": "0:2"}}, "flush_paytable.4"),
    ({"flush_paytable": {"4": "3:0"}}, "flush_paytable.4"),
    ({"flush_paytable": {"4": "3 : 2"}}, "flush_paytable.4"),
    ({"flush_paytable": {"4": "3:10001"}}, "flush_paytable.4"),
    ({"flush_paytable": {"4": "3/2"}}, "flush_paytable.4"),
    ({"flush_paytable": {"4": "\u0663:2"}}, "flush_paytable.4"),
    ({"bonuses": {"flush": "banker"}}, "bonuses.flush"),
    ({"bonuses": {"ante": "none"}}, "bonuses.ante"),
    ({"bonuses_on_fold": True}, "bonuses_on_fold"),
    ({"cover": {"policy": "partial"}}, "cover.policy"),
    ({"rake": {"designated_player_amount": -1}}, "rake.designated_player_amount"),
    ({"rulings": 3}, "rulings"),
    ({"rulings": 0}, "rulings"),
    ({"rulings": True}, "rulings"),
    ({"rulings": "2"}, "rulings"),
    ({"flush_paytable": {"4": 0, "5": 10, "6": 50, "7": 200}}, "flush_paytable.4"),
    ({"flush_paytable": {"4": 2.0, "5": 10, "6": 50, "7": 200}}, "flush_paytable.4"),
    ({"straight_flush_paytable": {"3": 8, "4": 60, "5": 100, "6": 500, "7": "1000"}}, "straight_flush_paytable.7"),
    ({"straight_flush_ace_low": 1}, "straight_flush_ace_low"),
    ({"exact_tie_bonuses": "lose"}, "exact_tie_bonuses"),
    ({"settlement_order": None}, "settlement_order"),
    ({"cover": True}, "cover"),
    ({"cover": {"symmetric": 0}}, "cover.symmetric"),
    ({"caps": {"per_hand": -1}}, "caps.per_hand"),
    ({"caps": {"per_round": True}}, "caps.per_round"),
    ({"caps": {"per_round": MAX_AMOUNT + 1}}, "caps.per_round"),
    ({"caps": {"per_round_sharing": ["pro_rata"]}}, "caps.per_round_sharing"),
    ({"rake": {"mode": "dealer", "amount": 1}}, "rake.mode"),
    ({"rake": {"amount": None}}, "rake.amount"),
    ({"rake": {"amount": -1}}, "rake.amount"),
]


@pytest.mark.parametrize(("document", "key"), WRONG)
def test_interfaces_2_a_fault_in_the_terms_names_its_key(document, key):
    with pytest.raises(RuleError) as raised:
        Terms.parse(document)
    assert raised.value.code == "bad_rules"
    assert raised.value.field == key
    assert raised.value.seat is None
    assert key in str(raised.value)
