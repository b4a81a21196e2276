"""Settlements of the draw games as tables for people (interfaces, 2)."""

from tables.games.calculator import settle_document
from tables.games.registry import GAMES
from tables.games.values import JSON
from tests.games.draw.playing import four_player, heads_up


def sheet(document: JSON) -> list[str]:
    return GAMES[document["game"]].sheet(settle_document(document)).splitlines()


def test_a_tie_says_what_stays_in_the_pot():
    hands = {"1": "AsJs9s6s3s", "2": "AhTh8h6h2h"}
    lines = sheet(heads_up("1 stay, 2 draw, 2 exchange 0, 1 exchange 0, 1 call", hands=hands))
    assert lines[0] == "Heads-up draw: a tie, the pot of 1000 stays for the next deal"
    assert lines[2].split() == ["1", "flush", "-500", "8500", "0"]


def test_a_drop_shows_no_hand():
    lines = sheet(heads_up("1 drop"))
    assert lines[0] == "Heads-up draw: seat 2 takes the pot of 1000 because the other dropped"
    assert lines[2].split() == ["1", "-", "-500", "8500", "0"]


def test_a_hand_nobody_won_or_one_won_alone():
    lines = sheet(four_player("1 drop, 2 drop, 3 drop"))
    assert lines[0] == "Four-player draw: nothing was won"
    assert lines[-1] == "Commission of the hand: 0"
    lines = sheet(four_player("1 open 500, 2 pay, 3 drop, 4 drop, 1 exchange 0, 2 exchange 0, 1 drop"))
    assert lines[0] == "Four-player draw: seat 2 takes all of the pot of 1000"
