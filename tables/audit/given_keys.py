"""The keys that a verification was given, and those of an export that they lead to (AUD 3.4, 4.4)."""

from collections.abc import Mapping
from typing import NamedTuple

from tables.audit.export.manifest import Manifest
from tables.audit.keyring import Keyring
from tables.audit.report import Report, Subject
from tables.audit.signature import CryptographyMissingError, holds

SIGNATURE = Subject(what="signature")


class Signed(NamedTuple):
    """What a signature is over, by which key, and at which checkpoint."""

    key: str
    signature: str
    data: bytes
    casino: int
    number: int


def led_to(given: Mapping[str, bytes], manifest: Manifest, report: Report) -> Keyring:
    """Return the keys that were given with those that they lead to by what the export says of keys, and report each."""
    try:
        ring = Keyring(dict(given), frozenset(given), manifest.keys.of(manifest.casino)) if given else Keyring({})
    except CryptographyMissingError as error:
        report.not_verifiable(f"which key signed which: {error}", SIGNATURE)
        return Keyring(dict(given), frozenset(given))
    for problem in ring.problems:
        report.wrong(problem, SIGNATURE)
    for key, proof in ring.proofs.items():
        if proof.signed_by:
            first = ring.first_of(key, manifest.casino)
            report.holds(
                f"key {key}: signed by key {proof.signed_by}, for checkpoint {first:,} and later ones", SIGNATURE
            )
    return ring


def report_signature(what: str, ring: Keyring, signed: Signed, report: Report, alike: Subject = SIGNATURE) -> None:
    """Say whether a signature holds, by which key, and whether that key counts."""
    try:
        problem = _problem(ring, signed)
    except CryptographyMissingError as error:
        report.not_verifiable(f"signature of {what}: {error}", SIGNATURE)
        return
    if problem:
        report.wrong(f"signature of {what}: {problem}", SIGNATURE)
    else:
        report.holds(f"signature of {what}: by key {signed.key}", alike)


def _problem(ring: Keyring, signed: Signed) -> str:
    key = signed.key
    if key not in ring.proofs or key not in ring.keys:
        return f"it names key {key}; given was {', '.join(sorted(ring.pinned))}"
    if not holds(signed.signature, signed.data, ring.keys[key]):
        return f"it is not by key {key} over what stands there"
    standing = ring.standing(key, signed.number, signed.casino)
    return f"it {standing}" if standing else ""
