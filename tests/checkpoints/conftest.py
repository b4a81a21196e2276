"""A casino with two tables in play, committed, and short ways to sign where it stands."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from casino.checkpoint_key import CheckpointKey, read_key
from tables.actions.act import Answer
from tables.actions.audit.checkpoints import make_checkpoint
from tables.audit.copies import Copies
from tables.policy import Role
from tables.stamp import HouseCall, Stamp
from tests.cast import Cast, command_id, make_cast
from tests.management.calling import called
from tests.management.playing import casino_in_play

Sign = Callable[[Cast], Answer]


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


def rotate(settings: Any, vault: Path, name: str) -> CheckpointKey:
    """Make a new key as an operator does, and let the service use it."""
    called("rotate_checkpoint_key", str(vault / name))
    settings.CHECKPOINT_KEY_FILE = vault / name
    return read_key(vault / name)


@pytest.fixture
def rotated(cast: Cast, sign: Sign, settings: Any, vault: Path) -> list[CheckpointKey]:
    """Three keys, each signed by the one before, which have signed checkpoints 1, 2 and 3."""
    keys = [read_key(settings.CHECKPOINT_KEY_FILE)]
    sign(cast)
    for name in ("second.pem", "third.pem"):
        keys.append(rotate(settings, vault, name))
        sign(cast)
    return keys


@pytest.fixture(autouse=True)
def policy(settings: Any) -> None:
    """What a test lists is forgotten after it."""
    settings.CHECKPOINT_WITNESSES = settings.CHECKPOINT_WITNESSES
