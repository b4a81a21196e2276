"""The signatures of an export and of checkpoints, held against the keys that were given (AUD 4.4)."""

from collections.abc import Sequence

from tables.audit.checkpoint import SignedCheckpoint
from tables.audit.export.manifest import Manifest
from tables.audit.report import Report, Subject
from tables.audit.signature import CryptographyMissingError, holds, key_id

SIGNATURE, CHECKPOINT = Subject(what="signature"), Subject(what="checkpoint")
OF_COPIES = Subject(what="signature", alike="signatures of copies from outside hold")
REMEDY = "; give the casino's, or --without-key where this is meant"


class Signatures:
    """Verifies signatures; `keys` is None where it is meant that none is looked at."""

    def __init__(self, keys: Sequence[bytes] | None, report: Report) -> None:
        self._keys = {key_id(key): key for key in keys or ()}
        self._is_unsigned_meant = keys is None
        self._report = report

    def verify(self, manifest: Manifest, copies: Sequence[SignedCheckpoint]) -> None:
        """Say who vouches for an export, its newest checkpoint and copies from outside, or that nobody does."""
        self._verify_export(manifest)
        if manifest.checkpoint:
            self._verify_checkpoint("the newest checkpoint", manifest.checkpoint, manifest.casino, SIGNATURE)
        for copy in copies:
            self._verify_checkpoint("the copy from outside", copy, manifest.casino, OF_COPIES)
        if not any(chain.leaf for chain in manifest.chains) and (manifest.chains or manifest.checkpoint is None):
            words = "what vouches for the entries: nothing does, because no checkpoint names an entry of them"
            self._report.not_verifiable(words, CHECKPOINT)

    def _verify_export(self, manifest: Manifest) -> None:
        words = "signatures: no --key was given, so that anybody might have made this export"
        if self._is_unsigned_meant:
            self._report.note(words, SIGNATURE)
        elif not self._keys:
            self._report.not_verifiable(words + REMEDY, SIGNATURE)
        elif not manifest.signature:
            self._report.wrong("the export is not signed: --key was given, and nothing of it is the key's", SIGNATURE)
        else:
            what = "the export: manifest, choice and files"
            self._verify_one(what, manifest.key, manifest.signature, manifest.signed_bytes(), SIGNATURE)

    def _verify_checkpoint(self, words: str, signed: SignedCheckpoint, casino: int, subject: Subject) -> None:
        checkpoint = signed.checkpoint
        if checkpoint.casino != casino:
            self._report.wrong(f"{words} is of casino {checkpoint.casino}, the export of {casino}", CHECKPOINT)
        if self._keys:
            what = f"{words}, number {checkpoint.number:,} of {checkpoint.time}"
            self._verify_one(what, checkpoint.key, signed.signature, checkpoint.signed_bytes(), subject)

    def _verify_one(self, what: str, key: str, signature: str, data: bytes, subject: Subject) -> None:
        if key not in self._keys:
            self._report.wrong(f"signature of {what}: it names key {key}; given was {', '.join(self._keys)}", SIGNATURE)
            return
        try:
            if holds(signature, data, self._keys[key]):
                self._report.holds(f"signature of {what}: by key {key}", subject)
            else:
                words = f"signature of {what}: it is not by key {key} over what stands there"
                self._report.wrong(words, SIGNATURE)
        except CryptographyMissingError as error:
            self._report.not_verifiable(f"signature of {what}: {error}", SIGNATURE)
