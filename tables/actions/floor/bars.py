"""Players who may not play on, at a table or in the house, until the bar is lifted (HCF 10.2, OPS 2.3)."""

from dataclasses import replace
from typing import Any

from tables.actions.act.context import ActContext
from tables.actions.act.outcomes import set_barred
from tables.actions.act.path import Answer, at_table, in_house
from tables.actions.act.rows import known_table, player_at, table_of
from tables.errors import BadField, NotFound, Stale, TableError, WrongState
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.table.reading import read_reason, read_text
from tables.games.values import JSON
from tables.models import Bar, Seating
from tables.policy import Act
from tables.stamp import Call, CommandId, HouseCall, Stamp


def bar_player(call: Call, *, seat: int, scope: object, reason: object, words: object = "") -> Answer:
    """Bar the player at a seat from the table, or by their player card from the house; from then on they only cash out.

    They are dealt to no more and offered no bank; a round they are in they play to its end.
    """
    if scope == "table":
        return _bar_at_table(call, seat=seat, reason=reason, words=words)
    if scope == "house":
        return _bar_card_at_seat(call, seat, reason, words)
    raise BadField(_("%(field)s must be one of %(allowed)s."), field="scope", allowed=", ".join(Bar.Scope.values))


@at_table(Act.BAR_PLAYER)
def _bar_at_table(context: ActContext, *, seat: int, reason: object, words: object) -> JSON:
    table = table_of(context)
    player = player_at(table, seat)
    why = read_reason(reason, words, Bar.Reason.values)
    already = Bar.objects.filter(seating=player, table=table, lifted_at=None)
    if already.exists():
        raise WrongState(_("The player at seat %(seat)s is barred already."), seat=player.seat)
    # With its row it takes effect: the database marks every seat it applies to.
    bar = Bar.objects.create(
        casino_id=table.casino_id,
        table=table,
        seating=player,
        player_card=player.player_card,
        **{"barred_by_id": context.responsible_id, "barred_at": context.now, **why},
    )
    withdrawn = set_barred(context, player.seat, barred=True)
    answer = {"bar": bar.pk, "scope": "table", "seat": player.seat, "player_card": player.player_card}
    context.record({**answer, **why, "stay": player.sit_sequence, **withdrawn})
    return answer


def _bar_card_at_seat(call: Call, seat: int, reason: object, words: object) -> Answer:
    """A house act done at a table: whether its author deals, and on which tablet, is asked there."""
    table = known_table(call.table_id)
    if type(seat) is not int:
        raise BadField(_("%(field)s must be the number of a seat."), field="seat")
    sent = {"table": table.number, "seat": seat, "scope": "house", "reason": reason, "words": words}
    answer = _bar_seated_card(HouseCall(table.casino_id, call.stamp, table.pk), call, **sent)
    _tell_tables(answer.body, barred=True)
    return replace(answer, version=known_table(table.pk).version)


@in_house(Act.BAR_PLAYER)
def _bar_seated_card(context: ActContext, at: Call, /, **sent: Any) -> JSON:
    """The card is read under the house's lock, together with the version of the table it is read at."""
    why = read_reason(sent["reason"], sent["words"], Bar.Reason.values)
    seat = sent["seat"]
    seating = Seating.objects.filter(table=at.table_id, seat=seat, left_at=None).select_related("table").first()
    if seating is None:
        raise RuleError("bad_seat", _("Nobody sits at seat %(seat)s."), seat=seat)
    present = seating.table.version
    if at.version not in (None, present):
        template = _("The table has moved on from version %(version)s to %(present)s.")
        raise Stale(template, version=at.version, present=present)
    if not seating.player_card:
        template = _("Seat %(seat)s has no player card: without one they can be barred from this table only.")
        raise BadField(template, field="scope", seat=seating.seat)
    context.table = seating.table
    return _bar_card(context, seating.player_card, why)


def bar_from_house(call: HouseCall, *, player_card: object, reason: object, words: object = "") -> Answer:
    """Bar a player card from the house, wherever it is shown or sits (OPS 2.3)."""
    card = read_text(player_card, "player_card", most=32)
    answer = _bar_from_house(call, player_card=card, reason=reason, words=words)
    _tell_tables(answer.body, barred=True)
    return answer


@in_house(Act.BAR_PLAYER)
def _bar_from_house(context: ActContext, *, player_card: str, reason: object, words: object) -> JSON:
    return _bar_card(context, player_card, read_reason(reason, words, Bar.Reason.values))


def _bar_card(context: ActContext, card: str, why: JSON) -> JSON:
    if Bar.objects.filter(casino=context.casino, table=None, player_card=card, lifted_at=None).exists():
        raise WrongState(_("Player card %(card)s is barred from the house already."), card=card)
    bar = Bar.objects.create(
        casino=context.casino, player_card=card, barred_by_id=context.responsible_id, barred_at=context.now, **why
    )
    answer = {"bar": bar.pk, "scope": "house", "player_card": card}
    context.record({**answer, **why})
    return answer


def lift_bar(*, bar_id: int, stamp: Stamp, words: object = "") -> Answer:
    """Let a player play again; they return to play when they say so (OPS 2.3)."""
    bar = Bar.objects.filter(pk=bar_id).first()
    if bar is None:
        raise NotFound(_("There is no bar %(bar)s."), bar=bar_id)
    if bar.table_id is not None:
        return _lift_at_table(Call(bar.table_id, stamp), bar=bar.pk, words=words)
    answer = _lift_in_house(HouseCall(bar.casino_id, stamp), bar=bar.pk, words=words)
    _tell_tables(answer.body, barred=False)
    return answer


@at_table(Act.LIFT_BAR)
def _lift_at_table(context: ActContext, *, bar: int, words: object) -> JSON:
    return _lift(context, bar, words)


@in_house(Act.LIFT_BAR)
def _lift_in_house(context: ActContext, *, bar: int, words: object) -> JSON:
    return _lift(context, bar, words)


def _lift(context: ActContext, bar_id: int, words: object) -> JSON:
    bar = Bar.objects.get(pk=bar_id)
    text = read_text(words, "words", required=False)
    if bar.lifted_at is not None:
        raise WrongState(_("This bar is lifted already."))
    bar.lifted_by_id, bar.lifted_at = context.responsible_id, context.now
    bar.save(update_fields=["lifted_by", "lifted_at"])
    scope = "house" if bar.table_id is None else "table"
    answer = {"bar": bar.pk, "scope": scope, "player_card": bar.player_card}
    context.record({**answer, "said": text})
    return answer


@at_table(Act.APPLY_BAR)
def apply_bar(context: ActContext, *, bar: int, barred: bool) -> JSON:
    """Record at a table what a bar from the house, or its end, means for a player who sits there."""
    table = table_of(context)
    card = Bar.objects.get(pk=bar).player_card
    player = Seating.objects.filter(table=table, player_card=card, left_at=None).first()
    if player is None:
        raise WrongState(_("The player does not sit here any more."))
    withdrawn = set_barred(context, player.seat, barred=barred)
    answer = {"bar": bar, "seat": player.seat, "barred": player.barred}
    context.record({**answer, **withdrawn})
    return answer


def _tell_tables(house_bar: JSON, *, barred: bool) -> None:
    """After the house act: the seats are marked already, and every table where the card sits is to notice."""
    bar = house_bar["bar"]
    seatings = Seating.objects.filter(left_at=None, player_card=house_bar["player_card"], table__casino__bars=bar)
    for table_id in seatings.values_list("table_id", flat=True):
        command_id = CommandId.internal("bar", bar, "barred" if barred else "lifted", table_id)
        try:
            apply_bar(Call(table_id, Stamp.of_system(command_id)), bar=bar, barred=barred)
        except TableError:
            # The player has left meanwhile: the bar meets them where they sit down next.
            continue
