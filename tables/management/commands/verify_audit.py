"""`manage.py verify_audit`: every audit chain recomputed, and held against the checkpoints outside (AUD 2.5, 3.2)."""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error
from django.utils.translation import gettext as _

from tables.audit.copies import Copies, CopyFaultError, public_keys
from tables.audit.signature import KeyFileError, key_id, read_public_key
from tables.management.progress import Progress
from tables.models import Casino
from tables.queries.audit.chains import chain_names, checked_chain
from tables.queries.audit.checkpoint_list import Verified, verified_checkpoints
from tables.queries.audit.findings import Finding
from tables.queries.audit.guards import guards

BROKEN, UNREADABLE = 1, 2


class Command(BaseCommand):
    """Verify chains, checkpoints and guards; exit status 1 where something does not hold, 2 where it could not be read."""

    help = (
        "Recompute every audit chain from the stored values and name the first entry that does not hold; then verify "
        "the checkpoints, and that all that was signed outside the database is still in it; and hold the database's own guards against "
        "what the migrations make."
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
            "--key", type=Path, action="append", metavar="FILE", help="a public key (default: those in DIR/keys)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print one line a chain, and one a casino for its checkpoints."""
        try:
            broken = [name for name in self._names(options["chain"]) if not self._holds(name)]
            if options["chain"] is None:
                broken += self._broken_lists(options["checkpoints"] or settings.CHECKPOINT_DIR, options["key"])
                broken += self._broken_guards()
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
        keys = {key_id(key): key for key in given} or public_keys(directory)
        casinos = Casino.objects.order_by("pk")
        return [casino.name for casino in casinos if not self._list_holds(casino, keys, Copies(directory, casino.pk))]

    def _list_holds(self, casino: Casino, keys: Mapping[str, bytes], copies: Copies) -> bool:
        progress, found = Progress(self.stdout), Verified()  # type: ignore[arg-type]
        name = _("checkpoints of casino {casino}").format(casino=casino.pk)
        for found in verified_checkpoints(casino.pk, keys, copies):
            progress.show(_("{name}: {leaves} leaves").format(name=name, leaves=found.leaves))
        progress.clear()
        for problem in found.problems:
            self.stdout.write(_("{name}: NOT WHOLE: {problem}").format(name=name, problem=problem))
        if not found.problems:
            self.stdout.write(f"{name}: {_said(found)}")
        return not found.problems

    def _broken_guards(self) -> list[str]:
        name = _("guards of the database")
        found = [finding.words for finding in guards() if isinstance(finding, Finding)]
        for problem in found:
            self.stdout.write(_("{name}: NOT WHOLE: {problem}").format(name=name, problem=problem))
        if not found:
            self.stdout.write(_("{name}: all there, as the migrations make them, and they fire").format(name=name))
        return found

    def _names(self, chosen: str | None) -> list[str]:
        names = chain_names()
        if not names:
            raise CommandError(_("There is no casino and no chain: nothing was verified."), returncode=UNREADABLE)
        if chosen is None:
            return names
        if chosen not in names:
            raise CommandError(_("There is no chain {chain}.").format(chain=chosen), returncode=UNREADABLE)
        return [chosen]

    def _holds(self, chain: str) -> bool:
        progress, entries = Progress(self.stdout), 0  # type: ignore[arg-type]
        for fault in checked_chain(chain):
            if fault is not None:
                progress.clear()
                self.stdout.write(
                    _("{chain}: NOT WHOLE: entry {sequence}: {problem}").format(
                        chain=chain, sequence=fault.sequence, problem=fault.problem
                    )
                )
                return False
            entries += 1
            progress.show(_("{chain}: {entries} entries").format(chain=chain, entries=entries))
        progress.clear()
        self.stdout.write(
            _("{chain}: whole, unchanged, in order: entries 1 to {entries}").format(chain=chain, entries=entries)
        )
        return True


def _said(found: Verified) -> str:
    if not found.checkpoints:
        return _("none was made yet: nothing outside the database vouches for its chains")
    newest = found.newest_outside
    said = _(
        "1 to {checkpoints} are whole, signed and followed by all they vouch for: {leaves} leaves; {outside}"
    ).format(
        checkpoints=found.checkpoints,
        leaves=found.leaves,
        outside=_("the newest outside is {number} of {time}").format(
            number=newest.checkpoint.number if newest else 0, time=newest.checkpoint.time if newest else ""
        ),
    )
    return said + (_(", {missing} have no copy there").format(missing=found.not_outside) if found.not_outside else "")
