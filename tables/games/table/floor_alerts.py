"""What an act at a table shows the floor (OPS 6.1)."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from tables.games.table.change import Change
from tables.games.values import JSON, FlagCode

COVER_SHORT, NO_DESIGNATED_PLAYER = FlagCode.COVER_SHORT.value, "no_designated_player"
KINDS = {
    FlagCode.DEAD_HAND.value: "dead_hand",
    FlagCode.LIMIT_OVERRIDDEN.value: "override",
    FlagCode.OUTSIDE_LIMITS.value: "outside_limits",
    COVER_SHORT: "cover_short",
}
"""The kinds of alerts by the code of what came to light in a round; other codes are no alerts."""


class FloorAlert(NamedTuple):
    """Something that the floor has to look at; as long as nobody has acknowledged it, it is raised once a subject."""

    kind: str
    subject: str
    details: JSON
    round_number: int | None
    since: datetime | None = None
    """Not raised where one of this subject was raised since, acknowledged or not."""


def floor_alerts(change: Change) -> Iterator[FloorAlert]:
    """Yield what an act found in a round, and that nobody takes the bank of the coming one; one for the same seat and amount."""
    at_table, number = f"table/{change.table.number}", change.round_number or 0
    for note in change.notes:
        kind = KINDS.get(note["code"])
        if kind is None:
            continue
        details = {key: value for key, value in note.items() if key != "code"}
        if kind == COVER_SHORT:
            yield _short(change, details)
        else:
            about = [str(note[key]) for key in ("seat", "spot", "amount") if key in note]
            yield FloorAlert(kind, "/".join([at_table, str(number), *about]), details, number)
    if change.no_taker is not None:
        details = {"coming_round": change.no_taker}
        yield FloorAlert(NO_DESIGNATED_PLAYER, f"{at_table}/{change.no_taker}", details, None)


def _short(change: Change, details: JSON) -> FloorAlert:
    """A bank below the likely case: once for a designated player who goes on with that bank (OPS 3.5)."""
    round_ = change.round
    if round_ is None:
        raise AssertionError("cover is short in no round")
    player = change.table.players[round_.designated_seat or 0]
    subject = f"table/{change.table.number}/cover/{player.stay}/{round_.bank_declared}"
    return FloorAlert(COVER_SHORT, subject, details, round_.number, player.in_a_row_since)
