"""Which screen a game has: the one place where pages look at a game's key."""

from collections.abc import Callable
from typing import Any, cast

from django.utils.translation import gettext as _

from tables.queries.tables.documents import TableStateDocument
from tables.web.placards.draw import four_player_content, heads_up_content
from tables.web.placards.hcf import banked_content
from tables.web.placards.lines import Content, Money
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.draw.four_player import FourPlayerScreen
from tables.web.tablet.draw.heads_up import HeadsUpScreen
from tables.web.tablet.hcf.screen import BankedScreen
from tables.web.tablet.screen import Message, Screen
from tables.web.tablet.steps import TabletStep, Viewer, step_outside_play

SCREENS: dict[str, type[Screen]] = {
    "high_card_flush": BankedScreen,
    "heads_up_draw": HeadsUpScreen,
    "four_player_draw": FourPlayerScreen,
}
PLACARDS: dict[str, Callable[[dict[str, Any], Money], Content]] = {
    "high_card_flush": banked_content,
    "heads_up_draw": heads_up_content,
    "four_player_draw": four_player_content,
}
"""What the placard says of the rules of each game (OPS 4.6)."""


ONLOOKER = Viewer(can_act=False, is_floor=False, is_tablet=False)


def make_screen(
    state: TableStateDocument, viewer: Viewer, seed: str, tag: str, message: Message | None = None
) -> Screen:
    """The screen of a table for a viewer; `seed` begins the command ids of the acts it will send."""
    figures = MoneyFormat.of(state["casino"]["minor_digits"])
    kind = SCREENS[state["table"]["game"]]
    step = step_outside_play(state, viewer)
    preview = state["settlement_preview"]
    if step is None and preview is not None:
        shown = cast(TableStateDocument, {**state, "round": preview["round"], "seats": preview["seats"]})
        return kind(shown, viewer, figures, kind.step_in_round(shown), seed, tag, message, actual=state)
    if step is None:
        step = kind.step_in_round(state) if state["round"] else kind.step_between_rounds(state, figures)
    return kind(state, viewer, figures, step, seed, tag, message)


def facts_of(game: str, document: dict[str, Any], figures: MoneyFormat) -> list[tuple[str, str]]:
    """Limits and rake of a table under its house rules, as they stand in the top bar of its tablet."""
    state = cast(TableStateDocument, {"table": {"game": game}, "round": None, "rules": {"document": document}})
    return SCREENS[game](state, ONLOOKER, figures, TabletStep("", "", ""), "", "").facts


def felt_screen(state: TableStateDocument) -> Screen:
    """Return the screen of a round for a viewer who can do nothing there."""
    figures = MoneyFormat.of(state["casino"]["minor_digits"])
    kind = SCREENS[state["table"]["game"]]
    return kind(state, ONLOOKER, figures, kind.step_in_round(state), "", "")


def moved_on(seen: str, state: TableStateDocument) -> Message:
    """What the second tablet learns when another acted first (OPS 5.10)."""
    return Message(_what_happened(seen, state), "plain", "stale")


def _what_happened(seen: str, state: TableStateDocument) -> str:
    number, _colon, step = seen.partition(":")
    round_, last = state["round"], state["last_round"]
    if round_ is not None and str(round_["number"]) != number:
        return _("Round %(number)s was opened on another tablet.") % {"number": round_["number"]}
    if round_ is None and last is not None and str(last["number"]) == number:
        closed = _("Round %(number)s was closed on another tablet.")
        void = _("Round %(number)s was declared void on another tablet.")
        return (void if last["state"] == "void" else closed) % {"number": number}
    told = SCREENS[state["table"]["game"]].moved_on(round_, step) if round_ is not None else ""
    return told or _("Something was changed on another tablet: look at the table, then go on.")
