"""Every column of every row is held against the log, or says in docs/operations.md why not (AUD 6.1)."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps

from tables.rebuild.covered import COVERED

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
SECTION = re.compile(r"^## What the log does not prove$(.*?)^## ", re.MULTILINE | re.DOTALL)
COLUMN = re.compile(r"`([A-Z]\w+\.\w+)`")


def columns() -> Iterator[str]:
    """Every column of every model of the service."""
    for model in apps.get_app_config("tables").get_models():
        yield from (f"{model.__name__}.{field.attname}" for field in model._meta.concrete_fields)


def listed() -> list[str]:
    """The columns that the page lists, each in a row with a reason."""
    section = SECTION.search(PAGE.read_text(encoding="utf-8"))
    assert section is not None
    found = []
    for line in section[1].splitlines():
        if line.startswith("| `"):
            names, reason = line.strip("| ").split(" | ")
            assert len(reason) > 5, line
            found += COLUMN.findall(names)
    return found


def test_aud_6_1_every_column_is_compared_or_listed_with_its_reason() -> None:
    """None is neither, and none is both."""
    compared = [f"{model}.{column}" for model, names in COVERED.items() for column in names]
    uncovered = listed()
    assert set(columns()) - set(compared) - set(uncovered) == set(), "neither compared nor listed"
    assert set(compared) & set(uncovered) == set(), "both compared and listed"
    assert (set(compared) | set(uncovered)) - set(columns()) == set(), "no such column"
    assert len(compared) == len(set(compared))
    assert len(uncovered) == len(set(uncovered))
