"""The seats of a draw game on the felt (LOOK 1.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tables.games.cards import hand_mask, parse_cards
from tables.games.draw.betting import ActionKind
from tables.games.draw.hands import Ranking, shown_hand
from tables.queries.tables.documents import SeatDocument, TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.cards import Face
from tables.web.tablet.draw.hand import HAND_SIZE, five_faces
from tables.web.tablet.hcf.seats import place
from tables.web.tablet.steps import house_rules_of, round_in
from tables.web.words.five_cards import hand_name
from tables.web.words.games import ACTIONS, CATEGORIES

SLOTS = tuple(range(HAND_SIZE))


@dataclass(frozen=True, slots=True)
class Markers:
    """The markers of a player: outstanding, the line, and how many were just redeemed (DRAW 1.8)."""

    out: int
    most: int
    redeemed: int
    worth: str


@dataclass(frozen=True, slots=True)
class DrawSeat:
    """Everything the felt shows of a seat."""

    number: int
    place: str
    state: str
    name: str
    chips: str = ""
    word: str = ""
    tone: str = "calm"
    is_anonymous: bool = True
    has_button: bool = False
    is_playing: bool = False
    is_turn: bool = False
    is_out: bool = False
    paid: str = ""
    exchanged: int | None = None
    markers: Markers | None = None
    cards: list[Face] = field(default_factory=list)
    hand_words: str = ""
    """What the hand comes to (LOOK 1.9)."""
    slots: tuple[int, ...] = ()
    net: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits here."""
        return self.state == "empty"


def draw_seats(state: TableStateDocument, button: int | None, ranking: Ranking, figures: MoneyFormat) -> list[DrawSeat]:
    """The seats of a table, in the order of their numbers; `button` is the seat with the disc."""
    return [_seat(row, state, button, ranking, figures) for row in state["seats"]]


def _seat(
    row: SeatDocument, state: TableStateDocument, button: int | None, ranking: Ranking, figures: MoneyFormat
) -> DrawSeat:
    number, round_ = row["seat"], round_in(state)
    where = place(number, state["table"]["seat_count"])
    if row["state"] == "empty":
        return DrawSeat(number, where, "empty", _("Seat %(seat)s") % {"seat": number}, word=_("Empty"))
    player = player_in(round_, number)
    word, tone = _word(row, round_, player, figures)
    result = result_of(round_, number)
    cards = round_["play"]["hands"].get(str(number)) if round_ else None
    return DrawSeat(
        number=number,
        place=where,
        state=row["state"],
        is_anonymous=not row["player_card"],
        name=row["player_card"] or _("Seat %(seat)s") % {"seat": number},
        chips=figures.amount(row["chips"]),
        word=word,
        tone=tone,
        has_button=button == number,
        is_playing=bool(player),
        is_turn=bool(round_) and round_["turn"] == number,
        is_out=player.get("dropped", False),
        paid=figures.amount(player["paid"]) if player.get("paid") else "",
        exchanged=player.get("exchanged"),
        markers=_markers(row, player, house_rules_of(state)["terms"], figures),
        cards=five_faces(cards) if cards else [],
        hand_words=hand_name(shown_hand(ranking, hand_mask(parse_cards(cards)))) if cards else "",
        slots=SLOTS if player and number in seats_that_show(round_) else (),
        net=figures.signed(result["net"]) if result else "",
    )


def player_in(round_: Mapping[str, Any] | None, number: int) -> dict[str, Any]:
    """A player as the hand has them; nothing for a player who is not in it."""
    return (round_["players"].get(str(number)) or {}) if round_ else {}


def result_of(round_: Mapping[str, Any] | None, number: int) -> dict[str, Any] | None:
    """The settlement of a seat."""
    rows = round_["settlement"]["seats"] if round_ and round_["settlement"] else []
    return next((row for row in rows if row["seat"] == number), None)


def seats_that_show(round_: Mapping[str, Any] | None) -> list[int]:
    """The seats whose hands are compared; none while the betting goes on, or where all but one dropped (DRAW 0.4)."""
    if round_ is None or round_["turn"] is not None:
        return []
    remaining = [seat for seat in round_["order"] if not round_["players"][str(seat)]["dropped"]]
    return remaining if len(remaining) > 1 else []


def _markers(row: SeatDocument, player: dict[str, Any], terms: dict[str, Any], figures: MoneyFormat) -> Markers | None:
    if not terms.get("marker_count"):
        return None
    out = row["markers_out"]
    redeemed = max(0, player.get("markers_out", out) - out)
    return Markers(out, terms["marker_count"], redeemed, figures.amount(out * terms["marker_value"]))


def _word(
    row: SeatDocument, round_: Mapping[str, Any] | None, player: dict[str, Any], figures: MoneyFormat
) -> tuple[str, str]:
    """What the seat's last line says, and its tone: calm, busy, wrong, out, all-in."""
    number = row["seat"]
    if row["state"] == "sitting_out":
        return (_("Barred"), "wrong") if row.get("barred") else (_("Sitting out"), "calm")
    if round_ is None:
        return "", "calm"
    if not player:
        return _("Not in this round"), "calm"
    if round_["settlement"]:
        return _outcome_word(number, round_, player, figures)
    if player["dropped"]:
        return _done(number, round_, figures), "out"
    if round_["turn"] == number:
        return _("To act"), "busy"
    if number in round_["hands_needed"]:
        return _("Hand needed"), "busy"
    if is_all_in(player, round_["rules"]["terms"]):
        return _("All in"), "all-in"
    return _done(number, round_, figures), "calm"


def is_all_in(player: dict[str, Any], terms: dict[str, Any]) -> bool:
    """Whether a player has nothing left to pay with, markers counted (DRAW 0.3, 1.8)."""
    return not player["chips"] and player["markers_out"] >= terms.get("marker_count", 0)


def _outcome_word(
    number: int, round_: Mapping[str, Any], player: dict[str, Any], figures: MoneyFormat
) -> tuple[str, str]:
    result, winners = result_of(round_, number), round_["settlement"]["winners"]
    if player["dropped"]:
        return _done(number, round_, figures), "out"
    if result is None or not result["hand"]:
        return (_("Takes the pot"), "calm") if number in winners else ("", "calm")
    return str(CATEGORIES[result["hand"]]), "won" if number in winners else "calm"


def is_timed_out(number: int, round_: Mapping[str, Any]) -> bool:
    """Whether the last thing a player did was to let their time run out (DRAW 2.7)."""
    own = [action["do"] for action in round_["play"]["actions"] if action["seat"] == number]
    return own[-1:] == [ActionKind.TIMEOUT]


def _done(number: int, round_: Mapping[str, Any], figures: MoneyFormat) -> str:
    """The last thing a player did."""
    own = [action for action in round_["play"]["actions"] if action["seat"] == number]
    # What was exchanged has a mark of its own.
    return action_done(own[-1], figures) if own and own[-1]["do"] != "exchange" else ""


def action_done(action: dict[str, Any], figures: MoneyFormat) -> str:
    """An action that was taken, as it stands at the seat."""
    amount = figures.amount(action["amount"]) if "amount" in action else action.get("count", "")
    return str(ACTIONS[action["do"]].done) % {"amount": amount}
