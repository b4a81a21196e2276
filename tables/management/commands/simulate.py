"""`manage.py simulate`: whole rounds at many tables, played through the acts (interfaces, section 5)."""

import os
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tables.demonstration.house.house import seed, verify_demonstration
from tables.demonstration.simulation.acting import UnexpectedError
from tables.demonstration.simulation.crew import staffed_tables
from tables.demonstration.simulation.processes import played_rounds
from tables.demonstration.simulation.proofs import faults_of
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.management.progress import Progress
from tables.models import Casino, Table
from tables.queries.audit.house_compare import house_unlike_the_log
from tables.queries.audit.journal import differences_at
from tables.queries.audit.rebuild.compare import unlike_the_log
from tables.queries.audit.settlement_check import replayed_settlements
from tables.queries.audit.verified_log import verified_log

FAULT = 1
INTERRUPTED = 130
MOST_TABLES = 99


def count(text: str) -> int:
    """Read a number of at least one."""
    number = int(text)
    if number < 1:
        raise ArgumentTypeError(_("must be at least 1"))
    return number


class Command(BaseCommand):
    """Play rounds, then prove that money, settlements and audit chains hold."""

    help = "Play random rounds at tables of a demonstration casino; then reconcile, replay and verify them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How much to play."""
        parser.add_argument("--tables", type=count, default=3, help="how many tables, over all the games (default 3)")
        parser.add_argument("--game", choices=sorted(GAMES), default="", help="only tables of this game")
        parser.add_argument("--rounds", type=count, default=50, help="rounds at each table (default 50)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same rounds (default 1)")
        parser.add_argument("--processes", type=count, default=os.cpu_count() or 1, help="default: one a core")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play and prove; exit status 1 if anything does not hold."""
        if options["tables"] > MOST_TABLES:
            raise CommandError(_("At most {most} tables can be simulated.").format(most=MOST_TABLES))
        try:
            casino = verify_demonstration() or seed(settings.DATA_DIR / "demo.json")[0]
            tables = self._play(casino, options)
        except (TableError, RuleError, UnexpectedError) as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            message = _("Stopped; the next run goes on where the rounds stand.")
            raise CommandError(message, returncode=INTERRUPTED) from None
        holds = [
            self._reconciled(tables),
            self._rebuilt(casino, tables),
            self._replayed(tables),
            self._proved(tables),
            self._verified(casino, tables),
        ]
        if not all(holds):
            sys.exit(FAULT)

    def _play(self, casino: Casino, options: dict[str, Any]) -> list[Table]:
        crews = staffed_tables(casino, options["tables"], options["game"])
        processes = min(options["processes"], len(crews))
        wanted, began, total = options["rounds"] * len(crews), time.monotonic(), Counter[str]()
        progress = Progress(self.stdout)  # type: ignore[arg-type]
        for tally in played_rounds(crews, options["rounds"], options["seed"], processes):
            total += tally
            rate = total["rounds"] / (time.monotonic() - began)
            progress.show(
                _("{done} of {wanted} rounds, {rate:.1f} a second").format(
                    done=total["rounds"], wanted=wanted, rate=rate
                )
            )
        progress.clear()
        self.stdout.write(_summary(total, len(crews), processes, time.monotonic() - began))
        return list(Table.objects.filter(pk__in=[crew.table_id for crew in crews]).order_by("number"))

    def _reconciled(self, tables: Sequence[Table]) -> bool:
        differences = [difference for table in tables for difference in differences_at(table)]
        self._say_faults(differences)
        self.stdout.write(_("Journal: {found} differences.").format(found=len(differences)))
        return not differences

    def _rebuilt(self, casino: Casino, tables: Sequence[Table]) -> bool:
        differences = house_unlike_the_log(casino)
        differences += [difference for table in tables for difference in unlike_the_log(table)]
        self._say_faults(differences)
        self.stdout.write(_("Rows against the log: {found} differences.").format(found=len(differences)))
        return not differences

    def _replayed(self, tables: Sequence[Table]) -> bool:
        replayed, differing = 0, []
        for table in tables:
            for settlement in replayed_settlements(table):
                replayed += 1
                if settlement.problem:
                    differing.append(f"table {settlement.table}, round {settlement.round}: {settlement.problem}")
        self._say_faults(differing)
        self.stdout.write(
            _("Settlements: {replayed} replayed, {differing} differ.").format(
                replayed=replayed, differing=len(differing)
            )
        )
        return not differing

    def _proved(self, tables: Sequence[Table]) -> bool:
        faults = [fault for table in tables for fault in faults_of(table)]
        self._say_faults(faults)
        self.stdout.write(
            _("Rules in force, results of corrected rounds, alerts: {found} faults.").format(found=len(faults))
        )
        return not faults

    def _verified(self, casino: Casino, tables: Sequence[Table]) -> bool:
        chains, entries, faults = [casino.chain, *(table.chain for table in tables)], 0, []
        for fault in verified_log(chains):
            if fault is None:
                entries += 1
            else:
                faults.append(f"{fault.chain}, entry {fault.sequence}: {fault.problem}")
        self._say_faults(faults)
        self.stdout.write(
            _("Audit: {chains} chains, {entries} entries, {faults} faults.").format(
                chains=len(chains), entries=entries, faults=len(faults)
            )
        )
        return not faults

    def _say_faults(self, faults: Sequence[object]) -> None:
        for fault in faults:
            self.stdout.write(str(fault))


def _summary(total: Counter[str], tables: int, processes: int, seconds: float) -> str:
    first = _(
        "{rounds} rounds at {tables} tables in {seconds:.1f} s on {processes} processes: {rate:.1f} rounds a second."
    )
    return "\n".join(
        [
            first.format(
                rounds=total["rounds"],
                tables=tables,
                seconds=seconds,
                processes=processes,
                rate=total["rounds"] / seconds,
            ),
            ", ".join(f"{game}: {total[game]}" for game in GAMES) + _(" settled; {void} void.").format_map(total),
            *(line.format_map(total) for line in _by_game(total)),
            *(line.format_map(total) for line in _by_floor()),
            _("Acts: {acts}; {replayed} sent twice, {refused} refused on purpose, {recounts} recounts.").format_map(
                total
            ),
        ]
    )


def _by_game(total: Counter[str]) -> list[str]:
    """What happened in the games that were played."""
    banked = _("Banked hands: {settled} settled, {folded} folded, {dead} dead; {adjusted} Raises adjusted.")
    drawn = _(
        "Draw hands: {showdowns} showdowns, {dropped_to} won by drops, {ties} ties, {shared} with several winners, "
        "{side_pots} with side pots, {all_in} all-ins, {timeouts} time-outs, {taken_back} actions taken back, "
        "{with_markers} with markers out, {left_owing} players left with markers out; matches: {match_lost} lost, "
        "{match_given_up} given up, {match_left} left by a player; {dealt_for} deals for a carried pot without an ante."
    )
    played = ((banked, total["hands"]), (drawn, total["showdowns"] + total["dropped_to"]))
    return [line for line, count in played if count]


def _by_floor() -> list[str]:
    """What the floor did beside the play."""
    return [
        _(
            "Floor: {correct_round} corrections, {owed_raised} amounts owed by them; {owed_seat} dealt with at the seat, "
            "{owed_chips} in chips, {owed_cash} in cash, {owed_written_off} written off."
        ),
        _(
            "Floor: {open_dispute} disputes, {rule_on_dispute} rulings, {bar_player} bars, {lift_bar} lifted, "
            "{overrides} limits overridden, {tap_in} times relieved, {suspend_table} times suspended, "
            "{acknowledge_alert} alerts acknowledged."
        ),
        _(
            "Rules: {request_rule_change} changes asked for, {approve_rule_change} approved, {reject_rule_change} rejected, "
            "{withdraw_rule_change} withdrawn, {cancel_rule_change} cancelled; {overtaken} openings overtaken by one."
        ),
    ]
