"""An export and its verification."""

from pathlib import Path

import pytest

from tables.audit.verify import main
from tests.audit.exported import Run


@pytest.fixture
def zip_path(tmp_path: Path) -> Path:
    """Where the export lies."""
    return tmp_path / "export.zip"


@pytest.fixture
def run(zip_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Verify it: the exit status, and what was said. Without a key, that is meant."""

    def verify(*arguments: str) -> tuple[int, str]:
        meant = [] if "--key" in arguments else ["--without-key"]
        status = main([str(zip_path), *meant, *arguments])
        said = capsys.readouterr()
        return status, said.out + said.err

    return verify
