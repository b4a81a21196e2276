"""`manage.py settle`: the settlement calculator, without a database (interfaces, section 2)."""

import contextlib
import io
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from tables.games.calculator import settle_line
from tables.games.registry import GAMES
from tables.games.values import FIRST_RULINGS, LATEST_RULINGS

BROKE_A_RULE = 1
UNREADABLE = 2
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Command(BaseCommand):
    """Settle rounds given as JSON Lines, one answer for each line."""

    help = "Settle rounds given as JSON Lines: one JSON answer for each line, in order."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Files, and the table for people."""
        parser.add_argument(
            "files", nargs="*", metavar="FILE", help="files to read; standard input where none is given"
        )
        parser.add_argument(
            "--rulings",
            type=int,
            choices=(FIRST_RULINGS, LATEST_RULINGS),
            default=LATEST_RULINGS,
            help="the rulings of an input that names none: 1 computes what was settled before they changed (HCF 9.6)",
        )
        parser.add_argument("--table", action="store_true", help="print tables for people instead of JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Answer every line; exit status 1 if one broke a rule, 2 if a file cannot be read."""
        written = _for_people if options["table"] else _for_programs
        if isinstance(sys.stdout, io.TextIOWrapper):
            # An answer may quote any letter of its input, and JSON Lines are UTF-8 wherever they are written.
            sys.stdout.reconfigure(encoding="utf-8")
        broken = 0
        with contextlib.ExitStack() as opened:
            for number, line in enumerate(_lines(_open_all(options["files"], opened)), start=1):
                answer = settle_line(line, options["rulings"])
                broken += "error" in answer
                self.stdout.write(written(number, answer))
                self.stdout.flush()
        if broken:
            sys.exit(BROKE_A_RULE)


def _open_all(names: list[str], opened: contextlib.ExitStack) -> list[BinaryIO]:
    """Every input, opened before the first answer is written, so that a missing file answers nothing."""
    if not names:
        return [sys.stdin.buffer]
    return [opened.enter_context(_open(name)) for name in names]


def _open(name: str) -> BinaryIO:
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise _unreadable(name, error) from error


def _lines(inputs: list[BinaryIO]) -> Iterator[bytes]:
    """The lines of all inputs without line ends, one at a time; a byte order mark is no part of the first."""
    for source in inputs:
        start = BYTE_ORDER_MARK
        try:
            for line in source:
                yield line.removeprefix(start).rstrip(b"\r\n")
                start = b""
        except OSError as error:
            raise _unreadable(str(source.name), error) from error


def _unreadable(name: str, error: OSError) -> CommandError:
    return CommandError(f"{name} cannot be read: {error.strerror}.", returncode=UNREADABLE)


def _for_programs(_number: int, answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _for_people(number: int, answer: dict[str, Any]) -> str:
    if "error" in answer:
        return f"Line {number}: {answer['error']['code']}: {answer['error']['message']}\n\n"
    return f"Line {number}: {GAMES[answer['game']].sheet(answer)}\n\n"
