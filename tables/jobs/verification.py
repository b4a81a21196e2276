"""Everything verified by background work, and what was found, as pages show it (AUD 2.5, 3.2, 5.2; LOOK 3).

Every chain, every checkpoint, and then what stands beside the log: each settlement computed again, journal and rules.

What was found lies in files beside the exports and not in the database: who can change entries must not be able to
change what is said of them too. A request for a new run is a file as well.
"""

import json
import logging
import secrets
import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tables.audit.chain import Fault, time_text
from tables.audit.copies import Copies, CopyFaultError, public_keys
from tables.games.values import JSON
from tables.models import Casino, ChainHead, Table
from tables.queries.audit.chains import chain_names
from tables.queries.audit.checkpoint_list import verified_checkpoints
from tables.queries.audit.log_mismatches import log_mismatches
from tables.queries.audit.settlement_check import replayed_settlements
from tables.queries.audit.verified_log import VerifiedLog, in_order

logger = logging.getLogger(__name__)

RESULTS, REQUEST = "verification.json", "verification.wanted"
REPORT_EVERY = 1.0
# A run that says nothing for so long has died.
SILENT_SECONDS = 60
# Of a table whose rows were changed all over, more would say nothing new.
MOST_PROBLEMS = 20


def verify_everything() -> JSON:
    """Verify all chains, checkpoints and tables now; returns the results, which are left for the pages too."""
    run = _Run()
    _request_file().unlink(missing_ok=True)
    log = VerifiedLog()
    for chain in in_order(chain_names()):
        run.begin(chain)
        for fault in log.chain(chain):
            if fault is not None:
                run.fault(fault)
            else:
                run.entry(chain)
        run.end(chain)
    for fault in log.end():
        run.fault(fault)
    run.undecided(log.undecided)
    for casino in Casino.objects.order_by("pk"):
        _verify_list(casino, run)
    for table in Table.objects.select_related("casino").order_by("casino", "number"):
        _verify_beside_log(table, run)
    return run.finish()


def verify_if_wanted() -> bool:
    """Verify everything where it was asked for; returns whether it was."""
    wanted = _request_file().exists()
    if wanted:
        verify_everything()
    return wanted


def request_verification() -> None:
    """Ask for a run; the background work begins it within seconds."""
    _request_file().parent.mkdir(parents=True, exist_ok=True)
    _request_file().touch()


def is_wanted() -> bool:
    """Whether a run was asked for that has not begun."""
    return _request_file().exists()


def is_worker_silent() -> bool:
    """Whether a run was asked for a minute ago and has not begun: no background work seems to run."""
    try:
        return abs(time.time() - _request_file().stat().st_mtime) > SILENT_SECONDS
    except OSError:
        return False


def last_verification() -> JSON | None:
    """Return what the newest run found, or has found so far; None before the first."""
    try:
        found: JSON = {
            "tables": {},
            "undecided": {},
            **json.loads((settings.DATA_DIR / RESULTS).read_text(encoding="utf-8")),
        }
    except (OSError, ValueError):
        return None
    told = datetime.fromisoformat(found["told"])
    running = found["finished"] is None
    # Told later than now: the clock was set back, and it says nothing of whether anybody works.
    return {**found, "running": running and abs((timezone.now() - told).total_seconds()) < SILENT_SECONDS}


class _Run:
    """One run, written down every second."""

    def __init__(self) -> None:
        total = sum(ChainHead.objects.values_list("sequence", flat=True))
        self._found: JSON = {"started": _now(), "finished": None, "done": 0, "total": total}
        self._found |= {"chains": {}, "lists": {}, "tables": {}, "undecided": {}}
        self._reported_at = 0.0
        self.report()

    def begin(self, chain: str) -> None:
        self._found["chains"][chain] = {"entries": 0, "problems": [], "faults": 0, "time": _now()}

    def entry(self, chain: str) -> None:
        self._found["chains"][chain]["entries"] += 1
        self._found["done"] += 1
        if time.monotonic() - self._reported_at > REPORT_EVERY:
            self.report()

    def fault(self, fault: Fault) -> None:
        """The first faults of a chain are kept, and how many there are."""
        found, problem = self._found["chains"][fault.chain], f"entry {fault.sequence}: {fault.problem}"
        found["faults"] += 1
        if len(found["problems"]) < MOST_PROBLEMS:
            logger.critical("Chain %s does not hold: %s", fault.chain, problem)
            found["problems"].append(problem)

    def undecided(self, found: Mapping[str, int]) -> None:
        self._found["undecided"] = dict(found)

    def end(self, chain: str) -> None:
        self._found["chains"][chain]["time"] = _now()

    def list_of(self, casino_id: int, checkpoints: int, problems: list[str]) -> None:
        for problem in problems:
            logger.critical("Checkpoints of casino %s: %s", casino_id, problem)
        self._found["lists"][str(casino_id)] = {"checkpoints": checkpoints, "problems": problems, "time": _now()}

    def settlement(self, table: Table) -> None:
        self._of(table)["settlements"] += 1
        if time.monotonic() - self._reported_at > REPORT_EVERY:
            self.report()

    def beside_log(self, table: Table, problem: str) -> None:
        problems = self._of(table)["problems"]
        if len(problems) < MOST_PROBLEMS:
            logger.critical("%s is not what the log says: %s", table.chain, problem)
            problems.append(problem)

    def _of(self, table: Table) -> JSON:
        found: JSON = self._found["tables"].setdefault(table.chain, {"settlements": 0, "problems": []})
        return found

    def finish(self) -> JSON:
        self._found["finished"] = _now()
        self.report()
        return self._found

    def report(self) -> None:
        """Write down how far it is."""
        self._reported_at = time.monotonic()
        path: Path = settings.DATA_DIR / RESULTS
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
        beside.write_text(json.dumps({**self._found, "told": _now()}), encoding="utf-8")
        beside.replace(path)


def _verify_list(casino: Casino, run: _Run) -> None:
    checkpoints = 0
    try:
        keys = public_keys(settings.CHECKPOINT_DIR)
        problems: list[str] = []
        for found in verified_checkpoints(casino.pk, keys, Copies(settings.CHECKPOINT_DIR, casino.pk)):
            checkpoints, problems = found.checkpoints, list(found.problems)
    except CopyFaultError as error:
        problems = [str(error)]
    run.list_of(casino.pk, checkpoints, problems)


def _verify_beside_log(table: Table, run: _Run) -> None:
    for replayed in replayed_settlements(table):
        run.settlement(table)
        if replayed.problem:
            run.beside_log(table, str(replayed))
    run.report()
    for problem in log_mismatches(table):
        run.beside_log(table, problem)


def _request_file() -> Path:
    path: Path = settings.DATA_DIR / REQUEST
    return path


def _now() -> str:
    return time_text(timezone.now())
