"""Verifies an export without the system it came from: `python -m tables.audit.verify FILE` (AUD 4.4).

Needs Python alone, and a copy of the folders tables/audit and tables/games; for `--key` the package `cryptography`.
Exit status: 0 all that could be verified holds, 1 something does not, 2 it cannot be read, or what was asked for could
not be verified.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from tables.audit.canonical import canonical
from tables.audit.checkpoint import SignedCheckpoint
from tables.audit.export.archive import Archive
from tables.audit.report import NOT_VERIFIABLE, Report
from tables.audit.signature import read_public_key
from tables.audit.verification import Verification
from tables.audit.witnessed import read_witness, verify_note
from tables.games.calculator import settle_recorded
from tables.games.errors import RuleError

SETTLING_ACTS = ("settle_round", "correct_round")


class Replay:
    """Computes the settlements of an export again, one entry at a time (AUD 4.4)."""

    def __init__(self) -> None:
        self.settlements = self.differing = 0

    def take(self, entry: Mapping[str, Any]) -> str:
        """What is wrong with the settlement that an entry holds; empty where it is right, or holds none."""
        if entry["act"] not in SETTLING_ACTS:
            return ""
        self.settlements += 1
        problem = _settlement_problem(entry["payload"])
        self.differing += bool(problem)
        return problem


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
        keys = [read_public_key(path.read_bytes()) for path in chosen.key]
        outside = SignedCheckpoint.read_copy(chosen.checkpoint.read_bytes()) if chosen.checkpoint else None
        witnesses = [read_witness(vkey) for vkey in chosen.witness]
        archive = Archive(chosen.file)
    except (OSError, BadZipFile, ValueError) as error:
        print(f"Cannot be read: {error}", file=sys.stderr)
        return NOT_VERIFIABLE
    report, replay = Report(print), Replay()
    with archive:
        on_entry = replay.take if chosen.replay else None
        verification = Verification(archive, report, keys=keys, outside=outside, on_entry=on_entry)
        is_read = verification.run()
        if verification.read is not None:
            verify_note(*verification.read, witnesses, report)
    if not chosen.replay:
        report.note("the settlements: --replay was not given")
    elif is_read and replay.differing == 0:
        report.holds(f"settlements computed again from their inputs: {replay.settlements:,}, none differs")
    return report.end()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tables.audit.verify", description="Verify an exported audit log.")
    parser.add_argument("file", type=Path, metavar="FILE", help="the zip of the export")
    key_help = "a public key of the casino, in PEM; again for each further one"
    parser.add_argument("--key", type=Path, action="append", default=[], help=key_help)
    checkpoint_help = "a copy of a checkpoint that was kept outside the casino's database"
    parser.add_argument("--checkpoint", type=Path, metavar="COPY", help=checkpoint_help)
    witness_help = "the vkey of a witness that has to vouch for the newest checkpoint; again for each further one"
    parser.add_argument("--witness", action="append", default=[], metavar="VKEY", help=witness_help)
    parser.add_argument("--replay", action="store_true", help="compute every settlement again from its inputs")
    return parser


if __name__ == "__main__":
    sys.exit(main())
