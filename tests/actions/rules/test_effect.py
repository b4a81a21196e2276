"""When a change of house rules takes effect: at a round boundary after its notice, never inside a round (OPS 4.3)."""

from datetime import timedelta

import pytest

from tables.actions.rules import timer as rule_times
from tables.actions.rules.changes import put_rules_in_force
from tables.errors import TableError
from tables.models import RuleChange, RulesVersion
from tables.policy import Role
from tables.stamp import Call, Stamp
from tests.actions.felt import betting, last_entry, refused, the_round
from tests.actions.rules.changes import NOTICE, decide, due_long_ago, request, version_of
from tests.cast import HEADS_UP, HOUSE_RULES, Cast, command_id, make_cast


def test_ops_4_3_without_a_round_an_approved_change_is_in_force_at_once(cast: Cast) -> None:
    """No notice is due: the version follows, the table's version moves, and one entry says both."""
    cast.seat_players((1, 2))
    before = cast.fresh_table.version
    number = request(cast)
    body = decide(cast, "approve", number)
    assert (body["state"], body["rules_version"], version_of(cast)) == ("in_force", 2, 2)
    change = RuleChange.objects.get(pk=number)
    assert (change.state, change.decided_by_id, change.ended_at) == (
        "in_force",
        cast.people["petra"].pk,
        change.decided_at,
    )
    version = RulesVersion.objects.get(number=2)
    assert (version.change_id, version.document, version.in_force_from) == (number, change.document, change.decided_at)
    assert cast.fresh_table.version == before + 1
    payload = last_entry(cast).payload
    assert payload["after"] == {"state": "approved"}
    assert payload["rules_in_force"]["after"] == {"version": 2, "document": change.document}
    assert payload["signature"] == {"badge": "2002", "method": "password"}
    cast.open_round(1)
    assert the_round().rules_id == version.pk
    refused(cast, "outside_limits", "enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])


@pytest.mark.parametrize("ends", ["close_round", "void_round"])
def test_ops_4_3_a_round_keeps_its_version_and_the_act_that_ends_it_brings_the_next(cast: Cast, ends: str) -> None:
    """Old limits, settlement under the old rules, and only then the new ones; the entry of that act says so."""
    number = betting(cast)
    change = request(cast)
    version = cast.fresh_table.version
    assert decide(cast, "approve", change)["state"] == "approved"
    assert (cast.fresh_table.version, version_of(cast)) == (version, 1)
    assert rule_times.scan() == 0
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=number)
    assert version_of(cast) == 1
    if ends == "close_round":
        cast.act("enter_decisions", number=number, decisions=[{"seat": 2, "decision": "fold"}])
        cast.act("settle_round", number=number)
        assert "rules_in_force" not in last_entry(cast).payload
        cast.act("close_round", number=number)
    else:
        cast.act("void_round", number=number, reason="red_light")
    assert (version_of(cast), the_round().rules.number) == (2, 1)
    assert last_entry(cast).payload["rules_in_force"]["change"] == change
    assert last_entry(cast).act == ends
    offers = None if ends == "void_round" else [{"seat": 2, "answer": "accepted", "bank": 50000}]
    cast.act("open_round", offers=offers or None)
    assert the_round().rules.number == 2
    again = cast.act("enter_wagers", number=2, same_again=True)
    assert {row["code"] for row in again.body["left_out"]} <= {"outside_limits", "bad_seat"}
    assert the_round().play["wagers"] == {}


def test_ops_4_3_a_notice_runs_and_time_brings_the_change_between_rounds(cast: Cast) -> None:
    """Nothing before it is over, also not at a round boundary; then the scan, under the name of the system."""
    cast.seat_players((1, 2))
    decide(cast, "approve", request(cast, NOTICE))
    number = request(cast)
    body = decide(cast, "approve", number)
    assert (body["state"], body["waits"]) == ("approved", "")
    change = RuleChange.objects.get(pk=number)
    assert change.due_at is not None
    assert change.decided_at is not None
    assert change.due_at - change.decided_at == timedelta(minutes=10)
    cast.open_round(1)
    cast.act("void_round", number=1, reason="red_light")
    assert (version_of(cast), rule_times.scan()) == (2, 0)
    call = Call(cast.table.pk, Stamp(None, Role.SYSTEM, None, command_id()))
    with pytest.raises(TableError, match="notice of this change is not over"):
        put_rules_in_force(call, change=number)


def test_ops_4_3_an_empty_table_needs_no_notice(cast: Cast) -> None:
    """At approval, or when the last player has gone, or when the table closes."""
    decide(cast, "approve", request(cast, NOTICE))
    number = request(cast)
    decide(cast, "approve", number)
    change = RuleChange.objects.get(pk=number)
    assert (version_of(cast), change.due_at) == (3, change.decided_at)
    cast.seat_players((1,))
    decide(cast, "approve", request(cast, {"limits": {"ante": {"min": 3000}}}))
    assert (version_of(cast), rule_times.scan()) == (3, 0)
    cast.act("leave", seat=1)
    assert (rule_times.scan(), version_of(cast), last_entry(cast).role) == (1, 4, "system")
    cast.act("sit", seat=1, buy_in=100000)
    decide(cast, "approve", request(cast, {"limits": {"ante": {"min": 4000}}}))
    cast.act("leave", seat=1)
    cast.act("close_table", by="frank")
    assert (version_of(cast), last_entry(cast).payload["rules_in_force"]["after"]["version"]) == (5, 5)


@pytest.mark.parametrize("by_offers", [True, False])
def test_ops_4_3_no_round_opens_under_the_old_version_once_a_change_is_due(cast: Cast, by_offers: bool) -> None:
    """With nothing there that looks at the time, the act that opens the round, or offers its bank, takes it in first."""
    cast.seat_players((1, 2))
    due_long_ago(cast)
    offers = [{"seat": 1, "answer": "accepted", "bank": 50000}]
    if by_offers:
        cast.act("offer_designation", offers=offers)
        assert last_entry(cast).payload["rules_in_force"]["after"]["version"] == 2
        offers = []
    cast.act("open_round", offers=offers or None)
    assert (version_of(cast), the_round().rules.number) == (2, 2)
    assert last_entry(cast).payload["rules_version"] == 2


def test_ops_4_3_time_alone_brings_a_due_change_into_force_between_rounds(cast: Cast) -> None:
    """By the system, once; never inside a round, and not while the table is suspended."""
    betting(cast)
    number = due_long_ago(cast)
    system = Call(cast.table.pk, Stamp(None, Role.SYSTEM, None, command_id()))
    with pytest.raises(TableError, match="A round is open"):
        put_rules_in_force(system, change=number)
    assert rule_times.scan() == 0
    cast.act("suspend_table", by="frank", reason="fire drill")
    assert rule_times.scan() == 0
    cast.act("resume_table", by="frank")
    cast.act("void_round", number=1, reason="red_light")
    assert version_of(cast) == 2
    number = due_long_ago(cast, {"limits": {"ante": {"min": 3000}}})
    cast.act("suspend_table", by="frank", reason="fire drill")
    with pytest.raises(TableError, match="until the table is resumed"):
        put_rules_in_force(system, change=number)
    assert rule_times.scan() == 0
    cast.act("resume_table", by="frank")
    assert (rule_times.scan(), version_of(cast), rule_times.scan()) == (1, 3, 0)
    entry = last_entry(cast)
    assert (entry.act, entry.role, entry.person) == ("put_rules_in_force", "system", None)


def test_ops_3_2_an_acceptance_that_no_longer_holds_is_withdrawn_and_on_record(cast: Cast) -> None:
    """A bank of 50 in steps of 100, or chips below the new least bank; the player who still has it keeps it."""
    cast.seat_players((1, 2), chips=20000)
    offers = [{"seat": 1, "answer": "accepted", "bank": 15000}]
    cast.act("offer_designation", offers=offers)
    decide(cast, "approve", request(cast))
    assert "withdrawn" not in last_entry(cast).payload["rules_in_force"]
    assert cast.fresh_table.designation["answers"] != []
    decide(cast, "approve", request(cast, {"designation": {"min_bank": 40000}}))
    withdrawn = last_entry(cast).payload["rules_in_force"]["withdrawn"]
    assert [(row["seat"], row["bank"]) for row in withdrawn] == [(1, 15000)]
    assert cast.fresh_table.designation["answers"] == []


def test_ops_4_4_other_chips_leave_stacks_alone_and_banks_fit_them(cast: Cast) -> None:
    """A stack of 1001.00 keeps its odd chip; it can neither be wagered nor banked."""
    cast.seat_players((1, 2), chips=100100)
    cast.act("offer_designation", offers=[{"seat": 1, "answer": "accepted", "bank": 50100}])
    decide(cast, "approve", request(cast, {"chip_unit": 500}))
    assert [row["bank"] for row in last_entry(cast).payload["rules_in_force"]["withdrawn"]] == [50100]
    refused(cast, "bad_amount", "open_round", offers=[{"seat": 1, "answer": "accepted", "bank": 50100}])
    cast.open_round(1, 50000)
    refused(cast, "outside_limits", "enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1100}])


def test_ops_3_1_a_player_passed_over_and_eligible_now_is_asked_anew(cast: Cast) -> None:
    """The answers so far were given in an order that is another now."""
    cast.seat_players((1, 2), chips=20000)
    cast.act("sit", seat=3, buy_in=5000)
    cast.act("offer_designation", offers=[{"seat": 1, "answer": "declined"}, {"seat": 2, "answer": "declined"}])
    assert [row["answer"] for row in cast.fresh_table.designation["answers"]] == [
        "declined",
        "declined",
        "not_eligible",
    ]
    decide(cast, "approve", request(cast, {"designation": {"min_bank": 1000}}))
    assert cast.fresh_table.designation["answers"] == []


def test_ops_4_1_another_game_begins_at_a_closed_table(cast: Cast) -> None:
    """While the table is open it cannot even be asked for; opened before the approval, it waits."""
    number = request(cast, {"game": "four_player_draw", "terms": {"opening_min": 100}})
    cast.act("open_table", by="frank")
    body = decide(cast, "approve", number)
    assert body["state"] == "approved"
    assert "until the table is closed" in body["waits"]
    assert rule_times.scan() == 0
    cast.act("close_table", by="frank")
    version = cast.fresh_table.rules
    assert version is not None
    assert (version.number, version.game) == (2, "four_player_draw")
    assert version.document["terms"]["commission_bps"] == 10
    cast.act("open_table", by="frank")
    refused(cast, "wrong_state", "request_rule_change", by="frank", rules=HOUSE_RULES, base_version=2, reason="back")


def test_ops_4_2_a_round_settled_under_its_version_is_not_touched_by_a_later_one(cast: Cast) -> None:
    """Its settlement stays the one of the rules it was opened under."""
    cast.seat_players((1, 2))
    decide(cast, "approve", request(cast, {"terms": {"rake": {"amount": 500}}}))
    cast.open_round(1)
    decide(cast, "approve", request(cast, {"terms": {"rake": {"amount": 900}}}))
    cast.act("enter_wagers", number=1, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=1)
    cast.act("enter_decisions", number=1, decisions=[{"seat": 2, "decision": "fold"}])
    cast.act("settle_round", number=1)
    assert last_entry(cast).payload["input"]["rules"]["terms"]["rake"]["amount"] == 500
    cast.act("close_round", number=1)
    assert version_of(cast) == 3


def test_draw_1_8_a_match_is_played_for_what_it_began_with(db: None) -> None:
    """Another ante waits until the match is over, and comes before the next match; the chips of a marker too."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=20000)
    cast.act("open_round")
    body = decide(cast, "approve", request(cast, {"terms": {"ante": 1000}}))
    assert "until the match is over" in body["waits"]
    cast.act("void_round", number=1, reason="red_light")
    cast.act("open_round")
    assert (version_of(cast), the_round().rules.number) == (1, 1)
    cast.act("void_round", number=2, reason="red_light")
    assert (rule_times.scan(), version_of(cast)) == (0, 1)
    cast.act("leave", seat=1)
    cast.act("sit", seat=1, buy_in=20000)
    cast.act("open_round")
    assert (version_of(cast), the_round().rules.number) == (2, 2)


def test_draw_1_8_more_markers_than_are_out_may_be_agreed_within_a_match(db: None) -> None:
    """The line is the floor's to move; only below what is out it waits."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=20000)
    cast.act("open_round")
    decide(cast, "approve", request(cast, {"terms": {"marker_count": 4}}))
    cast.act("void_round", number=1, reason="red_light")
    assert version_of(cast) == 2
