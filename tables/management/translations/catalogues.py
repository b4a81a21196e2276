"""The files of translations: brought up to date, checked and compiled, one `.po` a language and domain (TAB 4.4)."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tables.management.translations.sources import DOMAINS, ROOT, gathered, is_of_the_evening

LOCALE = ROOT / "locale"
LANGUAGES = ("nl", "it", "ro", "es")
"""Those with a file; English is what stands in the code."""
TWO_FORMS = ("it", "es")
"""Their third form is for whole millions, which nothing here counts."""
# A date that changed with every run would be a change of every file.
WRITTEN_AT = datetime(2026, 1, 1, tzinfo=UTC)
WIDTH = 120
PLACE = re.compile(r"%(?:\(\w+\))?[sd]|%%|\{\w*\}")
TAG = re.compile(r"</?[a-z]+[^>]*>|&\w+;")


@dataclass(frozen=True, slots=True)
class Gap:
    """A text that is not translated, or whose translation does not fit it."""

    language: str
    domain: str
    text: str
    file: str
    problem: str

    def __str__(self) -> str:
        return f"{self.language} {self.domain}: {self.file}: {self.problem}: {self.text!r}"


def po_file(language: str, domain: str, folder: Path = LOCALE) -> Path:
    """Return where the translations into a language lie."""
    return folder / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: str, domain: str, folder: Path = LOCALE) -> Catalog:
    """Return a language's catalogue; an empty one where there is no file yet."""
    path = po_file(language, domain, folder)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str, domain: str) -> Catalog:
    """Return the catalogue with every text of the code: translations are kept, also of texts that are gone for now."""
    before, now = read(language, domain), gathered(domain)
    after = Catalog(
        locale=language,
        project="Croupier",
        version="1",
        copyright_holder="Croupier",
        msgid_bugs_address="none",
        last_translator="none <none>",
        language_team=language,
        creation_date=WRITTEN_AT,
        revision_date=WRITTEN_AT,
        fuzzy=False,
        header_comment=f"# Croupier in {language}: see docs/translations.md. One text stands once, under every file that says it.",
    )
    if language in TWO_FORMS:
        after.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    known = {message.id: message for message in (*before, *before.obsolete.values()) if message.id}
    for message in now:
        if message.id:
            string = _kept(known.pop(message.id, None), message)
            after.add(message.id, string, locations=message.locations)
    after.obsolete = {message.id: message for message in known.values() if _is_translated(message)}
    return after


def write(catalogue: Catalog, language: str, domain: str) -> bool:
    """Write a catalogue, sorted by file; tell whether that changed anything."""
    path = po_file(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_bytes() if path.exists() else b""
    with path.open("wb") as file:
        write_po(file, catalogue, width=WIDTH, sort_by_file=True, include_lineno=False)
    return path.read_bytes() != before


def compile_all(folder: Path = LOCALE) -> list[Path]:
    """Make each `.mo` that is missing or older than its `.po`; a reader never finds half a file."""
    made = []
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        compiled = path.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns >= path.stat().st_mtime_ns:
            continue
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.parts[-3])
        with NamedTemporaryFile(dir=path.parent, delete=False) as unfinished:
            write_mo(unfinished, catalogue)
        Path(unfinished.name).chmod(0o644)
        os.replace(unfinished.name, compiled)  # noqa: PTH105 - one step, under the eyes of other processes
        made.append(compiled)
    return made


def gaps(languages: Sequence[str] = LANGUAGES, *, whole: bool = False) -> Iterator[Gap]:
    """Yield what is missing or wrong: of what people see in an evening, or with `whole` of everything."""
    for language in languages:
        for domain in DOMAINS:
            have = read(language, domain)
            for message in gathered(domain):
                files = [name for name, _line in message.locations]
                problem = _missing(have.get(message.id)) if message.id else ""
                if problem and (whole or is_of_the_evening(files)):
                    yield Gap(language, domain, _first(message.id), files[0], problem)
            yield from faults(have, language, domain)


def faults(catalogue: Catalog, language: str, domain: str) -> Iterator[Gap]:
    """Yield each translation that loses or invents a placeholder or a tag, or has not every plural form."""
    for message in catalogue:
        problem = fault(message, catalogue.num_plurals) if message.id and _is_translated(message) else ""
        if problem:
            file = message.locations[0][0] if message.locations else ""
            yield Gap(language, domain, _first(message.id), file, problem)


def fault(message: Message, plurals: int) -> str:
    """Return what is wrong with a translation; empty where nothing is.

    The form for one may leave the number out ("one seat").
    """
    sources, strings = _forms(message.id), _forms(message.string)
    if isinstance(message.id, tuple) and (len(strings) != plurals or not all(strings)):
        return f"needs {plurals} plural forms"
    allowed = set().union(*(_marks(source) for source in sources))
    needed = set.intersection(*(_marks(source) for source in sources))
    for place, string in enumerate(strings):
        found = _marks(string)
        is_of_one = isinstance(message.id, tuple) and place == 0
        if found - allowed:
            return f"has {', '.join(sorted(found - allowed))} too much"
        if len(needed - found) > is_of_one:
            return f"lacks {', '.join(sorted(needed - found))}"
    return ""


def _marks(text: str) -> set[str]:
    return {*PLACE.findall(text), *TAG.findall(text)}


def _forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def _first(text: str | Sequence[str]) -> str:
    return _forms(text)[0]


def _is_translated(message: Message) -> bool:
    return all(_forms(message.string)) and bool(message.string)


def _missing(message: Message | None) -> str:
    if message is None:
        return "is not in the file: run manage.py translations update"
    if message.fuzzy:
        return "is marked fuzzy, and not shown"
    return "" if _is_translated(message) else "is not translated"


def _kept(before: Message | None, now: Message) -> str | tuple[str, ...] | None:
    """Return the translation that was there, unless the text has another number of forms by now."""
    if before is None or isinstance(before.id, tuple) != isinstance(now.id, tuple):
        return None
    forms = _forms(before.string)
    return forms if isinstance(before.id, tuple) else forms[0]
