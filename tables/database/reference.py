"""What the migrations make of a database, as its catalogs say: kept in files, each for the versions of PostgreSQL in its name.

Made from a database that was migrated from nothing; a test sees to it that it is fresh (README.md). So far all versions came
out the same, and share a file.
"""

import json
from pathlib import Path

from tables.database.catalog import Snapshot

FOLDER = Path(__file__).parent / "reference"


def reference(major: int) -> Snapshot | None:
    """Return the list for a major version of PostgreSQL; None where nobody has tried that one."""
    path = _file_of(major)
    found: Snapshot | None = json.loads(path.read_text(encoding="utf-8")) if path else None
    return found


def majors() -> list[int]:
    """Return the major versions there is a list for."""
    return sorted(int(major) for path in FOLDER.glob("*.json") for major in path.stem.split("-"))


def write_reference(major: int, snapshot: Snapshot, *, apart: bool = False) -> Path:
    """Keep a snapshot as the list for a major version, and for those that share its file; returns that file.

    With `apart` for this version alone: the others keep what they had.
    """
    path = _file_of(major)
    if path is not None and apart:
        rest = [other for other in path.stem.split("-") if other != str(major)]
        if rest:
            path.rename(path.with_name("-".join(rest) + ".json"))
        path = None
    path = path or FOLDER / f"{major}.json"
    path.write_text(_text(snapshot), encoding="utf-8")
    return path


def _file_of(major: int) -> Path | None:
    return next((path for path in FOLDER.glob("*.json") if str(major) in path.stem.split("-")), None)


def _text(snapshot: Snapshot) -> str:
    """One line a thing, so that a change of one is one line of a difference."""
    kinds = (
        f"{json.dumps(kind)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(things[name], sort_keys=True)}" for name in sorted(things))
        + ("\n}" if things else "}")
        for kind, things in sorted(snapshot.items())
    )
    return "{\n" + ",\n".join(kinds) + "\n}\n"
