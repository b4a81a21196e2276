"""House rules as one validated document (OPS 4.1, 4.5)."""

import json

import pytest

from tables.games.errors import RuleError
from tables.games.high_card_flush.terms import DEFAULTS
from tables.games.house_rules import change_house_rules, read_house_rules
from tables.games.values import Designation, Limit, NoTaker
from tests.cast import FOUR_PLAYER
from tests.games.documents import fault, house_rules_document, round_document


def test_ops_4_1_a_document_reads_and_writes_back_complete():
    rules = read_house_rules(house_rules_document())
    assert rules.document() == {**house_rules_document(), "terms": {**DEFAULTS, "rulings": 1}}
    assert read_house_rules(house_rules_document(), 2).document()["terms"]["rulings"] == 2
    assert read_house_rules(json.loads(json.dumps(rules.document()))) == rules
    assert rules.limits["ante"] == Limit(1000, 50_000)
    assert rules.designation == Designation(100_000, None, None, NoTaker.CONTINUE)


def test_ops_4_1_what_has_a_default_may_be_left_out():
    document = house_rules_document(designation={"min_bank": 0})
    del document["changes"]
    rules = read_house_rules(document)
    assert rules.designation == Designation(0, None, None, NoTaker.CONTINUE)
    assert (rules.changes.notice_minutes, rules.changes.expire_minutes) == (0, 60)


def without(key: str) -> dict:
    document = house_rules_document()
    del document[key]
    return document


def limits(**bounds: object) -> dict:
    return house_rules_document(limits={**house_rules_document()["limits"], **bounds})


WRONG = [
    (None, "rules"),
    (without("game"), "game"),
    (without("terms"), "terms"),
    (without("limits"), "limits"),
    (without("chip_unit"), "chip_unit"),
    (without("designation"), "designation"),
    (without("recount"), "recount"),
    (house_rules_document(game="baccarat"), "game"),
    (house_rules_document(game=["high_card_flush"]), "game"),
    (house_rules_document(colour="red"), "colour"),
    (house_rules_document(terms={"rake": {"amount": -1}}), "rake.amount"),
    (house_rules_document(terms={"flush_paytable": {"4": 2, "5": 10, "6": 0}}), "flush_paytable.6"),
    (house_rules_document(chip_unit=0), "chip_unit"),
    (limits(ante={"min": 1000}), "limits.ante.max"),
    (limits(ante={"min": 0, "max": 1000}), "limits.ante.min"),
    (limits(ante={"min": 1000, "max": "2000"}), "limits.ante.max"),
    (limits(ante={"min": 2000, "max": 1900}), "limits.ante"),
    (limits(flush={"min": 550, "max": 1000}), "limits.flush.min"),
    (limits(raise_={"min": 100, "max": 1000}), "limits.raise_"),
    (house_rules_document(limits={"ante": {"min": 1000, "max": 2000}}), "limits.straight_flush"),
    (house_rules_document(designation={"min_bank": -1}), "designation.min_bank"),
    (house_rules_document(designation={"min_bank": 1, "max_consecutive": 0}), "designation.max_consecutive"),
    (house_rules_document(designation={"min_bank": 1, "no_taker": "stop"}), "designation.no_taker"),
    (house_rules_document(designation=None), "designation"),
    (house_rules_document(changes={"expire_minutes": 0}), "changes.expire_minutes"),
    (house_rules_document(recount={"signed_above": None}), "recount.signed_above"),
    # The least Straight Flush bonus, 500, may win 500 thousand on seven cards.
    (house_rules_document(terms={"caps": {"per_hand": 499_999}}), "caps.per_hand"),
    (house_rules_document(terms={"caps": {"per_round": 499_999}}), "caps.per_round"),
]


def test_ops_4_1_a_limit_may_be_fixed():
    """The least and the most are one amount, as on a table where everybody antes the same."""
    rules = read_house_rules(limits(ante={"min": 1000, "max": 1000}))
    assert rules.limits["ante"] == Limit(1000, 1000)


@pytest.mark.parametrize(("document", "key"), WRONG)
def test_ops_4_5_a_fault_or_contradiction_names_its_key(document, key):
    with pytest.raises(RuleError) as raised:
        read_house_rules(document)
    assert raised.value.code == "bad_rules"
    assert raised.value.field == key
    assert key in str(raised.value)


def test_ops_4_5_a_cap_of_exactly_the_largest_line_stands():
    caps = {"per_hand": 500_000, "per_round": 500_000}
    assert read_house_rules(house_rules_document(terms={"caps": caps})).terms.cap_per_hand == 500_000


def test_ops_4_2_changed_parts_are_laid_over_the_rules():
    rules = read_house_rules(house_rules_document())
    changed = change_house_rules(rules, {"limits": {"ante": {"min": 2000}}, "terms": {"rake": {"amount": 100}}})
    assert changed.limits["ante"] == Limit(2000, 50_000)
    assert changed.limits["flush"] == rules.limits["flush"]
    assert changed.terms.rake_amount == 100
    assert rules.limits["ante"] == Limit(1000, 50_000)
    with pytest.raises(RuleError, match=r"raise_caps\.2 is missing"):
        change_house_rules(rules, {"terms": {"raise_caps": {"7": 3}}})
    assert change_house_rules(rules, {"terms": {"flush_paytable": {"7": 300}}}).terms.flush_paytable.shortest == 7
    with pytest.raises(RuleError, match="colour is not known"):
        change_house_rules(rules, {"colour": "red"})


def test_hcf_9_6_a_change_keeps_the_rulings_of_its_base_unless_it_names_them():
    stored = read_house_rules(house_rules_document())
    assert stored.as_written == house_rules_document()
    changed = change_house_rules(stored, {"terms": {"rake": {"amount": 100}}})
    assert (changed.terms.rulings, changed.document()["terms"]["rulings"]) == (1, 1)
    assert change_house_rules(stored, {"terms": {"rulings": 2}}).terms.rulings == 2
    assert change_house_rules(stored, {**round_rules("heads_up_draw")}).terms.rulings == 2


def round_rules(game: str) -> dict:
    return {"game": game, "terms": {}}


def test_hcf_6_6_a_bonus_that_is_not_offered_has_no_limits():
    offered = read_house_rules(house_rules_document())
    without_flush = change_house_rules(offered, {"terms": {"bonuses": {"flush": "none"}}})
    assert without_flush.limits["flush"] is None
    assert without_flush.document()["limits"]["flush"] is None
    assert read_house_rules(without_flush.document()).limits == without_flush.limits
    with pytest.raises(RuleError, match=r"limits\.flush must be null"):
        change_house_rules(without_flush, {"limits": {"flush": {"min": 500, "max": 1000}}})
    with pytest.raises(RuleError, match=r"limits\.flush needs a least and a most"):
        change_house_rules(without_flush, {"terms": {"bonuses": {"flush": "own_hand"}}})
    with pytest.raises(RuleError, match=r"limits\.flush\.min needs an amount: this bet is offered"):
        change_house_rules(offered, {"limits": {"flush": {"min": None}}})
    limits_of_it = {"limits": {"flush": {"min": 500, "max": 1000}}}
    back = change_house_rules(without_flush, {"terms": {"bonuses": {"flush": "own_hand"}}, **limits_of_it})
    assert back.limits["flush"] == Limit(500, 1000)


def test_ops_4_5_a_cap_is_held_against_the_lines_of_what_is_offered():
    terms = {"caps": {"per_hand": 100_000}, "bonuses": {"straight_flush": "none"}}
    limits_left = {"ante": {"min": 1000, "max": 2000}, "flush": {"min": 500, "max": 1000}}
    assert read_house_rules(house_rules_document(terms=terms, limits=limits_left)).terms.cap_per_hand == 100_000


def test_interfaces_2_1_settle_takes_a_whole_house_rules_document():
    whole = house_rules_document(terms={"rake": {"mode": "all_players", "amount": 1}})
    assert fault(round_document(rules=whole)) is None
    broken = fault(round_document(rules=house_rules_document(chip_unit="1")))
    assert broken is not None
    assert (broken.code, broken.field) == ("bad_rules", "chip_unit")


@pytest.mark.parametrize(
    ("changes", "key", "most"),
    [
        ({"changes": {"notice_minutes": 10_081}}, "changes.notice_minutes", "10080"),
        ({"changes": {"expire_minutes": 1_441}}, "changes.expire_minutes", "1440"),
        ({"changes": {"expire_minutes": 2**53 - 1}}, "changes.expire_minutes", "1440"),
    ],
)
def test_ops_4_5_times_have_a_bound_in_new_rules_and_read_as_it_in_stored_ones(changes, key, most):
    rules = read_house_rules(house_rules_document())
    with pytest.raises(RuleError) as raised:
        change_house_rules(rules, changes)
    assert (raised.value.code, raised.value.field) == ("bad_rules", key)
    assert most in str(raised.value)
    stored = read_house_rules(house_rules_document(**changes))
    assert str(stored.document()["changes"][key.removeprefix("changes.")]) == most
    assert change_house_rules(stored, {"chip_unit": 50}).chip_unit == 50


def test_draw_2_7_the_time_of_an_action_is_a_day_at_most():
    document = {**FOUR_PLAYER, "terms": {"action_seconds": 2**53 - 1}}
    stored = read_house_rules(document)
    assert stored.terms.seconds == 86_400
    with pytest.raises(RuleError) as raised:
        change_house_rules(read_house_rules(FOUR_PLAYER), {"terms": {"action_seconds": 86_401}})
    assert (raised.value.code, raised.value.field) == ("bad_rules", "action_seconds")
    assert (
        change_house_rules(read_house_rules(FOUR_PLAYER), {"terms": {"action_seconds": 86_400}}).terms.seconds == 86_400
    )
