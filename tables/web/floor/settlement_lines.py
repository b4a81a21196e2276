"""The settlements of a round side by side, in words (OPS 5.8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.games.values import JSON
from tables.queries.tables.round_documents import SettlementDocument, SharedDocument
from tables.web.shared.house_style import HouseStyle
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.cards import codes
from tables.web.words.floor import CORRECTION_REASONS
from tables.web.words.games import CATEGORIES


@dataclass(frozen=True, slots=True)
class Version:
    """One settlement, as the head of a column."""

    number: int
    time: str
    why: str
    words: str
    shared: str
    """What became of a pot that was played on before its tie was corrected."""


@dataclass(frozen=True, slots=True)
class Line:
    """A seat under every settlement: what was shown and what it came to."""

    seat: int
    cells: list[tuple[str, str, bool]]
    """Hand or outcome, net, and whether the net is another than in the settlement before."""
    difference: str


def versions_of(settlements: list[SettlementDocument], house: HouseStyle) -> list[Version]:
    """The heads of the columns."""
    return [_version(one, house) for one in settlements]


def _version(one: SettlementDocument, house: HouseStyle) -> Version:
    why = str(CORRECTION_REASONS[one["reason"]] if one["reason"] else "")
    time = house.clock.full(one["settled_at"])
    return Version(one["version"], time, why, one["words"], shared_words(one["shared"], house.figures))


def shared_words(shared: Sequence[SharedDocument], figures: MoneyFormat) -> str:
    """Say what each seat got of a pot that was played on, or gave; nothing where none was (OPS 5.8)."""
    if not shared:
        return ""
    shares = ", ".join(
        _("seat {seat} {amount}").format(seat=share["seat"], amount=figures.signed(share["amount"])) for share in shared
    )
    return _("The pot it left was played for since, so it counts as shared: {shares}.").format(shares=shares)


def lines_of(settlements: list[SettlementDocument], house: HouseStyle) -> list[Line]:
    """A line a seat: every settlement beside the others, and what lies between the first and the last (OPS 5.8).

    A seat has no hand in a settlement before it was added, or after it was taken out.
    """
    if not settlements:
        return []
    outputs = [_by_seat(one["output"]) for one in settlements]
    lines = []
    for seat in sorted(set().union(*outputs)):
        rows = [output.get(seat) for output in outputs]
        nets = [row["net"] if row else 0 for row in rows]
        cells = [
            (
                _shown(row) if row else _("No hand"),
                house.figures.signed(nets[place]) if row else "",
                place > 0 and (nets[place] != nets[place - 1] or (row is None) != (rows[place - 1] is None)),
            )
            for place, row in enumerate(rows)
        ]
        between = nets[-1] - nets[0]
        lines.append(Line(seat, cells, house.figures.signed(between) if between else ""))
    return lines


def _by_seat(output: JSON) -> dict[int, JSON]:
    designated = output.get("designated_player")
    return {row["seat"]: row for row in [*output["seats"], *([designated] if designated else [])]}


def _shown(row: JSON) -> str:
    """What a hand was, in the words the felt has for it."""
    if row.get("outcome") in ("dead", "folded"):
        return _("Dead hand") if row["outcome"] == "dead" else _("Folded")
    if row.get("hand"):
        return str(CATEGORIES[row["hand"]])
    return " ".join(codes(row.get("flush") or ""))
