"""The step in hand: the panel it owns, its one next act, and why that cannot be taken yet (LOOK 1.1)."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from tables.queries.tables.documents import TableStateDocument


@dataclass(frozen=True, slots=True)
class Viewer:
    """What the person in front of the screen may do with it."""

    can_act: bool
    is_floor: bool
    is_tablet: bool
    is_signed_in: bool = False


@dataclass(frozen=True, slots=True)
class TabletStep:
    """The step in hand: the panel it owns and its one next act."""

    name: str
    act: str
    label: str
    blocked: str = ""


def round_in(state: TableStateDocument) -> Any:
    """Return the open round with what its game adds to it, which only the game's own screen knows; None between rounds."""
    return state["round"]


def house_rules_of(state: TableStateDocument) -> dict[str, Any]:
    """The house rules that hold on the table now: those the round was opened under, else the table's (OPS 4.1)."""
    rules: dict[str, Any] = state["round"]["rules"] if state["round"] else state["rules"]["document"]
    return rules


def step_outside_play(state: TableStateDocument, viewer: Viewer) -> TabletStep | None:
    """The step of a table on which nothing can be played, in any game; without anybody who may act, tapping in."""
    if not viewer.can_act:
        return TabletStep("tap_in", "", _("Tap in"))
    if state["table"]["state"] == "closed":
        return TabletStep("closed", "open_table", _("Open table"), _floor_only(state, viewer, "open_table"))
    if state["table"]["state"] == "suspended":
        return TabletStep("suspended", "resume_table", _("Resume"), _floor_only(state, viewer, "resume_table"))
    return None


def _floor_only(state: TableStateDocument, viewer: Viewer, act: str) -> str:
    blocked = str(state["blocked"].get(act, ""))
    return blocked or ("" if viewer.is_floor else _("a floor manager does this"))


TO_ACT = ngettext_lazy("seat %(seats)s: to act", "seats %(seats)s: to act", "count")
TO_DECIDE = ngettext_lazy("seat %(seats)s: to decide", "seats %(seats)s: to decide", "count")
HAND_NEEDED = ngettext_lazy("seat %(seats)s: hand needed", "seats %(seats)s: hand needed", "count")


def waiting_for(waiting: list[int], words: Any) -> str:
    """Whom the next step waits for, in one of the sentences above; empty where it waits for nobody."""
    if not waiting:
        return ""
    return str(words % {"seats": ", ".join(map(str, waiting)), "count": len(waiting)})
