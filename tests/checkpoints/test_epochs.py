"""Every answer says the epoch, and a tablet that acts on what was restored since is refused (AUD 3.5)."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from tables.actions.act import Answer
from tables.models import AuditEntry, Casino
from tables.queries.audit import copies_place
from tables.queries.audit.copies_place import CopiesPlace
from tests.api.http import program
from tests.cast import PASSWORD, Cast, command_id
from tests.checkpoints.conftest import copies_of
from tests.web.conftest import tablet_client

Sign = Callable[[Cast], Answer]


def test_aud_3_5_every_answer_says_the_epoch(cast: Cast) -> None:
    """The API's, the tablet's, and the state of a table, with a version that is the same as before too."""
    cast.act("open_table", by="frank")
    tablet, api = tablet_client(cast), program(cast, "2001")
    page = f"/tables/{cast.table.pk}/"
    before = tablet.get(page)
    assert before["Croupier-Epoch"] == "1"
    tag = before.context["screen"].tag
    same = tablet.get(f"{page}live/", {"v": tag})
    assert (same.status_code, same["Croupier-Epoch"]) == (304, "1")
    Casino.objects.update(epoch=2)
    after = tablet.get(f"{page}live/", {"v": tag})
    assert (after.status_code, after["Croupier-Epoch"]) == (200, "2")
    assert 'data-epoch="2"' in after.content.decode()
    state = api.get(f"tables/{cast.table.pk}/")
    assert (state.headers["Croupier-Epoch"], state.body["epoch"]) == ("2", 2)
    browser = Client()
    browser.post("/login/", {"badge": "2001", "password": PASSWORD})
    assert browser.get("/api/v1/tables/")["Croupier-Epoch"] == "2"
    assert "Croupier-Epoch" not in Client().get("/api/v1/tables/").headers


def test_aud_3_5_what_was_tapped_before_a_restore_is_not_done(cast: Cast) -> None:
    """The answer is the table as it is, with its epoch; a page that names none is served as before."""
    cast.act("open_table", by="frank")
    tablet, version = tablet_client(cast), cast.fresh_table.version
    Casino.objects.update(epoch=2)
    form = {"act": "sit", "version": str(version), "input": '{"seat": 3, "buy_in": 50000}', "seen": "0:idle"}
    address = f"/tables/{cast.table.pk}/act/"
    answer = tablet.post(address, {**form, "command": command_id(), "epoch": "1"})
    assert (answer.status_code, answer["Croupier-Code"], answer["Croupier-Epoch"]) == (412, "stale", "2")
    assert "The system was restored from a backup: this was not done." in answer.content.decode()
    assert not AuditEntry.objects.filter(act="sit").exists()
    assert tablet.post(address, {**form, "command": command_id(), "epoch": "2"}).status_code == 200
    assert AuditEntry.objects.filter(act="sit").count() == 1


def test_aud_3_4_the_page_says_of_each_key_how_it_is_proved(cast: Cast, sign: Sign, settings: Any) -> None:
    """And that copies on the machine of the database prove nothing against who administers it (AUD 3.1)."""
    sign(cast)
    browser = Client()
    browser.post("/login/", {"badge": "3001", "password": PASSWORD})
    page = browser.get("/compliance/checkpoints/").content.decode()
    (key,) = (path.stem for path in (copies_of(cast).directory / "keys").glob("*.pem"))
    assert key in page
    assert "unproved: it lies only beside what it signed" in page
    assert "The copies lie on the machine of the database itself" in page
    settings.CHECKPOINT_PINNED_KEYS = {"0" * 16: None}
    assert "no pinned key leads to it" in browser.get("/compliance/checkpoints/").content.decode()


def test_aud_3_1_where_the_copies_lie(tmp_path: Any, settings: Any, monkeypatch: Any) -> None:
    """By the list of mounts, of which the nearest counts, and by the address of the database."""
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        f"22 1 8:1 / / rw - ext4 /dev/sda1 rw\n30 22 0:44 / {tmp_path}/far rw - nfs4 regulator:/x rw\n"
        f"31 30 8:2 / {tmp_path}/far/near rw - ext4 /dev/sdb1 rw\n"
    )
    monkeypatch.setattr(copies_place, "MOUNTS", mounts)
    hosts = {"": CopiesPlace.DATABASE, "127.0.0.1": CopiesPlace.DATABASE, "10.0.0.5": CopiesPlace.SERVICE}
    for host, place in hosts.items():
        monkeypatch.setitem(settings.DATABASES["default"], "HOST", host)
        for folder, wanted in (("here", place), ("far/copies", CopiesPlace.ELSEWHERE), ("far/near/copies", place)):
            settings.CHECKPOINT_DIR = tmp_path / folder
            assert (host, folder, copies_place.copies_place()) == (host, folder, wanted)
