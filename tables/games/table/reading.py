"""Reading what is sent to an act at a table; each fault has its code (interfaces, section 2)."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tables.errors import BadField, NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError, quoted, quoted_name
from tables.games.money import MAX_AMOUNT
from tables.games.reading import LONGEST_WORDS, is_storable, is_whole
from tables.games.table.state import OpenRound, Player, TableState
from tables.games.values import JSON


def verify_sent(act: Callable[..., Any], sent: Mapping[str, Any]) -> None:
    """Raise BadField for a key that the act does not know, or that it needs and was not sent."""
    parameters = [
        parameter
        for parameter in inspect.signature(act).parameters.values()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    allowed = [parameter.name for parameter in parameters]
    for key in sent:
        if key not in allowed:
            template = (
                _("%(field)s is not known here; allowed are %(allowed)s.")
                if allowed
                else _("%(field)s is not known here; nothing is sent with this.")
            )
            raise BadField(template, field=quoted_name(key), allowed=", ".join(allowed))
    for parameter in parameters:
        if parameter.default is parameter.empty and parameter.name not in sent:
            raise BadField(_("%(field)s is missing."), field=parameter.name)


def read_seat(seat: object, seat_count: int) -> int:
    """A seat of a table with so many; raises `bad_seat`."""
    if not is_whole(seat, 1, seat_count):
        raise RuleError(
            "bad_seat",
            _("A seat of this table is a number from 1 to %(most)s, not %(found)s."),
            field="seat",
            most=seat_count,
            found=quoted(seat),
        )
    return seat


def read_player(table: TableState, seat: object) -> Player:
    """The player at a seat; raises `bad_seat`."""
    number = read_seat(seat, table.seat_count)
    if number not in table.players:
        raise RuleError("bad_seat", _("Nobody sits at seat %(seat)s."), seat=number)
    return table.players[number]


def read_amount(amount: object, name: str, seat: int | None, least: int = 1, most: int = MAX_AMOUNT) -> int:
    """An amount in whole minor units; raises `bad_amount`."""
    if not is_whole(amount, least, most):
        raise RuleError(
            "bad_amount",
            _("%(field)s must be an amount from %(least)s to %(most)s.")
            if least < most
            else _("%(field)s must be %(most)s."),
            seat=seat,
            field=name,
            least=least,
            most=most,
        )
    return amount


def read_text(value: object, name: str, *, most: int = LONGEST_WORDS, required: bool = True) -> str:
    """A text that a person wrote, trimmed; raises `bad_field`."""
    if not isinstance(value, str) or len(value) > most or not is_storable(value):
        raise BadField(_("%(field)s must be text of at most %(most)s characters."), field=name, most=most)
    if required and not value.strip():
        raise BadField(_("%(field)s must not be empty."), field=name)
    return value.strip()


def read_reason(reason: object, words: object, allowed: Sequence[str]) -> JSON:
    """One of the codes, and the words beside it, which `other` needs (AUD 1.3); raises `bad_field`."""
    if reason not in allowed:
        raise BadField(_("The reason must be one of %(allowed)s."), field="reason", allowed=", ".join(allowed))
    return {"reason": reason, "words": read_text(words, "words", required=reason == "other")}


def read_open_round(table: TableState, number: object) -> OpenRound:
    """The open round, if it is the one that is meant; raises BadField, NotFound or WrongState."""
    if type(number) is not int:
        raise BadField(_("%(field)s must be the number of a round."), field="number")
    if table.round is None or table.round.number != number:
        if 1 <= number <= table.last_round:
            raise WrongState(_("Round %(number)s is over."), number=number)
        raise NotFound(_("There is no round %(number)s at table %(table)s."), number=number, table=table.number)
    return table.round
