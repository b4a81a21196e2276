"""Reads settings from the environment and gathers everything that is wrong with them into one message."""

import os
import re
import stat
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import environ

from tables.audit.notes import NoteError
from tables.audit.signature import KeyFileError, key_id, read_public_key
from tables.audit.witness_policy import WitnessPolicy, read_policy

# Everything that makes a database connection of this service other than Django's default one.
CONNECTION = {
    "ENGINE": "django.db.backends.postgresql",
    "CONN_MAX_AGE": 300,
    "CONN_HEALTH_CHECKS": True,
    "DISABLE_SERVER_SIDE_CURSORS": False,
}
# The server keeps each statement planned after a few uses; acts are short, so that planning would be a third of them
# (docs/decisions/0023).
PREPARED = {"server_side_binding": True, "prepare_threshold": 3}
# A request that waits longer for a table's row than a dealer waits for a screen is better refused; a transaction that was
# left open must not hold a table for ever.
# Tables are looked for in one schema: by default PostgreSQL looks first in one named as the role, which somebody could make.
SEARCH_PATH = "public,pg_temp"
SESSION_OPTIONS = (
    f"-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s -c timezone=UTC -c search_path={SEARCH_PATH}"
)


LONGEST_NUMBER = 4
KEY_ID = re.compile(r"[0-9a-f]{16}")


class Requirements:
    """The settings that must be given, and what is wrong with those that were."""

    def __init__(self, env: environ.Env) -> None:
        self.env = env
        self.complaints: list[str] = []

    def complain(self, name: str, what: str) -> None:
        """Note one fault; the settings go on, so that one message names them all."""
        self.complaints.append(f"{name} {what}")

    def message(self, mode: str) -> str:
        """Tell all faults in one message that never quotes a value."""
        faults = "\n".join(f"  - {complaint}" for complaint in self.complaints)
        return (
            f"Croupier does not start in {mode} mode, because of its settings in the environment:\n{faults}\n"
            "docs/operations.md describes them. To try Croupier on this machine, run script/serve instead."
        )

    def text(self, name: str, what: str) -> str:
        """Read a setting that must not be empty."""
        value: str = self.env.str(name, default="").strip()
        if not value:
            self.complain(name, f"is missing: {what}")
        return value

    def secret(self, name: str, what: str, *, shortest: int) -> str:
        """Read a secret that must not be shorter than told."""
        value = self.text(name, what)
        if value and len(value) < shortest:
            self.complain(name, f"is too short: {what}")
        return value

    def names(self, name: str, what: str) -> list[str]:
        """Read a list separated by commas that must not be empty, nor stand for every name there is."""
        found = [part.strip() for part in self.text(name, what).split(",") if part.strip()]
        if "*" in found:
            self.complain(name, f"must not be '*': {what}")
        return found

    def pattern(self, name: str, what: str, allowed: str) -> str:
        """Read a setting that may be left out and else must be of a form."""
        value: str = self.env.str(name, default="").strip()
        if not re.fullmatch(allowed, value):
            self.complain(name, f"cannot be read: {what}")
            return ""
        return value

    def at_least(self, name: str, what: str, least: int) -> int:
        """Read a whole number that may be raised but not lowered."""
        value: str = self.env.str(name, default=str(least))
        if not value.isascii() or not value.isdecimal() or len(value) > LONGEST_NUMBER or int(value) < least:
            self.complain(name, f"must be a whole number of at least {least}: {what}")
            return least
        return int(value)

    def one_of(self, name: str, what: str, allowed: list[str]) -> str:
        """Read one of the allowed values; the first of them where none is given."""
        value: str = self.env.str(name, default=allowed[0])
        if value not in allowed:
            self.complain(name, f"must be one of {', '.join(allowed)}: {what}")
            return allowed[0]
        return value

    def key_file(self, name: str, what: str, *, default: Path | None) -> Path | None:
        """Read the name of a file that must be there and be private; the word "none" is for a process that needs it not.

        With a default a missing file is no fault: the process that signs finds out.
        """
        value: str = self.env.str(name, default="").strip()
        if not value:
            if default is None:
                self.complain(name, f"is missing: {what}")
            return default
        if value == "none":
            return None
        path = Path(value)
        problem = key_file_problem(path)
        if problem:
            self.complain(name, problem)
        return path

    def witnesses(self, name: str) -> WitnessPolicy:
        """Read who cosigns checkpoints, and how many have to; nobody where it is empty."""
        try:
            return read_policy(self.env.str(name, default=""))
        except NoteError as error:
            self.complain(name, f"is not like 2 of https://address vkey, https://address vkey: {error}")
            return WitnessPolicy()

    def pinned_keys(self, name: str, what: str) -> dict[str, bytes | None]:
        """Read ids of public keys and names of their files, separated by commas; the key itself is None where its id is given."""
        found: dict[str, bytes | None] = {}
        for part in filter(None, (part.strip() for part in self.env.str(name, default="").split(","))):
            if KEY_ID.fullmatch(part):
                found.setdefault(part, None)
                continue
            try:
                key = read_public_key(Path(part).read_bytes())
            except (OSError, KeyFileError) as error:
                self.complain(
                    name, f"has {part!r}, which is no id of 16 hexadecimal digits and no public key: {error}; {what}"
                )
            else:
                found[key_id(key)] = key
        return found

    def https(self, name: str, what: str, *, plain_allowed: bool) -> str:
        """Read an address that must be HTTPS, unless a plain one is allowed."""
        value = self.text(name, what).rstrip("/")
        schemes = ("https", "http") if plain_allowed else ("https",)
        parts = urlsplit(value)
        if value and (parts.scheme not in schemes or not parts.hostname):
            self.complain(name, f"is no {' or '.join(schemes)} address: {what}")
        return value


def key_file_problem(path: Path) -> str:
    """Why a file cannot be a private key; empty where it can."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return f"names a file that cannot be read ({error.strerror}): make it with manage.py make_checkpoint_key"
    if not stat.S_ISREG(mode):
        return "names what is no file"
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        return "names a file that others than its owner can read: chmod 600 it"
    return "" if os.access(path, os.R_OK) else "names a file that this process may not read"


def origins(public_url: str, more: list[str]) -> list[str]:
    """Name the origins whose forms are trusted: the public address and those added by hand."""
    return [f"{parts.scheme}://{parts.netloc}" for parts in map(urlsplit, [public_url, *more]) if parts.netloc]


def database(url: str, needs: Requirements) -> dict[str, Any]:
    """Turn a PostgreSQL address into Django's settings; its query may name a socket folder (`?host=/folder`)."""
    if not url:
        return {}
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        needs.complain("DATABASE_URL", "is no postgresql:// address; PostgreSQL is the only engine")
        return {}
    parsed = environ.Env.db_url_config(url)
    options = {**parsed.get("OPTIONS", {})}
    # Django looks for a socket folder under HOST; environ leaves what libpq calls host and port among the options.
    host = options.pop("host", None) or parsed.get("HOST", "")
    port = options.pop("port", None) or parsed.get("PORT", "")
    options = {"options": SESSION_OPTIONS, "application_name": "croupier", "connect_timeout": 5, **PREPARED, **options}
    credentials = {key: parsed.get(key, "") for key in ("NAME", "USER", "PASSWORD")}
    return {**CONNECTION, **credentials, "HOST": host, "PORT": str(port), "OPTIONS": options}


def broker_url(redis_url: str) -> str:
    """Translate a Redis address into Celery's spelling of it, which differs for unix sockets only."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    number = dict(pair.partition("=")[::2] for pair in parts.query.split("&")).get("db", "0")
    password = f":{quote(parts.password, safe='')}@" if parts.password else ""
    return f"redis+socket://{password}{parts.path}?virtual_host={number}"
