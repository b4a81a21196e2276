"""The pots in the middle of the felt, and who has won which part of them (DRAW 1.10, 2.4 to 2.9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tables.games.cards import hand_mask, parse_cards
from tables.games.draw.hands import Ranking
from tables.games.draw.pots import pots, shares, unmatched
from tables.web.shared.money import MoneyFormat


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot as it lies there: its name, its amount, who can win it, and what is to be said of it."""

    name: str
    short: str
    amount: str
    seats: Sequence[int] = ()
    winners: Sequence[int] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class SharedPot:
    """A pot shared out: minor units in all and by seat."""

    amount: int
    seats: Sequence[int]
    shares: Mapping[int, int]


def pot_names(count: int) -> list[tuple[str, str]]:
    """The names of so many pots, long and short, from the main pot on."""
    if count < 2:
        return [(_("Pot"), _("Pot"))][:count]
    sides = [{"number": number} for number in range(1, count)]
    return [
        (_("Main pot"), _("Main")),
        *((_("Side pot %(number)s") % side, _("Side %(number)s") % side) for side in sides),
    ]


def lying(round_: Mapping[str, Any], figures: MoneyFormat) -> list[Pot]:
    """The pots while the hand is played."""
    rows = round_["pots"]
    if not rows:
        return [Pot(_("Pot"), _("Pot"), figures.amount(0), note=_("nobody has opened"))]
    carry = round_["play"].get("carry", 0)
    note = _("%(amount)s of it carried over") % {"amount": figures.amount(carry)} if carry else ""
    return [
        Pot(name, short, figures.amount(row["amount"]), sorted(row["seats"]), note=note or _alone(row["seats"]))
        for (name, short), row in zip(pot_names(len(rows)), rows, strict=True)
    ]


def _alone(seats: Sequence[int]) -> str:
    return _("seat %(seat)s alone") % {"seat": seats[0]} if len(seats) == 1 else ""


def shared(shared_pots: Sequence[SharedPot], figures: MoneyFormat) -> list[Pot]:
    """The pots once they are shared out."""
    return [
        Pot(name, short, figures.amount(pot.amount), sorted(pot.seats), list(pot.shares), _won_by(list(pot.shares)))
        for (name, short), pot in zip(pot_names(len(shared_pots)), shared_pots, strict=True)
    ]


def _won_by(winners: Sequence[int]) -> str:
    if len(winners) > 1:
        return _("shared by %(seats)s") % {"seats": ", ".join(map(str, winners))}
    return _("to seat %(seat)s") % {"seat": winners[0]} if winners else _("stays on the table")


def share_out(round_: Mapping[str, Any], ranking: Ranking) -> list[SharedPot]:
    """How the pots of a settled hand were shared, pot by pot; what nobody matched is in none of them.

    The settlement holds what each seat takes in all; this takes it apart by the same rules, so that it can be paid pot by
    pot.
    """
    players = {seat: round_["players"][str(seat)] for seat in round_["order"]}
    stakes = {seat: player["paid"] for seat, player in players.items()}
    highest, back = unmatched(stakes)
    stakes[highest] -= back
    remaining = {seat: stakes[seat] for seat, player in players.items() if not player["dropped"]}
    hands = round_["play"]["hands"]
    values = {seat: ranking.value(hand_mask(parse_cards(hands[str(seat)]))) for seat in remaining if str(seat) in hands}
    found = []
    for pot in pots(stakes, remaining):
        best = max(values.get(seat, 0) for seat in pot.seats)
        winners = [seat for seat in pot.seats if values.get(seat, 0) == best]
        found.append(SharedPot(pot.amount, pot.seats, shares(pot.amount, winners)))
    return found
