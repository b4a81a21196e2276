"""Players and their chips between rounds (OPS 2)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tables.errors import BadField, WrongState
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.money import MOST_CHIPS
from tables.games.registry import GAMES
from tables.games.table.bank import withdraw_answer
from tables.games.table.change import RECOUNT_LARGE, ActCall, Change, with_legs
from tables.games.table.matches import end_lost_match, leave_match
from tables.games.table.reading import read_amount, read_player, read_seat, read_text
from tables.games.table.state import OpenRound, Player, TableState, verify_open
from tables.games.values import JSON, Departure, Leg

SOURCES = ("cash", "chips")
RECOUNT_REASONS = ("tip", "passed", "carried", "miscount", "other")
LONGEST_CARD = 40


def sit(call: ActCall, *, seat: object, buy_in: object, source: object = "cash", player_card: object = "") -> Change:
    """A player sits down with a buy-in (OPS 2.1)."""
    table = verify_open(call.table)
    number = read_seat(seat, table.seat_count)
    legs = _buy_in_legs(table, number, ("buy_in", read_amount(buy_in, "buy_in", number, most=MOST_CHIPS)), source)
    card = read_text(player_card, "player_card", most=LONGEST_CARD, required=False)
    _verify_free(table, number)
    _verify_card_is_new(table, card, number)
    seated = table.with_players(Player(call.moment.stay, number, player_card=card))
    return _chips_moved(seated, number, legs, _change(number, "chips", None, buy_in))


def buy_in(call: ActCall, *, seat: object, amount: object, source: object = "cash") -> Change:
    """A further buy-in (OPS 2.1)."""
    # Chips that the loser of a match buys begin another; they never continue the one that is lost (DRAW 1.13).
    over = end_lost_match(verify_open(call.table), call.moment.now)
    table = over.table
    player = _verify_not_barred(_player_between_rounds(table, seat))
    room = MOST_CHIPS - player.chips
    if room <= 0:
        template = _("Seat %(seat)s has %(chips)s, and more than %(most)s is never tracked: nothing can be bought.")
        raise RuleError("bad_amount", template, seat=player.seat, field="amount", chips=player.chips, most=MOST_CHIPS)
    bought = read_amount(amount, "amount", player.seat, most=room)
    legs = _buy_in_legs(table, player.seat, ("amount", bought), source)
    change = _change(player.seat, "chips", player.chips, player.chips + bought)
    return _chips_moved(table, player.seat, legs, {**change, **over.payload})


def recount(call: ActCall, *, seat: object, chips: object, reason: object, words: object = "") -> Change:
    """A stack counted anew; the difference goes on record with its reason, never absorbed (OPS 2.2)."""
    table = verify_open(call.table)
    player = _player_between_rounds(table, seat)
    counted = read_amount(chips, "chips", player.seat, least=0, most=MOST_CHIPS)
    if reason not in RECOUNT_REASONS:
        raise BadField(_("The reason must be one of %(allowed)s."), field="reason", allowed=", ".join(RECOUNT_REASONS))
    said = read_text(words, "words", required=reason == "other")
    difference = counted - player.chips
    legs = [Leg("seat", player.seat, difference), Leg("outside", None, -difference)]
    payload = {
        **_change(player.seat, "chips", player.chips, counted),
        "reason": reason,
        "words": said,
        "difference": difference,
    }
    change = _chips_moved(table, player.seat, legs, payload)
    return replace(change, needs=(RECOUNT_LARGE,)) if abs(difference) > table.rules.recount.signed_above else change


def move(call: ActCall, *, seat: object, to: object) -> Change:
    """A player changes seats with all they have; the button goes along where it is a player's (OPS 2.1)."""
    table = verify_open(call.table)
    player = _verify_not_barred(_player_between_rounds(table, seat))
    number = read_seat(to, table.seat_count)
    _verify_free(table, number)
    takes_button = table.button == player.seat and (player.stay == table.present or player.seat in table.match_seats)
    after = replace(
        table.with_players(replace(player, seat=number)),
        match=table.match and table.match.moved_to(player.stay, number),
        answers=tuple(
            answer._replace(seat=number) if answer.seat == player.seat else answer for answer in table.answers
        ),
        button=number if takes_button else table.button,
    )
    before = {"seat": player.seat, "button": table.button}
    return Change(after, {"before": before, "after": {"seat": number, "button": after.button}}, {"seat": number})


def sit_out(call: ActCall, *, seat: object) -> Change:
    """A player keeps the seat and is not dealt to (OPS 2.3)."""
    return _set_sitting_out(call.table, seat, out=True)


def return_to_play(call: ActCall, *, seat: object) -> Change:
    """A player who sat out plays again (OPS 2.3)."""
    return _set_sitting_out(call.table, seat, out=False)


def standing_decline(call: ActCall, *, seat: object, on: object) -> Change:
    """A player declines the bank until they say otherwise; it is recorded each round (OPS 3.1)."""
    table = verify_open(call.table)
    player = _verify_not_barred(read_player(table, seat))
    if not isinstance(on, bool):
        raise BadField(_("%(field)s must be true or false."), field="on")
    if player.standing_decline == on:
        raise WrongState(_("Nothing would change at seat %(seat)s."), seat=player.seat)
    if table.rules.designation is None:
        raise WrongState(_("This game has no designated player."))
    after, withdrawn = withdraw_answer(table, player.seat) if on else (table, {})
    return Change(
        after.with_players(replace(player, standing_decline=on)),
        {**_change(player.seat, "standing_decline", not on, on), **withdrawn},
        {"seat": player.seat, "standing_decline": on},
    )


def leave(call: ActCall, *, seat: object) -> Change:
    """A player leaves with their chips; a carried pot is shared first, and markers are redeemed or owed (OPS 2.3, 7.2)."""
    table = verify_open(call.table)
    player = _player_between_rounds(table, seat)
    # Who cannot go on, after a correction, has lost the match and does not end it by leaving (DRAW 1.13).
    lost = end_lost_match(table, call.moment.now)
    after, withdrawn = withdraw_answer(lost.table, player.seat)
    after, parting, ended = _parting(after, player, call.moment.now)
    taken = player.chips + sum(leg.amount for leg in parting if (leg.account, leg.seat) == ("seat", player.seat))
    legs = [*parting, Leg("seat", player.seat, -taken), Leg("outside", None, taken)]
    after = with_legs(after, legs)
    stayed = {number: other for number, other in after.players.items() if number != player.seat}
    before = {"seat": player.seat, "chips": player.chips, "markers_out": player.markers_out, "carry": table.carry}
    moved = {"parting": [leg._asdict() for leg in parting]} if parting else {}
    return Change(
        replace(after, players=stayed),
        {
            "before": before,
            "after": {"seat": player.seat, "chips": None},
            **moved,
            **withdrawn,
            **lost.payload,
            **ended,
        },
        {"seat": player.seat, "chips": taken},
        legs=legs,
        left={player.seat: player.stay},
    )


def set_barred(table: TableState, seat: int, *, barred: bool) -> tuple[TableState, JSON]:
    """A bar meets a player, or its end does: a barred player sits out, and what they answered to an offer falls (OPS 2.3)."""
    player = table.players[seat]
    if not barred:
        return table.with_players(replace(player, barred=False)), {}
    after, withdrawn = withdraw_answer(table, seat)
    return after.with_players(replace(player, barred=True, sitting_out=True)), withdrawn


def is_barred(seat: int) -> WrongState:
    """The error for an act that a barred player is not allowed any more (OPS 2.3)."""
    return WrongState(_("The player at seat %(seat)s is barred: they can only be cashed out."), seat=seat)


def _parting(table: TableState, player: Player, now: datetime) -> tuple[TableState, Sequence[Leg], JSON]:
    """What moves before a player goes, as the game has it, and what the entry says of the match that ends with it (DRAW 1.13)."""
    rules, match = table.rules, table.match_seats
    if player.seat not in match:
        return table, GAMES[rules.game].legs_on_leaving(rules, Departure(player.seat, table.stacks, 0, (), None)), {}
    parting = Departure(player.seat, table.stacks, table.carry, match, table.button)
    legs = GAMES[rules.game].legs_on_leaving(rules, parting)
    over = leave_match(table, legs, now)
    return over.table, legs, over.payload


def _set_sitting_out(table: TableState, seat: object, *, out: bool) -> Change:
    player = _player_between_rounds(verify_open(table), seat)
    if player.sitting_out == out:
        raise WrongState(_("Nothing would change at seat %(seat)s."), seat=player.seat)
    _verify_not_barred(player)
    after, withdrawn = withdraw_answer(table, player.seat) if out else (table, {})
    return Change(
        after.with_players(replace(player, sitting_out=out)),
        {**_change(player.seat, "sitting_out", not out, out), **withdrawn},
        {"seat": player.seat, "sitting_out": out},
    )


def _verify_not_barred(player: Player) -> Player:
    """A player who is not barred; one who is may only be counted and cashed out (OPS 2.3)."""
    if player.barred:
        raise is_barred(player.seat)
    return player


def _player_between_rounds(table: TableState, seat: object) -> Player:
    """A player who has nothing at stake: no cards are out, or they are in no hand of the round."""
    player = read_player(table, seat)
    if table.round is not None:
        _verify_not_in(table.round, player.seat)
    return player


def _verify_not_in(round_: OpenRound, seat: int) -> None:
    if seat == round_.designated_seat:
        raise WrongState(
            _("Seat %(seat)s banks round %(number)s: this waits until the round is closed."),
            seat=seat,
            number=round_.number,
        )
    if seat in round_.game.players_in(round_.play):
        raise WrongState(
            _("Seat %(seat)s is in round %(number)s: this waits until the player is out of it, or it is closed."),
            seat=seat,
            number=round_.number,
        )


def _verify_free(table: TableState, seat: int) -> None:
    if seat in table.players:
        raise RuleError("bad_seat", _("Seat %(seat)s is taken."), seat=seat)


def _verify_card_is_new(table: TableState, card: str, seat: int) -> None:
    for other, player in table.players.items():
        if card and player.player_card == card:
            raise RuleError(
                "bad_seat", _("Player card %(card)s sits at seat %(other)s already."), seat=seat, card=card, other=other
            )


def _buy_in_legs(table: TableState, seat: int, bought: tuple[str, int], source: object) -> list[Leg]:
    """Cash goes down the drop and its chips come from the tray; chips that a player brings come from outside."""
    name, amount = bought
    if source not in SOURCES:
        raise BadField(_("The source is cash or chips."), field="source")
    unit = table.rules.chip_unit
    if amount % unit:
        template = _("Seat %(seat)s: chips come in steps of %(unit)s.")
        raise RuleError("bad_amount", template, seat=seat, field=name, unit=unit)
    chips = Leg("seat", seat, amount)
    if source == "chips":
        return [chips, Leg("outside", None, -amount)]
    return [chips, Leg("tray", None, -amount), Leg("drop", None, amount), Leg("outside", None, -amount)]


def _chips_moved(table: TableState, seat: int, legs: Sequence[Leg], payload: JSON) -> Change:
    after = with_legs(table, legs)
    return Change(after, payload, {"seat": seat, "chips": after.players[seat].chips}, legs=legs)


def _change(seat: int, name: str, before: object, after: object) -> JSON:
    return {"before": {"seat": seat, name: before}, "after": {"seat": seat, name: after}}
