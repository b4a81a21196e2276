"""Statements past the ORM, each taken back in every outcome."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

Run = Callable[..., Any]


@contextmanager
def undone(link: psycopg.Connection[Any]) -> Iterator[Run]:
    """Run statements that are taken back in every outcome."""
    with link.transaction(force_rollback=True):
        yield lambda statement, *values: link.execute(statement, values or None)


def refusal(link: psycopg.Connection[Any], statement: str, *values: Any) -> str:
    """The kind of error that a statement is refused with; nothing where it is not."""
    try:
        with undone(link) as run:
            run(statement, *values)
            run("SET CONSTRAINTS ALL IMMEDIATE")
    except psycopg.Error as error:
        return type(error).__name__
    return ""
