"""The numbers and names in docs/spec are those of the code: each is worked out again, or found where it is asserted."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tables.games.calculator import settle_document
from tables.games.high_card_flush.terms import Terms

ROOT = Path(__file__).resolve().parent.parent.parent
SPECIFICATION = ROOT / "docs" / "spec"
# A figure of four digits or more; smaller ones are the numbers of sentences.
FIGURE = re.compile(r"\d[\d,.]*\d")
FEWEST_DIGITS = 4


def section(name: str, anchor: str) -> str:
    """What stands in a chapter from an anchor to the next heading."""
    text = (SPECIFICATION / name).read_text(encoding="utf-8")
    return re.split(r"\n#{2,3} ", text[text.index(f'id="{anchor}"') :], maxsplit=2)[1]


def documents(text: str) -> list[dict[str, Any]]:
    """The JSON documents of a text."""
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]


@pytest.mark.parametrize("anchor", ["interfaces-2.1", "interfaces-2.2", "interfaces-2.3"])
def test_interfaces_2_each_example_settles_as_it_says(anchor: str) -> None:
    """Input and output of each game."""
    given, expected = documents(section("interfaces.md", anchor))
    assert settle_document(given) == expected


def test_hcf_9_6_the_defaults_are_those_of_the_code() -> None:
    """Key by key."""
    assert documents(section("hcf.md", "hcf-9")) == [Terms.parse({}).document()]


def test_interfaces_5_every_command_is_named() -> None:
    """Those of manage.py, no more and no fewer."""
    commands = {path.stem for path in (ROOT / "tables/management/commands").glob("*.py")} - {"__init__"}
    assert set(re.findall(r"`([a-z_]+)`", section("interfaces.md", "interfaces-5"))) == commands


def test_ops_4_7_every_reference_figure_is_asserted_by_a_test() -> None:
    """The tests of figures and odds have it, thousands written their way."""
    sources = [ROOT / "tests/games/test_hcf_figures.py", *(ROOT / "tests/games/odds").glob("test_*.py")]
    asserted = "".join(path.read_text(encoding="utf-8") for path in sources).replace("_", "")
    figures = {found.replace(",", "") for found in FIGURE.findall((SPECIFICATION / "figures.md").read_text("utf-8"))}
    missing = [figure for figure in figures if len(figure) >= FEWEST_DIGITS and figure not in asserted]
    assert missing == []
