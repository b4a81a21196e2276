"""Templates that can be read, and that name what is there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import engines

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LONGEST_LINE = 119
NAMED = re.compile(r"""{% (?:include|extends) ["']([^"']+)["']""")
STATIC = re.compile(r"""{% static ["']([^"']+)["'] %}""")


def found(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Give the template and the name, wherever the pattern finds one."""
    for path in TEMPLATES:
        for name in pattern.findall(path.read_text(encoding="utf-8")):
            yield str(path.relative_to(ROOT)), name


def test_no_line_is_longer_than_an_editor_shows():
    """One tag or one branch a line."""
    lines = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert lines == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_every_template_can_be_read(path: Path):
    """A tag that is not closed is found here, and not by the first person who opens the page."""
    engines["django"].get_template(str(path.relative_to(ROOT / "templates")))


def test_every_template_that_another_names_is_there():
    """An include of a name that is gone would be a page that fails."""
    names = {name for _path, name in found(NAMED)}
    assert names
    for name in sorted(names):
        engines["django"].get_template(name)


def test_every_static_file_that_a_template_names_is_there():
    """A style sheet or a script that was moved is still served."""
    named = list(found(STATIC))
    assert named
    assert [(path, name) for path, name in named if finders.find(name) is None] == []


def test_every_style_sheet_and_script_of_a_page_is_named_by_one():
    """None is left behind by a move; scripts that others import are found by test_static.py."""
    sheets = {str(path.relative_to(ROOT / "tables/static")) for path in (ROOT / "tables/static").rglob("*.css")}
    assert sheets == {name for _path, name in found(STATIC) if name.endswith(".css")}
