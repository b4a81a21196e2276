"""What the page of checkpoints says of the witnesses (AUD 3.3; LOOK 3)."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tables.actions.audit.checkpoints import make_checkpoint
from tables.audit.witness_policy import Witness
from tables.jobs.witnesses import ask_witnesses
from tests.cast import PASSWORD, Cast, make_cast
from tests.checkpoints.witnesses import answering, listed, witness, witness_key


@pytest.fixture
def house(own_database: str, vault: Path, settings: Any) -> Cast:
    """The usual people, committed; what is listed is forgotten afterwards."""
    settings.CHECKPOINT_WITNESSES = settings.CHECKPOINT_WITNESSES
    return make_cast()


@pytest.fixture
def ines(house: Cast) -> Client:
    """The browser of compliance."""
    browser = Client()
    browser.post("/login/", {"badge": "3001", "password": PASSWORD})
    return browser


def shown(browser: Client) -> str:
    """What the page says, without its tags."""
    page = browser.get("/compliance/checkpoints/").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_aud_3_3_the_page_says_who_vouches_and_since_when(house: Cast, ines: Client, tmp_path: Path) -> None:
    """How many of all, the oldest; each witness with how it stands; fewer than have to are marked."""
    assert "Witnesses" not in shown(ines)
    down = Witness("http://127.0.0.1:1", witness_key(3).public)
    listed([down], 1)
    assert "No checkpoint was written as a note yet." in shown(ines)
    make_checkpoint(house.in_house("ines"))
    with witness(1, tmp_path) as first, answering(2, (422, b"")) as refusing:
        listed([first, refusing, down], 2)
        assert "Checkpoint 1 is not witnessed yet: 0 of 3." in shown(ines)
        ask_witnesses()
        said = shown(ines)
    assert re.search(r"Checkpoint 1 is witnessed by 1 of 3, the oldest \d+ s ago\.", said)
    assert "2 have to sign; no checkpoint is signed by as many." in said
    assert re.search(r"witness\.example/w1 http://127\.0\.0\.1:\d+ 1 ✓ signed \d+ s ago", said)
    assert "▲ refuses this log the list here is no continuation of the one it has cosigned Since" in said
    assert "▲ cannot be reached" in said
    assert "A witness has to know this log as" in said


def test_aud_3_3_enough_witnesses_are_no_fault(house: Cast, ines: Client, tmp_path: Path) -> None:
    """And the note of a checkpoint is a file, with what was signed under it."""
    make_checkpoint(house.in_house("ines"))
    with witness(1, tmp_path) as first:
        listed([first], 1)
        ask_witnesses()
        make_checkpoint(house.in_house("ines"))
        said = shown(ines)
    assert "1 have to sign; the newest checkpoint that as many vouch for is 1 of" in said
    note = ines.get("/compliance/checkpoints/1/note/")
    assert note["Content-Disposition"].endswith('-1.note"')
    assert "— witness.example/w1 " in note.content.decode()
    assert ines.get("/compliance/checkpoints/9/note/").status_code == 404
