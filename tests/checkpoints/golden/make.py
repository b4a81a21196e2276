"""Makes the golden files beside it, from the published formats alone: nothing of the service is used here.

Run it in this folder: python make.py. Keys are of fixed seeds and times are fixed, so that the files are the same each time.
"""

import base64
import hashlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

HERE = Path(__file__).parent
ORIGIN, WITNESS, TIME = "croupier.example/1/1", "regulator.example/w1", 1796083200
LOG_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
WITNESS_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32, 64)))
SIZES = ((0, 1), (1, 6), (6, 7), (7, 7), (4, 13), (6, 13))


def sha(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


def b64(data: bytes) -> str:
    """Base64 with padding."""
    return base64.b64encode(data).decode()


LEAVES = [sha(b"\0" + f"leaf {number}".encode()) for number in range(13)]


def split(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1


def mth(leaves: list[bytes]) -> bytes:
    """RFC 6962 2.1."""
    if len(leaves) == 1:
        return leaves[0]
    half = split(len(leaves))
    return sha(b"\1" + mth(leaves[:half]) + mth(leaves[half:]))


def subproof(old: int, leaves: list[bytes], whole: bool) -> list[bytes]:
    """RFC 6962 2.1.2."""
    if old == len(leaves):
        return [] if whole else [mth(leaves)]
    half = split(len(leaves))
    if old <= half:
        return [*subproof(old, leaves[:half], whole), mth(leaves[half:])]
    return [*subproof(old - half, leaves[half:], False), mth(leaves[:half])]


def key_id(name: str, kind: int, key: Ed25519PrivateKey) -> bytes:
    """signed-note, "Signatures"."""
    return sha(name.encode() + b"\n" + bytes([kind]) + key.public_key().public_bytes_raw())[:4]


def vkey(name: str, kind: int, key: Ed25519PrivateKey) -> str:
    """signed-note, "Verifier keys"."""
    public = key.public_key().public_bytes_raw()
    return f"{name}+{key_id(name, kind, key).hex()}+{b64(bytes([kind]) + public)}"


def body(size: int) -> str:
    """tlog-checkpoint, "Note text"."""
    return f"{ORIGIN}\n{size}\n{b64(mth(LEAVES[:size]))}\n"


def log_line(size: int) -> str:
    """The log's signature line."""
    return f"\u2014 {ORIGIN} {b64(key_id(ORIGIN, 1, LOG_KEY) + LOG_KEY.sign(body(size).encode()))}\n"


def cosignature_line(size: int) -> str:
    """tlog-cosignature, "Ed25519 signed message"."""
    signature = WITNESS_KEY.sign(f"cosignature/v1\ntime {TIME}\n{body(size)}".encode())
    return f"\u2014 {WITNESS} {b64(key_id(WITNESS, 4, WITNESS_KEY) + TIME.to_bytes(8, 'big') + signature)}\n"


def files() -> dict[str, str]:
    """All files, by their names."""
    made = {"log.vkey": vkey(ORIGIN, 1, LOG_KEY) + "\n", "witness.vkey": vkey(WITNESS, 4, WITNESS_KEY) + "\n"}
    for size in sorted({new for _old, new in SIZES}):
        made[f"{size}.note"] = f"{body(size)}\n{log_line(size)}"
        made[f"{size}.cosigned.note"] = f"{body(size)}\n{log_line(size)}{cosignature_line(size)}"
        made[f"{size}.answer"] = cosignature_line(size)
    for old, new in SIZES:
        proof = "".join(b64(node) + "\n" for node in (subproof(old, LEAVES[:new], True) if old else []))
        made[f"{old}-{new}.request"] = f"old {old}\n{proof}\n{made[f'{new}.note']}"
    return made


if __name__ == "__main__":
    for name, text in files().items():
        (HERE / name).write_bytes(text.encode())
