"""The settlement of a draw game as a list: one amount to move a seat (LOOK 1.4, OPS 5.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.draw.hands import ShownHand
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.draw.pots import SharedPot, pot_names
from tables.web.tablet.draw.seats import is_timed_out
from tables.web.tablet.moves import Move
from tables.web.words.five_cards import hand_name
from tables.web.words.rounds import MOVES


@dataclass(frozen=True, slots=True)
class Part:
    """What goes into the one amount of a seat: a share of a pot, the commission, markers redeemed, chips that go back."""

    kind: str
    word: str
    amount: str


@dataclass(frozen=True, slots=True)
class DrawPayment:
    """A row of the settlement panel."""

    seat: int
    outcome: str
    hand: str
    move: Move | None
    """None where the chips lie in the pot already."""
    amount: str
    stack: str
    parts: list[Part] = field(default_factory=list)

    @property
    def verb(self) -> str:
        """The word for what is done."""
        return str(MOVES[self.move]) if self.move else ""

    @property
    def has_to_be_ticked(self) -> bool:
        """What was lost lies in the pot already; every other row moves chips."""
        return bool(self.amount)


def payments(
    round_: Mapping[str, Any], pots: Sequence[SharedPot], hands: Mapping[int, ShownHand], figures: MoneyFormat
) -> list[DrawPayment]:
    """Winners first, from the left of the button; then what goes back; then those whose chips do not move."""
    settlement = round_["settlement"]
    rows = {row["seat"]: row for row in settlement["seats"]}
    others = [seat for seat in round_["order"] if seat not in settlement["winners"]]
    made = [_payment(rows[seat], round_, pots, hands, figures) for seat in (*settlement["winners"], *others)]
    return sorted(made, key=lambda row: (row.outcome != "won", not row.amount))


def _payment(
    row: dict[str, Any],
    round_: Mapping[str, Any],
    pots: Sequence[SharedPot],
    hands: Mapping[int, ShownHand],
    figures: MoneyFormat,
) -> DrawPayment:
    player = round_["players"][str(row["seat"])]
    is_winner = row["seat"] in round_["settlement"]["winners"]
    # What lies behind was theirs before the hand ended: the difference is what the dealer's hands move.
    moved = row["stack"] - player["chips"]
    return DrawPayment(
        seat=row["seat"],
        outcome="won" if is_winner else "back" if moved else "lost",
        hand=_hand(row["seat"], round_, hands),
        move=_move(moved, is_winner=is_winner),
        amount=figures.amount(abs(moved)) if moved else "",
        stack=figures.amount(row["stack"]),
        parts=_parts(row, round_, pots, figures),
    )


def _hand(seat: int, round_: Mapping[str, Any], hands: Mapping[int, ShownHand]) -> str:
    if round_["players"][str(seat)]["dropped"]:
        return _("out of time") if is_timed_out(seat, round_) else _("dropped")
    return hand_name(hands[seat]) if seat in hands else ""


def _move(moved: int, *, is_winner: bool) -> Move | None:
    if not moved:
        return Move.NOTHING if is_winner else None
    if moved < 0:
        return Move.TAKE
    return Move.PAY if is_winner else Move.RETURN


def _parts(
    row: dict[str, Any], round_: Mapping[str, Any], pots: Sequence[SharedPot], figures: MoneyFormat
) -> list[Part]:
    seat = row["seat"]
    player = round_["players"][str(seat)]
    names = pot_names(len(pots))
    won = [(short, pot.shares[seat]) for (_long, short), pot in zip(names, pots, strict=True) if seat in pot.shares]
    parts = [Part("pot", short, figures.amount(amount)) for short, amount in won]
    redeemed = player["markers_out"] - row.get("markers_out", 0)
    value = redeemed * round_["rules"]["terms"].get("marker_value", 0)
    commission = row.get("commission", 0)
    back = row["stack"] - player["chips"] - sum(amount for _short, amount in won) + commission + value
    if back:
        parts.append(Part("back", _("not matched, goes back"), figures.amount(back)))
    if commission:
        parts.append(Part("commission", _("commission"), figures.amount(-commission)))
    if redeemed:
        words = ngettext("%(count)s marker redeemed", "%(count)s markers redeemed", redeemed) % {"count": redeemed}
        parts.append(Part("markers", words, figures.amount(-value)))
    if not parts and player["paid"]:
        parts.append(Part("lost", _("paid into the pot"), figures.amount(player["paid"])))
    return parts
