"""The key that signs checkpoints: a file outside the database that only its owner can read (AUD 3.1).

The file is an Ed25519 private key as PKCS #8 in PEM form. Who reads it can sign; who cannot can still verify, with
the public half (docs/decisions/0064).
"""

import os
import stat
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from tables.audit.signature import key_id

OF_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class KeyFaultError(Exception):
    """A key file that is missing, open to others, or no key; the message says which and what to do."""


class CheckpointKey:
    """Signs, as `tables.audit.signature.Signer` asks for it."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private

    @property
    def public_bytes(self) -> bytes:
        """The 32 bytes of the public half."""
        return self._private.public_key().public_bytes_raw()

    @property
    def key_id(self) -> str:
        """The id of the public half."""
        return key_id(self.public_bytes)

    def sign(self, data: bytes) -> bytes:
        """The 64 bytes of the signature of some bytes."""
        return self._private.sign(data)


def make_key(path: Path) -> CheckpointKey:
    """Make a new key in a new file, whole or not at all; an existing file is never touched (KeyFaultError)."""
    private = Ed25519PrivateKey.generate()
    text = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        # A link, because it refuses to take the place of a key that is there.
        os.link(beside, path)
    except FileExistsError as error:
        raise KeyFaultError(f"{path} is there already: it was not touched.") from error
    except OSError as error:
        raise KeyFaultError(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        beside.unlink(missing_ok=True)
    return CheckpointKey(private)


def read_key(path: Path) -> CheckpointKey:
    """Read the key; raises KeyFaultError where it is missing, readable by others or no Ed25519 private key."""
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_mode & OF_OTHERS:
                raise KeyFaultError(f"{path} can be read by others than its owner: chmod 600 it, or make a new key.")
            private = load_pem_private_key(file.read(), password=None)
    except FileNotFoundError as error:
        raise KeyFaultError(f"{path} is missing: make it with manage.py make_checkpoint_key {path}") from error
    except OSError as error:
        raise KeyFaultError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise KeyFaultError(f"{path} holds no unencrypted private key in PEM form.") from error
    if not isinstance(private, Ed25519PrivateKey):
        raise KeyFaultError(f"{path} holds a private key of another kind than Ed25519.")
    return CheckpointKey(private)
