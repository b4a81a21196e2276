"""An approved change of rules as the value of the table takes it in (OPS 4.3)."""

from tests.cast import HEADS_UP, HOUSE_RULES
from tests.games.table.at_a_table import Evening
from tests.games.table.test_bank import play_to_the_end
from tests.games.table.test_seats import play_to_a_tie

RICHER = {**HOUSE_RULES, "designation": {**HOUSE_RULES["designation"], "min_bank": 60000}}


def test_ops_4_3_a_round_keeps_its_rules_and_the_change_comes_when_it_ends() -> None:
    """The entry of the act that ends it says so."""
    evening = Evening().seat(1, 2)
    number = evening.take_bank(1)
    evening.approve(RICHER)
    play_to_the_end(evening, number)
    assert evening.last is not None
    told = evening.last.payload["rules_in_force"]
    assert (told["change"], told["before"], told["after"]["version"]) == (7, {"version": 1}, 2)
    assert [row["key"] for row in told["differences"]] == ["designation.min_bank"]
    assert evening.last.in_force is not None
    assert (evening.table.version.number, evening.table.coming) == (2, None)


def test_ops_4_3_a_notice_runs_but_at_an_empty_table() -> None:
    """The first act after it takes the change in; with nobody there, closing the table does."""
    evening = Evening().seat(1, 2)
    evening.approve(RICHER, in_minutes=2)
    declined = [{"seat": 1, "answer": "declined"}]
    assert evening.act("offer_designation", offers=declined).in_force is None
    evening.act("sit_out", seat=2)
    change = evening.act("offer_designation", offers=[{"seat": 1, "answer": "accepted", "bank": 60000}])
    assert change.in_force is not None
    empty = Evening().seat()
    empty.approve(RICHER, in_minutes=60)
    assert empty.act("close_table").in_force is not None


def test_ops_3_2_an_answer_that_does_not_fit_the_new_rules_is_withdrawn() -> None:
    """An acceptance of less than the new minimum still stands in the entry."""
    evening = Evening().seat(1, 2, chips=50000)
    evening.act("offer_designation", offers=[{"seat": 1, "answer": "accepted", "bank": 20000}])
    evening.approve(RICHER)
    change = evening.act("put_rules_in_force", change=7)
    assert change.answer == {"change": 7, "state": "in_force", "rules_version": 2}
    assert change.payload["rules_in_force"]["withdrawn"][0]["bank"] == 20000
    assert evening.table.answers == ()
    evening.refused("wrong_state", "put_rules_in_force", change=7)


def test_ops_4_3_time_alone_changes_nothing_in_a_round_or_before_its_time() -> None:
    """Each has its sentence."""
    evening = Evening().seat(1, 2)
    evening.approve(RICHER, in_minutes=60)
    assert "notice" in evening.refused("wrong_state", "put_rules_in_force", change=7)
    evening.take_bank(1)
    assert "A round is open" in evening.refused("wrong_state", "put_rules_in_force", change=7)


def test_ops_4_3_another_game_waits_for_a_closed_table_and_brings_no_bank() -> None:
    """No designated player of before is left."""
    evening = Evening().seat(1, 2)
    play_to_the_end(evening, evening.take_bank(1))
    evening.approve(HEADS_UP)
    assert "closed table" in evening.refused("wrong_state", "put_rules_in_force", change=7)
    for seat in (1, 2):
        evening.act("leave", seat=seat)
    assert evening.act("close_table").in_force is not None
    assert (evening.table.rules.game, evening.table.present, evening.table.rotation(evening.now)) == (
        "heads_up_draw",
        None,
        None,
    )


def test_draw_1_1_a_match_holds_other_terms_up_until_a_player_leaves() -> None:
    """The game says so; and the change comes in with the next round after that."""
    evening = Evening({**HEADS_UP, "terms": {**HEADS_UP["terms"], "equal_start": False}}).seat(1, 2, chips=4000)
    play_to_a_tie(evening)
    evening.approve({**HEADS_UP, "terms": {"ante": 700}})
    assert "A match is on" in evening.refused("wrong_state", "put_rules_in_force", change=7)
    evening.act("leave", seat=1)
    evening.act("leave", seat=2)
    assert evening.act("put_rules_in_force", change=7).in_force is not None
