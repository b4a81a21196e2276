"""A match is its players', not their seats': who may go on, begin, move and leave (DRAW 1.1, 1.8, 1.10; OPS 7.2)."""

from tables.models import Leg, Match, Round, Seating
from tables.queries.audit.rebuild.compare import unlike_the_log
from tests.actions.felt import last_entry, refused
from tests.actions.rounds.test_draw_rounds import acting, chips, in_order, tie
from tests.cast import Cast


def played(cast: Cast) -> int:
    """A hand that the second wins because the first drops."""
    number: int = cast.act("open_round").body["round"]
    first: int = Round.objects.get(number=number).play["first"]
    acting(cast, number, (first, "drop"))
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    return first


def test_draw_1_1_other_players_begin_a_match_of_their_own(two: Cast) -> None:
    """With equal stacks, and at the beginning: a player who sat there before them is not counted on."""
    assert played(two) == 1
    two.act("sit", seat=3, buy_in=12000)
    two.act("sit_out", seat=1)
    assert refused(two, "wrong_state", "open_round").params["chips"] == 10500
    two.act("recount", seat=2, chips=12000, reason="carried")
    two.act("open_round")
    table = two.fresh_table
    assert table.button is None
    before, match = Match.objects.order_by("number")
    assert (before.how, before.winner, before.hands, before.last_round) == ("left", None, 1, 1)
    assert (match.number, match.first_round, [player["seat"] for player in match.players]) == (2, 2, [2, 3])
    told = last_entry(two).payload
    assert (told["match_ended"]["number"], told["match_began"]) == (1, {"number": 2, "seats": [2, 3]})
    assert Round.objects.latest("number").play["first"] == 2


def test_draw_1_1_a_first_deal_that_is_void_was_no_beginning(two: Cast) -> None:
    """Stacks are still to be equal when it is dealt again."""
    two.act("open_round")
    two.act("void_round", number=1, reason="red_light")
    two.act("buy_in", seat=1, amount=500)
    refused(two, "wrong_state", "open_round")
    two.act("buy_in", seat=2, amount=500)
    assert played(two) == 1
    assert played(two) == 2


def test_draw_1_10_a_carried_pot_is_played_for_by_those_who_left_it(two: Cast) -> None:
    """Nobody else plays for it, with any stack in front of them; the way out is said."""
    tie(two)
    two.act("sit", seat=3, buy_in=9500)
    two.act("sit_out", seat=1)
    error = refused(two, "wrong_state", "open_round")
    assert error.params["players"] == "1, 2"
    two.act("sit_out", seat=3)
    two.act("return_to_play", seat=1)
    two.act("open_round")
    assert Round.objects.latest("number").pot == 2000
    assert in_order(two)


def test_ops_2_1_a_player_moves_with_their_match(two: Cast) -> None:
    """First action still alternates, the carried pot is still theirs, and the match ends when the player leaves from there."""
    tie(two)
    assert two.fresh_table.button == 1
    two.act("move", seat=1, to=6)
    assert two.fresh_table.button == 6
    two.act("sit", seat=1, buy_in=500)
    two.act("leave", seat=1)
    assert two.fresh_table.carry == 1000
    two.act("move", seat=6, to=7)
    assert two.act("open_round").body["first"] == 2
    two.act("void_round", number=2, reason="red_light")
    assert two.fresh_table.carry == 1000
    assert two.act("leave", seat=7).body["chips"] == 10000
    table = two.fresh_table
    assert (table.carry, table.button) == (0, None)
    ended = Match.objects.get()
    assert (ended.how, ended.winner, [player["seat"] for player in ended.players]) == ("left", None, [7, 2])
    assert chips(two) == {2: 10000}
    assert in_order(two)


def test_ops_7_2_a_player_who_leaves_outside_the_match_ends_none(two: Cast) -> None:
    """Also during their round: what a player owes is their own."""
    tie(two)
    two.act("sit", seat=3, buy_in=5000)
    two.act("sit_out", seat=3)
    two.act("open_round")
    assert two.act("leave", seat=3).body["chips"] == 5000
    assert Match.objects.get().ended_at is None
    assert Round.objects.latest("number").pot == 2000
    refused(two, "wrong_state", "leave", seat=1)
    assert in_order(two)


def test_draw_1_8_a_lost_match(two: Cast) -> None:
    """Neither chips nor markers for an ante: the other has won as the hand is closed, and both leave with what is theirs."""
    number = two.act("open_round").body["round"]
    acting(two, number, (1, "bet", 13500), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    hands = [{"seat": 1, "cards": "AsAdKc7h2d"}, {"seat": 2, "cards": "KsKdQc7s2c"}]
    two.act("enter_hands", number=number, hands=hands)
    two.act("settle_round", number=number)
    two.act("close_round", number=number)
    assert {player.seat: player.markers_out for player in Seating.objects.all()} == {1: 0, 2: 2}
    told = last_entry(two).payload["match_ended"]
    assert {key: told[key] for key in ("number", "how", "winner", "hands", "nets")} == {
        "number": 1,
        "how": "lost",
        "winner": 1,
        "hands": 1,
        "nets": {"1": 14000, "2": -14000},
    }
    match = Match.objects.get()
    assert (match.how, match.winner, match.hands) == ("lost", Seating.objects.get(seat=1), 1)
    refused(two, "wrong_state", "open_round")
    refused(two, "wrong_state", "give_up_match", match=1, seat=2)
    two.act("leave", seat=2)
    entry = last_entry(two)
    assert entry.payload["before"] == {"seat": 2, "chips": 0, "markers_out": 2, "carry": 0}
    assert [leg["account"] for leg in entry.payload["parting"]] == ["markers", "owed"]
    assert sum(leg.amount for leg in Leg.objects.filter(account="owed")) == -4000
    assert "match_ended" not in entry.payload
    assert two.act("leave", seat=1).body["chips"] == 24000
    assert in_order(two)


def test_draw_1_13_who_is_left_with_nothing_by_a_correction_has_lost_and_not_just_left(two: Cast) -> None:
    """A tie with all in turns out to be won: whichever of the two goes, the match has its winner."""
    number = two.act("open_round").body["round"]
    acting(two, number, (1, "bet", 13500), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "call"))
    hands = [{"seat": 1, "cards": "AsKdQc9h7s"}, {"seat": 2, "cards": "AhKcQd9s7d"}]
    two.act("enter_hands", number=number, hands=hands)
    two.act("settle_round", number=number)
    two.act("close_round", number=number)
    won = {"hands": [{"seat": 1, "cards": "AsAdKc7h2d"}, {"seat": 2, "cards": "KsKdQc7s2c"}]}
    two.act("correct_round", by="frank", signed_by="petra", number=number, corrections=won, reason="misread_hand")
    two.act("leave", seat=2)
    assert last_entry(two).payload["match_ended"]["how"] == "lost"
    match = Match.objects.get()
    assert (match.how, match.winner) == ("lost", Seating.objects.get(seat=1))
    assert in_order(two)
    assert list(unlike_the_log(two.fresh_table)) == []


def test_draw_1_8_a_player_who_leaves_redeems_what_they_can(two: Cast) -> None:
    """The leaver's markers first, with nothing kept back; only what is left over is chips."""
    number = two.act("open_round").body["round"]
    acting(two, number, (1, "bet", 11000), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "drop"))
    two.act("settle_round", number=number)
    two.act("close_round", number=number)
    loser = Seating.objects.get(seat=1)
    assert (loser.chips, loser.markers_out) == (500, 1)
    two.act("buy_in", seat=1, amount=2000)
    assert two.act("leave", seat=1).body["chips"] == 500
    assert not Leg.objects.filter(account="owed").exists()
    assert in_order(two)


def test_ops_7_2_what_a_leaver_gets_of_the_carried_pot_redeems_their_markers_too(two: Cast) -> None:
    """1600 and half of the carried 1000 redeem a marker of 2000: 100 are left, and nothing is owed (DRAW 1.8)."""
    number = two.act("open_round").body["round"]
    acting(two, number, (1, "bet", 11000), (2, "draw"), (2, "exchange", 0), (1, "exchange", 0), (1, "drop"))
    two.act("settle_round", number=number)
    two.act("close_round", number=number)
    tie(two)
    leaver = Seating.objects.get(seat=1)
    assert (leaver.chips, leaver.markers_out, two.fresh_table.carry) == (0, 1, 1000)
    two.act("buy_in", seat=1, amount=1600)
    assert two.act("leave", seat=1).body["chips"] == 100
    assert not Leg.objects.filter(account="owed").exists()
    assert sum(leg.amount for leg in Leg.objects.filter(account="markers")) == 0
    assert in_order(two)


def test_ops_5_1_a_draw_round_is_dealt_as_it_opens(two: Cast) -> None:
    """The times of a round mean the same in every game."""
    played(two)
    round_ = Round.objects.get()
    assert round_.dealt_at == round_.opened_at
    assert round_.settled_at is not None
    assert round_.ended_at is not None


def test_ops_3_1_there_is_no_bank_to_decline(two: Cast) -> None:
    """Neither once nor for good."""
    refused(two, "wrong_state", "standing_decline", seat=1, on=True)
    refused(two, "wrong_state", "offer_designation", offers=[{"seat": 1, "answer": "declined"}])
    refused(two, "wrong_state", "open_round", offers=[{"seat": 1, "answer": "declined"}])
