"""Findings of the verification, looked at: by whom and with which words is an entry (AUD 6.4)."""

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house
from tables.audit.chain import time_text
from tables.games.table.reading import read_text
from tables.games.values import JSON
from tables.policy import Act
from tables.stamp import HouseCall


def acknowledge_finding(call: HouseCall, known: JSON, *, words: object) -> Answer:
    """Sign a finding off, as it is kept outside the database; raises BadField for words that are missing or too long.

    The entry holds the finding whole: it says what was looked at, whatever becomes of the file.
    """
    return _acknowledge(call, known, finding=known["id"], words=words)


@in_house(Act.ACKNOWLEDGE_FINDING)
def _acknowledge(context: ActContext, known: JSON, *, finding: str, words: object) -> JSON:
    read_text(words, "words")
    context.record({"finding": known})
    return {"finding": finding, "acknowledged_at": time_text(context.now)}
