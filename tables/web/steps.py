"""The step in hand: the panel it owns, its one next act, and why that cannot be taken yet (LOOK 1.1)."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

STEP_OF_ROUND = {"betting": "betting", "dealt": "decisions", "showdown": "hands", "settled": "settlement"}


@dataclass(frozen=True, slots=True)
class Viewer:
    """What the person in front of the screen may do with it."""

    can_act: bool
    is_floor: bool
    is_tablet: bool
    is_signed_in: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The step in hand: the panel it owns and its one next act."""

    name: str
    act: str
    label: str
    blocked: str = ""


def house_rules_of(state: dict[str, Any]) -> dict[str, Any]:
    """The house rules that hold on the table now: those the round was opened under, else the table's (OPS 4.1)."""
    rules: dict[str, Any] = state["round"]["rules"] if state["round"] else state["rules"]["document"]
    return rules


def step_of(state: dict[str, Any], viewer: Viewer) -> Step:
    """The step in hand; without anybody who may act it is tapping in."""
    if not viewer.can_act:
        return Step("tap_in", "", _("Tap in"))
    if state["table"]["state"] == "closed":
        return Step("closed", "open_table", _("Open table"), _floor_only(state, viewer, "open_table"))
    if state["table"]["state"] == "suspended":
        return Step("suspended", "resume_table", _("Resume"), _floor_only(state, viewer, "resume_table"))
    if state["round"] is None:
        return _between_rounds(state)
    return _in_round(state)


def _floor_only(state: dict[str, Any], viewer: Viewer, act: str) -> str:
    blocked = str(state["blocked"].get(act, ""))
    return blocked or ("" if viewer.is_floor else _("a floor manager does this"))


def _between_rounds(state: dict[str, Any]) -> Step:
    designation = state["designation"]
    blocked = "" if designation else str(state["blocked"].get("open_round", ""))
    if designation is None:
        return Step("opening", "open_round", _("Open round"), blocked)
    if designation["accepted"]:
        return Step("opening", "open_round", _("Open round"), blocked)
    if designation["next"] is None:
        return Step("stopped", "open_round", _("Takes the bank"), blocked or _("choose who takes the bank"))
    return Step("offer", "open_round", _("Takes the bank"), blocked)


def _in_round(state: dict[str, Any]) -> Step:
    round_, blocked = state["round"], state["blocked"]
    name = STEP_OF_ROUND[round_["state"]]
    if name == "betting":
        return Step(name, "deal", _("Deal"), str(blocked.get("deal", "")))
    if name == "decisions":
        return Step(name, "showdown", _("Showdown"), _waiting_for(round_["undecided"], _("to decide")))
    if name == "hands":
        missing = _waiting_for(round_["hands_needed"], _("hand needed"))
        return Step(name, "settle_round", _("Settle"), missing or str(blocked.get("settle_round", "")))
    return Step(name, "close_round", _("Close round"), str(blocked.get("close_round", "")))


def _waiting_for(waiting: list[int], what: str) -> str:
    if not waiting:
        return ""
    who = ngettext("seat %(seats)s", "seats %(seats)s", len(waiting)) % {"seats": ", ".join(map(str, waiting))}
    return f"{who}: {what}"
