"""Players and their chips between rounds (OPS 2)."""

from collections.abc import Mapping, Sequence

from django.db.models import Q, QuerySet, Sum

from tables.actions.act import journal
from tables.actions.act.path import JSON, Desk, at_table, need_text
from tables.actions.act.rows import (
    open_table_of,
    player_at,
    players_at,
    round_of,
    rules_in_force,
    verify_amount,
    verify_seat,
)
from tables.actions.bank import answers_of, keep_answers, withdraw_answer
from tables.actions.floor.listing import list_owed
from tables.errors import BadField, NotAllowed, WrongState
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.values import Departure, Leg
from tables.models import Bar, Owed, Round, Seating, Table
from tables.models.values import match_of, stacks_of
from tables.policy import Act

SOURCES = ("cash", "chips")
# A stack somebody brings or is counted, in minor units: with it every bet at the longest odds is still a number that an
# entry can hold (AUD 2.2).
MOST_CHIPS = 10**12
RECOUNT_REASONS = ("tip", "passed", "carried", "miscount", "other")


@at_table(Act.SIT)
def sit(desk: Desk, *, seat: int, buy_in: int, source: str = "cash", player_card: str = "") -> JSON:
    """A player sits down with a buy-in (OPS 2.1)."""
    table = open_table_of(desk)
    number = verify_seat(table, seat)
    _verify_buy_in(table, verify_amount(buy_in, "buy_in", number, most=MOST_CHIPS), source, "buy_in", number)
    card = need_text(player_card, "player_card", most=32, required=False)
    seatings = players_at(table)
    _verify_free(seatings, number)
    _verify_card_is_new(seatings, card, number)
    _verify_card_is_welcome(table, card, number)
    seating = Seating.objects.create(table=table, seat=number, player_card=card, sat_at=desk.now)
    journal.post(desk, _buy_in_legs(number, buy_in, source), {number: seating}, None)
    owed = _owed_by_card(table, card)
    desk.record({**_change(number, "chips", None, buy_in), **owed})
    return {"seat": number, "chips": seating.chips, **owed}


@at_table(Act.BUY_IN)
def buy_in(desk: Desk, *, seat: int, amount: int, source: str = "cash") -> JSON:
    """A further buy-in (OPS 2.1)."""
    table = open_table_of(desk)
    seating = _verify_plays_on(_player_between_rounds(table, seat))
    room = max(0, MOST_CHIPS - seating.chips)
    _verify_buy_in(table, verify_amount(amount, "amount", seating.seat, most=room), source, "amount", seating.seat)
    before = seating.chips
    journal.post(desk, _buy_in_legs(seating.seat, amount, source), {seating.seat: seating}, None)
    return _recorded_chips(desk, seating, before)


@at_table(Act.RECOUNT)
def recount(desk: Desk, *, seat: int, chips: int, reason: str, words: str = "") -> JSON:
    """A stack counted anew; the difference goes on record with its reason, never absorbed (OPS 2.2)."""
    table = open_table_of(desk)
    seating = _player_between_rounds(table, seat)
    counted = verify_amount(chips, "chips", seating.seat, least=0, most=MOST_CHIPS)
    if reason not in RECOUNT_REASONS:
        raise BadField(_("The reason must be one of %(allowed)s."), field="reason", allowed=", ".join(RECOUNT_REASONS))
    said = need_text(words, "words", required=reason == "other")
    before, difference = seating.chips, counted - seating.chips
    _version, rules = rules_in_force(table)
    if abs(difference) > rules.recount.signed_above:
        desk.require(Act.RECOUNT_LARGE)
    legs = [Leg("seat", seating.seat, difference), Leg("outside", None, -difference)]
    journal.post(desk, legs, {seating.seat: seating}, None)
    return _recorded_chips(desk, seating, before, {"reason": reason, "words": said, "difference": difference})


@at_table(Act.MOVE)
def move(desk: Desk, *, seat: int, to: int) -> JSON:
    """A player changes seats with all that is his; the button goes along where it is a player's (OPS 2.1)."""
    table = open_table_of(desk)
    seating = _verify_plays_on(_player_between_rounds(table, seat))
    number = verify_seat(table, to)
    _verify_free(players_at(table), number)
    before = {"seat": seating.seat, "button": table.button}
    answers = [{**answer, "seat": number} if answer["seat"] == seating.seat else answer for answer in answers_of(table)]
    keep_answers(table, answers)
    if table.button == seating.seat and seating.pk in (table.designation["present"], *table.match):
        table.button = number
    seating.seat = number
    seating.save(update_fields=["seat"])
    desk.record({"before": before, "after": {"seat": number, "button": table.button}})
    return {"seat": number}


@at_table(Act.SIT_OUT)
def sit_out(desk: Desk, *, seat: int) -> JSON:
    """A player keeps his seat and is not dealt to (OPS 2.3)."""
    return _set_sitting_out(desk, seat, out=True)


@at_table(Act.RETURN_TO_PLAY)
def return_to_play(desk: Desk, *, seat: int) -> JSON:
    """A player who sat out plays again (OPS 2.3)."""
    return _set_sitting_out(desk, seat, out=False)


@at_table(Act.STANDING_DECLINE)
def standing_decline(desk: Desk, *, seat: int, on: bool) -> JSON:
    """A player declines the bank until he says otherwise; it is recorded each round (OPS 3.1)."""
    table = open_table_of(desk)
    seating = _verify_plays_on(player_at(table, seat))
    if not isinstance(on, bool):
        raise BadField(_("%(field)s must be true or false."), field="on")
    if seating.standing_decline == on:
        raise WrongState(_("Nothing would change at seat %(seat)s."), seat=seating.seat)
    _version, rules = rules_in_force(table)
    if rules.designation is None:
        raise WrongState(_("This game has no designated player."))
    withdrawn = withdraw_answer(table, seating.seat) if on else {}
    seating.standing_decline = on
    seating.save(update_fields=["standing_decline"])
    desk.record({**_change(seating.seat, "standing_decline", not on, on), **withdrawn})
    return {"seat": seating.seat, "standing_decline": on}


@at_table(Act.LEAVE)
def leave(desk: Desk, *, seat: int) -> JSON:
    """A player leaves with his chips; a carried pot is shared first, and his markers are redeemed or owed (OPS 2.3, 7.2)."""
    table = open_table_of(desk)
    seating = _player_between_rounds(table, seat)
    withdrawn = withdraw_answer(table, seating.seat)
    before = {"seat": seating.seat, "chips": seating.chips, "markers_out": seating.markers_out, "carry": table.carry}
    seatings = players_at(table)
    leaving = seatings[seating.seat]
    parting = _farewell(table, seatings, leaving)
    taken = leaving.chips + sum(leg.amount for leg in parting if (leg.account, leg.seat) == ("seat", leaving.seat))
    legs = [*parting, Leg("seat", leaving.seat, -taken), Leg("outside", None, taken)]
    leaving.markers_out = 0
    journal.post(desk, legs, seatings, None, [leaving])
    leaving.left_at = desk.now
    leaving.save(update_fields=["left_at"])
    list_owed(desk, legs, seatings, Owed.Reason.MARKERS)
    moved = {"parting": [leg._asdict() for leg in parting]} if parting else {}
    owed = _owed_by(leaving)
    desk.record({"before": before, "after": {"seat": leaving.seat, "chips": None}, **moved, **withdrawn, **owed})
    return {"seat": leaving.seat, "chips": taken, **owed}


def _farewell(table: Table, seatings: Mapping[int, Seating], leaving: Seating) -> Sequence[Leg]:
    """What moves before he goes, as his game has it; his match ends with it, and the next one starts afresh."""
    _version, rules = rules_in_force(table)
    match = match_of(table, seatings)
    if leaving.seat not in match:
        return GAMES[rules.game].legs_on_leaving(rules, Departure(leaving.seat, stacks_of(seatings), 0, (), None))
    departure = Departure(leaving.seat, stacks_of(seatings), table.carry, match, table.button)
    table.match, table.carry, table.button = [], 0, None
    return GAMES[rules.game].legs_on_leaving(rules, departure)


def _set_sitting_out(desk: Desk, seat: int, *, out: bool) -> JSON:
    table = open_table_of(desk)
    seating = _player_between_rounds(table, seat)
    if seating.sitting_out == out:
        raise WrongState(_("Nothing would change at seat %(seat)s."), seat=seating.seat)
    withdrawn = withdraw_answer(table, seating.seat) if out else {}
    # Asked again as it is written: a bar from the house comes under another lock, and wins.
    if not Seating.objects.filter(pk=seating.pk, barred=False).update(sitting_out=out):
        raise _barred(seating.seat)
    desk.record({**_change(seating.seat, "sitting_out", not out, out), **withdrawn})
    return {"seat": seating.seat, "sitting_out": out}


def _verify_plays_on(seating: Seating) -> Seating:
    """A player who is not barred; whoever is may only be counted and cashed out (OPS 2.3)."""
    if seating.barred:
        raise _barred(seating.seat)
    return seating


def _barred(seat: int) -> WrongState:
    return WrongState(_("The player at seat %(seat)s is barred: he can only be cashed out."), seat=seat)


def _verify_card_is_welcome(table: Table, card: str, seat: int) -> None:
    """Nobody sits down who is barred from the table or the house; the refusal is an entry, and the floor is told (OPS 2.3)."""
    here = Q(table=None) | Q(table=table)
    bar = Bar.objects.filter(here, casino=table.casino_id, player_card=card, lifted_at=None).first() if card else None
    if bar is not None:
        raise NotAllowed(
            _("Player card %(card)s is barred from the house: %(reason)s.")
            if bar.table_id is None
            else _("Player card %(card)s is barred from this table: %(reason)s."),
            seat=seat,
            card=card,
            reason=bar.reason,
        )


def _owed_by_card(table: Table, card: str) -> JSON:
    """What a player who comes back owes the house, or is owed, at any table: whoever seats him is told."""
    owing = Owed.objects.filter(seating__player_card=card, table__casino=table.casino_id, settled_at=None)
    return _total(owing) if card else {}


def _owed_by(seating: Seating) -> JSON:
    """What is owed by a player who leaves, or to him: whoever sees him off is told."""
    return _total(Owed.objects.filter(seating=seating, settled_at=None))


def _total(owing: QuerySet[Owed]) -> JSON:
    total = owing.aggregate(total=Sum("amount"))["total"]
    return {"owed": total} if total else {}


def _player_between_rounds(table: Table, seat: object) -> Seating:
    """A player who has nothing at stake: no cards are out, or he is in no hand of the round."""
    seating = player_at(table, seat)
    current = round_of(table)
    if current is not None:
        _verify_not_in(current, seating.seat)
    return seating


def _verify_not_in(round_: Round, seat: int) -> None:
    if seat == round_.designated_seat:
        raise WrongState(
            _("Seat %(seat)s banks round %(number)s: this waits until the round is closed."),
            seat=seat,
            number=round_.number,
        )
    if seat in GAMES[round_.rules.game].players_in(round_.play):
        raise WrongState(
            _("Seat %(seat)s is in round %(number)s: this waits until the player is out of it, or it is closed."),
            seat=seat,
            number=round_.number,
        )


def _verify_free(seatings: Mapping[int, Seating], seat: int) -> None:
    if seat in seatings:
        raise RuleError("bad_seat", _("Seat %(seat)s is taken."), seat=seat)


def _verify_card_is_new(seatings: Mapping[int, Seating], card: str, seat: int) -> None:
    for other, seating in seatings.items():
        if card and seating.player_card == card:
            raise RuleError(
                "bad_seat", _("Player card %(card)s sits at seat %(other)s already."), seat=seat, card=card, other=other
            )


def _verify_buy_in(table: Table, amount: int, source: object, name: str, seat: int) -> None:
    if source not in SOURCES:
        raise BadField(_("The source is cash or chips."), field="source")
    _version, rules = rules_in_force(table)
    if amount % rules.chip_unit:
        raise RuleError(
            "bad_amount",
            _("Seat %(seat)s: chips come in steps of %(unit)s."),
            seat=seat,
            field=name,
            unit=rules.chip_unit,
        )


def _buy_in_legs(seat: int, amount: int, source: str) -> list[Leg]:
    """Cash goes down the drop and its chips come from the tray; chips he brings come from outside."""
    chips = Leg("seat", seat, amount)
    if source == "chips":
        return [chips, Leg("outside", None, -amount)]
    return [chips, Leg("tray", None, -amount), Leg("drop", None, amount), Leg("outside", None, -amount)]


def _recorded_chips(desk: Desk, seating: Seating, before: int, more: JSON | None = None) -> JSON:
    desk.record({**_change(seating.seat, "chips", before, seating.chips), **(more or {})})
    return {"seat": seating.seat, "chips": seating.chips}


def _change(seat: int, name: str, before: object, after: object) -> JSON:
    return {"before": {"seat": seat, name: before}, "after": {"seat": seat, name: after}}
