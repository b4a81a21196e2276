"""`manage.py odds`: the edges for people and for programs, and what is said of rules it cannot use (OPS 4.7)."""

import json
import subprocess
import sys

import pytest

from tables.games.high_card_flush.odds import edges, expected
from tables.games.high_card_flush.odds.sheet import document, expected_document, expected_sheet, sheet
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import Wagers
from tests.games.documents import house_rules_document
from tests.games.running import ROOT, odds_command

pytestmark = pytest.mark.slow

OWN_HAND = {"straight_flush": "1235579/16723070", "flush": "-7796/643195"}


def rules_file(folder, rules: object) -> str:
    path = folder / "rules.json"
    path.write_text(rules if isinstance(rules, str) else json.dumps(rules, indent=1), encoding="utf-8")
    return str(path)


def test_the_bonuses_on_their_own_hand_for_people():
    run = odds_command("--bonus-only")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == BONUSES


def test_the_bonuses_on_their_own_hand_as_fractions():
    run = odds_command("--bonus-only", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout) == {"terms": Terms.parse({}).document(), "own_hand": OWN_HAND}


@pytest.mark.parametrize("whole", [True, False])
def test_rules_are_terms_in_part_or_whole_house_rules(tmp_path, whole):
    terms = {"flush_paytable": {"4": 1, "5": 10, "6": 100, "7": 300}}
    run = odds_command(
        "--bonus-only", "--rules", rules_file(tmp_path, house_rules_document(terms=terms) if whole else terms)
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "Flush           on the own hand alone  7.8071" in run.stdout


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"qualifier": {"cards": 9}}, "bad_rules: Rule qualifier.cards must be a whole number from 2 to 7, not 9."),
        ({"game": "heads_up_draw"}, "bad_rules: "),
        ('{"qualifier"', "bad_json: The input is not JSON"),
        ("[]", "bad_json: The input must be a JSON object"),
        ('{"rake":' * 5000, "nested too deeply"),
    ],
)
def test_rules_that_cannot_be_used(tmp_path, rules, said):
    name = rules_file(tmp_path, rules)
    run = odds_command("--rules", name)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"CommandError: {name}")
    assert said in run.stderr


def test_a_file_that_cannot_be_read(tmp_path):
    for unreadable in (tmp_path / "absent.json", tmp_path):
        run = odds_command("--rules", str(unreadable))
        assert (run.returncode, run.stdout) == (2, "")
        assert f"{unreadable} cannot be read" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--flush", "500"], "A round needs an Ante"),
        (["--ante", "0"], "A round needs an Ante"),
        (["--ante", "1000", "--straight-flush", "-1"], "A round needs an Ante"),
        (["--ante", "1000", "--players", "7"], "A round has 1 to 6 players."),
        (["--ante", "1000", "--bonus-only"], "not reckoned"),
        (["--ante", "1e3"], "invalid int value"),
    ],
)
def test_bets_that_cannot_be_placed(arguments, said):
    run = odds_command(*arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert said in run.stderr


@pytest.mark.slow
def test_all_edges_for_people():
    run = odds_command("--ante", "1000", "--straight-flush", "500", "--players", "1")
    terms, wagers = Terms.parse({}), Wagers(1000, 500)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == f"{sheet(terms, edges(terms))}\n\n{expected_sheet(wagers, 1, expected(terms, wagers, 1))}\n"


@pytest.mark.slow
def test_all_edges_as_fractions(tmp_path):
    rules = {"exact_tie_bonuses": "independent", "rake": {"mode": "players_only", "amount": 100}}
    run = odds_command("--json", "--ante", "1000", "--rules", rules_file(tmp_path, rules))
    terms = Terms.parse(rules)
    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout) == {
        "terms": terms.document(),
        **document(edges(terms)),
        **expected_document(expected(terms, Wagers(1000), 6)),
    }
    assert json.loads(run.stdout)["flush"] == "64057072883/884483172300"


def test_hcf_6_6_a_bonus_that_is_not_offered_has_no_line_and_takes_no_wager(tmp_path):
    rules = rules_file(tmp_path, {"bonuses": {"straight_flush": "none"}})
    assert "Straight Flush" not in odds_command("--bonus-only", "--rules", rules).stdout
    for arguments in (["--rules", rules], ["--rules", rules, "--ante", "1000", "--flush", "500"]):
        lines = odds_command(*arguments).stdout.splitlines()
        assert [line for line in lines if line.startswith("Straight Flush")] == []
    assert "straight_flush" not in odds_command("--json", "--rules", rules).stdout.partition('"hands"')[2]
    run = odds_command("--rules", rules, "--ante", "1000", "--straight-flush", "500")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "CommandError: The Straight Flush bonus is not offered under these rules.\n"


def test_no_bonus_at_all(tmp_path):
    rules = rules_file(tmp_path, {"bonuses": {"straight_flush": "none", "flush": "none"}})
    assert odds_command("--bonus-only", "--rules", rules).stdout == "No bonus is offered under these rules.\n"


def test_a_bonus_on_the_own_hand_says_what_the_hand_alone_does_not_know(tmp_path):
    own = {"bonuses": {"flush": "own_hand"}}
    alone = odds_command("--bonus-only", "--rules", rules_file(tmp_path, own)).stdout
    assert alone == (
        f"{BONUSES}"
        "At this table an exact tie pushes the bonuses, which the hand alone does not know.\n"
        "At this table a fold loses the bonuses, which the hand alone does not know.\n"
    )
    same = {**own, "exact_tie_bonuses": "independent", "bonuses_on_fold": "live"}
    assert odds_command("--bonus-only", "--rules", rules_file(tmp_path, same)).stdout == BONUSES


def test_what_depends_on_the_size_of_a_bonus_has_a_sentence_and_no_figure(tmp_path):
    """A line for three cards: many of them are best folded without the bonus. Fixed strategies have their edge all the same."""
    rules = rules_file(tmp_path, {"flush_paytable": {"3": "1:2", "5": 10}})
    bets = ("--rules", rules, "--ante", "1000", "--flush", "500")
    lines = odds_command(*bets).stdout.splitlines()
    assert "Flush: no one edge. A fold loses this bonus" in "\n".join(lines)
    assert "what the designated player expects has no one answer" in lines[-1]
    assert [line.split("  ")[0] for line in lines if "folding below" in line].count("Flush") == 2
    assert any(line.startswith("Odds such as 3:2 count in full here") for line in lines)
    found = json.loads(odds_command("--json", *bets).stdout)
    assert "flush" not in found
    assert found["no_one_edge"]["flush"].startswith("Flush: no one edge.")
    assert found["expected"] == {"designated_player": None, "designated_player_rake": 0, "rake": 0}
    assert found["plays"]["folding_below_T86"]["flush"]


def test_nothing_that_settles_a_round_comes_to_load_numpy():
    code = (
        "import os, sys, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'casino.calculator'; django.setup();"
        "from django.core.management import load_command_class; load_command_class('tables', 'settle');"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={}, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


BONUSES = """\
Bet             Paid                              Edge
Flush           on the own hand alone  -1.2120740988 %
Straight Flush  on the own hand alone   7.3884699400 %
"""
