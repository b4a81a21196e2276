"""`manage.py verify_audit`: every audit chain recomputed, and held against the checkpoints outside (AUD 2.5, 3.2)."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.audit.chain import Fault
from tables.audit.copies import Copies, CopyFaultError
from tables.audit.keyring import Keyring
from tables.audit.signature import KeyFileError, key_id, read_public_key
from tables.management.progress import Progress
from tables.models import Casino
from tables.queries.audit.chains import chain_names
from tables.queries.audit.checkpoint_list import Verified, verified_checkpoints
from tables.queries.audit.everything import Found, journal, rows, settlements
from tables.queries.audit.findings import Finding
from tables.queries.audit.guards import guards
from tables.queries.audit.keys import keyring_of
from tables.queries.audit.verified_log import VerifiedLog, house_of, in_order

BROKEN, UNREADABLE = 1, 2
AS_LOGGED = gettext_noop("{name}: as the log has it: {looked} looked at")
AS_MIGRATED = gettext_noop("{name}: all there, as the migrations make them, and they fire")
BESIDE_CHAINS: tuple[tuple[str, Callable[[], Found], str], ...] = (
    (gettext_noop("guards of the database"), guards, AS_MIGRATED),
    ("settlements", settlements, AS_LOGGED),
    ("journal", journal, AS_LOGGED),
    ("rows", rows, AS_LOGGED),
)
"""What stands beside the chains, by name, and what is said of it where all is as it should be."""
MOST_FAULTS = 20
"""Of one chain, so many are told one by one."""


class Command(BaseCommand):
    """Verify chains, checkpoints and guards; exit status 1 where something does not hold, 2 where it could not be read."""

    help = (
        "Recompute every audit chain from the stored values and name each entry that does not hold; then verify "
        "the checkpoints, and that all that was signed outside the database is still in it; and hold the database's own guards against "
        "what the migrations make, and settlements, journal and rows against the log."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One chain, or all."""
        parser.add_argument("--chain", help="only this chain, as 1/house or 1/table/12, and no checkpoints")
        parser.add_argument(
            "--checkpoints",
            type=Path,
            metavar="DIR",
            help="where the copies of the checkpoints lie (default CHECKPOINT_DIR); better the ones on another machine",
        )
        parser.add_argument(
            "--key",
            type=Path,
            action="append",
            metavar="FILE",
            help="a public key that is trusted, and those that it leads to (default: CHECKPOINT_PINNED_KEYS)",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print one line a chain, and one a casino for its checkpoints."""
        try:
            broken = self._broken_chains(options["chain"])
            if options["chain"] is None:
                broken += self._broken_lists(options["checkpoints"] or settings.CHECKPOINT_DIR, options["key"])
                broken += [name for name, part, said in BESIDE_CHAINS if not self._part_holds(_(name), part, said)]
        except Error as error:
            raise CommandError(
                _("The database cannot be read: {error}").format(error=error), returncode=UNREADABLE
            ) from error
        except (CopyFaultError, KeyFileError, OSError) as error:
            raise CommandError(str(error), returncode=UNREADABLE) from error
        if broken:
            sys.exit(BROKEN)

    def _broken_lists(self, directory: Path, files: list[Path] | None) -> list[str]:
        given = [read_public_key(file.read_bytes()) for file in files or []]
        pinned = {key_id(key): key for key in given} or None
        broken = []
        for casino in Casino.objects.order_by("pk"):
            ring = keyring_of(casino.pk, directory, pinned)
            if not self._list_holds(casino, ring, Copies(directory, casino.pk)):
                broken.append(casino.name)
        return broken

    def _list_holds(self, casino: Casino, ring: Keyring, copies: Copies) -> bool:
        progress, found = Progress(self.stdout), Verified()  # type: ignore[arg-type]
        name = _("checkpoints of casino {casino}").format(casino=casino.pk)
        for found in verified_checkpoints(casino.pk, ring, copies):
            progress.show(_("{name}: {leaves} leaves").format(name=name, leaves=found.leaves))
        progress.clear()
        for problem in found.problems:
            self.stdout.write(_("{name}: NOT WHOLE: {problem}").format(name=name, problem=problem))
        if not found.problems:
            self.stdout.write(f"{name}: {_said(found)}")
        for remark in found.remarks:
            self.stdout.write(_("{name}: note: {remark}").format(name=name, remark=remark))
        return not found.problems

    def _part_holds(self, name: str, part: Callable[[], Found], said: str) -> bool:
        """Whether what stands beside the chains is as it should be: guards, settlements, journal, rows (AUD 5.2, 6.1, 6.3)."""
        progress, looked, holds = Progress(self.stdout), 0, True  # type: ignore[arg-type]
        for found in part():
            if isinstance(found, Finding):
                holds = False
                progress.clear()
                self.stdout.write(_("{name}: NOT WHOLE: {problem}").format(name=name, problem=found.words))
            else:
                looked += found.count
                progress.show(f"{name}: {looked}")
        progress.clear()
        if holds:
            self.stdout.write(_(said).format(name=name, looked=looked))
        return holds

    def _names(self, chosen: str | None) -> list[str]:
        names = chain_names()
        if not names:
            raise CommandError(_("There is no casino and no chain: nothing was verified."), returncode=UNREADABLE)
        if chosen is None:
            return names
        if chosen not in names:
            raise CommandError(_("There is no chain {chain}.").format(chain=chosen), returncode=UNREADABLE)
        return [chosen]

    def _broken_chains(self, chosen: str | None) -> list[str]:
        """Every chain, or the one that was chosen, judged by that of its house (AUD 2.6)."""
        log, chosen_names = VerifiedLog(), self._names(chosen)
        for name in in_order(house_of(chain) for chain in chosen_names if chosen and house_of(chain) != chain):
            for _fault in log.chain(name):
                pass
        broken = [name for name in in_order(chosen_names) if not self._holds(log, name)]
        if chosen is None:
            for fault in log.end():
                self._say(fault)
                broken.append(fault.chain)
        for what, count in sorted(log.undecided.items()):
            self.stdout.write(_("undecided for {count} entries: {what}").format(count=count, what=what))
        return broken

    def _holds(self, log: VerifiedLog, chain: str) -> bool:
        progress, entries, faults = Progress(self.stdout), 0, 0  # type: ignore[arg-type]
        for fault in log.chain(chain):
            if fault is None:
                entries += 1
                progress.show(_("{chain}: {entries} entries").format(chain=chain, entries=entries))
                continue
            faults += 1
            if faults <= MOST_FAULTS:
                progress.clear()
                self._say(fault)
        progress.clear()
        if not faults:
            self.stdout.write(
                _("{chain}: whole, unchanged, in order: entries 1 to {entries}").format(chain=chain, entries=entries)
            )
        if faults > MOST_FAULTS:
            more = _("{chain}: NOT WHOLE: {more} further faults").format(chain=chain, more=faults - MOST_FAULTS)
            self.stdout.write(more)
        return not faults

    def _say(self, fault: Fault) -> None:
        self.stdout.write(
            _("{chain}: NOT WHOLE: entry {sequence}: {problem}").format(
                chain=fault.chain, sequence=fault.sequence, problem=fault.problem
            )
        )


def _said(found: Verified) -> str:
    if not found.checkpoints:
        return _("none was made yet: nothing outside the database vouches for its chains")
    newest = found.newest_outside
    return _(
        "1 to {checkpoints} are whole, signed and followed by all they vouch for: {leaves} leaves; {outside}"
    ).format(
        checkpoints=found.newest,
        leaves=found.leaves,
        outside=_("the newest outside is {number} of {time}").format(
            number=newest.checkpoint.number if newest else 0, time=newest.checkpoint.time if newest else ""
        ),
    )
