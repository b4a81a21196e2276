"""A witness of checkpoints for a regulator or a parent company: `python -m tables.audit.witness` (AUD 3.3).

It cosigns a checkpoint of a log it knows if that log's list only grew since the last one it cosigned, and refuses any other:
a fork, and a list that was set back. It speaks C2SP tlog-witness 1.0.0, so that it serves other logs too. Needs Python and the
package `cryptography`, and a copy of the folder tables/audit.

    POST /add-checkpoint                        cosign a checkpoint
    GET  /<SHA-256 of the origin>/checkpoint    the newest cosigned checkpoint of a log
"""

import argparse
import os
import re
import sys
import time
from collections.abc import Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from tables.audit.notes import KeyKind, NoteKey
from tables.audit.tlog_witness import ADD_CHECKPOINT, LONGEST_REQUEST
from tables.audit.witness_state import (
    StateError,
    WitnessAnswer,
    WitnessKey,
    WitnessLedger,
    WitnessState,
    read_logs,
)

CANNOT_START = 2
SECONDS_A_REQUEST = 10
NEWEST = re.compile(r"/([0-9a-f]{64})/checkpoint")


class WitnessServer(ThreadingHTTPServer):
    """Listens, a thread a request."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, listen: tuple[str, int], ledger: WitnessLedger) -> None:
        self.ledger = ledger
        super().__init__(listen, _Handler)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "witness", ""
    timeout = SECONDS_A_REQUEST
    server: WitnessServer

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,9}", length):
            self._answer(HTTPStatus.LENGTH_REQUIRED, "a request says how long it is")
        elif int(length) > LONGEST_REQUEST:
            self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request has {LONGEST_REQUEST} bytes at most")
        elif self.path != ADD_CHECKPOINT:
            self._answer(HTTPStatus.NOT_FOUND, "there is nothing here")
        else:
            self._send(self._judged(self.rfile.read(int(length))))

    def do_GET(self) -> None:
        match = NEWEST.fullmatch(self.path)
        if match is None:
            self._answer(HTTPStatus.NOT_FOUND, "there is nothing here")
        else:
            self._send(self.server.ledger.newest(match[1]))

    def _judged(self, body: bytes) -> WitnessAnswer:
        try:
            return self.server.ledger.add(body)
        except OSError as error:
            # Not remembered, so not cosigned.
            self.log_error("the state cannot be written: %s", error.strerror)
            return WitnessAnswer(HTTPStatus.INTERNAL_SERVER_ERROR, b"this cannot be remembered now\n")

    def _answer(self, status: HTTPStatus, words: str) -> None:
        self.close_connection = True
        self._send(WitnessAnswer(status, f"{words}\n".encode()))

    def _send(self, answer: WitnessAnswer) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(answer.body)


def read_or_make_key(path: Path, name: str) -> WitnessKey:
    """Read the private key of a witness, or make it at the first start; raises OSError, StateError, NoteError."""
    if not path.exists():
        made = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.name}.{os.getpid()}.new")
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123
            file.write(made)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(beside, path)
        finally:
            beside.unlink()
    if path.stat().st_mode & 0o077:
        raise StateError(f"{path} can be read by others than its owner: chmod 600 it")
    try:
        private = load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise StateError(f"{path} holds no unencrypted Ed25519 private key in PEM form")
    public = NoteKey(name, KeyKind.WITNESS, private.public_key().public_bytes_raw())
    return WitnessKey(public, private.sign)


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until it is stopped; the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        is_new = chosen.begin_anew or not chosen.key.exists()
        key = read_or_make_key(chosen.key, chosen.name)
        print(f"vkey {key.public.vkey()}", flush=True)
        with WitnessState(chosen.state, is_new=is_new) as state:
            if not chosen.vkey:
                logs = read_logs(chosen.logs.read_text(encoding="utf-8"))
                _serve(chosen.listen, WitnessLedger(key, logs, state, time.time))
    except KeyboardInterrupt:
        return 0
    except (OSError, ValueError, OverflowError, StateError) as error:
        print(f"The witness does not start: {error}", file=sys.stderr)
        return CANNOT_START
    return 0


def _serve(listen: str, ledger: WitnessLedger) -> None:
    host, _, port = listen.rpartition(":")
    with WitnessServer((host.strip("[]"), int(port)), ledger) as server:
        print(f"listening on {host}:{server.server_address[1]}", flush=True)
        server.serve_forever()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tables.audit.witness", description="Cosign checkpoints of logs.")
    parser.add_argument("--name", required=True, help="the name in its vkey, like regulator.example/w1")
    parser.add_argument("--key", type=Path, required=True, help="file of its private key, made at the first start")
    parser.add_argument("--logs", type=Path, default=Path("logs.txt"), help="file with an origin and a vkey a line")
    parser.add_argument("--state", type=Path, default=Path("state.json"), help="file of what it cosigned")
    parser.add_argument("--listen", default="127.0.0.1:8090", metavar="HOST:PORT", help="where it listens")
    parser.add_argument("--begin-anew", action="store_true", help="begin without the file of what it cosigned")
    parser.add_argument("--vkey", action="store_true", help="print its vkey and end")
    return parser


if __name__ == "__main__":
    sys.exit(main())
