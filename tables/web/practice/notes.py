"""What the page of a practice table says beside what every tablet shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.web.practice.table import MANAGER_BADGE, MANAGER_PIN, Mistyped, Practice, compared
from tables.web.why.reason import shown_cards


@dataclass(frozen=True, slots=True)
class PracticeNotes:
    """The cards to type by seat, what was typed otherwise, and who signs here."""

    game: str
    cards: Sequence[tuple[int, str]]
    mistyped: Sequence[str]
    is_compared: bool
    """Whether the hands of a round are in, so that there is something to compare."""
    badge: str = MANAGER_BADGE
    pin: str = MANAGER_PIN


def notes_of(practice: Practice, *, is_shown: bool) -> PracticeNotes:
    """The notes of a practice table as it stands; `is_shown` says that its settlement is shown and not made yet."""
    round_ = practice.table.round
    is_compared = is_shown or practice.settlement is not None
    mistyped: Sequence[Mistyped] = practice.mistyped
    if round_ is not None:
        mistyped = compared(practice.cards, round_.play) if is_compared else ()
    cards = [(seat, shown_cards(cards)) for seat, cards in (practice.cards or {}).items()]
    is_over = round_ is None and practice.last_round is not None
    return PracticeNotes(practice.table.rules.game, cards, [_words(one) for one in mistyped], is_compared or is_over)


def _words(one: Mistyped) -> str:
    return _("Seat %(seat)s: %(typed)s was typed where %(dealt)s lay.") % {
        "seat": one.seat,
        "typed": shown_cards(one.typed),
        "dealt": shown_cards(one.dealt),
    }
