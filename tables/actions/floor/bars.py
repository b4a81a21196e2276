"""Players who may not play on, at a table or in the house, until the bar is lifted (HCF 10.2, OPS 2.3)."""

from collections.abc import Callable
from dataclasses import replace

from tables.actions.act.path import JSON, Answer, Desk, at_table, in_house, in_house_from, need_text
from tables.actions.act.reasons import need_reason, signer_of
from tables.actions.act.rows import known_table, player_at, table_of
from tables.actions.bank import withdraw_answer
from tables.errors import BadField, NotFound, Stale, TableError, WrongState
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.models import Bar, Seating
from tables.policy import Act, Role
from tables.stamp import Call, Stamp


def bar_player(call: Call, *, seat: int, scope: object, reason: object, words: object = "") -> Answer:
    """Bar whoever sits at a seat from the table, or by his player card from the house; he may only cash out from then on.

    He is dealt to no more and offered no bank; a round he is in he plays to its end.
    """
    if scope == "table":
        return _bar_at_table(call, seat=seat, reason=reason, words=words)
    if scope == "house":
        return _bar_from_seat(call, seat, reason, words)
    raise BadField(_("%(field)s must be one of %(allowed)s."), field="scope", allowed=", ".join(Bar.Scope.values))


@at_table(Act.BAR_PLAYER)
def _bar_at_table(desk: Desk, *, seat: int, reason: object, words: object) -> JSON:
    table = table_of(desk)
    player = player_at(table, seat)
    why = need_reason(reason, words, Bar.Reason.values)
    already = Bar.objects.filter(seating=player, table=table, lifted_at=None)
    if already.exists():
        raise WrongState(_("The player at seat %(seat)s is barred already."), seat=player.seat)
    # With its row it takes effect: the database marks every seat it applies to.
    bar = Bar.objects.create(
        casino_id=table.casino_id,
        table=table,
        seating=player,
        player_card=player.player_card,
        **{"barred_by_id": signer_of(desk), "barred_at": desk.now, **why},
    )
    withdrawn = withdraw_answer(table, player.seat)
    told = {"bar": bar.pk, "scope": "table", "seat": player.seat, "player_card": player.player_card}
    desk.record({**told, **why, **withdrawn})
    return told


def _bar_from_seat(call: Call, seat: int, reason: object, words: object) -> Answer:
    """A house act: the card is read under the house's lock, together with the version of the table it is read at."""
    table = known_table(call.table_id)

    def card(desk: Desk) -> str:
        seating = Seating.objects.filter(table=table, seat=seat, left_at=None).select_related("table").first()
        if seating is None:
            raise RuleError("bad_seat", _("Nobody sits at seat %(seat)s."), seat=seat)
        present = seating.table.version
        if call.version not in (None, present):
            template = _("The table has moved on from version %(version)s to %(present)s.")
            raise Stale(template, version=call.version, present=present)
        if not seating.player_card:
            template = _("Seat %(seat)s has no player card: without one he can be barred from this table only.")
            raise BadField(template, field="scope", seat=seat)
        desk.table = seating.table
        return seating.player_card

    if type(seat) is not int:
        raise BadField(_("%(field)s must be the number of a seat."), field="seat")
    sent = {"table": table.number, "seat": seat, "scope": "house", "reason": reason, "words": words}
    work = _house_bar(sent, card)
    answer = in_house_from(Act.BAR_PLAYER, call, casino_id=table.casino_id, sent=sent, work=work)
    _tell_tables(answer.body, barred=True)
    return replace(answer, version=known_table(table.pk).version)


def bar_from_house(*, casino_id: int, stamp: Stamp, player_card: object, reason: object, words: object = "") -> Answer:
    """Bar a player card from the house, wherever it is shown or sits (OPS 2.3)."""
    card = need_text(player_card, "player_card", most=32)
    sent = {"player_card": card, "reason": reason, "words": words}
    work = _house_bar(sent, lambda _desk: card)
    answer = in_house(Act.BAR_PLAYER, casino_id=casino_id, stamp=stamp, sent=sent, work=work)
    _tell_tables(answer.body, barred=True)
    return answer


def _house_bar(sent: JSON, card_of: Callable[[Desk], str]) -> Callable[[Desk], JSON]:
    def work(desk: Desk) -> JSON:
        why = need_reason(sent["reason"], sent["words"], Bar.Reason.values)
        card = card_of(desk)
        if Bar.objects.filter(casino=desk.casino, table=None, player_card=card, lifted_at=None).exists():
            raise WrongState(_("Player card %(card)s is barred from the house already."), card=card)
        bar = Bar.objects.create(
            casino=desk.casino, player_card=card, barred_by_id=signer_of(desk), barred_at=desk.now, **why
        )
        told = {"bar": bar.pk, "scope": "house", "player_card": card}
        desk.record({**told, **why})
        return told

    return work


def lift_bar(*, bar_id: int, stamp: Stamp, words: object = "") -> Answer:
    """Let a player play again; he returns to play when he says so (OPS 2.3)."""
    bar = Bar.objects.filter(pk=bar_id).first()
    if bar is None:
        raise NotFound(_("There is no bar %(bar)s."), bar=bar_id)
    if bar.table_id is not None:
        return _lift_at_table(Call(bar.table_id, stamp), bar=bar.pk, words=words)

    def work(desk: Desk) -> JSON:
        return _lift(desk, bar.pk, words)

    answer = in_house(
        Act.LIFT_BAR, casino_id=bar.casino_id, stamp=stamp, sent={"bar": bar.pk, "words": words}, work=work
    )
    _tell_tables(answer.body, barred=False)
    return answer


@at_table(Act.LIFT_BAR)
def _lift_at_table(desk: Desk, *, bar: int, words: object) -> JSON:
    return _lift(desk, bar, words)


def _lift(desk: Desk, bar_id: int, words: object) -> JSON:
    bar = Bar.objects.get(pk=bar_id)
    said = need_text(words, "words", required=False)
    if bar.lifted_at is not None:
        raise WrongState(_("This bar is lifted already."))
    bar.lifted_by_id, bar.lifted_at = signer_of(desk), desk.now
    bar.save(update_fields=["lifted_by", "lifted_at"])
    scope = "house" if bar.table_id is None else "table"
    told = {"bar": bar.pk, "scope": scope, "player_card": bar.player_card}
    desk.record({**told, "said": said})
    return told


@at_table(Act.APPLY_BAR)
def apply_bar(desk: Desk, *, bar: int, barred: bool) -> JSON:
    """Show a table what a bar from the house, or its end, means for somebody who sits there."""
    table = table_of(desk)
    card = Bar.objects.get(pk=bar).player_card
    player = Seating.objects.filter(table=table, player_card=card, left_at=None).first()
    if player is None:
        raise WrongState(_("He does not sit here any more."))
    withdrawn = withdraw_answer(table, player.seat) if barred else {}
    told = {"bar": bar, "seat": player.seat, "barred": player.barred}
    desk.record({**told, **withdrawn})
    return told


def _tell_tables(told: JSON, *, barred: bool) -> None:
    """After the house act: the seats are marked already, and every table where he sits is to notice."""
    seatings = Seating.objects.filter(left_at=None, player_card=told["player_card"], table__casino__bars=told["bar"])
    for table_id in seatings.values_list("table_id", flat=True):
        named = f"bar:{told['bar']}:{'barred' if barred else 'lifted'}:{table_id}"
        try:
            apply_bar(Call(table_id, Stamp(None, Role.SYSTEM, None, named)), bar=told["bar"], barred=barred)
        except TableError:
            # He has left meanwhile: the bar meets him where he sits down next.
            continue
