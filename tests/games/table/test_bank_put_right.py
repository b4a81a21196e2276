"""A mistyped bank put right before the settlement, on the value alone (OPS 1.4, 5.4; HCF 8.2, 8.7)."""

import pytest

from tests.actions.felt import BANK_HAND, BETTER
from tests.cast import HEADS_UP
from tests.games.table.at_a_table import Evening
from tests.games.table.slips import FOLD, WALK, Slips, flags


def test_ops_5_4_before_the_deal_a_bank_is_put_right_by_the_dealer() -> None:
    """The difference comes from the designated player's chips, and goes back there."""
    evening = Slips(bank=10000)
    change = evening.play("change_bank", bank=70000)
    assert (change.needs, change.answer["bank"]) == ((), 70000)
    assert (change.payload["before"], change.payload["after"]) == ({"bank": 10000}, {"bank": 70000})
    assert change.payload["flags"] == [{"code": "bank_changed", "before": 10000, "after": 70000}]
    assert (evening.state, evening.chips[1]) == (("betting", 70000, 70000, 0), 30000)
    evening.play("change_bank", bank=20000)
    assert (evening.state, evening.chips[1]) == (("betting", 20000, 20000, 0), 80000)
    assert [flag["before"] for flag in flags(evening)] == [10000, 70000]


def test_ops_5_4_after_the_deal_a_bank_put_right_is_signed_until_the_settlement() -> None:
    """Hands that were dead are paid by it; once settled it is a correction (OPS 5.8)."""
    evening = Slips(bank=10000).dealt(2)
    assert evening.play("change_bank", bank=20000).needs == ("change_bank_after_deal",)
    evening.decide(seat2=1000)
    evening.show(seat1=BANK_HAND, seat2=BETTER)
    assert evening.play("change_bank", bank=30000).needs == ("change_bank_after_deal",)
    settled = evening.play("settle_round").answer["settlement"]
    assert settled["designated_player"]["bank_before"] == 30000
    assert "corrected by the floor" in evening.refused("wrong_state", "change_bank", number=evening.number, bank=10000)
    evening.play("close_round")
    assert evening.table.players[1].last_bank == 30000


def test_ops_5_4_a_void_gives_the_bank_back_as_it_was_put_right() -> None:
    """The player who had it keeps it for the deal that follows."""
    evening = Slips(bank=10000).dealt(2)
    evening.play("change_bank", bank=40000)
    evening.play("void_round", reason="red_light")
    assert evening.chips == dict.fromkeys((1, 2, 4, 6), 100000)
    assert evening.table.answers[0].bank == 40000


def test_hcf_8_2_a_forfeit_follows_the_bank_that_is_put_right() -> None:
    """A fold loses 12,000 to a bank that could have paid as much, and nothing to one of 10,000: both ways."""
    evening = Slips(bank=10000)
    evening.play("enter_wagers", wagers=[{"seat": 2, "ante": 12000}, {"seat": 4, "ante": 1000}])
    evening.play("deal")
    evening.decide(seat2=WALK)
    assert evening.state == ("dealt", 10000, 10000, 13000)
    change = evening.play("change_bank", bank=50000)
    assert evening.state == ("dealt", 50000, 62000, 1000)
    assert {(leg.account, leg.seat, leg.amount) for leg in change.legs} == {
        ("seat", 1, -40000),
        ("pot", None, -12000),
        ("bank", None, 52000),
    }
    evening.play("change_bank", bank=11000)
    assert evening.state == ("dealt", 11000, 11000, 13000)
    evening.play("change_bank", bank=12000)
    evening.decide(seat4=FOLD)
    settled = evening.play("settle_round").answer["settlement"]
    assert settled["designated_player"]["bank_after"] == 25000


def test_hcf_8_7_a_forfeit_paid_to_the_extent_of_the_bank_follows_it() -> None:
    """With `to_extent` a fold loses at most what was declared."""
    evening = Slips(bank=10000, cover={"symmetric": True, "policy": "to_extent"})
    evening.play("enter_wagers", wagers=[{"seat": 2, "ante": 12000}])
    evening.play("deal")
    evening.decide(seat2=FOLD)
    assert evening.state == ("showdown", 10000, 20000, 2000)
    evening.play("change_bank", bank=11500)
    assert evening.state == ("showdown", 11500, 23000, 500)
    evening.play("settle_round")
    evening.play("close_round")
    assert evening.chips[1] == 100000 - 100 + 11500


@pytest.mark.parametrize("bank", [0, 9900, 100000, 10050, 50000, "20000", 20000.0, True, None, -10000])
def test_ops_3_2_a_bank_put_right_is_one_that_could_have_been_declared(bank: object) -> None:
    """From the least one to all the chips but the rake, in whole chips, and another than it is."""
    evening = Slips(bank=50000)
    sentence = evening.refused("bad_amount", "change_bank", number=evening.number, bank=bank)
    assert sentence in (
        "Seat 1: the bank is an amount from 10000 to 99900 in steps of 100.",
        "The bank is 50000 already.",
    )


def test_ops_3_2_after_the_deal_the_rake_is_paid_and_all_the_chips_may_be_banked() -> None:
    """99,900 of 100,000."""
    evening = Slips().dealt(2)
    evening.refused("bad_amount", "change_bank", number=evening.number, bank=100000)
    evening.play("change_bank", bank=99900)
    assert evening.chips[1] == 0


def test_ops_5_4_a_draw_game_has_neither_bank_nor_wagers_to_put_right() -> None:
    """The refusal says what its rounds have."""
    evening = Evening(HEADS_UP).seat(1, 2)
    number = evening.act("open_round").answer["round"]
    for act, sent in (("change_bank", {"bank": 1000}), ("enter_wagers", {"removed": [1]})):
        sentence = evening.refused("wrong_state", act, number=number, **sent)
        assert sentence == (
            f"A round of this game has no act {act}; it has take_actions, enter_hands, settle_round, close_round, void_round."
        )
