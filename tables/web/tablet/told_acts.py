"""An act told to the person who signs it, and to the table once it is done: no finished act is silent (LOOK 1.11, OPS 5.8)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tables.errors import TableError
from tables.games.registry import GAMES
from tables.models import Table
from tables.policy import Act
from tables.queries.identity import name_of
from tables.queries.tables.documents import TableStateDocument
from tables.queries.tables.rounds import newest_settlement
from tables.web.shared.forms import SentAct
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.act_sentences import NAMES, UNREADABLE, Told, sentences_of
from tables.web.tablet.correction import read_typed_correction
from tables.web.tablet.correction_sentences import correction_sentences

TOLD_WHEN_DONE = frozenset({Act.VOID_ROUND, Act.CHANGE_BANK, Act.RECOUNT, Act.OPEN_DISPUTE, Act.BAR_PLAYER})
"""What is told also where nobody has signed it."""


def is_told(sent: SentAct) -> bool:
    """Whether the table is told of the act once it is done."""
    return sent.credentials is not None or sent.act in TOLD_WHEN_DONE


def tell(table: Table, sent: SentAct, state: TableStateDocument) -> list[str]:
    """What an act comes to on a table in this state, a sentence for each thing; empty for an act that nothing is said of."""
    figures = MoneyFormat.of(table.casino.minor_digits)
    if sent.act == Act.CORRECT_ROUND:
        return _tell_correction(table, Told(sent.input, state, figures))
    return sentences_of(sent.name, Told(sent.input, state, figures))


def done_text(sent: SentAct, said: list[str], *, is_repeated: bool) -> str:
    """What the table is told of an act that is done, with the name of who signed it.

    Of one that was done before, and is only answered again, the name alone: what it changed is not seen any more.
    """
    what = str(NAMES[sent.name]) if is_repeated else "; ".join(said)
    if sent.credentials is None:
        return _("Done: %(what)s.") % {"what": what}
    return _("Done, and signed by %(name)s: %(what)s.") % {"name": name_of(sent.credentials.badge), "what": what}


def _tell_correction(table: Table, told: Told) -> list[str]:
    try:
        parts: Mapping[str, Any] = read_typed_correction(table, told.sent)["corrections"]
        changed = {name: part for name, part in parts.items() if name != "replaces"}
        found = newest_settlement(table.pk, told.number) if type(told.number) is int else None
        old = found[2] if found is not None else {}
        return correction_sentences(told, old, GAMES[old["game"]].corrected(old, changed))
    except (*UNREADABLE, TableError):
        return [str(NAMES[Act.CORRECT_ROUND])]
