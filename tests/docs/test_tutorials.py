"""The tutorials name files that exist, and tests that exist in them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
QUOTED = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)\)")
FOLDERS = ("tables/", "templates/", "tests/", "docs/", "casino/", "script/", "bench/", "local/")
AT_THE_TOP = ("CONTRIBUTING.md", "README.md", "CHANGELOG.md")


def paths(text: str) -> list[tuple[str, str]]:
    """Every path that a tutorial quotes, with the test after it where it names one."""
    found = (quoted.partition("::") for quoted in QUOTED.findall(text))
    return [(path, test) for path, _colons, test in found if path.startswith(FOLDERS) or path in AT_THE_TOP]


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.name)
def test_what_a_tutorial_names_is_there(tutorial: Path) -> None:
    text = tutorial.read_text(encoding="utf-8")
    assert paths(text)
    assert [path for path, _test in paths(text) if not (ROOT / path).exists()] == []
    tests = {test: (ROOT / path).read_text(encoding="utf-8") for path, test in paths(text) if test}
    assert [test for test, source in tests.items() if f"def {test}(" not in source] == []
    assert [link for link in LINK.findall(text) if not (tutorial.parent / link).exists()] == []


def test_every_tutorial_is_in_the_list() -> None:
    listed = LINK.findall((ROOT / "docs" / "tutorials" / "README.md").read_text(encoding="utf-8"))
    assert {*listed, "README.md"} == {path.name for path in TUTORIALS}
