"""Offering the bank (OPS 3)."""

from collections.abc import Mapping

from tables.actions.act.alerts import tell_stopped
from tables.actions.act.path import JSON, Desk, at_table
from tables.actions.act.rows import open_table_of, players_at, round_of, rules_in_force
from tables.actions.rules.effect import take_due_rules
from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.games.designation import Rotation, answer_offers
from tables.games.errors import RuleError
from tables.games.reading import read_rows
from tables.games.values import HouseRules
from tables.models import DesignationOffer, Seating, Table
from tables.models.values import rotation_of
from tables.policy import Act


@at_table(Act.OFFER_DESIGNATION)
def offer_designation(desk: Desk, *, offers: object) -> JSON:
    """Record who was offered the bank of the coming round and what he answered (OPS 3.1)."""
    table = open_table_of(desk)
    if round_of(table) is not None:
        raise WrongState(_("A round is open: the bank is offered between rounds."))
    seatings = players_at(table)
    take_due_rules(desk, seatings)
    _version, rules = rules_in_force(table)
    before = answers_of(table)
    rotation = take_offers(desk, table, rules, seatings, offers)
    payload = {"before": {"answers": before}, "after": {"answers": answers_of(table)}}
    desk.record(payload, round_number=table.last_round + 1)
    return {"accepted": accepted_of(table), "next": rotation.next_seat, "stopped": rotation.stopped}


def take_offers(
    desk: Desk, table: Table, rules: HouseRules, seatings: Mapping[int, Seating], offers: object
) -> Rotation:
    """Answer the offers of one call, and keep each answer for the rotation ledger (OPS 3.6)."""
    rotation = rotation_of(table, rules, seatings)
    if rotation is None:
        raise WrongState(_("This game has no designated player."))
    rows = read_rows({"offers": offers}, "offers", ("answer",), ("bank",))
    known = 0 if rotation.accepted else len(rotation.answers)
    rotation = answer_offers(rotation, rows)
    DesignationOffer.objects.bulk_create(
        DesignationOffer(
            table=table,
            round_number=table.last_round + 1,
            seating=seatings[answer.seat],
            offered_at=desk.now,
            **answer._asdict(),
        )
        for answer in rotation.answers[known:]
    )
    keep_answers(table, [answer._asdict() for answer in rotation.answers])
    if rotation.stopped:
        tell_stopped(desk, table.last_round + 1)
    return rotation


def answers_of(table: Table) -> list[JSON]:
    """The answers so far to the offers of the coming round."""
    answers: list[JSON] = table.designation.get("answers", [])
    return answers


def keep_answers(table: Table, answers: list[JSON], present: Seating | None = None) -> None:
    """Write down the answers so far, beside who has the position now; `present` is whoever takes it with this act."""
    seating_id = present.pk if present is not None else table.designation.get("present")
    table.designation = {"present": seating_id, "answers": answers}


def accepted_of(table: Table) -> JSON | None:
    """Who took the bank of the coming round, and how much he declared."""
    for answer in answers_of(table):
        if answer["answer"] == "accepted":
            return {"seat": answer["seat"], "bank": answer["bank"]}
    return None


def verify_accepted(rotation: Rotation) -> tuple[int, int]:
    """The seat and the bank of the coming round, which still have to hold; raises if nobody has taken it."""
    taken = rotation.accepted
    if taken is None:
        raise RuleError(
            "no_designated_player",
            _("Nobody has taken the bank yet: offer it to seat %(next)s."),
            next=rotation.next_seat,
        )
    return taken.seat, taken.bank or 0


def withdraw_answer(table: Table, seat: int) -> JSON:
    """Take back the answer of whoever leaves, sits out or declines for good; what of it goes on record."""
    withdrawn = [answer for answer in answers_of(table) if answer["seat"] == seat]
    if not withdrawn:
        return {}
    keep_answers(table, [answer for answer in answers_of(table) if answer["seat"] != seat])
    return {"withdrawn": withdrawn}
