"""What there is to translate: every text that code, templates and scripts hand to gettext, with the files that hold it."""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_javascript, extract_python
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[3]
DOMAINS = ("django", "djangojs")
"""The catalogue of code and templates, and the one that goes to the browser."""
ALIASES = ("_lazy", "gettext_lazy", "gettext_noop", "lazy", "noop", "ngettext_lazy")
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
OFFICE = (
    "tables/actions/audit/",
    "tables/actions/people/",
    "tables/queries/audit/",
    "tables/queries/reports/",
    "tables/web/words/audit.py",
    "tables/web/words/log.py",
    "tables/web/words/reports.py",
)
"""Of these, what only the pages of people, log and reports show: it may follow later."""

# Babel types what its two readers yield more narrowly than they are.
Extract = Callable[..., Iterable[tuple[int, Any, Any, Any]]]
Text = str | tuple[str, ...]


class Found(NamedTuple):
    """A text (with its plural, where it has one), what tells it from the same text elsewhere, and the file it stands in."""

    text: Text
    context: str | None
    file: str


def texts(domain: str) -> Iterator[Found]:
    """Yield every text, in the order of files."""
    found = _scripts() if domain == "djangojs" else _code()
    for path, source in found:
        name = path.relative_to(ROOT).as_posix()
        extract: Extract = extract_javascript if path.suffix == ".js" else extract_python
        for _line, function, message, _comments in extract(io.BytesIO(source.encode()), KEYWORDS, [], {}):
            text, context = _text(function or "", message)
            if text:
                yield Found(text, context, name)


def gathered(domain: str) -> Catalog:
    """Return a catalogue of every text without a translation, each with its files."""
    catalogue = Catalog(fuzzy=False)
    for found in texts(domain):
        catalogue.add(found.text, locations=[(found.file, 0)], context=found.context)
    return catalogue


def is_of_the_evening(files: list[str]) -> bool:
    """Tell whether a text stands in what is complete at a release."""
    return any(name.startswith(EVENING) and not name.startswith(OFFICE) for name in files)


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


def _text(function: str, message: str | tuple[str | None, ...] | None) -> tuple[Text | None, str | None]:
    """The text of a call with the context that stands before it in the functions that have one."""
    parts = (message,) if isinstance(message, str) or message is None else message
    context, parts = (parts[0], parts[1:]) if function.startswith(("pgettext", "npgettext")) else (None, parts)
    if "ngettext" in function or "npgettext" in function:
        return ((parts[0], parts[1]) if parts[0] and parts[1] else None), context
    return parts[0] or None, context
