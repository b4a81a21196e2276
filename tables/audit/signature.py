"""Ed25519: the public key as a file, its id, and whether a signature holds (AUD 3.1).

Signing is the service's; it keeps the private half. The `cryptography` package is asked for only where a signature is
verified, so that all the rest works without it.
"""

import base64
import binascii
import hashlib
import importlib
from typing import Protocol

KEY_BYTES, SIGNATURE_BYTES = 32, 64
KEY_ID_DIGITS = 16
PEM_BEGIN, PEM_END = "-----BEGIN PUBLIC KEY-----", "-----END PUBLIC KEY-----"
# SubjectPublicKeyInfo of an Ed25519 key is these twelve bytes and the key (RFC 8410 4).
SPKI_PREFIX = bytes.fromhex("302a300506032b6570032100")


class KeyFileError(ValueError):
    """A file that is not an Ed25519 public key."""


class CryptographyMissingError(RuntimeError):
    """Signatures cannot be verified on this machine: the `cryptography` package is not installed."""


class Signer(Protocol):
    """The holder of the private key."""

    @property
    def key_id(self) -> str:
        """The id of the public half, as `key_id` gives it."""

    def sign(self, data: bytes) -> bytes:
        """The 64 bytes of the Ed25519 signature of some bytes."""


def key_id(public_key: bytes) -> str:
    """Return the id of a key: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes."""
    return hashlib.sha256(public_key).hexdigest()[:KEY_ID_DIGITS]


def read_public_key(pem: bytes) -> bytes:
    """Return the 32 bytes of the Ed25519 public key in a PEM file; raises KeyFileError."""
    try:
        lines = pem.decode("ascii").split()
        body = "".join(lines[3:-3])
        if " ".join(lines[:3]) != PEM_BEGIN or " ".join(lines[-3:]) != PEM_END:
            raise KeyFileError("the key file is not a public key in PEM form")
        der = base64.b64decode(body, validate=True)
    except (UnicodeDecodeError, binascii.Error):
        raise KeyFileError("the key file is not a public key in PEM form") from None
    if not der.startswith(SPKI_PREFIX) or len(der) != len(SPKI_PREFIX) + KEY_BYTES:
        raise KeyFileError("the key file holds no Ed25519 public key")
    return der[len(SPKI_PREFIX) :]


def public_key_pem(public_key: bytes) -> bytes:
    """Return the PEM file of a public key, to be given to an inspector."""
    body = base64.b64encode(SPKI_PREFIX + public_key).decode()
    return f"{PEM_BEGIN}\n{body}\n{PEM_END}\n".encode()


def signature_text(signature: bytes) -> str:
    """Return how a signature stands in a document: base64."""
    return base64.b64encode(signature).decode()


def is_signature_text(text: str) -> bool:
    """Whether a text is 64 bytes in base64, and written in the one way they can be."""
    try:
        signature = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(signature) == SIGNATURE_BYTES and signature_text(signature) == text


def holds(signature: str, data: bytes, public_key: bytes) -> bool:
    """Whether a signature is the key's over these bytes; raises CryptographyMissingError."""
    try:
        exceptions = importlib.import_module("cryptography.exceptions")
        ed25519 = importlib.import_module("cryptography.hazmat.primitives.asymmetric.ed25519")
    except ImportError:
        raise CryptographyMissingError("the Python package `cryptography` is not installed here") from None
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(public_key).verify(base64.b64decode(signature), data)
    except (exceptions.InvalidSignature, ValueError):
        return False
    return True
