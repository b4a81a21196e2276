"""One spelling of an expression, of those that PostgreSQL has.

It spells one otherwise once it has read what it wrote itself, as it does when a dump is restored: a list of texts is cast one by
one and not as a whole, and `((a OR b) OR c)` is `(a OR b OR c)`. Neither changes what is meant; everything else is left as it is.
"""

import re
from typing import Any

LISTED = re.compile(r"('(?:[^']|'')*'::character varying)")
LIST = re.compile(rf"\(ARRAY\[({LISTED.pattern}(?:, {LISTED.pattern})*)\]\)::text\[\]")
CAST_ONE_BY_ONE = r"(\1)::text"
# Parentheses, what stands between quotes, and everything else.
PIECES = re.compile(r"\(|\)|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[^()'\"]+")
# A group of operands is a list of texts and groups.
Group = list[Any]


def respelled(text: str) -> str:
    """Return the text of an expression, or of a statement with expressions in it, in the one spelling."""
    listed = LIST.sub(lambda found: f"ARRAY[{LISTED.sub(CAST_ONE_BY_ONE, found[1])}]", text)
    group = _read(listed)
    # What is no whole text of PostgreSQL's own stays as it is.
    return _written(_flat(group)) if _written(group) == listed else listed


def _read(text: str) -> Group:
    open_groups: list[Group] = [[]]
    for piece in PIECES.findall(text):
        if piece == "(":
            open_groups.append([])
        elif piece == ")" and len(open_groups) > 1:
            group = open_groups.pop()
            open_groups[-1].append(group)
        else:
            open_groups[-1].append(piece)
    return open_groups[0]


def _flat(group: Group) -> Group:
    """Take the first operand out of its parentheses where it is joined by the same word as the rest."""
    items = [_flat(item) if isinstance(item, list) else item for item in group]
    for word in (" OR ", " AND "):
        first = items[0] if items else None
        if isinstance(first, list) and _joined_by(first) == {word} and _joined_by(items) == {word}:
            return [*first, *items[1:]]
    return items


def _joined_by(group: Group) -> set[str]:
    """The words that join the operands of a group, its own level alone."""
    texts = [item for item in group if isinstance(item, str)]
    return {word for word in (" OR ", " AND ") for text in texts if word in text}


def _written(group: Group) -> str:
    return "".join(f"({_written(item)})" if isinstance(item, list) else item for item in group)
