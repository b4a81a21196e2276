"""A casino with two tables in play, committed, and short ways to sign where it stands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from tables.actions.act import Answer
from tables.actions.audit.checkpoints import make_checkpoint
from tables.audit.copies import Copies
from tables.policy import Role
from tables.stamp import HouseCall, Stamp
from tests.cast import Cast, command_id, make_cast
from tests.management.playing import casino_in_play


def by_time() -> Stamp:
    """What beat stamps its acts with."""
    return Stamp(None, Role.SYSTEM, None, command_id())


@pytest.fixture
def cast(own_database: str, vault: Path) -> Cast:
    """The usual people, committed."""
    return make_cast()


@pytest.fixture
def in_play(own_database: str, vault: Path) -> Cast:
    """Two tables with a history, committed."""
    return casino_in_play([12, 14])


@pytest.fixture
def sign() -> Callable[[Cast], Answer]:
    """Make a checkpoint as beat does."""
    return lambda cast: make_checkpoint(HouseCall(cast.casino.pk, by_time()))


def copies_of(cast: Cast) -> Copies:
    """The copies outside."""
    return Copies(settings.CHECKPOINT_DIR, cast.casino.pk)
