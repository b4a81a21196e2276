"""The verifier on a machine that has nothing of this project but two folders (AUD 4.4)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.audit.exported import KEY, Export

PACKAGE = Path(__file__).resolve().parent.parent.parent / "tables"


@pytest.fixture
def inspector(tmp_path: Path) -> Path:
    """An empty folder with copies of the two folders and the export."""
    folder = tmp_path / "inspector"
    for name in ("audit", "games"):
        shutil.copytree(PACKAGE / name, folder / "tables" / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "tables" / "__init__.py").touch()
    Export().write(folder / "export.zip")
    return folder


def verify(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run it with Python alone: -S leaves out every installed package, -E every setting of the environment."""
    command = [sys.executable, "-S", "-E", "-B", "-X", "utf8", "-m", "tables.audit.verify", "export.zip", *arguments]
    environment = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT")}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_aud_4_4_it_needs_python_alone_for_all_but_signatures(inspector: Path) -> None:
    """Hashes, links, files, proofs and settlements; with a key it says what it lacks, and does not pass."""
    done = verify(inspector, "--replay", "--without-key")
    assert (done.returncode, done.stderr) == (0, "")
    assert "chain 1/table/12, entries 1 to 12: whole, unchanged, in order" in done.stdout
    assert "settlements computed again from their inputs: 3, none differs" in done.stdout
    done = verify(inspector, "--key", KEY.file(inspector))
    assert done.returncode == 2
    assert "the Python package `cryptography` is not installed here" in done.stdout
    assert "Result: what could be verified holds, but not all that was asked for could be." in done.stdout


def test_aud_4_4_what_it_is_made_of_imports_the_standard_library_only(inspector: Path) -> None:
    """And nothing of the rest of this project."""
    program = "import sys, tables.audit.verify; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    command = [sys.executable, "-S", "-E", "-B", "-c", program]
    loaded = subprocess.run(command, cwd=inspector, capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) - set(sys.stdlib_module_names) - {"__main__"} <= {"tables", "__mp_main__"} | {
        name for name in loaded if name.startswith("_")
    }
