"""Offering the bank of the coming round (OPS 3)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.games.designation import Answer, Rotation, answer_offers
from tables.games.errors import RuleError
from tables.games.reading import read_rows
from tables.games.table.change import ActCall, Change
from tables.games.table.rules import take_due_rules
from tables.games.table.state import TableState, verify_open
from tables.games.values import JSON


class Offered(NamedTuple):
    """A table after the offers of one call, where they stand, and the answers they added."""

    table: TableState
    rotation: Rotation
    added: Sequence[Answer]


def offer_designation(call: ActCall, *, offers: object) -> Change:
    """Record who was offered the bank of the coming round and what they answered (OPS 3.1)."""
    table = verify_open(call.table)
    if table.round is not None:
        raise WrongState(_("A round is open: the bank is offered between rounds."))
    boundary = take_due_rules(table, call.moment.now)
    before = answers_told(boundary.table.answers)
    table, rotation, added = take_offers(boundary.table, offers, call.moment.now)
    taken, coming = rotation.accepted, table.last_round + 1
    return Change(
        table,
        {"before": {"answers": before}, "after": {"answers": answers_told(table.answers)}, **boundary.payload},
        {
            "accepted": {"seat": taken.seat, "bank": taken.bank} if taken else None,
            "next": rotation.next_seat,
            "stopped": rotation.stopped,
        },
        round_number=coming,
        offers=added,
        in_force=boundary.in_force,
        no_taker=coming if rotation.stopped else None,
    )


def take_offers(table: TableState, offers: object, now: datetime) -> Offered:
    """Answer the offers of one call, made now; raises WrongState in a game without a designated player (OPS 3.6)."""
    rotation = table.rotation(now)
    if rotation is None:
        raise WrongState(_("This game has no designated player."))
    rows = read_rows({"offers": offers}, "offers", ("answer",), ("bank",))
    known = 0 if rotation.accepted else len(rotation.answers)
    rotation = answer_offers(rotation, rows)
    return Offered(replace(table, answers=rotation.answers), rotation, rotation.answers[known:])


def accepted_answer(rotation: Rotation) -> Answer:
    """The answer that took the bank of the coming round, which still has to hold; raises `no_designated_player`."""
    if rotation.accepted is not None:
        return rotation.accepted
    if rotation.next_seat is not None:
        template = _("Nobody has taken the bank yet: offer it to seat %(next)s.")
        raise RuleError("no_designated_player", template, next=rotation.next_seat)
    willing = [seat for seat in rotation.order if not rotation.why_not_eligible(seat)]
    if willing:
        template = _("Nobody has taken the bank, and all have been asked: these seats may still take it: %(seats)s.")
        raise RuleError("no_designated_player", template, seats=", ".join(map(str, sorted(willing))))
    raise RuleError("no_designated_player", _("Nobody can take the bank: no player at the table is eligible for it."))


def withdraw_answer(table: TableState, seat: int) -> tuple[TableState, JSON]:
    """Take back the answer of a player who leaves, sits out or declines for good; and what the entry says of it."""
    withdrawn = answers_told([answer for answer in table.answers if answer.seat == seat])
    if not withdrawn:
        return table, {}
    kept = tuple(answer for answer in table.answers if answer.seat != seat)
    return replace(table, answers=kept), {"withdrawn": withdrawn}


def answers_told(answers: Sequence[Answer]) -> list[JSON]:
    """Answers as an entry has them."""
    return [answer._asdict() for answer in answers]
