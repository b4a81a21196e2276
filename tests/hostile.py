"""Texts that no page and no program would send, and a crawler that finds every field there is to put them into."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import quote, urlsplit

import pytest
from django.db import transaction
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

LONE_SURROGATE = "\ud800"
TEXTS = ("9" * 5000, LONE_SURROGATE, "\x00", "", "rules:expire:1", "\N{LATIN SMALL LETTER U WITH DIAERESIS}" * 5000)
"""5,000 digits, half a character, NUL, nothing, the command id of background work, a very long text."""


def encoded(fields: dict[str, str]) -> str:
    """A form as a browser encodes it, but for the half characters that no browser would."""
    return "&".join(f"{quote(name, safe='')}={escaped(text)}" for name, text in fields.items())


def escaped(text: str) -> str:
    """A text in an address or a form, half a character as the bytes it would have."""
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


@contextmanager
def undone() -> Iterator[None]:
    """Take back what is tried."""
    mark = transaction.savepoint()
    yield
    transaction.savepoint_rollback(mark)


@contextmanager
def fields_read() -> Iterator[set[str]]:
    """Collect the names of the fields that the code looks up in a form or an address."""
    names: set[str] = set()
    patch = pytest.MonkeyPatch()
    for method in ("__getitem__", "getlist"):
        original = getattr(MultiValueDict, method)

        def looked_up(self: MultiValueDict, key: str, *rest: object, original: object = original) -> object:
            if isinstance(self, QueryDict):
                names.add(key)
            return original(self, key, *rest)  # type: ignore[operator]

        patch.setattr(MultiValueDict, method, looked_up)
    try:
        yield names
    finally:
        patch.undo()


@dataclass
class Form:
    """A form of a page: where it is sent, how, and what stands in it."""

    method: str
    addresses: list[str]
    fields: dict[str, str] = field(default_factory=dict)


class _Forms(HTMLParser):
    """Reads the forms of a page."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = given.get("action") or given.get("hx-post") or self.address
            self.forms.append(Form(given.get("method", "get").lower(), [action]))
        if not self.forms:
            return
        form = self.forms[-1]
        if given.get("formaction"):
            form.addresses.append(given["formaction"])
        if tag == "select":
            self._select = given.get("name", "")
        elif tag == "option" and self._select and ("selected" in given or self._select not in form.fields):
            form.fields[self._select] = given.get("value", "")
        elif tag in ("input", "textarea", "button") and given.get("name"):
            form.fields.setdefault(given["name"], given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""


def forms_of(page: str, address: str) -> list[Form]:
    """All forms of a page."""
    parser = _Forms(urlsplit(address).path)
    parser.feed(page)
    return parser.forms
