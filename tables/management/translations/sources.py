"""What there is to translate: every text that code, templates and scripts hand to gettext, with the files that hold it."""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_javascript, extract_python
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[3]
DOMAINS = ("django", "djangojs")
"""The catalogue of code and templates, and the one that goes to the browser."""
ALIASES = ("_lazy", "gettext_lazy", "gettext_noop", "noop", "ngettext_lazy")
KEYWORDS = {**DEFAULT_KEYWORDS, **dict.fromkeys(ALIASES), "ngettext_lazy": (1, 2)}
CODE = ("casino", "tables")
NOT_SHOWN = ("tables/management/", "tables/migrations/", "tables/demonstration/")
"""Commands and what they print stay English."""
EVENING = (
    "casino/",
    "tables/actions/",
    "tables/errors.py",
    "tables/games/",
    "tables/queries/",
    "tables/static/",
    "tables/web/floor/",
    "tables/web/placards/",
    "tables/web/shared/",
    "tables/web/tablet/",
    "tables/web/words/",
    "templates/base.html",
    "templates/tables/floor/",
    "templates/tables/placards/",
    "templates/tables/tablet/",
)
"""Where the texts of tablet, placard, board and refusals stand: these are complete in every language at a release."""

# Babel types what its two readers yield more narrowly than they are.
Extract = Callable[..., Iterable[tuple[int, Any, Any, Any]]]
Text = str | tuple[str, ...]


def texts(domain: str) -> Iterator[tuple[Text, str]]:
    """Yield each text (with its plural, where it has one) and the file it stands in, in the order of files."""
    found = _scripts() if domain == "djangojs" else _code()
    for path, source in found:
        name = path.relative_to(ROOT).as_posix()
        extract: Extract = extract_javascript if path.suffix == ".js" else extract_python
        for _line, function, message, _comments in extract(io.BytesIO(source.encode()), KEYWORDS, [], {}):
            text = _text(function, message)
            if text:
                yield text, name


def gathered(domain: str) -> Catalog:
    """Return a catalogue of every text without a translation, each with its files."""
    catalogue = Catalog(fuzzy=False)
    for text, name in texts(domain):
        catalogue.add(text, locations=[(name, 0)])
    return catalogue


def is_of_the_evening(files: list[str]) -> bool:
    """Tell whether a text stands in what is complete at a release."""
    return any(name.startswith(EVENING) for name in files)


def _code() -> Iterator[tuple[Path, str]]:
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not path.relative_to(ROOT).as_posix().startswith(NOT_SHOWN):
                yield path, path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "templates").rglob("*.html")):
        # Django's own reader of templates blanks what is not translated; what is left is read line by line.
        blanked = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        yield path, "\n".join(line.strip() for line in blanked.splitlines())


def _scripts() -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / "tables" / "static").rglob("*.js")):
        yield path, path.read_text(encoding="utf-8")


def _text(function: str | None, message: str | tuple[str | None, ...] | None) -> Text | None:
    if isinstance(message, str) or message is None:
        return message or None
    if function and function.startswith("ngettext") and message[0] and message[1]:
        return message[0], message[1]
    return message[0]
