"""Tables with a history each: one round closed, one under way."""

from collections.abc import Sequence

from tables.actions.setup import add_table
from tables.models import Table
from tests.cast import HOUSE_RULES, Cast, command_id, make_cast


def casino_in_play(numbers: Sequence[int] = (12,)) -> Cast:
    """The usual people, with three players after a closed round, in the showdown of the next, at each table."""
    cast = make_cast(tapped_in=False)
    for number in numbers:
        play_at(at_table(cast, number))
    return cast


def at_table(cast: Cast, number: int) -> Cast:
    """The same people at a table of this number."""
    table = Table.objects.filter(number=number).first() or add_table(
        casino_id=cast.casino.pk, number=number, seat_count=7, rules=HOUSE_RULES, command_id=command_id()
    )
    return Cast(cast.casino, table, cast.people)


def play_at(cast: Cast) -> None:
    """17 acts, all by a floor manager."""
    cast.act("open_table", by="frank")
    for seat in (1, 2, 4):
        cast.act("sit", by="frank", seat=seat, buy_in=100000)
    _play_to_showdown(cast, bank=1, raiser=2, folder=4)
    cast.act("enter_hands", by="frank", number=1, hands=[{"seat": 1, "cards": "AsKhQs9s7d6d2c"}])
    cast.act("settle_round", by="frank", number=1)
    cast.act("close_round", by="frank", number=1)
    _play_to_showdown(cast, bank=2, raiser=1, folder=4)


def _play_to_showdown(cast: Cast, *, bank: int, raiser: int, folder: int) -> None:
    offers = [{"seat": bank, "answer": "accepted", "bank": 50000}]
    number = cast.act("open_round", by="frank", offers=offers).body["round"]
    wagers = [{"seat": raiser, "ante": 1000}, {"seat": folder, "ante": 2000}]
    cast.act("enter_wagers", by="frank", number=number, wagers=wagers)
    cast.act("deal", by="frank", number=number)
    decisions = [{"seat": raiser, "decision": "raise", "raise": 1000}, {"seat": folder, "decision": "fold"}]
    cast.act("enter_decisions", by="frank", number=number, decisions=decisions)
    cast.act("enter_hands", by="frank", number=number, hands=[{"seat": raiser, "cards": "5h4h3h2hKs9d7c"}])
