"""Where the demonstration is served, and under which names it answers there."""

import errno
import os
import socket
from dataclasses import dataclass

import psutil

from local.errors import LocalError

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - compared with, never bound to unasked
LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"]


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port to listen at."""

    host: str
    port: int

    @property
    def bind(self) -> str:
        """Spell it for gunicorn."""
        return f"{bracketed(self.host)}:{self.port}"

    @property
    def loopback(self) -> bool:
        """Tell whether only this machine can reach it."""
        return self.host == "localhost" or self.host.startswith("127.") or self.host == "::1"

    @property
    def url(self) -> str:
        """Name the address people type."""
        host = next(iter(own_addresses()), "127.0.0.1") if self.host in EVERYWHERE else bracketed(self.host)
        return f"http://{host}:{self.port}"

    @property
    def own_url(self) -> str:
        """Name the address under which this machine itself asks."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, bracketed(self.host))  # noqa: S104
        return f"http://{host}:{self.port}"

    def allowed_hosts(self) -> str:
        """List the names the service answers to; the environment may add some (a name in the house's DNS)."""
        names = [*LOOPBACK_NAMES, bracketed(self.host)]
        if self.host in EVERYWHERE:
            names += [socket.gethostname().lower(), *own_addresses()]
        added = [name.strip() for name in os.environ.get("ALLOWED_HOSTS", "").split(",") if name.strip()]
        return ",".join(dict.fromkeys(name for name in [*names, *added] if name not in {*EVERYWHERE, "[::]", "*"}))

    def check_free(self) -> None:
        """Refuse an address that is taken or not this machine's, before anything is started."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
                probe.listen()
            except OSError as error:
                raise LocalError(self._refusal(error)) from error

    def _refusal(self, error: OSError) -> str:
        if error.errno == errno.EADDRINUSE:
            return f"Port {self.port} is in use by another program; choose another: script/serve --port {self.port + 1}"
        if error.errno == errno.EACCES:
            return f"Port {self.port} needs more rights than this user has; choose one above 1023 with --port."
        return f"{self.bind} cannot be served: {error.strerror or error}."


def bracketed(host: str) -> str:
    """Put an IPv6 address in the brackets it needs beside a port."""
    return f"[{host}]" if ":" in host else host


def own_addresses() -> list[str]:
    """List the machine's IPv4 addresses other machines may reach."""
    found = [address for addresses in psutil.net_if_addrs().values() for address in addresses]
    return [
        address.address
        for address in found
        if address.family == socket.AF_INET and not address.address.startswith("127.")
    ]
