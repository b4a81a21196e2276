"""Which witnesses cosign the checkpoints, and how many of them have to: the setting CHECKPOINT_WITNESSES (AUD 3.3).

    2 of https://witness.regulator.example regulator.example/w1+1f2e3d4c+BD..., https://...

Each witness is its address and its vkey, whose name is the witness's; a comma or a new line stands between two.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from tables.audit.notes import KeyKind, NoteError, NoteKey

FORM = re.compile(r"\s*([1-9][0-9]?)\s+of\s+(.*)", re.DOTALL)
BETWEEN = re.compile(r"[,\n]")
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Witness:
    """A witness: where it is asked, and the key it cosigns with."""

    address: str
    key: NoteKey

    @property
    def name(self) -> str:
        """The name in its vkey."""
        return self.key.name

    @property
    def key_id(self) -> str:
        """The id of its key in hexadecimal digits."""
        return self.key.key_id.hex()


@dataclass(frozen=True, slots=True)
class WitnessPolicy:
    """All witnesses, and how many of them have to vouch for a checkpoint; nobody where nobody is asked."""

    witnesses: tuple[Witness, ...] = ()
    required: int = 0


def read_policy(text: str) -> WitnessPolicy:
    """Read the setting; nothing in it is a policy without witnesses. Raises NoteError."""
    if not text.strip():
        return WitnessPolicy()
    form = FORM.fullmatch(text)
    if form is None:
        raise NoteError("it must begin with how many have to sign, like 2 of")
    witnesses = tuple(_read_witness(part) for part in BETWEEN.split(form[2]) if part.strip())
    for what in ({witness.name for witness in witnesses}, {witness.key.public for witness in witnesses}):
        if len(what) != len(witnesses):
            raise NoteError("each witness has a name and a key of its own")
    if int(form[1]) > len(witnesses):
        raise NoteError(f"{form[1]} have to sign, but {len(witnesses)} are listed")
    return WitnessPolicy(witnesses, int(form[1]))


def _read_witness(text: str) -> Witness:
    address, *vkey = text.split()
    parts = urlsplit(address)
    if (
        parts.scheme not in ("https", "http")
        or not parts.hostname
        or parts.query
        or parts.fragment
        or "@" in parts.netloc
    ):
        raise NoteError("a witness is an https:// or http:// address and a vkey, with a space between them")
    if len(vkey) != 1:
        raise NoteError("a witness is an address and one vkey, with a space between them")
    try:
        _port = parts.port
    except ValueError:
        raise NoteError("the port in the address of a witness is no number") from None
    key = NoteKey.read(vkey[0], KeyKind.WITNESS)
    if len(key.name) > LONGEST_NAME:
        raise NoteError(f"the name of a witness has {LONGEST_NAME} letters at most")
    return Witness(address.rstrip("/"), key)
