"""A casino with two tables in play, committed, and ways to read what was exported."""

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings

from tables.actions.audit.exports import request_export
from tables.models import Export
from tests.cast import Cast
from tests.management.playing import casino_in_play


@pytest.fixture
def in_play(own_database: str, vault: Path) -> Cast:
    """Two tables with a history, committed."""
    return casino_in_play([12, 14])


def ask(cast: Cast, **wanted: Any) -> Export:
    """Ines asks for an export."""
    answer = request_export(cast.in_house("ines"), sent=wanted)
    return Export.objects.get(pk=answer.body["export"])


def file_of(export: Export) -> Path:
    """Where the file of an export lies."""
    return Path(settings.EXPORT_DIR) / Export.objects.get(pk=export.pk).file


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The rows of an export."""
    with ZipFile(path) as archive:
        return [json.loads(line) for line in archive.read("entries.jsonl").splitlines()]


def manifest_of(path: Path) -> dict[str, Any]:
    """What an export says of itself."""
    with ZipFile(path) as archive:
        found: dict[str, Any] = json.loads(archive.read("manifest.json"))
    return found
