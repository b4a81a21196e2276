"""The top bar: table, limits, rake, round and dealer (LOOK 1)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.queries.tables.documents import TableStateDocument
from tables.web.rules.sides import coming_words
from tables.web.shared.money import MoneyFormat
from tables.web.shared.times import HouseClock
from tables.web.tablet.marks import Mark, marks_of
from tables.web.words.games import GAMES


@dataclass(frozen=True, slots=True)
class TopBar:
    """What stands above the felt, as words."""

    game: str
    facts: list[tuple[str, str]]
    round_word: str
    round: str
    dealer: str
    coming: tuple[str, str] | None
    """When the rules are going to be others, and what will be different (OPS 4.3)."""
    marks: list[Mark]
    """What stands out of the open round (OPS 5.8)."""

    @property
    def marked(self) -> str:
        """All marks in sentences."""
        return " ".join(mark.sentence for mark in self.marks)

    @property
    def further(self) -> int:
        """How many marks there are beside the first."""
        return len(self.marks) - 1


def top_bar(state: TableStateDocument, facts: list[tuple[str, str]], figures: MoneyFormat) -> TopBar:
    """The top bar of a table."""
    word, number = _round(state)
    return TopBar(
        game=str(GAMES[state["table"]["game"]]),
        facts=facts,
        round_word=word,
        round=number,
        dealer=state["dealer"]["name"] if state["dealer"] else "\N{EN DASH}",
        coming=_coming(state, figures),
        marks=marks_of(state, figures),
    )


def _coming(state: TableStateDocument, figures: MoneyFormat) -> tuple[str, str] | None:
    coming = state.get("coming")
    if coming is None:
        return None
    return _coming_when(state, coming["due_at"]), coming_words(coming, figures)


def _coming_when(state: TableStateDocument, due_at: str) -> str:
    """The time of a change, or what it waits for where that has passed; times of one form compare as they are read."""
    if due_at > state["now"]:
        return _("From %(time)s") % {"time": HouseClock.of(state["casino"]["time_zone"]).short(due_at, state["now"])}
    return _("After this match") if state["table"]["match"] else _("After this round")


def _round(state: TableStateDocument) -> tuple[str, str]:
    """The round on the table, or the last one, with the word for it."""
    round_, last = state["round"], state["last_round"]
    if round_ is not None:
        return _("Round"), str(round_["number"])
    if last is None:
        return _("Round"), "\N{EN DASH}"
    return (_("Last, void") if last["state"] == "void" else _("Last round")), str(last["number"])
