"""What a command id looks like, from every writer (OPS 5.10)."""

from typing import Any

import psycopg
import pytest

from tests.models.past import refusal

COMMAND = """
INSERT INTO tables_command (command_id, act, digest, version, answer, acted_at)
VALUES ('{}', 'deal', repeat('0', 64), 1, '{{}}', now())
"""
FROM_OUTSIDE = ("abcdefgh", "A-b_C-d9", "x" * 64, "0123456789abcdef01234567-1", "demo-0123456789abcdef-sit-1-2")
INTERNAL = (
    "rules:expire:1",
    "rules:in-force:12345678901",
    "clock:expire:7:20261130154500123456",
    "clock:restart:7:20261130154500123456",
    "bar:3:lifted:12",
    "export:1:Zm9vYmFy-_x.y",
)
NEITHER = (
    *(
        "",
        "short",
        "x" * 7,
        "a b c d e f",
        "semi;colon",
        "slash/slash",
        "new\nline-8",
        "abcdefgh\n",
        "rules:expire:1\n",
    ),
    *(":", "::::::::", ":leading:x", "trailing:x:", "rules::expire", "rules:ex pire:1"),
    *("äöüäöüäöü", "é" * 10, "١٢٣٤٥٦٧٨", "dotted.without.colon", "rules:expire:é"),
)


@pytest.mark.parametrize("role", ["owner", "application"])
@pytest.mark.parametrize("command_id", FROM_OUTSIDE + INTERNAL)
def test_ops_5_10_ids_from_outside_and_of_the_service(
    request: pytest.FixtureRequest, role: str, command_id: str
) -> None:
    """Those of pages and callers, and each kind that the service makes."""
    assert refusal(request.getfixturevalue(role), COMMAND.format(command_id)) == ""


@pytest.mark.parametrize("role", ["owner", "application"])
@pytest.mark.parametrize("command_id", NEITHER)
def test_ops_5_10_any_other_id_is_refused(request: pytest.FixtureRequest, role: str, command_id: str) -> None:
    """Too short, of other characters, or with a colon where nothing is before or after it."""
    assert refusal(request.getfixturevalue(role), COMMAND.format(command_id)) == "CheckViolation"


def test_ops_5_10_an_id_is_no_longer_than_64(owner: psycopg.Connection[Any]) -> None:
    """Of either kind."""
    for command_id in ("x" * 65, "rules:" + "x" * 60):
        assert refusal(owner, COMMAND.format(command_id)) == "StringDataRightTruncation"
