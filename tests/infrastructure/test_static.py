"""Static files as they are served outside the tests: gathered, renamed after their content, complete."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = re.compile(r"""\b(?:import|export)\b[^;"'`]*?["'](\.{1,2}/[^"']+)["']|import\(["'](\.[^"']+)["']\)""")


@pytest.fixture
def gathered(settings, tmp_path: Path) -> Path:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "casino.storage.HashedStaticFiles"}}
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_modules_import_files_that_are_there(gathered: Path):
    """An import left under its plain name would be a blank tablet, and in no test that serves the sources."""
    modules = list((gathered / "tables").rglob("*.js"))
    sources = [path for path in (ROOT / "tables" / "static").rglob("*.js") if REFERENCE.search(path.read_text())]
    found = [(path, a or b) for path in modules for a, b in REFERENCE.findall(path.read_text())]
    assert not [f"{path.name}: {name}" for path, name in found if not (path.parent / name).resolve().exists()]
    assert len({path for path, _ in found}) == len(sources)


def test_only_renamed_files_are_kept(gathered: Path):
    assert all(re.search(r"\.[0-9a-f]{12}\.", path.name) for path in (gathered / "tables").rglob("*.js"))


def test_no_line_of_a_script_or_style_sheet_is_longer_than_an_editor_shows():
    """The formatter breaks code; a comment is broken by hand."""
    long = [
        f"{path.name}:{number}"
        for path in sorted((ROOT / "tables" / "static").rglob("*.[cj]s*"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert long == []


def test_no_stylesheet_or_script_comes_from_elsewhere():
    folder = finders.find("tables")
    assert folder
    for path in Path(folder).rglob("*.[cj]s*"):
        assert not re.search(r"""(?:import|url\(|src=)\s*["']?(?:https?:)?//""", path.read_text()), path
