"""Addresses within the audit log: a filter, a place in the list, an entry, the round behind it (LOOK 3)."""

from collections.abc import Mapping
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse

from tables.audit.chain import time_text
from tables.queries.audit.pages import Place
from tables.queries.numbers import read_number
from tables.queries.tables.round_documents import EntryDocument
from tables.queries.times import read_moment

LAST_SEQUENCE = 2**62


def read_place(text: str) -> Place | None:
    """Return the place in the list that an address names; None, for the newest, where it names none."""
    moment, _comma, rest = text.partition(",")
    chain, _comma, sequence = rest.rpartition(",")
    time, number = read_moment(moment), read_number(sequence, LAST_SEQUENCE)
    return None if time is None or number is None or "\x00" in chain else Place(time, chain, number)


def page_address(filters: Mapping[str, str], side: str, place: Place | None) -> str:
    """Return the address of the entries `before` or `after` a place under the same filters; empty for no place."""
    if place is None:
        return ""
    return "?" + urlencode({**filters, side: f"{place.time.isoformat()},{place.chain},{place.sequence}"})


def log_address(**filters: str) -> str:
    """Return the address of the log under these filters."""
    return f"{reverse('web:compliance')}?{urlencode(filters)}"


def entry_address(where: str, sequence: int) -> str:
    """Return the address of an entry of a chain."""
    return reverse("web:entry", args=[where, sequence])


def replay_address(entry: EntryDocument) -> str:
    """Return the address of the round that an entry is about; empty where it is about none."""
    if entry["table"] is None or entry["round"] is None:
        return ""
    return reverse("web:replay", args=[entry["table"], entry["round"]])


def moment_address(table: int, at: datetime | str) -> str:
    """Return the address of a table at a moment (AUD 7.1)."""
    text = at if isinstance(at, str) else time_text(at)
    return f"{reverse('web:moment')}?{urlencode({'table': table, 'at': text})}"


def chain_word(where: str) -> str:
    """Return a chain as the filter names it: the number of its table, or house."""
    return where.rpartition("/")[2]
