"""The runs of the verification and what they found, kept as files beside the exports (AUD 6.4).

Not in the database: who can change entries must not be able to change what is said of them too. A run has a file of its own
that no other run writes; `findings.json` says of each finding when it was first and last seen, and since when it is gone.
"""

import fcntl
import json
import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tables.games.values import JSON

logger = logging.getLogger(__name__)
FINDINGS, RUNS, LOCK = "findings.json", "runs", "lock"


def folder() -> Path:
    """Return the folder of it all, made where it is missing."""
    path: Path = settings.DATA_DIR / "verification"
    path.mkdir(parents=True, exist_ok=True)
    return path


def new_run() -> Path:
    """Return the file of a run that begins, which nobody else writes."""
    runs = folder() / RUNS
    runs.mkdir(exist_ok=True)
    number = run_number(_newest(runs)) + 1
    while True:
        path = runs / f"{number:08d}.json"
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return path


def run_number(path: Path | None) -> int:
    """Return the number of a run by its file; 0 for none."""
    return int(path.stem) if path else 0


def runs(count: int) -> Iterator[JSON]:
    """Yield the newest runs, newest first, each with its `number`; a file that cannot be read is left out."""
    for path in sorted((folder() / RUNS).glob("*.json"), reverse=True)[:count]:
        try:
            yield {**json.loads(path.read_text(encoding="utf-8")), "number": run_number(path)}
        except (OSError, ValueError):
            continue


def write(path: Path, document: JSON) -> None:
    """Write a file whole, in place of what was there."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    beside.write_text(json.dumps(document), encoding="utf-8")
    beside.replace(path)


def kept_findings() -> dict[str, JSON]:
    """Return every finding there ever was, by its id, as the file has it."""
    path = folder() / FINDINGS
    try:
        found: dict[str, JSON] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError:
        # Written whole, it was changed by somebody else: put aside, not written over.
        logger.critical("%s cannot be read: findings begin anew, and the file is put aside.", path)
        path.replace(path.with_name(f"{path.name}.{secrets.token_hex(4)}.damaged"))
        return {}
    return found


def is_open(finding: JSON) -> bool:
    """Whether a finding was seen by the newest run that looked for it."""
    return finding["gone_since"] is None


def keep(found: Sequence[JSON], time: str, run: int) -> None:
    """Note that a run saw these at a time; what was gone and is there again counts from now."""
    with _changed() as kept:
        for finding in found:
            before = kept.get(finding["id"])
            since = time if before is None or before["gone_since"] else before["since"]
            first = before["first_seen"] if before else time
            seen = {"first_seen": first, "since": since, "last_seen": time, "gone_since": None, "run": run}
            kept[finding["id"]] = {**finding, **seen}


def mark_gone(seen: set[str], cut: Mapping[str, set[str]], time: str) -> None:
    """Note as gone what a run that came to its end did not see again.

    `cut` names each part that was looked at, with the chains of which it found more than is kept: of those nothing is known.
    """
    with _changed() as kept:
        for name, finding in kept.items():
            was_looked_for = finding["part"] in cut and finding["chain"] not in cut[finding["part"]]
            if name not in seen and was_looked_for and is_open(finding):
                finding["gone_since"] = time


@contextmanager
def _changed() -> Iterator[dict[str, JSON]]:
    """The findings, to be changed by one process at a time."""
    with (folder() / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        kept = kept_findings()
        yield kept
        write(folder() / FINDINGS, kept)


def _newest(where: Path) -> Path | None:
    return max(where.glob("*.json"), default=None)
