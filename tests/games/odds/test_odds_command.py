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
    assert run.stdout == f"{sheet(edges(terms))}\n\n{expected_sheet(wagers, 1, expected(terms, wagers, 1))}\n"


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
