"""How a rule says that something breaks it."""

import json
from typing import Any

LONGEST_QUOTE = 40


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
        super().__init__(template % self.params)


class ImbalanceError(Exception):
    """A settlement whose legs do not sum to zero, or a bank below nothing: a fault in the program, never repaired."""


def gettext_noop(text: str) -> str:
    """Mark a sentence for the translators and leave it as it is."""
    return text


def quoted(value: object) -> str:
    """What was found in an input, shortened so that a message stays a sentence."""
    return _shortened(json.dumps(value, ensure_ascii=False, default=repr))


def quoted_name(name: object) -> str:
    """A key found in an input, printable and no longer than a key has reason to be."""
    return _shortened(str(name))


def _shortened(text: str) -> str:
    cut = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    # Half a surrogate pair, for one, could not be written out as UTF-8.
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in cut)
