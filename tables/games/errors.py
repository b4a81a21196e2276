"""How a rule says that something breaks it."""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

LONGEST_QUOTE = 40
_PLAIN_NAME = re.compile(r"[\w.-]+", re.ASCII)


def gettext_noop(text: str) -> str:
    """Mark a sentence for the translators and leave it as it is."""
    return text


ENTRY = gettext_noop("Entry %(number)s of %(list)s:")
ACTION = gettext_noop("Action %(number)s:")


class Entry(NamedTuple):
    """One entry of a list that was sent: the name of the list, which entry it is, counted from 1, and of how many."""

    list: str
    number: int
    of: int


class RuleError(Exception):
    """An input that breaks a rule: a code of the interfaces, a sentence, and the seat and field where one is at fault.

    `template` is the English sentence with %(name)s placeholders, so that a page can translate it and fill in `params`.
    """

    def __init__(
        self, code: str, template: str, *, seat: int | None = None, field: str | None = None, **params: Any
    ) -> None:
        self.code = code
        self.template = template
        self.seat = seat
        self.field = field
        self.params = {**params, "seat": seat, "field": field}
        self.entry: Entry | None = None
        """The entry of a list that is at fault, where one is."""
        super().__init__(template, self.params)

    def __str__(self) -> str:
        return self.place(str) + self.template % self.params

    def place(self, translated: Callable[[str], str]) -> str:
        """Return what goes before the sentence to say which entry of a list it is about; nothing where it says so itself.

        A seat acts more than once, and has one entry in every other list.
        """
        if self.entry is None:
            return ""
        is_action = self.entry.list == "actions"
        if not is_action and "%(seat)s" in self.template:
            return ""
        return f"{translated(ACTION if is_action else ENTRY) % self.entry._asdict()} "


class ImbalanceError(Exception):
    """A settlement whose legs do not sum to zero, or a bank below nothing: a fault in the program, never repaired."""


def quoted(value: object) -> str:
    """What was found in an input, shortened so that a message stays a sentence."""
    return _shortened(json.dumps(value, ensure_ascii=False, default=repr))


def quoted_name(name: object) -> str:
    """A key found in an input, printable and no longer than a key has reason to be; in quotes where it is no plain word."""
    return _shortened(str(name)) if _PLAIN_NAME.fullmatch(str(name)) else quoted(str(name))


def _shortened(text: str) -> str:
    cut = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    # Half a surrogate pair, for one, could not be written out as UTF-8.
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in cut)
