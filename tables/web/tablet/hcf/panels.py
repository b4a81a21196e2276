"""What the panel of each step shows (LOOK 1.3, 1.4)."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tables.games.high_card_flush.funds import asks_for_stakes
from tables.games.high_card_flush.terms import CoverPolicy, FoldedBonuses, Terms
from tables.queries.tables.documents import AnswerDocument, DesignationDocument, TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.hcf.seats import spots_of
from tables.web.tablet.moves import Move
from tables.web.tablet.steps import house_rules_of, round_in
from tables.web.words.games import RESULTS, SPOTS
from tables.web.words.rounds import MOVES, NOT_ELIGIBLE, OFFER_ANSWERS


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat in the order in which the bank is offered, and how it stands."""

    seat: int
    status: str
    word: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A row of the decisions panel."""

    seat: int
    ante: str
    multiples: list[tuple[int, int, str]]
    chosen: str
    amount: int
    text: str


@dataclass(frozen=True, slots=True)
class Bet:
    """What one bet did."""

    key: str
    name: str
    word: str
    amount: str
    result: str
    uncapped: str
    short: str
    """What the bank did not reach of it (HCF 8.7)."""


@dataclass(frozen=True, slots=True)
class Payment:
    """A row of the settlement panel: one hand, one amount to move."""

    seat: int
    outcome: str
    move: Move
    amount: str
    bank: str
    dead_words: str
    """Why the hand is dead; empty where it is not."""
    rake_back: str
    adjusted: str
    has_to_be_ticked: bool
    """A fold is taken at once (HCF 3.3); every hand with something on the layout is ticked off as its chips move."""
    bets: list[Bet | None] = field(default_factory=list)

    @property
    def verb(self) -> str:
        """The word for what is done."""
        return str(MOVES[self.move])


def offers(designation: DesignationDocument | None) -> list[Offer]:
    """The seats of a coming round: who answered, who is next, who follows, who may not (OPS 3.1)."""
    if designation is None:
        return []
    answers = [answer for answer in designation["answers"] if answer["answer"] != "not_eligible"]
    rows = [_answered(answer) for answer in answers]
    rows += [
        Offer(int(seat), "not_eligible", str(NOT_ELIGIBLE[reason]))
        for seat, reason in designation["ineligible"].items()
        if int(seat) not in {answer["seat"] for answer in answers}
    ]
    shown = {row.seat for row in rows}
    for seat in designation["remaining"]:
        if seat not in shown:
            is_next = seat == designation["next"]
            rows.append(Offer(seat, "next" if is_next else "later", _("asked now") if is_next else ""))
    return rows


def _answered(answer: AnswerDocument) -> Offer:
    word = _("standing") if answer.get("reason") == "standing" else str(OFFER_ANSWERS[answer["answer"]])
    return Offer(answer["seat"], answer["answer"], word)


def decisions(state: TableStateDocument, figures: MoneyFormat) -> list[Decision]:
    """One row a player, in the order of the deal (HCF 3.2)."""
    round_ = round_in(state)
    caps = sorted(set(house_rules_of(state)["terms"]["raise_caps"].values()))
    wagers, made = round_["play"].get("wagers", {}), round_["play"].get("decisions", {})
    rows = []
    for seat in round_["deal_order"]:
        if str(seat) not in wagers:
            continue
        ante = wagers[str(seat)]["ante"]
        decision = made.get(str(seat)) or {}
        multiples = [(times, times * ante, figures.amount(times * ante)) for times in range(1, min(caps[-1], 3) + 1)]
        rows.append(
            Decision(
                seat=seat,
                ante=figures.amount(ante),
                multiples=multiples,
                chosen=_chosen(decision, [amount for _times, amount, _text in multiples]),
                amount=decision.get("raise") or 0,
                text=figures.amount(decision["raise"]) if decision.get("raise") else "",
            )
        )
    return rows


def _chosen(decision: dict[str, Any], multiples: list[int]) -> str:
    word = decision.get("decision", "")
    if word != "raise":
        return str(word)
    return str(multiples.index(decision["raise"]) + 1) if decision["raise"] in multiples else "other"


def payments(state: TableStateDocument, figures: MoneyFormat) -> list[Payment]:
    """The settlement in paying order (HCF 4.2, 8.3)."""
    round_ = round_in(state)
    terms = Terms.parse(round_["rules"]["terms"])
    settlement = round_["settlement"]
    adjusted = {flag["seat"]: flag.get("excess", 0) for flag in settlement["flags"] if flag["code"] == "raise_adjusted"}
    collected = round_["play"].get("rake", {})
    lives = terms.bonuses_on_fold is FoldedBonuses.LIVE
    rows = []
    for row in settlement["seats"]:
        taken, number = 0, str(row["seat"])
        # Of a hand that a correction added nothing was taken before, neither stake nor rake (OPS 5.8).
        if "raise" not in row["bets"] and number in round_["play"]["wagers"]:
            taken = -sum(bet["net"] for spot, bet in row["bets"].items() if spot == "ante" or not lives)
        rake_back = max(0, collected.get(number, 0) - row["rake"])
        rows.append(_payment(row, (taken, adjusted.get(row["seat"], 0), rake_back), terms, figures))
    return rows


def _payment(row: dict[str, Any], amounts: tuple[int, int, int], terms: Terms, figures: MoneyFormat) -> Payment:
    """A row, from what was taken at the fold, the excess of the Raise, and the rake that goes back."""
    taken, excess, rake_back = amounts
    move, amount, is_done = _movement(row, taken)
    dead_words = _why_dead(row, terms, figures) if row["outcome"] == "dead" else ""
    return Payment(
        seat=row["seat"],
        outcome=row["outcome"],
        move=move,
        amount=figures.amount(amount) if amount else "",
        bank=figures.amount(row["bank_after"]) if row["bank_after"] is not None else "",
        dead_words=dead_words,
        rake_back=figures.amount(rake_back) if rake_back else "",
        adjusted=figures.amount(excess) if excess else "",
        has_to_be_ticked=not is_done,
        bets=[_bet(key, row["bets"].get(key), figures) for key in spots_of(terms)],
    )


def _why_dead(row: dict[str, Any], terms: Terms, figures: MoneyFormat) -> str:
    """What the bank could not cover: what is staked, or else what the hand would have won (HCF 8.2, 8.3, 8.5, 8.7)."""
    if terms.cover_policy is CoverPolicy.TO_EXTENT:
        return _("The bank is empty")
    staked = sum(bet["stake"] for bet in row["bets"].values())
    if row["bank_after"] is None:
        return _("The bank declared less than the %(amount)s staked") % {"amount": figures.amount(staked)}
    if asks_for_stakes(terms) and row["bank_after"] < staked:
        return _("Bank cannot cover the %(amount)s staked") % {"amount": figures.amount(staked)}
    return _("Bank cannot cover the win")


def _movement(row: dict[str, Any], taken: int) -> tuple[Move, int, bool]:
    """The one thing the dealer's hands do now, how much, and whether the fold has done it already (OPS 5.7, HCF 3.3).

    `taken` is what the bank took when the hand folded.
    """
    net = row["net"] + taken
    left = sum(bet["stake"] for bet in row["bets"].values()) - taken
    if not left:
        return Move.TAKEN, taken, True
    if net == 0 and all(bet["result"] == "push" for bet in row["bets"].values()):
        return Move.PUSH, 0, False
    if net == 0:
        return Move.RETURN, left, False
    return (Move.PAY, net, False) if net > 0 else (Move.TAKE, -net, False)


def _bet(key: str, bet: dict[str, Any] | None, figures: MoneyFormat) -> Bet | None:
    if bet is None:
        return None
    shown = abs(bet["net"]) if bet["result"] in ("win", "lose") else bet["stake"]
    return Bet(
        key=key,
        name=str(SPOTS[key].name),
        word=str(RESULTS[bet["result"]]),
        amount=figures.amount(shown),
        result=bet["result"],
        uncapped=figures.amount(bet["uncapped"]) if bet.get("uncapped") is not None else "",
        short=figures.amount(bet["short"]) if bet.get("short") else "",
    )
