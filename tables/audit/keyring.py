"""The keys of a casino: which was signed by the one before, which is revoked, and what is trusted (AUD 3.4).

A key follows another by a statement that the one before has signed (`Succession`); a key that was stolen or lost is revoked
from a checkpoint on (`Revocation`). Both lie beside the public keys, stand in the log, and go with every export.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tables.audit.canonical import NotCanonicalError, canonical
from tables.audit.checkpoint import SignedCheckpoint
from tables.audit.documents import DocumentError, read_each, read_fields, read_hash
from tables.audit.lines import read_line
from tables.audit.signature import Signer, holds, is_signature_text, key_id, signature_text

SUCCESSION_FORMAT = "croupier-key/1"
REVOCATION_FORMAT = "croupier-key-revoked/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Succession:
    """A new key, signed by the one before."""

    casino: int
    old: str
    new: str
    public_key: str
    """The 32 bytes of the new key as hexadecimal digits, so that who has the old key alone can go on."""
    first: int
    """The first checkpoint that the new key may sign."""
    signature: str = ""

    def document(self) -> dict[str, Any]:
        """As it stands in documents."""
        return {**self._signed(), "signature": self.signature}

    def line(self) -> bytes:
        """The file beside the public key: one canonical line."""
        return canonical(self.document()) + b"\n"

    def signed_by(self, signer: Signer) -> "Succession":
        """The same, signed; the signer must be the old key."""
        if self.old != signer.key_id:
            raise ValueError("a new key is signed by the one before")
        return Succession(**self._fields(), signature=signature_text(signer.sign(canonical(self._signed()))))

    def holds_by(self, public_key: bytes) -> bool:
        """Whether it is signed by this key; raises CryptographyMissingError."""
        return holds(self.signature, canonical(self._signed()), public_key)

    def _fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("casino", "old", "new", "public_key", "first")}

    def _signed(self) -> dict[str, Any]:
        return {"format": SUCCESSION_FORMAT, **self._fields()}

    @classmethod
    def read(cls, document: object) -> "Succession":
        """Read one; raises DocumentError."""
        texts = dict.fromkeys(("format", "old", "new", "public_key", "signature"), str)
        fields = dict(read_fields(document, "the statement of a new key", {**texts, "casino": int, "first": int}))
        if fields.pop("format") != SUCCESSION_FORMAT:
            raise DocumentError(f"the statement of a new key must be of the format {SUCCESSION_FORMAT}")
        if key_id(read_hash(fields["public_key"], "the public_key of a new key")) != fields["new"]:
            raise DocumentError("the id of a new key is not that of its public_key")
        if not is_signature_text(fields["signature"]):
            raise DocumentError("the signature on a new key is not 64 bytes in base64")
        return cls(**fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class Revocation:
    """From which checkpoint on a signature of a key counts for nothing."""

    casino: int
    key: str
    first: int

    def document(self) -> dict[str, Any]:
        """As it stands in documents."""
        return {"format": REVOCATION_FORMAT, "casino": self.casino, "key": self.key, "from": self.first}

    def line(self) -> bytes:
        """The file beside the public key: one canonical line."""
        return canonical(self.document()) + b"\n"

    @classmethod
    def read(cls, document: object) -> "Revocation":
        """Read one; raises DocumentError."""
        kinds = {"format": str, "key": str, "casino": int, "from": int}
        fields = read_fields(document, "the revocation of a key", kinds)
        if fields["format"] != REVOCATION_FORMAT:
            raise DocumentError(f"the revocation of a key must be of the format {REVOCATION_FORMAT}")
        return cls(casino=fields["casino"], key=fields["key"], first=fields["from"])


S = TypeVar("S", Succession, Revocation)


@dataclass(frozen=True, slots=True)
class Statements:
    """What is said of the keys of one casino."""

    successions: tuple[Succession, ...] = ()
    revocations: tuple[Revocation, ...] = ()

    def of(self, casino: int) -> "Statements":
        """Those that matter for a casino: a key may have been rotated for another one of the same service."""
        return Statements(self.successions, tuple(each for each in self.revocations if each.casino == casino))

    def __bool__(self) -> bool:
        """Whether anything is said."""
        return bool(self.successions or self.revocations)

    def document(self) -> dict[str, Any]:
        """As it stands in the manifest of an export."""
        return {
            "successions": [statement.document() for statement in self.successions],
            "revocations": [statement.document() for statement in self.revocations],
        }

    @classmethod
    def read(cls, document: object) -> "Statements":
        """Read them; raises DocumentError."""
        fields = read_fields(document, "keys", {"successions": list, "revocations": list})
        successions = read_each(fields["successions"], Succession.read)
        return cls(successions, read_each(fields["revocations"], Revocation.read))


def read_statement(data: bytes, kind: type[S]) -> S:
    """Read the file of a statement; raises DocumentError."""
    try:
        return kind.read(read_line(data.removesuffix(b"\n")))
    except NotCanonicalError as error:
        raise DocumentError(f"a statement about a key must be one canonical line: {error}") from None


@dataclass(frozen=True, slots=True)
class Proof:
    """How a key is proved: it is pinned, or signed by another that is reached; neither is no proof."""

    is_pinned: bool = False
    signed_by: str = ""

    def __bool__(self) -> bool:
        """Whether there is any."""
        return self.is_pinned or bool(self.signed_by)


@dataclass(slots=True)
class Keyring:
    """All keys that are known of one casino, and what follows from what is trusted.

    With `pinned` keys, only they and those that they lead to count; without any, every known key does, unproved.
    """

    keys: dict[str, bytes]
    pinned: frozenset[str] = frozenset()
    statements: Statements = field(default_factory=Statements)
    proofs: dict[str, Proof] = field(init=False, default_factory=dict)
    """Of each key that counts."""
    problems: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        """Follow the statements from what is trusted; raises CryptographyMissingError."""
        for statement in self.statements.successions:
            self.keys.setdefault(statement.new, bytes.fromhex(statement.public_key))
        self.proofs = {key: Proof(is_pinned=key in self.pinned) for key in self.pinned or self.keys}
        waiting = [statement for statement in self.statements.successions if self._is_signed(statement)]
        self.problems = tuple(_forks(waiting))
        reached = list(self.proofs)
        while reached:
            old = reached.pop()
            for statement in waiting:
                if statement.old == old and self._counts(statement) and not self.proofs.get(statement.new):
                    self.proofs[statement.new] = Proof(signed_by=old)
                    reached.append(statement.new)

    def revoked_from(self, key: str) -> int | None:
        """The checkpoint from which on a key is revoked; None where it is not."""
        return min((each.first for each in self.statements.revocations if each.key == key), default=None)

    def first_of(self, key: str, casino: int) -> int:
        """The first checkpoint of a casino that a key may sign; 0 where nothing says so."""
        named = (each for each in self.statements.successions if (each.new, each.casino) == (key, casino))
        return min((each.first for each in named if self._is_signed(each)), default=0)

    def problem(self, signed: SignedCheckpoint) -> str:
        """What is wrong with the signature of a checkpoint; empty where nothing is. Raises CryptographyMissingError."""
        checkpoint = signed.checkpoint
        public_key = self.keys.get(checkpoint.key)
        if public_key is None:
            return f"names key {checkpoint.key}, whose public half is not known here"
        if not holds(signed.signature, checkpoint.signed_bytes(), public_key):
            return "does not bear the signature of its key"
        return self.standing(checkpoint.key, checkpoint.number, checkpoint.casino)

    def standing(self, key: str, number: int, casino: int) -> str:
        """Why what a key signed at a checkpoint of a casino counts for nothing; empty where it counts."""
        if key not in self.proofs:
            return f"is signed by key {key}, to which no pinned key leads"
        revoked = self.revoked_from(key)
        if revoked is not None and number >= revoked:
            return f"is signed by key {key}, which is revoked from checkpoint {revoked} on"
        first = self.first_of(key, casino)
        if number < first:
            return f"is signed by key {key}, which was made for checkpoint {first} and later ones"
        return ""

    def _is_signed(self, statement: Succession) -> bool:
        public_key = self.keys.get(statement.old)
        return public_key is not None and statement.holds_by(public_key)

    def _counts(self, statement: Succession) -> bool:
        """A key that is revoked leads to no further one."""
        revoked = self.revoked_from(statement.old)
        return revoked is None or statement.first <= revoked


def _forks(statements: Iterable[Succession]) -> Iterator[str]:
    followers: dict[str, set[str]] = {}
    for statement in statements:
        followers.setdefault(statement.old, set()).add(statement.new)
    for old, new in followers.items():
        if len(new) > 1:
            yield f"key {old} has signed more than one key after it ({', '.join(sorted(new))}): one of them is not the casino's"
