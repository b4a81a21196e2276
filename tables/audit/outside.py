"""Copies of checkpoints that lay outside the casino's reach, one or a folder of them, held against an export (AUD 3.2, 4.4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path

from tables.audit.checkpoint import Checkpoint, SignedCheckpoint
from tables.audit.documents import DocumentError
from tables.audit.export.manifest import Manifest
from tables.audit.report import Report, Subject
from tables.audit.signed import SignedList

KEYS_FOLDER = "keys"
LONGEST_COPY = 2**16
COPY = Subject(what="checkpoint_copy")
FROM_OUTSIDE = Subject(what="checkpoint_copy", alike="copies from outside: the list begins with what was signed then")
LATER = Subject(
    what="checkpoint_copy", alike="copies from outside are of later than this export, which cannot hold them"
)


@dataclass(frozen=True, slots=True)
class OutsideCopies:
    """What `--checkpoint` names."""

    copies: tuple[SignedCheckpoint, ...] = ()
    is_folder: bool = False
    unreadable: tuple[str, ...] = ()
    """Files of a folder that are no copies, and why."""

    @classmethod
    def read(cls, path: Path) -> "OutsideCopies":
        """Read a copy, or every *.json in a folder and those below it but `keys`; raises OSError and DocumentError."""
        if not path.is_dir():
            return cls((_read(path),))
        copies, unreadable = [], []
        for file in sorted(path.rglob("*.json")):
            if KEYS_FOLDER in file.relative_to(path).parts[:-1]:
                continue
            try:
                copies.append(_read(file))
            except (DocumentError, OSError) as error:
                unreadable.append(f"{file.relative_to(path)}: {error}")
        if not copies:
            raise DocumentError(f"in the folder {path.name!r} is no copy of a checkpoint")
        copies.sort(
            key=lambda copy: (
                copy.checkpoint.casino,
                copy.checkpoint.epoch,
                copy.checkpoint.number,
                copy.signature,
            )
        )
        return cls(tuple(copies), is_folder=True, unreadable=tuple(unreadable))

    def of(self, casino: int) -> tuple[SignedCheckpoint, ...]:
        """Those of a casino; a single one is to be looked at in any case."""
        return tuple(copy for copy in self.copies if not self.is_folder or copy.checkpoint.casino == casino)

    def verify(self, manifest: Manifest, signed: SignedList, report: Report) -> None:
        """Say of each copy whether the list of the export begins with what was signed then, and which copies are missing."""
        for words in self.unreadable:
            report.not_verifiable(f"the copies from outside: {words}", COPY)
        copies = [copy.checkpoint for copy in self.of(manifest.casino)]
        if not copies:
            report.not_verifiable(f"the copies from outside: none of them is of casino {manifest.casino}", COPY)
        held = [_verify(copy, manifest, signed, report, is_alone=not self.is_folder) for copy in copies]
        if self.is_folder and copies and not any(held):
            report.not_verifiable("the copies from outside: none of them could be compared with this export", COPY)
        for problem in _differing(copies):
            report.wrong(f"the copies from outside: {problem}", COPY)
        for words in _gaps(copies):
            report.note(f"the copies from outside: {words}", COPY)


def _read(path: Path) -> SignedCheckpoint:
    with path.open("rb") as file:
        data = file.read(LONGEST_COPY + 1)
    if len(data) > LONGEST_COPY:
        raise DocumentError("it is longer than any copy of a checkpoint")
    return SignedCheckpoint.read_copy(data)


def _verify(copy: Checkpoint, manifest: Manifest, signed: SignedList, report: Report, *, is_alone: bool) -> bool:
    """Say how a copy stands; whether it could be compared."""
    newest = manifest.checkpoint.checkpoint if manifest.checkpoint else None
    named = f"the copy from outside, checkpoint {copy.number:,} of {copy.time}"
    not_compared = report.not_verifiable if is_alone else report.note
    if copy.time > manifest.made_at:
        not_compared(f"{named}: it is of later than this export, which cannot hold it", LATER)
        return False
    if newest is not None and copy.epoch < newest.epoch and copy.number < newest.number:
        not_compared(
            f"{named}: it is of epoch {copy.epoch}; the database was restored, and the list of this export is of epoch "
            f"{newest.epoch} (entry `restored` of the house names what is missing)",
            COPY,
        )
        return False
    if newest is None or copy.number > newest.number or copy.size > newest.size:
        report.wrong(f"{named}: what was signed then is not in this export, which is older or was cut off", COPY)
    elif copy.number == newest.number and copy != newest:
        report.wrong(f"{named}: the export has another one of this number", COPY)
    elif copy.epoch != newest.epoch:
        report.wrong(f"{named}: it is of epoch {copy.epoch}, the export of epoch {newest.epoch}", COPY)
    elif copy.size not in signed.roots:
        first = manifest.before.size
        not_compared(f"{named}: it has {copy.size:,} leaves, those in this export begin at {first:,}", COPY)
        return False
    elif signed.roots[copy.size] == copy.root:
        report.holds(f"{named}: the list begins with what was signed then, and has only grown", FROM_OUTSIDE)
    else:
        report.wrong(f"{named}: the list does not begin with what was signed then; it was made anew", COPY)
    return True


def _differing(copies: Sequence[Checkpoint]) -> Iterator[str]:
    """Copies that do not go together, whatever the export says."""
    one_each = []
    for (_epoch, number), alike in groupby(copies, key=lambda copy: (copy.epoch, copy.number)):
        different = list(dict.fromkeys(alike))
        one_each.append(different[0])
        if len(different) > 1:
            yield f"there are {len(different)} different ones of checkpoint {number:,}"
    for before, copy in pairwise(one_each):
        if copy.number == before.number + 1 and copy.previous_hash != before.hash():
            yield f"checkpoint {copy.number:,} does not name the hash of checkpoint {before.number:,}"


def _gaps(copies: Sequence[Checkpoint]) -> Iterator[str]:
    for before, copy in pairwise(copies):
        missing = copy.number - before.number - 1
        if missing == 1:
            yield f"there is none of checkpoint {before.number + 1:,}"
        elif missing > 1:
            yield f"there are none of checkpoints {before.number + 1:,} to {copy.number - 1:,}"
