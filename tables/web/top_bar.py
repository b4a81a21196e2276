"""The top bar: table, limits, rake, round and dealer (LOOK 1)."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tables.web.amounts import Figures
from tables.web.steps import house_rules_of
from tables.web.words import GAMES, SPOTS


@dataclass(frozen=True, slots=True)
class TopBar:
    """What stands above the felt, as words."""

    game: str
    limits: list[tuple[str, str]]
    rake: str
    round_word: str
    round: str
    dealer: str


def top_bar(state: dict[str, Any], figures: Figures) -> TopBar:
    """The top bar of a table."""
    word, number = _round(state)
    return TopBar(
        game=str(GAMES[state["table"]["game"]]),
        limits=_limits(state, figures),
        rake=_rake(state, figures),
        round_word=word,
        round=number,
        dealer=state["dealer"]["name"] if state["dealer"] else "\N{EN DASH}",
    )


def _limits(state: dict[str, Any], figures: Figures) -> list[tuple[str, str]]:
    """The limits of the table, by spot (OPS 4.1)."""
    limits = house_rules_of(state)["limits"]
    text = figures.amount
    return [
        (str(SPOTS[key]), f"{text(limits[key]['min'])}\N{EN DASH}{text(limits[key]['max'])}")
        for key in ("ante", "flush", "straight_flush")
        if key in limits
    ]


def _rake(state: dict[str, Any], figures: Figures) -> str:
    """The rake in a few words (HCF 9.4)."""
    rake = house_rules_of(state)["terms"]["rake"]
    amount = figures.amount(rake["amount"])
    return {
        "none": _("none"),
        "all_players": _("%(amount)s each") % {"amount": amount},
        "players_only": _("%(amount)s a player") % {"amount": amount},
        "designated_player_only": _("%(amount)s the bank alone") % {"amount": amount},
    }[rake["mode"]]


def _round(state: dict[str, Any]) -> tuple[str, str]:
    """The round on the table, or the last one, with the word for it."""
    round_, last = state["round"], state["last_round"]
    if round_ is not None:
        return _("Round"), str(round_["number"])
    if last is None:
        return _("Round"), "\N{EN DASH}"
    return (_("Last, void") if last["state"] == "void" else _("Last round")), str(last["number"])
