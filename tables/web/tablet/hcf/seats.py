"""The seats on the felt, as the dealer sees them (LOOK 1.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import FOLDS, RAISE
from tables.queries.tables.documents import SeatDocument, TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.cards import SLOTS, Face, faces
from tables.web.tablet.steps import house_rules_of, round_in
from tables.web.words.games import DECISIONS, SPOTS
from tables.web.words.hands import designated_words, folded_words, player_words, raise_going_back

# Where each seat of a table stands: seat 1 at the dealer's left, then clockwise as seen from above (HCF 1.2).
ARCS = {
    2: ("nw", "ne"),
    3: ("nw", "n", "ne"),
    4: ("w", "nw", "ne", "e"),
    5: ("w", "nw", "n", "ne", "e"),
    6: ("sw", "w", "nw", "ne", "e", "se"),
    7: ("sw", "w", "nw", "n", "ne", "e", "se"),
}
SPOT_ORDER = ("ante", "raise", "straight_flush", "flush")


@dataclass(frozen=True, slots=True)
class Spot:
    """One betting spot of a seat."""

    key: str
    name: str
    short: str
    amount: int
    text: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Everything the felt shows of a seat."""

    number: int
    place: str
    state: str
    name: str
    chips: str
    word: str
    tone: str
    is_designated: bool = False
    has_button: bool = False
    is_anonymous: bool = True
    bank: str = ""
    spots: list[Spot] = field(default_factory=list)
    cards: list[Face] = field(default_factory=list)
    hand_words: str = ""
    """What the hand comes to (LOOK 1.9)."""
    hand_note: str = ""
    """What of the Raise lies above the hand's cap and goes back (HCF 3.4)."""
    slots: tuple[int, ...] = ()
    net: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits here."""
        return self.state == "empty"


def place(seat: int, seat_count: int) -> str:
    """The place of a seat on the arc; a table with more than seven seats has them in two rows."""
    if seat_count in ARCS:
        return ARCS[seat_count][seat - 1]
    return "row"


def seats(state: TableStateDocument, figures: MoneyFormat) -> list[Seat]:
    """The seats of a table, in the order of their numbers."""
    round_ = round_in(state)
    return [_seat(row, state, round_, figures) for row in state["seats"]]


def _seat(row: SeatDocument, state: TableStateDocument, round_: Mapping[str, Any] | None, figures: MoneyFormat) -> Seat:
    number = row["seat"]
    where = place(number, state["table"]["seat_count"])
    if row["state"] == "empty":
        return Seat(number, where, "empty", _("Seat %(seat)s") % {"seat": number}, "", _("Empty"), "calm")
    word, tone = _word(row, round_)
    result = _result(number, round_)
    is_designated = round_ is not None and round_["designated_player"] == number
    return Seat(
        number=number,
        place=where,
        state=row["state"],
        is_anonymous=not row["player_card"],
        name=row["player_card"] or _("Seat %(seat)s") % {"seat": number},
        chips=figures.amount(row["chips"]),
        word=word,
        tone=tone,
        is_designated=is_designated,
        has_button=is_designated if round_ else state["table"]["button"] == number,
        bank=figures.amount(round_["bank"]) if round_ and is_designated else "",
        spots=[] if is_designated else _spots(number, state, round_, figures),
        cards=_cards(number, round_),
        hand_words=_hand_words(number, round_),
        hand_note=_hand_note(number, round_, figures),
        slots=SLOTS if round_ and _has_cards(number, round_) else (),
        net=figures.signed(result["net"]) if result else "",
    )


def spot_order(state: TableStateDocument) -> tuple[str, ...]:
    """The betting spots of the felt: those of the bets that are offered, in the open round or in the next (HCF 6.6)."""
    round_ = round_in(state)
    return spots_of(Terms.parse((round_["rules"] if round_ else house_rules_of(state))["terms"]))


def spots_of(terms: Terms) -> tuple[str, ...]:
    """The betting spots under some terms, in their places on the felt (HCF 6.6)."""
    return tuple(key for key in SPOT_ORDER if key in (RAISE, *terms.wager_spots))


def _spots(
    number: int, state: TableStateDocument, round_: Mapping[str, Any] | None, figures: MoneyFormat
) -> list[Spot]:
    placed = _placed(number, round_) if round_ else {}
    return [
        Spot(
            key,
            str(SPOTS[key].name),
            str(SPOTS[key].short),
            placed.get(key) or 0,
            figures.amount(placed[key]) if placed.get(key) else "",
        )
        for key in spot_order(state)
    ]


def _placed(number: int, round_: Mapping[str, Any]) -> dict[str, int]:
    """What stands at a seat: as it was entered; of a hand that a correction added, as it was settled (OPS 5.8)."""
    play, result = round_["play"], _result(number, round_)
    if _is_taken_out(number, round_):
        return {}
    if result and str(number) not in play["wagers"]:
        return {key: bet["stake"] for key, bet in result["bets"].items()}
    raised = (play.get("decisions", {}).get(str(number)) or {}).get("raise") or 0
    return {**play.get("wagers", {}).get(str(number), {}), "raise": raised}


def _is_taken_out(number: int, round_: Mapping[str, Any]) -> bool:
    """Whether the newest settlement knows nothing of the seat: a correction took its hand out, or it never had one (OPS 5.8)."""
    return bool(round_["settlement"]) and _result(number, round_) is None


def _cards(number: int, round_: Mapping[str, Any] | None) -> list[Face]:
    cards = _entered(number, round_)
    return faces(cards, ace_low=round_["rules"]["terms"]["straight_flush_ace_low"]) if round_ and cards else []


def _entered(number: int, round_: Mapping[str, Any] | None) -> str:
    """The hand of a seat as it was entered; empty without one."""
    if round_ is None or _is_taken_out(number, round_):
        return ""
    return str(round_["play"].get("hands", {}).get(str(number)) or "")


def _hand_words(number: int, round_: Mapping[str, Any] | None) -> str:
    cards = _entered(number, round_)
    if round_ is None or not cards:
        return ""
    terms = Terms.parse(round_["rules"]["terms"])
    if round_["designated_player"] == number:
        return designated_words(cards, terms)
    decision = round_["play"].get("decisions", {}).get(str(number)) or {}
    return folded_words(cards, terms) if decision.get("decision") in FOLDS else player_words(cards, terms)


def _hand_note(number: int, round_: Mapping[str, Any] | None, figures: MoneyFormat) -> str:
    cards = _entered(number, round_)
    if round_ is None or not cards or round_["designated_player"] == number:
        return ""
    placed = _placed(number, round_)
    if not placed.get("raise"):
        return ""
    terms = Terms.parse(round_["rules"]["terms"])
    back = raise_going_back(cards, terms, placed.get("ante", 0), placed["raise"])
    amounts = {"raise": figures.amount(placed["raise"]), "back": figures.amount(back)}
    return _("Raise %(raise)s: %(back)s of it goes back") % amounts if back else ""


def _has_cards(number: int, round_: Mapping[str, Any]) -> bool:
    """Whether seven cards lie at the seat: dealt in, and not folded, or folded with a bonus that lives (HCF 6.5)."""
    if round_["state"] == "betting" or number not in round_["deal_order"] or _is_taken_out(number, round_):
        return False
    decision = round_["play"].get("decisions", {}).get(str(number)) or {}
    return decision.get("decision") not in FOLDS or number in round_["shows"]


def _result(number: int, round_: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The settlement of this seat, the designated player's included."""
    if not round_ or not round_["settlement"]:
        return None
    designated: dict[str, Any] = round_["settlement"]["designated_player"]
    if designated["seat"] == number:
        return designated
    rows: list[dict[str, Any]] = round_["settlement"]["seats"]
    return next((row for row in rows if row["seat"] == number), None)


def _word(row: SeatDocument, round_: Mapping[str, Any] | None) -> tuple[str, str]:
    """What the seat's last line says, and its tone: calm, busy, wrong."""
    number = row["seat"]
    if row["state"] == "sitting_out":
        return (_("Barred"), "wrong") if row.get("barred") else (_("Sitting out"), "calm")
    if round_ is None:
        return (_("Declines the bank"), "calm") if row["standing_decline"] else ("", "calm")
    if round_["designated_player"] == number:
        return _designated_word(round_)
    result = _result(number, round_)
    if result is not None:
        return _outcome_word(result, round_["play"].get("decisions", {}).get(str(number)) or {})
    if _is_taken_out(number, round_) or str(number) not in round_["play"].get("wagers", {}):
        return (_("No wager"), "calm") if round_["state"] == "betting" else (_("Not in this round"), "calm")
    return _decision_word(number, round_)


def _designated_word(round_: Mapping[str, Any]) -> tuple[str, str]:
    if round_["settlement"] and round_["settlement"]["qualifies"] is not None:
        return (_("Qualifies"), "calm") if round_["settlement"]["qualifies"] else (_("Does not qualify"), "wrong")
    return _("Designated player"), "calm"


def _outcome_word(result: dict[str, Any], decision: dict[str, Any]) -> tuple[str, str]:
    if result["outcome"] == "dead":
        return _("Dead hand"), "wrong"
    if result["outcome"] == "folded":
        word = decision.get("decision")
        return str(DECISIONS[word].felt) if word in FOLDS else _("Folded"), "calm"
    if result["net"] == 0:
        return _("Push"), "calm"
    return (_("Wins"), "calm") if result["net"] > 0 else (_("Loses"), "calm")


def _decision_word(number: int, round_: Mapping[str, Any]) -> tuple[str, str]:
    decision = round_["play"].get("decisions", {}).get(str(number))
    if decision is None:
        return ("", "calm") if round_["state"] == "betting" else (_("To decide"), "busy")
    if number in round_["hands_needed"]:
        return _("Hand needed"), "busy"
    return str(DECISIONS[decision["decision"]].felt), "calm"
