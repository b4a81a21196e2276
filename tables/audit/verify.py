"""Verifies an export without the system it came from: `python -m tables.audit.verify FILE` (AUD 4.4).

Needs Python alone, and a copy of the folders tables/audit and tables/games; for `--key` the package `cryptography`.
Exit status: 0 all that it was asked to verify holds, 1 something does not, 2 it cannot be read, or what was asked for could
not be verified; 141 where nobody reads what it says any more.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO

from tables.audit.canonical import canonical
from tables.audit.escapes import shown
from tables.audit.export.archive import Archive
from tables.audit.outside import OutsideCopies
from tables.audit.report import NOT_VERIFIABLE, Report, State, Subject
from tables.audit.signature import read_public_key
from tables.audit.spool import Spool
from tables.audit.verification import Verification
from tables.audit.witnessed import read_witness, verify_note
from tables.games.calculator import settle_recorded
from tables.games.errors import RuleError
from tables.games.recorded import NOT_DECIDED, RecordedRounds, rules_of_table

SETTLING_ACTS = ("settle_round", "correct_round")
FORMAT = "croupier-verification/1"
CLOSED_PIPE = 128 + 13
"""What a shell says of a program that was ended by a pipe nobody reads from."""
SETTLEMENTS = Subject(what="replay")


class Replay:
    """Holds the input of each settlement against the entries of its round, and computes it again (AUD 2.7, 4.4)."""

    def __init__(self) -> None:
        self.settlements = self.differing = self.undecided = 0
        self._rules: dict[int, dict[str, Any]] = {}
        """The first rules of each table, as the house gave them."""
        self._settled = Spool()
        self._rounds = RecordedRounds(self._settled)

    def begin(self, chain: str, *, is_whole: bool) -> None:
        """Go on to another chain."""
        self._end_chain()
        number = chain.rpartition("/")[2]
        rules = self._rules.get(int(number)) if number.isdecimal() and is_whole else None
        self._settled = Spool()
        self._rounds = RecordedRounds(self._settled, rules)
        if not is_whole:
            self._rounds.hide()

    def hide(self) -> None:
        """An entry is left out, or cannot be believed."""
        self._rounds.hide()

    def take(self, entry: Mapping[str, Any]) -> str:
        """What is wrong with the settlement that an entry holds; empty where it is right, or holds none."""
        act, payload = entry["act"], entry["payload"]
        if act not in SETTLING_ACTS:
            added = rules_of_table(act, payload)
            if added is not None:
                self._rules[added[0]] = added[1]
            return self._rounds.take(act, entry["round"], payload)
        self.settlements += 1
        problem = _settlement_problem(payload) or self._rounds.take(act, entry["round"], payload)
        self.differing += bool(problem)
        return problem

    def end(self, report: Report, *, is_read: bool) -> None:
        """Say what was computed again, and of how many settlements the entries were not all there."""
        self._end_chain()
        if self.undecided:
            report.undecided(f"undecided for {self.undecided:,} settlements: {NOT_DECIDED}", SETTLEMENTS)
        if is_read and self.differing == 0:
            words = f"settlements computed again from their inputs: {self.settlements:,}, none differs"
            report.holds(words, SETTLEMENTS)

    def _end_chain(self) -> None:
        self.undecided += self._rounds.undecided
        self._rounds.undecided = 0
        self._settled.close()


def _settlement_problem(payload: Mapping[str, Any]) -> str:
    document, recorded = payload.get("input"), payload.get("output")
    if type(document) is not dict or type(recorded) is not dict:
        return "holds no input and output of a settlement"
    try:
        output = settle_recorded(document)
    except RuleError as error:
        return f"the input of its settlement is refused: {error}"
    if canonical(output) == canonical(recorded):
        return ""
    keys = sorted(key for key in output.keys() | recorded.keys() if output.get(key) != recorded.get(key))
    return f"its settlement, computed again, comes to another result in {', '.join(keys)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify what is asked for and say what was found; the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        status = _verify(chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        # So that Python does not try once more to write what it still holds when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    return status


def _verify(chosen: argparse.Namespace) -> int:
    say = (lambda _line: None) if chosen.json else _saying(sys.stdout)
    report = Report(say, is_coloured=_is_coloured(sys.stdout))
    try:
        status = _report_on(chosen, report)
    except (OSError, ValueError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        status, report.result = NOT_VERIFIABLE, f"it cannot be read: {shown(str(error))}"
        if not chosen.json:
            _saying(sys.stderr)(f"Cannot be read: {shown(str(error))}")
    if chosen.json:
        print(json.dumps(_document(chosen.file, report, status), indent=1))
    return status


def _report_on(chosen: argparse.Namespace, report: Report) -> int:
    keys = None if chosen.without_key else [read_public_key(path.read_bytes()) for path in chosen.key]
    outside = OutsideCopies.read(chosen.checkpoint) if chosen.checkpoint else None
    witnesses = [read_witness(vkey) for vkey in chosen.witness]
    replay = Replay()
    with Archive(chosen.file) as archive:
        on_entry = replay if chosen.replay else None
        verification = Verification(archive, report, keys=keys, outside=outside, on_entry=on_entry)
        is_read = verification.run()
        if verification.read is not None:
            verify_note(*verification.read, witnesses, report)
    if chosen.replay:
        replay.end(report, is_read=is_read)
    else:
        report.note("the settlements: --replay was not given", SETTLEMENTS)
    return report.end()


def _document(file: Path, report: Report, status: int) -> dict[str, Any]:
    """What was found, for programs: `checks` are the first ten thousand, `counts` are of all."""
    return {
        "format": FORMAT,
        "file": shown(str(file)),
        "checks": [finding.document() for finding in report.findings],
        "counts": {str(state): report.counts[state] for state in State},
        "result": report.result,
        "exit_status": status,
    }


def _saying(stream: TextIO) -> Callable[[str], None]:
    """What writes a line to a stream, with an escape for each character that the stream has no bytes for."""
    encoding = stream.encoding or "utf-8"

    def say(line: str) -> None:
        print(line.encode(encoding, "backslashreplace").decode(encoding), file=stream)

    return say


def _is_coloured(stream: TextIO) -> bool:
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


class _Parser(argparse.ArgumentParser):
    """Shows what it was given like all else that others wrote."""

    def error(self, message: str) -> NoReturn:
        super().error(shown(message))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m tables.audit.verify", description="Verify an exported audit log.")
    parser.add_argument("file", type=Path, metavar="FILE", help="the zip of the export")
    signatures = parser.add_mutually_exclusive_group()
    key_help = "a public key of the casino, in PEM; again for each further one"
    signatures.add_argument("--key", type=Path, action="append", default=[], help=key_help)
    without_help = "look at no signature: anybody might have made what holds then"
    signatures.add_argument("--without-key", action="store_true", help=without_help)
    checkpoint_help = "a copy of a checkpoint that was kept outside the casino's database, or a folder of them"
    parser.add_argument("--checkpoint", type=Path, metavar="COPY", help=checkpoint_help)
    witness_help = "the vkey of a witness that has to vouch for the newest checkpoint; again for each further one"
    parser.add_argument("--witness", action="append", default=[], metavar="VKEY", help=witness_help)
    parser.add_argument("--replay", action="store_true", help="compute every settlement again from its inputs")
    parser.add_argument("--json", action="store_true", help="print what was found as one JSON document, for programs")
    return parser


if __name__ == "__main__":
    sys.exit(main())
