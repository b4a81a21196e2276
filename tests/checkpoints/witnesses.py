"""Witnesses for tests: true ones over HTTP, and ones that answer whatever they are told to."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.utils import timezone

from tables import models
from tables.audit.notes import KeyKind, NoteKey
from tables.audit.signature import read_public_key
from tables.audit.witness import WitnessServer
from tables.audit.witness_policy import Witness, WitnessPolicy
from tables.audit.witness_state import WitnessKey, WitnessLedger, WitnessState
from tables.jobs.witnesses import ask_witnesses
from tables.models import Casino
from tables.queries.audit.checkpoints import public_key_file
from tables.queries.audit.witnesses import log_key, origin_of


def witness_key(number: int) -> WitnessKey:
    """The key of a witness by its number."""
    private = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
    public = NoteKey(f"witness.example/w{number}", KeyKind.WITNESS, private.public_key().public_bytes_raw())
    return WitnessKey(public, private.sign)


@contextmanager
def witness(number: int, folder: Path, *, knows_log: bool = True) -> Iterator[Witness]:
    """A witness that knows the casino's list, on a port of its own; what it cosigned stays in the folder."""
    casino, key = Casino.objects.get(), witness_key(number)
    origin = origin_of(casino.pk)
    public = read_public_key(public_key_file(casino.pk)[1])
    logs = {origin: [log_key(origin, public)]} if knows_log else {}
    with (
        WitnessState(folder / f"w{number}.json", is_new=True) as state,
        served(WitnessServer(("127.0.0.1", 0), WitnessLedger(key, logs, state, time.time))) as address,
    ):
        yield Witness(address, key.public)


@contextmanager
def answering(number: int, *answers: tuple[int, bytes] | Callable[[], None]) -> Iterator[Witness]:
    """Something in the place of a witness that gives these answers, one after the other, the last again and again."""
    left = list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            answer = left.pop(0) if len(left) > 1 else left[0]
            if callable(answer):
                answer()
                return
            self.send_response(answer[0])
            self.send_header("Location", "http://127.0.0.1:1/")
            self.end_headers()
            self.wfile.write(answer[1])

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    with served(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as address:
        yield Witness(address, witness_key(number).public)


@contextmanager
def served(server: ThreadingHTTPServer) -> Iterator[str]:
    """A server at work; its address."""
    server.daemon_threads = True
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def listed(witnesses: Sequence[Witness], required: int = 1) -> None:
    """List them in the settings of the test."""
    settings.CHECKPOINT_WITNESSES = WitnessPolicy(tuple(witnesses), required)


def newest() -> models.Checkpoint:
    """The newest checkpoint."""
    return models.Checkpoint.objects.latest("number")


def state_of(number: int) -> tuple[str, str]:
    """How it stands with a witness: its problem, and what it said."""
    state = models.WitnessState.objects.get(witness=f"witness.example/w{number}")
    return state.problem, state.said


def again() -> int:
    """Ask once more, without the pause after a failure."""
    for state in models.WitnessState.objects.all():
        state.asked_at = timezone.now() - timedelta(hours=1)
        state.save()
    return ask_witnesses()
