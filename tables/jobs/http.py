"""Asking another program over HTTP, of which nothing is trusted: no redirect is followed, no answer is long, none is waited for."""

import http.client
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

SECONDS = 10
LONGEST_ANSWER = 64 * 1024


class UnreachableError(Exception):
    """Nothing usable was heard; the message says why."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What was answered."""

    status: int
    kind: str
    body: bytes


def post(address: str, body: bytes, kind: str, seconds: float = SECONDS) -> HttpAnswer:
    """Send a body and return the answer; raises UnreachableError where it is not there, whole, within these seconds."""
    parts = urlsplit(address)
    make = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = make(parts.hostname or "", parts.port, timeout=seconds)
    # The time-out of a socket begins again with every byte; this one does not.
    is_late = threading.Event()
    ending = threading.Timer(seconds, _shut, [connection, is_late])
    ending.daemon = True
    ending.start()
    try:
        connection.request("POST", parts.path or "/", body, {"Content-Type": kind})
        answer = connection.getresponse()
        data = answer.read(LONGEST_ANSWER + 1)
    except (OSError, http.client.HTTPException, ValueError) as error:
        late = is_late.is_set() or isinstance(error, TimeoutError)
        raise _late(seconds) if late else UnreachableError(str(error) or type(error).__name__) from error
    finally:
        ending.cancel()
        connection.close()
    # A connection that was shut looks like one that ended; such an answer is not whole.
    if is_late.is_set():
        raise _late(seconds)
    if len(data) > LONGEST_ANSWER:
        raise UnreachableError(f"the answer has more than {LONGEST_ANSWER} bytes")
    return HttpAnswer(answer.status, answer.headers.get_content_type(), data)


def _late(seconds: float) -> UnreachableError:
    return UnreachableError(f"no whole answer within {seconds:g} seconds")


def _shut(connection: http.client.HTTPConnection, is_late: threading.Event) -> None:
    is_late.set()
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)
