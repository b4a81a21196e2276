"""All that can be verified of an export, in the order in which one thing rests on another (AUD 4.4)."""

from collections.abc import Sequence

from tables.audit.checkpoint import Checkpoint, SignedCheckpoint
from tables.audit.documents import DocumentError
from tables.audit.export.archive import Archive, ArchiveError, FileInArchive
from tables.audit.export.manifest import ENTRIES, LEAVES, LISTED, MANIFEST, README, SPREADSHEET, Manifest, read_manifest
from tables.audit.given_keys import Signed, led_to, report_signature
from tables.audit.lines import LONGEST_LINE
from tables.audit.report import Report
from tables.audit.rows import Sheet
from tables.audit.signature import key_id
from tables.audit.signed import SignedList
from tables.audit.walk import OnEntry, Walk


class Verification:
    """Verifies one export and reports what it finds."""

    def __init__(
        self,
        archive: Archive,
        report: Report,
        *,
        keys: Sequence[bytes] = (),
        outside: SignedCheckpoint | None = None,
        on_entry: OnEntry | None = None,
    ) -> None:
        self._archive = archive
        self._report = report
        self._keys = {key_id(key): key for key in keys}
        self._outside = outside
        self._on_entry = on_entry
        self.read: tuple[Manifest, dict[str, bytes]] | None = None
        """The manifest, and the keys of the casino that are trusted, where it came so far."""
        self._files: dict[str, FileInArchive] = {}

    def run(self) -> bool:
        """Verify all that can be, each as far as what it rests on allows; whether it came to the end of the entries."""
        problems = list(self._archive.problems())
        for problem in problems:
            self._report.wrong(f"the zip: {problem}")
        if problems:
            self._report.not_verifiable("all else: a zip like this is no export")
            return False
        self._report.holds("the zip has the five files of an export and nothing else")
        try:
            manifest = read_manifest(self._open(MANIFEST).whole())
        except (ArchiveError, DocumentError) as error:
            self._report.wrong(f"{MANIFEST}: {error}")
            self._report.not_verifiable("all else: without a manifest it is not known what should be there")
            return False
        return self._verify_with(manifest)

    def _verify_with(self, manifest: Manifest) -> bool:
        report = self._report
        report.holds(f"{MANIFEST}: made {manifest.made_at} by {manifest.software} for casino {manifest.casino}")
        self._verify_signatures(manifest)
        outside = self._outside.checkpoint if self._outside else None
        signed = SignedList(manifest, outside)
        try:
            self._verify_leaves(manifest, signed)
            if outside is not None:
                self._verify_outside(manifest, signed, outside)
            sheet = Sheet(self._open(SPREADSHEET).buffered())
            Walk(manifest, signed, report, self._on_entry).read(self._open(ENTRIES).buffered(), sheet)
            self._open(README).whole()
            if not manifest.counts()["entries"]:
                report.note("what any entry says: nothing was like what was chosen, so this export holds none")
        except ArchiveError as error:
            report.wrong(str(error))
            report.not_verifiable("what would have come after that")
            return False
        self._verify_files(manifest)
        return True

    def _open(self, name: str) -> FileInArchive:
        self._files[name] = self._archive.open(name)
        return self._files[name]

    def _verify_signatures(self, manifest: Manifest) -> None:
        ring = led_to(self._keys, manifest, self._report)
        if not self._keys:
            self._report.note("signatures: no --key was given, so that anybody might have made this export")
        elif not manifest.signature:
            self._report.wrong("the export is not signed: --key was given, and nothing of it is the key's")
        else:
            what = "the export: manifest, choice and files"
            number = manifest.checkpoint.checkpoint.number if manifest.checkpoint else 0
            signed = Signed(manifest.key, manifest.signature, manifest.signed_bytes(), manifest.casino, number)
            report_signature(what, ring, signed, self._report)
        for words, copy in (("the newest checkpoint", manifest.checkpoint), ("the copy from outside", self._outside)):
            if copy is None:
                continue
            if copy.checkpoint.casino != manifest.casino:
                self._report.wrong(f"{words} is of casino {copy.checkpoint.casino}, the export of {manifest.casino}")
            if self._keys:
                named = f"{words}, number {copy.checkpoint.number:,} of {copy.checkpoint.time}"
                checkpoint = copy.checkpoint
                signed = Signed(
                    checkpoint.key, copy.signature, checkpoint.signed_bytes(), checkpoint.casino, checkpoint.number
                )
                report_signature(named, ring, signed, self._report)
        self.read = manifest, {name: key for name, key in ring.keys.items() if name in ring.proofs}
        if manifest.checkpoint is None:
            self._report.note("what vouches for the entries: no checkpoint had been made")

    def _verify_leaves(self, manifest: Manifest, signed: SignedList) -> None:
        file = self._open(LEAVES).buffered()
        problem = signed.read(iter(lambda: file.readline(LONGEST_LINE), b""))
        while file.read(2**20):
            pass  # so that the SHA-256 is over all of it
        if problem:
            self._report.wrong(problem)
        elif manifest.checkpoint:
            newest = manifest.checkpoint.checkpoint
            words = (
                f"the list of {newest.size:,} leaves comes to the root of checkpoint {newest.number:,} of {newest.time}"
            )
            self._report.holds(words)
        proven = 0
        for chain in manifest.chains:
            problem = signed.proof_problem(chain)
            if problem:
                self._report.wrong(f"chain {chain.chain}: {problem}")
            proven += chain.leaf is not None and not problem
        if proven:
            self._report.holds(f"proofs that the newest leaf of a chain is in the checkpoint: {proven:,}")
        if signed.others():
            self._report.note(f"{signed.others():,} other chains of the casino: they are not in this export")

    def _verify_outside(self, manifest: Manifest, signed: SignedList, outside: Checkpoint) -> None:
        newest = manifest.checkpoint.checkpoint if manifest.checkpoint else None
        named = f"the copy from outside, checkpoint {outside.number:,} of {outside.time}"
        if newest is not None and outside.epoch < newest.epoch and outside.number < newest.number:
            self._report.not_verifiable(
                f"{named}: it is of epoch {outside.epoch}; the database was restored, and the list of this export is of epoch "
                f"{newest.epoch} (entry `restored` of the house names what is missing)"
            )
        elif newest is None or outside.number > newest.number or outside.size > newest.size:
            self._report.wrong(f"{named}: what was signed then is not in this export, which is older or was cut off")
        elif outside.number == newest.number and outside != newest:
            self._report.wrong(f"{named}: the export has another one of this number")
        elif outside.epoch != newest.epoch:
            self._report.wrong(f"{named}: it is of epoch {outside.epoch}, the export of epoch {newest.epoch}")
        elif signed.outside_root is None:
            first = manifest.before.size
            self._report.not_verifiable(
                f"{named}: it has {outside.size:,} leaves, those in this export begin at {first:,}"
            )
        elif signed.outside_root == outside.root:
            self._report.holds(f"{named}: the list begins with what was signed then, and has only grown")
        else:
            self._report.wrong(f"{named}: the list does not begin with what was signed then; it was made anew")

    def _verify_files(self, manifest: Manifest) -> None:
        bad = [name for name in LISTED if self._files[name].facts() != manifest.files[name]]
        for name in bad:
            self._report.wrong(f"{name} is not the file that the manifest names: its size or SHA-256 is another")
        if not bad:
            self._report.holds(f"size and SHA-256 of {', '.join(LISTED)}")
