"""High Card Flush as a table plays it: states, acts, and what a page needs to know of a round (OPS 5.1)."""

from collections.abc import Mapping
from typing import Any

from tables.games.errors import gettext_noop
from tables.games.game import wrong_state
from tables.games.high_card_flush.forfeit import in_bank
from tables.games.high_card_flush.states import CLOSED, SETTLED, VOID
from tables.games.reading import read_void_reason
from tables.games.values import Leg, Outcome, RoundView


def close_round(view: RoundView, _sent: Mapping[str, Any]) -> Outcome:
    """The chips have moved: the bank goes back to the designated player with its result (OPS 3.4, 5.7)."""
    if view.state != SETTLED:
        raise wrong_state(gettext_noop("The round is not settled yet: settle it, or declare it void."))
    return Outcome(CLOSED, dict(view.play), {}, {}, legs=_bank_back(view))


def void_round(view: RoundView, sent: Mapping[str, Any]) -> Outcome:
    """Everything goes back: wagers, forfeited stakes, fees and the bank; the button does not move (HCF 10.1)."""
    if view.state == SETTLED:
        raise wrong_state(gettext_noop("The round is settled: it can only be corrected by the floor."))
    return Outcome(
        VOID,
        dict(view.play),
        {"state": view.state},
        read_void_reason(sent),
        legs=[*_everything_back(view)],
        needs="void_decided_round" if view.play.get("decided") else None,
    )


def _bank_back(view: RoundView) -> list[Leg]:
    return [Leg("bank", None, -view.bank), Leg("seat", view.button, view.bank)]


def _everything_back(view: RoundView) -> list[Leg]:
    """What each player put in, from wherever it lies now; what is left of the bank is the designated player's."""
    legs: list[Leg] = []
    bank = view.bank
    for number, wagers in view.play["wagers"].items():
        put_in = sum(wagers.values()) + view.play["decisions"].get(number, {}).get("raise", 0)
        collected = in_bank(view, number)
        bank -= collected
        back = [Leg("bank", None, -collected), Leg("pot", None, collected - put_in), Leg("seat", int(number), put_in)]
        legs += [leg for leg in back if leg.amount]
    for number, paid in view.play["rake"].items():
        legs += [Leg("rake", None, -paid), Leg("seat", int(number), paid)]
    return [*legs, Leg("bank", None, -bank), Leg("seat", view.button, bank)]
