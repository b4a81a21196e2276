"""The signatures of an export and of checkpoints, held against the keys that were given (AUD 4.4)."""

from collections.abc import Mapping, Sequence

from tables.audit.checkpoint import SignedCheckpoint
from tables.audit.export.manifest import Manifest
from tables.audit.given_keys import SIGNATURE, Signed, led_to, report_signature
from tables.audit.keyring import Keyring
from tables.audit.report import Report, Subject
from tables.audit.signature import key_id

CHECKPOINT = Subject(what="checkpoint")
OF_COPIES = Subject(what="signature", alike="signatures of copies from outside hold")
REMEDY = "; give the casino's, or --without-key where this is meant"


class Signatures:
    """Verifies signatures; `keys` is None where it is meant that none is looked at."""

    def __init__(self, keys: Sequence[bytes] | None, report: Report) -> None:
        self._keys = {key_id(key): key for key in keys or ()}
        self._is_unsigned_meant = keys is None
        self._report = report

    def verify(self, manifest: Manifest, copies: Sequence[SignedCheckpoint]) -> Mapping[str, bytes]:
        """Say who vouches for an export, its newest checkpoint and copies from outside, or that nobody does.

        Returns the casino's keys that are trusted: those that were given, and those that they lead to.
        """
        ring = led_to(self._keys, manifest, self._report)
        self._verify_export(manifest, ring)
        if manifest.checkpoint:
            self._verify_checkpoint("the newest checkpoint", manifest.checkpoint, ring, manifest.casino, SIGNATURE)
        for copy in copies:
            self._verify_checkpoint("the copy from outside", copy, ring, manifest.casino, OF_COPIES)
        if not any(chain.leaf for chain in manifest.chains) and (manifest.chains or manifest.checkpoint is None):
            words = "what vouches for the entries: nothing does, because no checkpoint names an entry of them"
            self._report.not_verifiable(words, CHECKPOINT)
        return {name: key for name, key in ring.keys.items() if name in ring.proofs}

    def _verify_export(self, manifest: Manifest, ring: Keyring) -> None:
        words = "signatures: no --key was given, so that anybody might have made this export"
        if self._is_unsigned_meant:
            self._report.note(words, SIGNATURE)
        elif not self._keys:
            self._report.not_verifiable(words + REMEDY, SIGNATURE)
        elif not manifest.signature:
            self._report.wrong("the export is not signed: --key was given, and nothing of it is the key's", SIGNATURE)
        else:
            number = manifest.checkpoint.checkpoint.number if manifest.checkpoint else 0
            signed = Signed(manifest.key, manifest.signature, manifest.signed_bytes(), manifest.casino, number)
            report_signature("the export: manifest, choice and files", ring, signed, self._report)

    def _verify_checkpoint(
        self, words: str, signed: SignedCheckpoint, ring: Keyring, casino: int, alike: Subject
    ) -> None:
        checkpoint = signed.checkpoint
        if checkpoint.casino != casino:
            self._report.wrong(f"{words} is of casino {checkpoint.casino}, the export of {casino}", CHECKPOINT)
        if self._keys:
            what = f"{words}, number {checkpoint.number:,} of {checkpoint.time}"
            by = Signed(
                checkpoint.key, signed.signature, checkpoint.signed_bytes(), checkpoint.casino, checkpoint.number
            )
            report_signature(what, ring, by, self._report, alike)
