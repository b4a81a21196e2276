"""`manage.py settle`: files, standard input, exit statuses and the table for people (interfaces, section 2)."""

import json
import subprocess
import sys

import pytest

from tables.games.calculator import settle_line
from tests.games.documents import raised, round_document
from tests.games.rounds import RUN_OF_FIVE
from tests.games.running import ROOT, settle_command

pytestmark = pytest.mark.slow

GOOD = json.dumps(round_document())
BAD = json.dumps(round_document(dealer="x"))


def answers(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_exit_status_is_0_when_everything_settles():
    run = settle_command(f"{GOOD}\n{GOOD}\n")
    assert (run.returncode, run.stderr) == (0, "")
    assert answers(run.stdout) == [settle_line(GOOD)] * 2


def test_exit_status_is_1_when_a_line_breaks_a_rule_and_the_others_are_still_settled():
    run = settle_command(f"{BAD}\n\n{GOOD}")
    assert (run.returncode, run.stderr) == (1, "")
    assert [answer.get("error", {}).get("code") for answer in answers(run.stdout)] == ["bad_field", "bad_json", None]


def test_files_are_read_in_order(tmp_path):
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text(GOOD)
    second.write_text(BAD + "\n")
    run = settle_command("not read", str(first), str(second))
    assert answers(run.stdout) == [settle_line(GOOD), settle_line(BAD)]
    assert run.returncode == 1


def test_exit_status_is_2_when_a_file_cannot_be_read_and_nothing_is_answered(tmp_path):
    there = tmp_path / "there.jsonl"
    there.write_text(GOOD)
    for unreadable in (tmp_path / "absent.jsonl", tmp_path):
        run = settle_command("", str(there), str(unreadable))
        assert (run.returncode, run.stdout) == (2, "")
        assert f"{unreadable} cannot be read" in run.stderr


def test_line_ends_byte_order_marks_and_bytes_that_are_no_text():
    mark = b"\xef\xbb\xbf"
    run = settle_command(mark + GOOD.encode() + b"\r\n" + b"\xff\xfe\n" + mark + GOOD.encode() + b"\r\n")
    first, second, third = answers(run.stdout)
    assert first == settle_line(GOOD)
    assert second["error"]["code"] == "bad_json"
    assert third["error"]["code"] == "bad_json", "a mark is only one at the start"
    assert run.returncode == 1


def test_a_line_separator_inside_a_text_ends_no_line():
    run = settle_command(json.dumps(round_document(note="a\u2028b\x85c"), ensure_ascii=False))
    assert [answer["error"]["code"] for answer in answers(run.stdout)] == ["bad_field"]


def test_nothing_in_nothing_out():
    run = settle_command("")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_a_reader_who_leaves_is_no_error(tmp_path):
    many = tmp_path / "many.jsonl"
    many.write_text((GOOD + "\n") * 3000)
    command = [sys.executable, "manage.py", "settle", str(many)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env={}) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""


def test_the_table_for_people():
    rules = {"caps": {"per_hand": 10_001}, "rake": {"mode": "all_players", "amount": 100}}
    hand = raised(1, RUN_OF_FIVE.replace("As", "Ac"), flush=500, straight_flush=500) | {"raise": 2500}
    fold = {"seat": 7, "ante": 1000, "decision": "fold"}
    run = settle_command(f"{json.dumps(round_document(fold, hand, rules=rules))}\n{BAD}\n", "--table")
    assert run.returncode == 1
    assert run.stdout == TABLE


TABLE = """\
Line 1: High Card Flush: the designated player at seat 4 has AsQs9s and qualifies; bank 50000 -> 37999, net -12001, rake 100
Order  Seat  Outcome  Cards       Run         Ante             Raise           Straight Flush             Flush                       Net  Rake  Bank after
    1     1  settled  9h8h7h6h5h  9h8h7h6h5h  1000 win +1000   2000 win +2000  500 win +9092 (of +50000)  500 win +909 (of +5000)  +13001   100       37999
    2     7  folded   -           -           1000 lose -1000  -               -                          -                         -1000   100           -
Seat 1: Raise adjusted, 500 goes back
Rake of the round: 300

Line 2: bad_field: The key dealer is not known; allowed here are game, designated_player, seats, rules.

"""
