"""All that can be verified of an export, in the order in which one thing rests on another (AUD 4.4)."""

from collections.abc import Callable, Mapping, Sequence

from tables.audit.choice import Choice
from tables.audit.documents import DocumentError
from tables.audit.export.archive import Archive, ArchiveError, FileInArchive
from tables.audit.export.manifest import (
    DESCRIPTION,
    ENTRIES,
    LEAVES,
    LISTED,
    MANIFEST,
    README,
    SCHEMAS,
    SPREADSHEET,
    Manifest,
    read_manifest,
)
from tables.audit.lines import LONGEST_LINE
from tables.audit.outside import OutsideCopies
from tables.audit.payloads import Payloads, read_schemas
from tables.audit.report import Report, Subject
from tables.audit.rows import Row, Sheet
from tables.audit.signatures import Signatures
from tables.audit.signed import SignedList
from tables.audit.walk import OnEntry, Walk

ZIP, FILES = Subject(what="zip"), Subject(what="files")
LEAF_LIST, CHOICE, PAYLOADS = (Subject(what=what) for what in ("leaves", "choice", "payloads"))


class Verification:
    """Verifies one export and reports what it finds."""

    def __init__(
        self,
        archive: Archive,
        report: Report,
        *,
        keys: Sequence[bytes] | None = (),
        outside: OutsideCopies | None = None,
        on_entry: OnEntry | None = None,
    ) -> None:
        """`keys` is None where it is meant that no signature is looked at; without any key that is a thing not verified."""
        self._archive = archive
        self._report = report
        self._signatures = Signatures(keys, report)
        self._outside = outside
        self._on_entry = on_entry
        self.read: tuple[Manifest, Mapping[str, bytes]] | None = None
        """The manifest, and the keys of the casino that are trusted, where it came so far."""
        self._files: dict[str, FileInArchive] = {}

    def run(self) -> bool:
        """Verify all that can be, each as far as what it rests on allows; whether it came to the end of the entries."""
        problems = list(self._archive.problems())
        for problem in problems:
            self._report.wrong(f"the zip: {problem}", ZIP)
        if problems:
            self._report.not_verifiable("all else: a zip like this is no export", ZIP)
            return False
        try:
            manifest = read_manifest(self._archive.open(MANIFEST).whole())
        except (ArchiveError, DocumentError) as error:
            self._report.wrong(f"{MANIFEST}: {error}", FILES)
            self._report.not_verifiable("all else: without a manifest it is not known what should be there", FILES)
            return False
        differing = self._archive.differing(LISTED[manifest.format])
        if differing:
            self._report.wrong(f"the zip: {differing}", ZIP)
            self._report.not_verifiable("all else: the files are not those of the manifest", ZIP)
            return False
        self._report.holds("the zip has the files of an export and nothing else", ZIP)
        return self._verify_with(manifest)

    def _verify_with(self, manifest: Manifest) -> bool:
        report, choice = self._report, Choice(manifest)
        report.holds(f"{MANIFEST}: made {manifest.made_at} by {manifest.software} for casino {manifest.casino}", FILES)
        report.note(f"whether what was chosen is what was asked for. Chosen were: {choice.words()}", CHOICE)
        self.read = (
            manifest,
            self._signatures.verify(manifest, self._outside.of(manifest.casino) if self._outside else ()),
        )
        signed = SignedList(manifest, [copy.checkpoint for copy in self._outside.copies] if self._outside else ())
        try:
            self._verify_leaves(manifest, signed)
            if self._outside is not None:
                self._outside.verify(manifest, signed, report)
            self._verify_entries(manifest, signed, choice)
            for name in (README, DESCRIPTION):
                if name in manifest.files:
                    self._open(name).whole()
        except ArchiveError as error:
            report.wrong(str(error), FILES)
            report.not_verifiable("what would have come after that", FILES)
            return False
        self._verify_files(manifest)
        report.scope = _scope(manifest, signed)
        report.tell_alike()
        return True

    def _open(self, name: str) -> FileInArchive:
        self._files[name] = self._archive.open(name)
        return self._files[name]

    def _verify_entries(self, manifest: Manifest, signed: SignedList, choice: Choice) -> None:
        problems = list(choice.problems())
        for problem in problems:
            self._report.wrong(f"the choice: {problem}", CHOICE)
        payloads = self._payloads(manifest)
        checks = [*([payloads.take] if payloads else []), *([] if problems else [choice.take])]
        sheet = Sheet(self._open(SPREADSHEET).buffered())
        walk = Walk(manifest, signed, self._report, self._on_entry, _each(checks, self._report))
        walk.read(self._open(ENTRIES).buffered(), sheet)
        if payloads and payloads.verified:
            self._report.holds(f"payloads that are as their act's schema says: {payloads.verified:,}", PAYLOADS)
        if not problems:
            self._verify_choice(choice, signed)
        if not manifest.counts()["entries"]:
            self._report.note("what any entry says: nothing was like what was chosen, so this export holds none")

    def _verify_choice(self, choice: Choice, signed: SignedList) -> None:
        for chain, problem in choice.end(signed.named()):
            self._report.wrong(f"the choice: chain {chain} {problem}", Subject(what="choice", chain=chain))
        if choice.hidden:
            words = (
                f"the choice: whether {choice.hidden:,} of the stubs stand for entries that fit it, which no stub says"
            )
            self._report.undecided(words, CHOICE)

    def _payloads(self, manifest: Manifest) -> Payloads | None:
        """What holds payloads against their schemas; nothing where the export brings none."""
        if SCHEMAS not in manifest.files:
            self._report.note(
                f"what payloads look like: an export of the format {manifest.format} has no schemas", FILES
            )
            return None
        brought, problem = read_schemas(self._open(SCHEMAS).whole())
        if problem:
            self._report.wrong(f"{SCHEMAS}: {problem}", FILES)
        payloads = Payloads(brought)
        for act in [] if problem else payloads.unlike:
            words = f"payloads of {act}: the schema in the export is not the one that this program knows"
            self._report.undecided(words, Subject(what="payloads", alike="acts have another schema in the export"))
        return payloads

    def _verify_leaves(self, manifest: Manifest, signed: SignedList) -> None:
        file = self._open(LEAVES).buffered()
        problem = signed.read(iter(lambda: file.readline(LONGEST_LINE), b""))
        while file.read(2**20):
            pass  # so that the SHA-256 is over all of it
        if problem:
            self._report.wrong(problem, LEAF_LIST)
        elif manifest.checkpoint:
            newest = manifest.checkpoint.checkpoint
            named = f"checkpoint {newest.number:,} of {newest.time}"
            self._report.holds(f"the list of {newest.size:,} leaves comes to the root of {named}", LEAF_LIST)
        proven = 0
        for chain in manifest.chains:
            problem = signed.proof_problem(chain)
            if problem:
                self._report.wrong(f"chain {chain.chain}: {problem}", Subject(what="proof", chain=chain.chain))
            proven += chain.leaf is not None and not problem
        if proven:
            words = f"proofs that the newest leaf of a chain is in the checkpoint: {proven:,}"
            self._report.holds(words, Subject(what="proof"))
        others = len(signed.named() - signed.chains.keys())
        if others:
            self._report.note(f"{others:,} other chains of the casino: they are not in this export", LEAF_LIST)

    def _verify_files(self, manifest: Manifest) -> None:
        bad = [name for name, facts in manifest.files.items() if self._files[name].facts() != facts]
        for name in bad:
            words = f"{name} is not the file that the manifest names: its size or SHA-256 is another"
            self._report.wrong(words, FILES)
        if not bad:
            self._report.holds(f"size and SHA-256 of {', '.join(LISTED[manifest.format])}", FILES)


def _each(checks: Sequence[Callable[[Row], str]], report: Report) -> Callable[[Row], None]:
    """What reports of every entry and stub all that the checks find."""

    def look_at(row: Row) -> None:
        for check in checks:
            problem = check(row)
            if problem:
                chain, sequence = row["chain"], row["sequence"]
                words = f"entry {sequence:,} of chain {chain}: {problem}"
                report.wrong(words, Subject(chain=chain, entry=sequence))

    return look_at


def _scope(manifest: Manifest, signed: SignedList) -> str:
    """How much of the log an export is."""
    present = {chain.chain for chain in manifest.chains}
    total, least = len(present | signed.named()), "at least " if manifest.before.size else ""
    return (
        f"In this export: {len(present):,} of {least}{total:,} chains, {manifest.counts()['entries']:,} whole entries."
    )
