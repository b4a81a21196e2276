"""The pages of exports and checkpoints (AUD 3, 4; LOOK 3)."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.test import Client

from tables.jobs.exports import make_exports
from tables.jobs.verification import verify_everything, verify_if_wanted
from tables.models import Checkpoint, Export
from tests.cast import PASSWORD, Cast
from tests.management.planting import planted
from tests.management.playing import casino_in_play


@pytest.fixture
def house(own_database: str, vault: Path) -> Cast:
    """A table in play, committed."""
    return casino_in_play()


@pytest.fixture
def sign_in(house: Cast) -> Callable[[str], Client]:
    """A browser of a person, by their badge."""

    def client(badge: str) -> Client:
        browser = Client()
        browser.post("/login/", {"badge": badge, "password": PASSWORD})
        return browser

    return client


def text_of(response: Any) -> str:
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def command_in(response: Any) -> str:
    """The command id that a served form brings."""
    found = re.search(r'name="command" value="([^"]+)"', response.content.decode())
    assert found
    return found[1]


def test_aud_4_1_from_the_form_to_the_file(house: Cast, sign_in: Callable[[str], Client]) -> None:
    """Asked twice under one command id it is one export; the list asks on while it is made; then there is a file."""
    ines = sign_in("3001")
    form = {"command": command_in(ines.get("/compliance/exports/")), "tables": "12, 14", "acts": "settle_round"}
    for _again in range(2):
        assert ines.post("/compliance/exports/ask/", form).status_code == 302
    export = Export.objects.get()
    assert export.filter == {"tables": [12, 14], "acts": ["settle_round"]}
    page = ines.get("/compliance/exports/")
    assert 'data-poll="/compliance/exports/"' in page.content.decode()
    assert "tables 12, 14, acts settle_round" in text_of(page)
    make_exports()
    part = ines.get("/compliance/exports/", headers={"Croupier-Part": "1"})
    export.refresh_from_db()
    assert "data-poll" not in part.content.decode()
    assert export.sha256 in text_of(part)
    file = ines.get(f"/compliance/exports/{export.pk}/download/")
    assert len(b"".join(file.streaming_content)) == export.size  # type: ignore[attr-defined]
    assert file.headers["Content-Disposition"] == f'attachment; filename="{export.file}"'


def test_aud_4_1_a_filter_that_is_none_is_said_beside_the_form(sign_in: Callable[[str], Client]) -> None:
    """What was typed stands there still, and nothing was asked for."""
    ines = sign_in("3001")
    form = {"command": command_in(ines.get("/compliance/exports/")), "acts": "fly", "people": "2001"}
    answer = ines.post("/compliance/exports/ask/", form)
    assert answer.status_code == 422
    assert "acts must be a list of names of acts" in text_of(answer)
    assert 'value="2001"' in answer.content.decode()
    assert not Export.objects.exists()


def test_aud_4_1_it_is_cancelled_with_one_press(sign_in: Callable[[str], Client]) -> None:
    """And pressed again it says that it is."""
    ines = sign_in("3001")
    ines.post("/compliance/exports/ask/", {"command": command_in(ines.get("/compliance/exports/"))})
    export = Export.objects.get()
    assert ines.post(f"/compliance/exports/{export.pk}/cancel/").status_code == 302
    again = ines.post(f"/compliance/exports/{export.pk}/cancel/")
    assert (again.status_code, "is cancelled already" in text_of(again)) == (409, True)
    assert ines.get(f"/compliance/exports/{export.pk}/download/").status_code == 409


@pytest.mark.parametrize("badge", ["2001", "9001"])
def test_ops_1_4_the_pages_are_for_who_may(sign_in: Callable[[str], Client], badge: str) -> None:
    """Exports for compliance alone; the floor looks at checkpoints, and presses nothing there."""
    browser = sign_in(badge)
    assert browser.get("/compliance/exports/").status_code == 403
    assert browser.post("/compliance/exports/ask/", {"command": "x" * 12}).status_code == 403
    assert browser.get("/compliance/checkpoints/").status_code == (200 if badge == "2001" else 403)
    assert browser.post("/compliance/checkpoints/make/").status_code == 403
    assert browser.post("/compliance/checkpoints/verify/").status_code == 403
    assert not Export.objects.exists()
    assert not Checkpoint.objects.exists()


def test_aud_3_1_a_checkpoint_at_a_press(house: Cast, vault: Path, sign_in: Callable[[str], Client]) -> None:
    """With its copy, its file and the public key; a copy that is missing is marked."""
    ines = sign_in("3001")
    assert ines.get("/compliance/checkpoints/key/").status_code == 404
    form = {"command": command_in(ines.get("/compliance/checkpoints/"))}
    for _again in range(2):
        assert ines.post("/compliance/checkpoints/make/", form).status_code == 302
    row = Checkpoint.objects.get()
    page = ines.get("/compliance/checkpoints/")
    assert row.root in text_of(page)
    assert "✓ there" in text_of(page)
    assert f"up to {17}, checkpoint 1" in text_of(page)
    assert "checkpoint 1 vouches for it" in text_of(ines.get("/compliance/entries/table/12/17/"))
    (kept,) = (vault / "checkpoints" / str(house.casino.pk)).rglob("*.json")
    assert ines.get("/compliance/checkpoints/1/").content == kept.read_bytes()
    assert ines.get("/compliance/checkpoints/key/").content.startswith(b"-----BEGIN PUBLIC KEY-----")
    kept.unlink()
    assert "▲ missing" in text_of(ines.get("/compliance/checkpoints/"))


def test_look_3_what_the_verification_found(
    house: Cast, sign_in: Callable[[str], Client], owner_connection: psycopg.Connection
) -> None:
    """Asked for at a press, made by the background work; "whole, unchanged, in order", or the entry that is not."""
    ines = sign_in("3001")
    assert "Nothing was verified yet" in text_of(ines.get("/compliance/checkpoints/"))
    assert not verify_if_wanted()
    ines.post("/compliance/checkpoints/verify/")
    assert "Verifying …" in text_of(ines.get("/compliance/checkpoints/", headers={"Croupier-Part": "1"}))
    assert verify_if_wanted()
    assert not verify_if_wanted()
    page = text_of(ines.get("/compliance/checkpoints/"))
    assert "whole, unchanged, in order: entries 1 to 17" in page
    assert "1 settlement was computed again and came out the same; journal, rules, rounds and offers are what" in page
    statement = f"UPDATE tables_auditentry SET act = 'x' WHERE chain = '{house.table.chain}' AND sequence = 5"
    planted(owner_connection, "tables_auditentry", statement)
    found = verify_everything()
    (in_chain,) = (finding for finding in found["found"] if finding["part"] == "chains")
    assert (in_chain["chain"], in_chain["sequence"]) == (house.table.chain, 5)
    assert in_chain["words"].startswith("entry 5: was changed")
    assert "not whole: entry 5: was changed" in text_of(ines.get("/compliance/checkpoints/"))


def test_aud_5_2_what_stands_beside_the_log_and_is_not_what_it_says(
    house: Cast, sign_in: Callable[[str], Client], owner_connection: psycopg.Connection
) -> None:
    """Settlements, journal, rules, rounds and offers are part of the verification, and of what the page says."""
    planted(owner_connection, "tables_settlement", "UPDATE tables_settlement SET output = output || '{\"rake\": 1}'")
    planted(owner_connection, "tables_designationoffer", "DELETE FROM tables_designationoffer WHERE round_number = 2")
    found = verify_everything()
    assert found["parts"]["settlements"][house.table.chain]["looked"] == 1
    page = text_of(sign_in("3001").get("/compliance/checkpoints/"))
    assert "round 1, version 1: another result in rake; it is not what entry 11 of the log says" in page
    assert "table 12, the offers of the bank of round 2: " in page
    assert "came out the same" not in page
