"""Why a round of High Card Flush was settled as it was (HCF 3 to 9)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tables.games.high_card_flush.terms import Terms
from tables.games.values import JSON
from tables.web.shared.money import MoneyFormat
from tables.web.why.hcf_bank import bank_reasons, designated_reasons, rake_reason
from tables.web.why.hcf_bets import bet_reason
from tables.web.why.hcf_hand import HandFacts, hand_reason
from tables.web.why.reason import SeatReasons


def banked_reasons(terms: Terms, _played: Mapping[str, Any], output: JSON, figures: MoneyFormat) -> list[SeatReasons]:
    """Each hand in settlement order, then the designated player."""
    banks = bank_reasons(output, figures)
    explained = []
    for row in output["seats"]:
        facts = HandFacts(terms, output, row, figures)
        reasons = [bet_reason(facts, spot) for spot in row["bets"]]
        reasons.append(hand_reason(facts))
        reasons += [reason for reason in (banks.get(row["seat"]), rake_reason(facts)) if reason is not None]
        explained.append(SeatReasons(row["seat"], _("Player"), reasons))
    designated = output["designated_player"]["seat"]
    explained.append(SeatReasons(designated, _("Designated player"), designated_reasons(terms, output, figures)))
    return explained
