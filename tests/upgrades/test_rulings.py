"""What was stored before the rulings changed computes as it always did; a table moves on when a change says so (HCF 9.6)."""

from dataclasses import replace
from typing import Any

import pytest

from tables.actions import perform
from tables.games.calculator import settle_document, settle_recorded
from tables.models import Round, RuleChange, RulesVersion, Settlement
from tables.stamp import Call
from tests.cast import Cast
from tests.management.calling import exit_status
from tests.state import table_state
from tests.upgrades.conftest import Upgrade
from tests.upgrades.evening import BANK_HAND, WORSE

pytestmark = pytest.mark.slow

EURO = 100
# More than the bank of the round below: under the second rulings such a fold goes back.
FOLDED = {"ante": 100 * EURO, "flush": 25 * EURO, "straight_flush": 25 * EURO}


def by_floor(at: Cast, name: str, **sent: Any) -> dict[str, Any]:
    """An act by a floor manager, signed by another."""
    body: dict[str, Any] = at.act(name, by="frank", signed_by="petra", **sent).body
    return body


def finished(at: Cast) -> None:
    """The open round of the first table, played to its end."""
    number = table_state(at.table.pk)["round"]["number"]
    by_floor(at, "enter_hands", number=number, hands=[{"seat": 2, "cards": BANK_HAND}, {"seat": 5, "cards": WORSE}])
    by_floor(at, "settle_round", number=number)
    by_floor(at, "close_round", number=number)


def folded_against_a_small_bank(at: Cast) -> Settlement:
    """A round in which one player folds more than the bank has declared, and another shows."""
    state = table_state(at.table.pk)
    present = [row["seat"] for row in state["seats"] if row["state"] == "playing"]
    least = state["rules"]["document"]["designation"]["min_bank"]
    bank, folds, raises = (
        state["designation"]["next"],
        *[seat for seat in present if seat != state["designation"]["next"]][:2],
    )
    for seat in (bank, folds, raises):
        by_floor(at, "buy_in", seat=seat, amount=500 * EURO, source="cash")
    number = by_floor(at, "open_round", offers=[{"seat": bank, "answer": "accepted", "bank": least}])["round"]
    wagers = [{"seat": folds, **FOLDED}, {"seat": raises, "ante": 5 * EURO}]
    by_floor(at, "enter_wagers", number=number, wagers=wagers)
    by_floor(at, "deal", number=number)
    raised = {"seat": raises, "decision": "raise", "raise": 5 * EURO}
    by_floor(at, "enter_decisions", number=number, decisions=[{"seat": folds, "decision": "fold"}, raised])
    by_floor(
        at, "enter_hands", number=number, hands=[{"seat": bank, "cards": BANK_HAND}, {"seat": raises, "cards": WORSE}]
    )
    by_floor(at, "settle_round", number=number)
    by_floor(at, "close_round", number=number)
    return Settlement.objects.get(round__table=at.table, round__number=number)


def outcome_of_the_fold(settlement: Settlement) -> str:
    return str(next(row for row in settlement.output["seats"] if len(row["bets"]) == len(FOLDED))["outcome"])


def change(at: Cast, rules: dict[str, Any]) -> RulesVersion:
    """Rules changed by two people, in force at once."""
    base = table_state(at.table.pk)["rules"]["version"]
    asked = by_floor(at, "request_rule_change", rules=rules, base_version=base, reason="the rulings of today")["change"]
    stamp = at.stamp("petra", signed_by="petra")
    by_password = replace(stamp, signature=replace(stamp.signature, method="password") if stamp.signature else None)
    perform("approve_rule_change", Call(at.table.pk, by_password), {"change": asked})
    return RulesVersion.objects.filter(table=at.table).latest("number")


def test_an_open_round_is_settled_by_the_rulings_it_was_opened_under(upgraded: Upgrade) -> None:
    """Its input repeats the stored document, word for word."""
    at = upgraded.at(1)
    number = table_state(at.table.pk)["round"]["number"]
    finished(at)
    settlement = Settlement.objects.get(round__table=at.table, round__number=number)
    version = Round.objects.get(table=at.table, number=number).rules
    assert settlement.input["rules"] == version.document
    assert "rulings" not in version.document["terms"]
    assert settlement.output == settle_document(settlement.input, 1)


def test_a_round_of_a_version_of_old_is_settled_by_the_first_rulings(upgraded: Upgrade) -> None:
    """Also one that is opened today."""
    at = upgraded.at(1)
    finished(at)
    settlement = folded_against_a_small_bank(at)
    assert outcome_of_the_fold(settlement) == "folded"
    assert settlement.output == settle_recorded(settlement.input) != settle_document(settlement.input)
    for command in ("reconcile", "replay", "verify_audit"):
        assert exit_status(command)[0] == 0


def test_a_correction_of_an_old_round_keeps_its_rulings(upgraded: Upgrade) -> None:
    """A hand that is folded after all, with more than the bank had."""
    at = upgraded.at(1)
    settlement = Settlement.objects.filter(round__table=at.table, input__game="high_card_flush").latest("pk")
    number, designated = settlement.round.number, settlement.input["designated_player"]
    seat = settlement.input["seats"][0]["seat"]
    corrections = {
        "wagers": [{"seat": seat, "ante": designated["bank"] + 100}],
        "decisions": [{"seat": seat, "decision": "fold"}],
    }
    by_floor(at, "correct_round", number=number, corrections=corrections, reason="wrong_decision")
    corrected = Settlement.objects.filter(round=settlement.round).latest("version")
    assert corrected.input["rules"] == settlement.input["rules"]
    row = next(row for row in corrected.output["seats"] if row["seat"] == seat)
    assert (row["outcome"], row["net"]) == ("folded", -designated["bank"] - 100)
    assert settle_document(corrected.input) != corrected.output
    for command in ("replay", "verify_audit"):
        assert exit_status(command)[0] == 0


def test_only_a_change_that_names_them_moves_a_table_to_the_present_rulings(upgraded: Upgrade) -> None:
    """Any other keeps those of its base, written out."""
    at = upgraded.at(1)
    finished(at)
    kept = change(at, {"recount": {"signed_above": 300 * EURO}})
    assert kept.document["terms"]["rulings"] == 1
    assert outcome_of_the_fold(folded_against_a_small_bank(at)) == "folded"
    moved = change(at, {"terms": {"rulings": 2}})
    assert moved.document["terms"]["rulings"] == 2
    shown = RuleChange.objects.latest("pk")
    assert shown.document["terms"]["rulings"] == 2
    assert outcome_of_the_fold(folded_against_a_small_bank(at)) == "dead"
    for command in ("reconcile", "replay", "verify_audit"):
        assert exit_status(command)[0] == 0
