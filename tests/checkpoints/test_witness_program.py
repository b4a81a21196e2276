"""The program that is a witness: what it cosigns, what it refuses, and what it remembers (AUD 3.3)."""

import http.client
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tables.audit.merkle import EMPTY_ROOT, consistency_since, root_of
from tables.audit.notes import KeyKind, Note, NoteCheckpoint, NoteKey, signed
from tables.audit.tlog_witness import AddCheckpoint
from tables.audit.witness import WitnessServer, main, read_or_make_key
from tables.audit.witness_state import StateError, WitnessKey, WitnessLedger, WitnessState, read_logs
from tests.checkpoints.golden import make
from tests.checkpoints.test_notes import frontier, golden, keys, leaves

ROOT = Path(__file__).parents[2]
# A log in the published tests of another witness: key, origin, and checkpoints with the proofs between them.
SIGSUM = "sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562"
SIGSUM_KEY = "ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f"
NODES = {
    number: f"Kg{letter}AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    for number, letter in zip(range(5), "AEIMQ", strict=True)
}
SIGSUM_TREES = {
    1: (
        NODES[0],
        "UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=",
    ),
    3: (
        "RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=",
        "UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=",
    ),
    5: (
        "QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=",
        "UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=",
    ),
}


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[WitnessLedger]:
    """The witness of the golden files, whose clock stands still."""
    log, witness, _log_key, witness_key = keys()
    state = WitnessState(tmp_path / "state.json", is_new=True)
    sigsum = NoteKey(SIGSUM, KeyKind.LOG, bytes.fromhex(SIGSUM_KEY))
    logs = {make.ORIGIN: [log], SIGSUM: [sigsum]}
    yield WitnessLedger(WitnessKey(witness, witness_key.sign), logs, state, lambda: make.TIME)
    state.close()


def request(old: int, new: int, *, forked: bool = False, key: Ed25519PrivateKey | None = None) -> bytes:
    """A request over the golden list, or over one that is another from its first leaf on."""
    log, _witness, log_key, _witness_key = keys()
    hashes = [sha256(leaf).digest() for leaf in leaves(new)] if forked else leaves(new)
    text = NoteCheckpoint(make.ORIGIN, new, root_of(hashes) if new else EMPTY_ROOT).text()
    note = Note(text, (signed(text, log, (key or log_key).sign),))
    return AddCheckpoint(old, tuple(consistency_since(frontier(old), hashes[old:])), note).data()


def test_aud_3_3_a_growing_list_is_cosigned_as_published(ledger: WitnessLedger) -> None:
    """The answers are the golden ones; the newest is given to whoever monitors."""
    for old, new in ((0, 1), (1, 6), (6, 7), (7, 7), (6, 13)):
        answer = ledger.add(golden(f"{old}-{new}.request"))
        if (old, new) == (6, 13):
            assert (answer.status, answer.body, answer.kind) == (HTTPStatus.CONFLICT, b"7\n", "text/x.tlog.size")
        else:
            assert (answer.status, answer.body) == (HTTPStatus.OK, golden(f"{new}.answer"))
    newest = ledger.newest(sha256(make.ORIGIN.encode()).hexdigest())
    assert newest.body == golden("7.cosigned.note")
    assert ledger.newest("0" * 64).status == HTTPStatus.NOT_FOUND


def test_aud_3_3_a_published_exchange_ends_as_published(ledger: WitnessLedger) -> None:
    """With a log's key that nobody here holds."""

    def sent(old: int, new: int, *proof: str, origin: str = SIGSUM, wrong: bool = False) -> tuple[int, bytes]:
        root, signature = SIGSUM_TREES[new]
        signature = signature.replace("6go=", "6gx=").replace("AB8WVrx6gx", "AB8WVrx7go") if wrong else signature
        hashes = "".join(f"{node}\n" for node in proof)
        body = f"old {old}\n{hashes}\n{origin}\n{new}\n{root}\n\n— {origin} {signature}\n"
        answer = ledger.add(body.encode())
        return answer.status, answer.body

    to_five = (NODES[2], NODES[3], "wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=", NODES[4])
    assert sent(0, 1)[0] == HTTPStatus.OK
    assert sent(1, 3, NODES[1], NODES[2], origin=f"{SIGSUM[:-1]}3")[0] == HTTPStatus.NOT_FOUND
    assert sent(1, 3)[0] == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sent(1, 3, NODES[1], NODES[2].replace("AA=", "BA="))[0] == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sent(1, 3, NODES[1], NODES[2])[0] == HTTPStatus.OK
    assert sent(1, 5, *to_five) == (HTTPStatus.CONFLICT, b"3\n")
    assert sent(3, 5, *to_five)[0] == HTTPStatus.OK
    assert sent(0, 5) == (HTTPStatus.CONFLICT, b"5\n")


def test_aud_3_3_a_fork_and_a_list_set_back_are_refused_and_kept_as_evidence(
    ledger: WitnessLedger, tmp_path: Path
) -> None:
    """Whoever has the log's key can sign two lists; the witness cosigns one."""
    assert ledger.add(request(0, 6)).status == HTTPStatus.OK
    fork, another = request(6, 9, forked=True), request(6, 6, forked=True)
    assert ledger.add(fork).status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert ledger.add(fork).status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert (ledger.add(another).status, ledger.add(another).body) == (HTTPStatus.CONFLICT, b"6\n")
    assert ledger.add(request(0, 4)).status == HTTPStatus.CONFLICT
    assert ledger.add(request(6, 7)).status == HTTPStatus.OK
    evidence = sorted(path.read_bytes() for path in (tmp_path / "state.json.refused").iterdir())
    assert evidence == sorted([fork, another])


def test_aud_3_3_the_statuses_are_those_of_the_protocol(ledger: WitnessLedger) -> None:
    """In the order in which it asks."""
    stranger = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
    good = request(0, 6)
    assert ledger.add(request(0, 6, key=stranger)).status == HTTPStatus.FORBIDDEN
    assert ledger.add(good.replace(make.ORIGIN.encode(), b"croupier.example/2/1")).status == HTTPStatus.NOT_FOUND
    assert ledger.add(good.replace(b"old 0", b"old 7")).status == HTTPStatus.BAD_REQUEST
    assert (
        ledger.add(good.replace(b"old 0\n", b"old 0\n" + b"A" * 43 + b"=\n")).status == HTTPStatus.UNPROCESSABLE_ENTITY
    )
    for wrong in (b"", b"old 0\n", good.replace(b"old 0", b"old 00"), good.replace(b"old", b"new"), b"\xff" + good):
        assert ledger.add(wrong).status == HTTPStatus.BAD_REQUEST
    too_long = good.replace(b"old 0\n", b"old 0\n" + (b"A" * 43 + b"=\n") * 64)
    assert ledger.add(too_long).status == HTTPStatus.BAD_REQUEST
    assert ledger.add(request(0, 0)).status == HTTPStatus.OK
    assert ledger.add(request(0, 6)).status == HTTPStatus.OK


def test_aud_3_3_many_at_once_never_set_the_list_back(ledger: WitnessLedger, tmp_path: Path) -> None:
    """Of all that begin at the same size one is cosigned; what is remembered only grows."""
    assert ledger.add(request(0, 6)).status == HTTPStatus.OK
    bodies = [request(6, size) for size in range(7, 14)] * 3
    with ThreadPoolExecutor(8) as threads:
        statuses = [answer.status for answer in threads.map(ledger.add, bodies)]
    # The one that was cosigned first may be asked for again at its own size by nobody here.
    assert statuses.count(HTTPStatus.OK) == 1
    assert statuses.count(HTTPStatus.CONFLICT) == len(bodies) - 1
    kept = json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))
    assert NoteCheckpoint.read(Note.read(kept[make.ORIGIN]["note"].encode()).text).size > 6


def test_aud_3_3_what_was_cosigned_is_remembered_and_held_by_one(tmp_path: Path) -> None:
    """Over a new start; a second program on the same file does not start, nor one whose file is gone."""
    log, witness, _log_key, witness_key = keys()

    def started(*, is_new: bool = False) -> tuple[WitnessState, WitnessLedger]:
        state = WitnessState(tmp_path / "state.json", is_new=is_new)
        key = WitnessKey(witness, witness_key.sign)
        return state, WitnessLedger(key, {make.ORIGIN: [log]}, state, lambda: make.TIME)

    state, ledger = started(is_new=True)
    assert ledger.add(request(0, 6)).status == HTTPStatus.OK
    with pytest.raises(StateError, match="in use"):
        started()
    state.close()
    state, ledger = started()
    assert ledger.add(request(0, 6)).body == b"6\n"
    state.close()
    (tmp_path / "state.json").write_text("{")
    with pytest.raises(StateError, match="cannot be used"):
        started()
    (tmp_path / "state.json").unlink()
    with pytest.raises(StateError, match="is missing: without it a fork would be cosigned"):
        started()


def test_aud_3_3_what_cannot_be_remembered_is_not_cosigned(
    ledger: WitnessLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk is full the answer is no signature."""

    def full(*_nothing: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        ledger.add(request(0, 6))
    monkeypatch.undo()
    assert ledger.add(request(0, 6)).status == HTTPStatus.OK


def test_aud_3_3_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    """And its vkey is printed; a key that others can read is refused."""
    path = tmp_path / "w" / "key.pem"
    made = read_or_make_key(path, "regulator.example/w1")
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_or_make_key(path, "regulator.example/w1").public == made.public
    path.chmod(0o644)
    with pytest.raises(StateError, match="can be read by others"):
        read_or_make_key(path, "x")
    path.chmod(0o600)
    path.write_text("no key")
    with pytest.raises(StateError, match="no unencrypted Ed25519"):
        read_or_make_key(path, "x")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"--name": "a b"}, "a space"),
        ({"--logs": "missing"}, "No such file"),
        ({"--listen": "nowhere"}, "invalid literal"),
    ],
)
def test_aud_3_3_it_does_not_start_with_what_cannot_be_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], changed: Any, said: str
) -> None:
    """With a sentence and exit status 2."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs.txt").write_text("")
    given = {"--name": "w", "--key": "key.pem", **changed}
    assert main([word for pair in given.items() for word in pair]) == 2
    assert said in capsys.readouterr().err


def test_aud_3_3_the_file_of_logs_names_origins_and_keys() -> None:
    """More than one key of a log, comments, and the name of the key where no origin stands before it."""
    log, *_others = keys()
    other = NoteKey(make.ORIGIN, KeyKind.LOG, b"\x02" * 32)
    logs = read_logs(f"# logs\n\n{make.ORIGIN} {log.vkey()}\n{other.vkey()}\ngo.sum database tree {log.vkey()}\n")
    assert logs == {make.ORIGIN: [log, other], "go.sum database tree": [log]}
    with pytest.raises(ValueError, match="line 1"):
        read_logs("x y")


@pytest.fixture
def ask(ledger: WitnessLedger) -> Iterator[Callable[..., tuple[int, bytes]]]:
    """Send a request to the witness over HTTP."""
    with WitnessServer(("127.0.0.1", 0), ledger) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def sent(method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
            with closing(http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)) as connection:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                return answer.status, answer.read()

        yield sent
        server.shutdown()


def test_aud_3_3_it_is_asked_over_http(ask: Callable[..., tuple[int, bytes]]) -> None:
    """Its two addresses, and nothing else."""
    assert ask("POST", "/add-checkpoint", golden("0-1.request")) == (200, golden("1.answer"))
    assert ask("POST", "/add-checkpoint", golden("0-1.request")) == (409, b"1\n")
    newest = f"/{sha256(make.ORIGIN.encode()).hexdigest()}/checkpoint"
    assert ask("GET", newest) == (200, golden("1.cosigned.note"))
    assert ask("GET", "/")[0] == 404
    assert ask("POST", "/", b"")[0] == 404
    assert ask("POST", "/add-checkpoint", b"x" * 300_000)[0] == 413
    assert ask("POST", "/add-checkpoint", **{"Content-Length": "-1"})[0] == 411
    assert ask("PUT", "/add-checkpoint", b"")[0] == 501


def test_aud_3_3_it_runs_as_a_program_of_the_folder_alone(tmp_path: Path) -> None:
    """Without Django and without settings: it makes its key, prints its vkey and ends."""
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "audit").symlink_to(ROOT / "tables" / "audit")
    command = [sys.executable, "-m", "tables.audit.witness", "--name", "w.example", "--key", "key.pem", "--vkey"]
    ran = [
        subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, env={"PATH": "/usr/bin"})
        for _again in range(2)
    ]
    assert ran[0].stdout == ran[1].stdout
    assert NoteKey.read(ran[0].stdout.split()[1], KeyKind.WITNESS).name == "w.example"
