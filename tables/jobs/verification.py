"""Everything verified by background work, as pages show it (AUD 2.5, 3.2, 5.2, 6.4; LOOK 3).

What is looked at stands in tables/queries/audit/everything.py; what was found is kept in files (tables/jobs/findings.py). A
request for a new run is a file as well.
"""

import logging
import time
from collections import defaultdict
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tables.audit.chain import time_text
from tables.games.values import JSON
from tables.jobs import findings
from tables.models import ChainHead
from tables.queries.audit.everything import PARTS
from tables.queries.audit.findings import Finding, Looked

logger = logging.getLogger(__name__)

REQUEST = "verification.wanted"
REPORT_EVERY = 1.0
# A run that says nothing for so long has died.
SILENT_SECONDS = 60
# Of a part and a chain: where rows were changed all over, more would say nothing new.
MOST_FINDINGS = 20


def verify_everything() -> JSON:
    """Verify all chains, checkpoints and what stands beside them now; returns the run, which is left for the pages too."""
    _request_file().unlink(missing_ok=True)
    run = _Run()
    for part, look in PARTS:
        run.begin(part)
        for found in look():
            run.take(part, found)
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
    """Return what the newest run looked at and found, or has so far; None before the first."""
    found = next(findings.runs(1), None)
    if found is None:
        return None
    told = datetime.fromisoformat(found["told"])
    running = found["finished"] is None
    # Told later than now: the clock was set back, and it says nothing of whether anybody works.
    return {**found, "running": running and abs((timezone.now() - told).total_seconds()) < SILENT_SECONDS}


class _Run:
    """One run, written down every second."""

    def __init__(self) -> None:
        self._path = findings.new_run()
        self._number = findings.run_number(self._path)
        total = sum(ChainHead.objects.values_list("sequence", flat=True))
        # `parts`: by part and chain, how much was looked at, how many findings there were, and when that was.
        self._run: JSON = {"started": _now(), "finished": None, "done": 0, "total": total, "parts": {}, "found": []}
        self._cut: dict[str, set[str]] = defaultdict(set)
        self._unkept: list[JSON] = []
        self._reported_at = 0.0
        self._report()

    def begin(self, part: str) -> None:
        """Go on with the next part."""
        self._run["parts"][part] = {}
        self._cut[part] = set()

    def take(self, part: str, found: Finding | Looked) -> None:
        """Note what a part looked at, or found."""
        chains = self._run["parts"][part]
        looked = chains.setdefault(found.chain, {"looked": 0, "findings": 0, "time": _now()})
        if isinstance(found, Looked):
            looked["looked"] += found.count
            self._run["done"] += found.count if part == "chains" else 0
        else:
            looked["findings"] += 1
            self._found(part, found, looked["findings"])
        looked["time"] = _now()
        if time.monotonic() - self._reported_at > REPORT_EVERY:
            self._report()

    def _found(self, part: str, found: Finding, count: int) -> None:
        logger.critical("Verification of %s, %s: %s", part, found.chain or "the database", found.words)
        if count > MOST_FINDINGS:
            self._cut[part].add(found.chain)
            return
        self._run["found"].append(found.document(part))
        self._unkept.append(found.document(part))

    def finish(self) -> JSON:
        """Write down that it came to its end; returns the whole run."""
        self._run["finished"] = _now()
        self._report()
        findings.mark_gone({finding["id"] for finding in self._run["found"]}, self._cut, self._run["finished"])
        return self._run

    def _report(self) -> None:
        self._reported_at = time.monotonic()
        if self._unkept:
            findings.keep(self._unkept, _now(), self._number)
            self._unkept = []
        findings.write(self._path, {**self._run, "told": _now()})


def _request_file() -> Path:
    path: Path = settings.DATA_DIR / REQUEST
    return path


def _now() -> str:
    return time_text(timezone.now())
