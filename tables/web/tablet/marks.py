"""What stands out of the open round, in the top bar until the round is closed (OPS 5.8): a short mark, and its sentence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tables.queries.tables.documents import TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.act_sentences import Told, wagers_text
from tables.web.tablet.moved import moved_title
from tables.web.words.floor import DISPUTE_REASONS
from tables.web.words.games import SPOTS
from tables.web.words.rounds import FLAG_SENTENCES, FLAGS


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing to be known of the round: in a word, in a sentence, and at which seat."""

    word: str
    sentence: str
    seat: int | None = None


def marks_of(state: TableStateDocument, figures: MoneyFormat) -> list[Mark]:
    """The marks of the open round: disputes first, then what was found of it; and corrections that wait for its end."""
    round_ = state["round"]
    if round_ is None:
        return []
    told = Told({}, state, figures)
    flags = [_flag_mark(told, flag) for flag in round_["flags"]]
    corrected = [Mark(_("Corrected"), f"{moved_title(one)}.") for one in state["moved"]]
    return [*_disputes(state), *dict.fromkeys(flags), *corrected]


def _disputes(state: TableStateDocument) -> Iterator[Mark]:
    for dispute in state["disputes"]:
        values = {"seat": dispute["seat"], "reason": DISPUTE_REASONS[dispute["reason"]]}
        at_seat, of_round = _("Seat %(seat)s disputes: %(reason)s."), _("The round is disputed: %(reason)s.")
        yield Mark(_("Dispute"), (of_round if dispute["seat"] is None else at_seat) % values, dispute["seat"])


def _flag_mark(told: Told, flag: Mapping[str, Any]) -> Mark:
    sentence = str(FLAG_SENTENCES[flag["code"]]) % {name: _shown(told, name, value) for name, value in flag.items()}
    return Mark(str(FLAGS[flag["code"]]), sentence, flag.get("seat"))


def _shown(told: Told, name: str, value: Any) -> str:
    """Amounts and wagers as people read them."""
    if name == "spot":
        return str(SPOTS[value].name)
    if isinstance(value, dict):
        return wagers_text(told, value)
    return str(value) if name in ("seat", "code") else told.amount(value)
