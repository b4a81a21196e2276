"""Showing text that a stranger wrote: what could move the cursor or turn the line around is shown as an escape (AUD 4.4)."""

import unicodedata

_DANGEROUS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_ONE_BYTE, _TWO_BYTES = 0xFF, 0xFFFF


def shown(text: str) -> str:
    """Return a text with every control character, change of direction and half of a surrogate pair as an escape.

    So `\\x1b` stands for ESC, `\\u202e` for a change of direction. What is printable stays as it is.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(character) if _is_dangerous(character) else character for character in text)


def _is_dangerous(character: str) -> bool:
    return unicodedata.category(character) in _DANGEROUS


def _escape(character: str) -> str:
    code = ord(character)
    if code <= _ONE_BYTE:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _TWO_BYTES else f"\\U{code:08x}"
