"""The table before a hand: who will play, what goes into the pot, and why it cannot begin (DRAW 1.1 to 1.3, 1.10, 2.1)."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.values import RoundView, Stack
from tables.models.values import house_rules
from tables.queries.tables.documents import TableStateDocument
from tables.web.shared.errors import sentence
from tables.web.shared.match_line import match_line
from tables.web.shared.money import MoneyFormat


@dataclass(frozen=True, slots=True)
class Starter:
    """A player of the coming hand."""

    seat: int
    chips: str
    pays: str
    note: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """The coming hand, or why there is none yet."""

    starters: list[Starter] = field(default_factory=list)
    place: int | None = None
    """The button, or the seat that acts first, of the coming hand."""
    carry: str = ""
    pot: str = ""
    problem: str = ""
    code: str = ""
    match: str = ""
    """How the match goes, or how the last one ended (DRAW 1.13)."""
    is_over: bool = False
    """Whether the players have just ended a match, and there is none yet to go on with (DRAW 1.13)."""


def ready(state: TableStateDocument, place_key: str, figures: MoneyFormat) -> Ready:
    """Ask the game itself: an opening that is only tried changes nothing."""
    view, table = _before(state), state["table"]
    stacks = view.stacks
    carry = figures.amount(table["carry"]) if table["carry"] else ""
    match = match_line(table["newest_match"], figures)
    try:
        step = GAMES[view.rules.game].acts["open_round"](view, {})
    except RuleError as error:
        there = [stack for stack in stacks.values() if stack.playing]
        waiting = [Starter(stack.seat, figures.amount(stack.chips), "", "", is_first=False) for stack in there]
        is_over = table["newest_match"] is not None and not table["match"]
        return Ready(
            waiting, carry=carry, problem=_problem(error, figures), code=error.code, match=match, is_over=is_over
        )
    # For a carried pot it may be less than the rules say (DRAW 1.12).
    ante = (step.after["pot"] - table["carry"]) // len(step.play["seats"])
    starters = [
        _starter(entry["seat"], stacks[entry["seat"]], ante, step.markers_out.get(entry["seat"], 0), figures)
        for entry in step.play["seats"]
    ]
    first = step.answer["turn"]
    return Ready(
        [Starter(one.seat, one.chips, one.pays, one.note, one.seat == first) for one in starters],
        place=step.answer[place_key],
        carry=carry,
        pot=figures.amount(step.after["pot"]) if step.after["pot"] else "",
        match=match,
    )


def _before(state: TableStateDocument) -> RoundView:
    """The table as its game sees it before a round."""
    rules, table = house_rules(state["rules"]["document"]), state["table"]
    stacks = {
        row["seat"]: Stack(row["seat"], row["chips"], row["state"] == "playing", markers_out=row["markers_out"])
        for row in state["seats"]
        if row["state"] != "empty"
    }
    game, carry, match = GAMES[rules.game], table["carry"], table["match"]
    return RoundView(rules, game.first_state, game.first_play, stacks, table["button"], carry=carry, match=match)


def _starter(seat: int, stack: Stack, ante: int, markers: int, figures: MoneyFormat) -> Starter:
    issued = markers - stack.markers_out
    words = ngettext("%(count)s marker for it", "%(count)s markers for it", issued) % {"count": issued}
    return Starter(
        seat,
        figures.amount(stack.chips),
        figures.amount(ante) if ante else "",
        words if issued > 0 else "",
        is_first=False,
    )


def _problem(error: RuleError, figures: MoneyFormat) -> str:
    """Why it cannot begin; how many are missing is said in people's words."""
    found, least, most = (error.params.get(key) for key in ("found", "least", "most"))
    if found is None or least is None or most is None:
        return sentence(error, figures)
    if found < least:
        missing = {"count": least - found}
        return ngettext("%(count)s more player is needed", "%(count)s more players are needed", least - found) % missing
    return _("At most %(most)s play: a player sits out") % {"most": most}
