"""Offering the position of designated player clockwise (OPS 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from tables.games.errors import RuleError, gettext_noop
from tables.games.reading import is_whole
from tables.games.values import Designation, NoTaker, clockwise


class OfferAnswer(StrEnum):
    """How an offer of the bank was answered (OPS 3.1)."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    NOT_ELIGIBLE = "not_eligible"


class NotEligible(StrEnum):
    """Why a player is not offered the bank (OPS 3.2); NO_TAKER_HALT is the present one's where play halts (OPS 3.3)."""

    SITTING_OUT = "sitting_out"
    BARRED = "barred"
    SHORT_CHIPS = "short_chips"
    MAX_CONSECUTIVE = "max_consecutive"
    MAX_MINUTES = "max_minutes"
    NO_TAKER_HALT = "no_taker_halt"


# What is written down is plain text: canonical JSON takes nothing else.
ACCEPTED, DECLINED, NOT_ELIGIBLE = (answer.value for answer in OfferAnswer)
STANDING = "standing"
SECONDS_A_MINUTE = 60


class Candidate(NamedTuple):
    """A seated player as the offers see them; chips in minor units."""

    seat: int
    chips: int
    sitting_out: bool
    standing_decline: bool
    in_a_row: int
    barred: bool = False
    banking_for: timedelta = timedelta()
    """How long they have had the bank in a row, pauses counted: nothing where another player has it."""


class Answer(NamedTuple):
    """One offer with its answer: accepted, declined or not_eligible; the bank in minor units where accepted."""

    seat: int
    answer: str
    reason: str = ""
    bank: int | None = None


@dataclass(frozen=True, slots=True)
class Rotation:
    """The offers of the coming round: the rules, who may take the bank, and the answers so far (OPS 3.1)."""

    rules: Designation
    rake: int
    chip_unit: int
    candidates: Mapping[int, Candidate]
    present: int | None
    """The seat with the button; none before the first round."""
    present_is_there: bool
    answers: tuple[Answer, ...] = field(default=())

    @property
    def accepted(self) -> Answer | None:
        """Return the answer that took the bank."""
        return next((answer for answer in self.answers if answer.answer == ACCEPTED), None)

    @property
    def order(self) -> list[int]:
        """Return all seats in the order of the offers; the present designated player last, or not at all (OPS 3.3)."""
        seats = clockwise(list(self.candidates), self.present or 0)
        if self.present_is_there and self.rules.no_taker is NoTaker.HALT:
            seats.remove(self.present or 0)
        return seats

    @property
    def remaining(self) -> list[int]:
        """Return the seats not yet asked, in order."""
        asked = {answer.seat for answer in self.answers}
        return [seat for seat in self.order if seat not in asked]

    @property
    def next_seat(self) -> int | None:
        """Return the seat to ask next: the next that is eligible and has not declined for good; None where there is none."""
        for seat in self.remaining:
            if not self.why_not_eligible(seat) and not self.candidates[seat].standing_decline:
                return seat
        return None

    @property
    def holds(self) -> bool:
        """Return whether the player who took the bank can still have it: they may have left, or been recounted (OPS 3.2).

        The minutes in a row end at an offer, not after it: what was accepted in time stands, after a void too.
        """
        taken = self.accepted
        return (
            taken is not None
            and taken.seat in self.candidates
            and not self._why_cannot_have(taken.seat)
            and self.least_bank <= (taken.bank or 0) <= self.most_bank(taken.seat)
            and (taken.bank or 0) % self.chip_unit == 0
        )

    @property
    def stopped(self) -> bool:
        """Return whether nobody is left to ask and nobody took the bank: play stops (OPS 3.3)."""
        return self.accepted is None and self.next_seat is None

    def why_not_eligible(self, seat: int) -> str:
        """Return the reason code why a player is not offered the bank, or nothing (OPS 3.2)."""
        longest, banking_for = self.rules.max_minutes, self.candidates[seat].banking_for
        is_over = longest is not None and banking_for.total_seconds() > longest * SECONDS_A_MINUTE
        return self._why_cannot_have(seat) or (NotEligible.MAX_MINUTES.value if is_over else "")

    def _why_cannot_have(self, seat: int) -> str:
        candidate = self.candidates[seat]
        if candidate.sitting_out:
            return NotEligible.BARRED.value if candidate.barred else NotEligible.SITTING_OUT.value
        if candidate.chips < self.least_bank + self.rake:
            return NotEligible.SHORT_CHIPS.value
        longest = self.rules.max_consecutive
        if longest is not None and candidate.in_a_row >= longest:
            return NotEligible.MAX_CONSECUTIVE.value
        return ""

    @property
    def least_bank(self) -> int:
        """Return the smallest bank that can be declared, in whole chips; minor units."""
        return least_bank(self.rules, self.chip_unit)

    def most_bank(self, seat: int) -> int:
        """Return the largest bank a player can declare: all their chips but the rake, in whole chips; minor units."""
        behind = self.candidates[seat].chips - self.rake
        return max(0, behind - behind % self.chip_unit)


def least_bank(rules: Designation, chip_unit: int) -> int:
    """Return the smallest bank that can be declared, in whole chips; minor units (OPS 3.2)."""
    return -(-rules.min_bank // chip_unit) * chip_unit


def read_bank(seat: int | None, bank: object, bounds: tuple[int, int], chip_unit: int) -> int:
    """Return a declared bank; raises `bad_amount` outside its bounds, which are whole chips, or not in whole chips (OPS 3.2)."""
    least, most = bounds
    if is_whole(bank, least, most) and bank % chip_unit == 0:
        return bank
    raise RuleError(
        "bad_amount",
        gettext_noop("Seat %(seat)s: the bank can only be %(most)s, the least and all that the player has.")
        if least == most
        else gettext_noop("Seat %(seat)s: the bank is an amount from %(least)s to %(most)s in steps of %(unit)s."),
        seat=seat,
        field="bank",
        least=least,
        most=most,
        unit=chip_unit,
    )


def answer_offers(rotation: Rotation, offers: Sequence[Mapping[str, Any]]) -> Rotation:
    """Record the answers of one call, clockwise; those who cannot or never will are recorded on the way (OPS 3.1).

    Once all have been asked and nobody took the bank, any eligible player may come forward (OPS 3.3). Raises `bad_seat`
    for an offer out of order, `bad_amount` for a bank below the least or beyond the player's chips.
    """
    if rotation.accepted is not None:
        rotation = replace(rotation, answers=())
    for offer in offers:
        if rotation.accepted is not None:
            raise RuleError(
                "bad_field",
                gettext_noop("The bank is taken by seat %(taker)s; no offer follows it."),
                field="offers",
                taker=rotation.accepted.seat,
            )
        rotation = _answer_one(rotation, offer)
    if rotation.next_seat is None and rotation.accepted is None:
        rotation = replace(rotation, answers=(*rotation.answers, *_passed_over(rotation, None)))
    return rotation


def _answer_one(rotation: Rotation, offer: Mapping[str, Any]) -> Rotation:
    seat = offer["seat"]
    if seat not in rotation.candidates:
        raise RuleError("bad_seat", gettext_noop("Nobody sits at seat %(seat)s."), seat=seat)
    if not _may_speak(rotation, seat):
        raise RuleError(
            "bad_seat",
            gettext_noop("The bank is offered clockwise: next is seat %(next)s, not seat %(seat)s."),
            seat=seat,
            next=rotation.next_seat,
        )
    passed = _passed_over(rotation, seat) if seat in rotation.remaining else []
    return replace(rotation, answers=(*rotation.answers, *passed, _read_answer(rotation, offer)))


def _may_speak(rotation: Rotation, seat: int) -> bool:
    """Whether it is a player's turn: they are next, or come before the next with a standing decline, or play has stopped."""
    reason = rotation.why_not_eligible(seat) if seat in rotation.order else NotEligible.NO_TAKER_HALT.value
    if reason:
        raise RuleError(
            "bad_seat",
            gettext_noop("Seat %(seat)s is not eligible for the bank: %(reason)s."),
            seat=seat,
            reason=reason,
        )
    if rotation.stopped:
        return True
    remaining = rotation.remaining
    return seat in remaining and rotation.next_seat not in remaining[: remaining.index(seat)]


def _passed_over(rotation: Rotation, until: int | None) -> list[Answer]:
    """The answers of those in between who are not asked: not eligible, or declined for good."""
    passed = []
    for seat in rotation.remaining:
        if seat == until:
            break
        reason = rotation.why_not_eligible(seat)
        if reason:
            passed.append(Answer(seat, NOT_ELIGIBLE, reason))
        elif rotation.candidates[seat].standing_decline:
            passed.append(Answer(seat, DECLINED, STANDING))
    return passed


def _read_answer(rotation: Rotation, offer: Mapping[str, Any]) -> Answer:
    seat, answer, bank = offer["seat"], offer["answer"], offer.get("bank")
    if answer == DECLINED:
        if bank is not None:
            raise RuleError(
                "bad_field", gettext_noop("Seat %(seat)s: a declined offer has no bank."), seat=seat, field="bank"
            )
        return Answer(seat, DECLINED)
    if answer != ACCEPTED:
        raise RuleError(
            "bad_field",
            gettext_noop("Seat %(seat)s: the answer is accepted or declined."),
            seat=seat,
            field="answer",
        )
    bounds = (rotation.least_bank, rotation.most_bank(seat))
    return Answer(seat, ACCEPTED, "", read_bank(seat, bank, bounds, rotation.chip_unit))
