"""`manage.py odds`: the exact edge of every bet of High Card Flush, without a database (OPS 4.7)."""

import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.games.calculator import read_json, read_terms
from tables.games.errors import RuleError
from tables.games.high_card_flush import odds
from tables.games.high_card_flush.odds import sheet
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import MAX_PLAYERS, Wagers
from tables.games.registry import GAMES
from tables.games.values import LATEST_RULINGS
from tables.management.progress import Progress

GAME = GAMES["high_card_flush"]
UNREADABLE = 2
# What is done sooner needs no progress shown.
PATIENCE_SECONDS = 1.0


class Command(BaseCommand):
    """Print what each bet costs under some rules, for people or as exact fractions."""

    help = "Print the exact edge of every bet of High Card Flush under any house rules."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The rules, the form of the answer, and bets to reckon with."""
        parser.add_argument("--rules", metavar="FILE", help="JSON: terms in part, or whole house rules; else defaults")
        parser.add_argument("--json", action="store_true", help="print exact fractions as JSON")
        parser.add_argument(
            "--bonus-only",
            action="store_true",
            help="only the bonuses that are offered, as if paid on the player's own hand alone: no contest, fold or tie",
        )
        parser.add_argument(
            "--ante", type=int, metavar="AMOUNT", help="reckon a round in which each player has this Ante"
        )
        parser.add_argument("--straight-flush", type=int, default=0, metavar="AMOUNT", help="and this beside it")
        parser.add_argument("--flush", type=int, default=0, metavar="AMOUNT", help="and this beside it")
        parser.add_argument("--players", type=int, default=MAX_PLAYERS, metavar="N", help="how many play; else 6")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the edges; exit status 2 for rules or bets that cannot be used."""
        wagers, players = _wagers(options), options["players"]
        terms = _terms(options["rules"])
        _verify_offered(terms, wagers)
        if options["bonus_only"]:
            own = odds.own_hand(terms)
            document, text = sheet.own_hand_document(own), sheet.own_hand_sheet(terms, own)
        else:
            found = odds.edges(terms, self._progress())
            document, text = sheet.document(found), sheet.sheet(terms, found)
        if wagers is not None:
            brought = odds.expected(terms, wagers, players)
            document |= sheet.expected_document(brought)
            text += f"\n\n{sheet.expected_sheet(wagers, players, brought)}"
        self.stdout.write(json.dumps({"terms": terms.document(), **document}) if options["json"] else text)

    def _progress(self) -> odds.Progress:
        """Show how far it is, on a terminal and once it has taken its time."""
        line, started = Progress(self.stdout), time.monotonic()  # type: ignore[arg-type]

        def show(done: int, classes: int) -> None:
            if done == classes:
                line.clear()
            elif time.monotonic() - started >= PATIENCE_SECONDS:
                line.show(f"{done:,} of {classes:,} classes of hands")

        return show


def _terms(name: str | None) -> Terms:
    """The terms in a file, or the defaults."""
    if name is None:
        return Terms.parse({})
    try:
        terms: Terms = read_terms(
            GAME, LATEST_RULINGS, read_json(Path(name).read_bytes().removeprefix(b"\xef\xbb\xbf"))
        )
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.", returncode=UNREADABLE) from error
    except RuleError as error:
        raise CommandError(f"{name}: {error.code}: {error}", returncode=UNREADABLE) from error
    except RecursionError as error:
        raise CommandError(f"{name} is nested too deeply.", returncode=UNREADABLE) from error
    return terms


def _wagers(options: dict[str, Any]) -> Wagers | None:
    """The bets to reckon with, or None where there are none (HCF 3.1, 1.3)."""
    ante, straight_flush, flush = options["ante"], options["straight_flush"], options["flush"]
    if ante is None and not straight_flush and not flush:
        return None
    if ante is None or ante < 1 or straight_flush < 0 or flush < 0:
        raise CommandError("A round needs an Ante above 0, and bonuses stand beside an Ante.", returncode=UNREADABLE)
    if not 1 <= options["players"] <= MAX_PLAYERS:
        raise CommandError(f"A round has 1 to {MAX_PLAYERS} players.", returncode=UNREADABLE)
    if options["bonus_only"]:
        raise CommandError("A round is not reckoned with --bonus-only.", returncode=UNREADABLE)
    return Wagers(ante, straight_flush, flush)


def _verify_offered(terms: Terms, wagers: Wagers | None) -> None:
    """Refuse a wager on a bonus that the rules do not offer (HCF 6.6, 7.4)."""
    for spot, name in sheet.BONUSES.items():
        if wagers is not None and getattr(wagers, spot) and spot not in terms.wager_spots:
            raise CommandError(f"The {name} bonus is not offered under these rules.", returncode=UNREADABLE)
