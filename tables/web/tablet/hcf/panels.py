"""What the panel of each step shows (LOOK 1.3, 1.4)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tables.queries.tables.documents import AnswerDocument, DesignationDocument, TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.hcf.seats import SPOT_ORDER
from tables.web.tablet.steps import house_rules_of, round_in
from tables.web.words.games import RESULTS, SPOTS
from tables.web.words.rounds import NOT_ELIGIBLE, OFFER_ANSWERS


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


@dataclass(frozen=True, slots=True)
class Payment:
    """A row of the settlement panel: one hand, one amount to move."""

    seat: int
    outcome: str
    verb: str
    amount: str
    bank: str
    rake_back: str
    adjusted: str
    bets: list[Bet | None] = field(default_factory=list)

    @property
    def has_to_be_ticked(self) -> bool:
        """A fold was taken at once (HCF 3.3); every other hand is ticked off as its chips move."""
        return self.outcome != "folded"


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


def payments(round_: Mapping[str, Any], figures: MoneyFormat) -> list[Payment]:
    """The settlement in paying order (HCF 4.2, 8.3)."""
    settlement = round_["settlement"]
    adjusted = {flag["seat"]: flag.get("excess", 0) for flag in settlement["flags"] if flag["code"] == "raise_adjusted"}
    collected = round_["play"].get("rake", {})
    return [
        _payment(row, adjusted.get(row["seat"], 0), collected.get(str(row["seat"]), 0), figures)
        for row in settlement["seats"]
    ]


def _payment(row: dict[str, Any], excess: int, rake: int, figures: MoneyFormat) -> Payment:
    verb, amount = _movement(row)
    return Payment(
        seat=row["seat"],
        outcome=row["outcome"],
        verb=verb,
        amount=figures.amount(amount) if amount else "",
        bank=figures.amount(row["bank_after"]) if row["bank_after"] is not None else "",
        rake_back=figures.amount(rake) if row["outcome"] == "dead" and rake else "",
        adjusted=figures.amount(excess) if excess else "",
        bets=[_bet(key, row["bets"].get(key), figures) for key in SPOT_ORDER],
    )


def _movement(row: dict[str, Any]) -> tuple[str, int]:
    """The one thing the dealer's hands do: pay, take, push or give back, and how much (OPS 5.7)."""
    if row["outcome"] == "dead":
        return _("Return"), sum(bet["stake"] for bet in row["bets"].values())
    if row["outcome"] == "folded":
        return _("Taken"), -row["net"]
    if row["net"] == 0:
        return _("Push"), 0
    return (_("Pay"), row["net"]) if row["net"] > 0 else (_("Take"), -row["net"])


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
    )
