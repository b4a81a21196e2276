"""Reading several statements as of one moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


@contextmanager
def snapshot() -> Iterator[None]:
    """Read one moment of the database; within a transaction that is under way already, that one's."""
    begins = not connection.in_atomic_block
    with transaction.atomic():
        if begins:
            with connection.cursor() as cursor:
                cursor.execute(ONE_MOMENT)
        yield
