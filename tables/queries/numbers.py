"""Whole numbers as they are written in addresses, forms and headers: one reader for all of them."""

ZERO_TO_NINE = frozenset("0123456789")
# The largest key a row can have in PostgreSQL (bigint), and the largest number of a smaller column (integer).
LARGEST_KEY, LARGEST_INTEGER = 2**63 - 1, 2**31 - 1


def read_number(text: str, most: int, *, least: int = 0) -> int | None:
    """Return the whole number from `least` to `most` that a text of ASCII digits is; None for any other text.

    The length is looked at before the digits are converted, so that no text is too long for it.
    """
    if not text or len(text) > len(str(most)) or not ZERO_TO_NINE.issuperset(text):
        return None
    number = int(text)
    return number if least <= number <= most else None


def read_cursor(text: str) -> int | None:
    """Return the key of a row before which a page of a list starts; None for a text that is no such key."""
    return read_number(text, LARGEST_KEY, least=1)
