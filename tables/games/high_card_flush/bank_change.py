"""A mistyped bank put right before the settlement (OPS 5.4, HCF 8.1)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tables.games.designation import least_bank, read_bank
from tables.games.errors import RuleError, gettext_noop
from tables.games.game import wrong_state
from tables.games.high_card_flush.forfeit import cover_warnings, in_bank
from tables.games.high_card_flush.states import BETTING, SETTLED
from tables.games.values import FlagCode, Leg, Outcome, RoundView


def change_bank(view: RoundView, sent: Mapping[str, Any]) -> Outcome:
    """Declare the bank anew: the difference comes from the designated player's chips, or goes back to them.

    A forfeit follows the bank it is lost to (HCF 8.2): what the new bank could not have paid goes back from it to the
    layout, and what it could have paid goes there.
    """
    if view.state == SETTLED:
        raise wrong_state(gettext_noop("The round is settled: its bank can only be corrected by the floor."))
    old, new = view.bank_declared, _read_bank(view, sent.get("bank"))
    forfeits = _forfeited(replace(view, bank_declared=new)) - _forfeited(view)
    legs = [
        Leg("seat", view.button, old - new),
        Leg("pot", None, -forfeits),
        Leg("bank", None, new - old + forfeits),
    ]
    return Outcome(
        view.state,
        dict(view.play),
        {"bank": old},
        {"bank": new},
        legs=[leg for leg in legs if leg.amount],
        warnings=[] if view.state == BETTING else cover_warnings(view, dict(view.play), legs),
        flags=[{"code": FlagCode.BANK_CHANGED.value, "before": old, "after": new}],
        answer={"bank": new},
        needs=None if view.state == BETTING else "change_bank_after_deal",
        bank_declared=new,
    )


def _forfeited(view: RoundView) -> int:
    return sum(in_bank(view, number) for number in view.play["wagers"])


def _read_bank(view: RoundView, bank: object) -> int:
    """Raises `bad_amount` for a bank below the least, above what the player has, not in whole chips, or declared already."""
    unit, designation = view.rules.chip_unit, view.rules.designation
    least = least_bank(designation, unit) if designation else 0
    most = view.stacks[view.button or 0].chips + view.bank_declared
    if view.state == BETTING:
        # The rake is collected at the deal, from behind the bank (HCF 9.5).
        most -= view.rules.terms.designated_player_rake
    declared = read_bank(view.button, bank, (least, most - most % unit), unit)
    if declared == view.bank_declared:
        raise RuleError("bad_amount", gettext_noop("The bank is %(bank)s already."), field="bank", bank=declared)
    return declared
