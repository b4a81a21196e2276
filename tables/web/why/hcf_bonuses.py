"""Why a bonus won, lost or pushed: its pay table, and the contest with the designated player's hand (HCF 5.5, 6, 7)."""

from typing import Any

from django.utils.translation import gettext as _

from tables.games.high_card_flush.contest import WIN
from tables.games.high_card_flush.terms import BonusContest, TieBonuses
from tables.games.high_card_flush.wagers import Spot
from tables.web.why.hcf_hand import HandFacts


def bonus_sentence(facts: HandFacts, spot: str) -> str:
    """The sentence of a bonus that was settled, with places for `pay_words` and for what it quotes of the bet itself."""
    return _flush(facts) if spot == Spot.FLUSH else _straight_flush(facts)


def pay_words(facts: HandFacts, spot: str) -> dict[str, Any]:
    """The line of the pay table that holds, its odds, and the runs of both hands (HCF 6.4, 7.3)."""
    table, length = facts.terms.pay_table(spot), facts.length(spot)
    lines = [line for line in table.lines if line[0] <= length]
    line, odds = lines[-1] if lines else (0, None)
    return {
        "run": facts.cards("straight_flush"),
        "other_run": facts.opposing("straight_flush"),
        "line": line,
        "pays": odds.pays if odds else 0,
        "staked": odds.staked if odds else 1,
        "shortest": table.shortest,
    }


def _flush(facts: HandFacts) -> str:
    result = facts.row["bets"][Spot.FLUSH]["result"]
    if facts.is_exact_tie and facts.terms.exact_tie_bonuses is TieBonuses.PUSH:
        return _exact_tie()
    if facts.length("flush") < facts.terms.flush_paytable.shortest:
        return _(
            "%(bet)s %(stake)s loses: %(own)s is below the lowest line of its pay table, %(shortest)s cards (HCF 7.1)."
        )
    if facts.terms.flush_bonus is BonusContest.OWN_HAND:
        return _(
            "%(bet)s %(stake)s wins %(won)s at %(pays)s to %(staked)s, the line of %(line)s cards, for %(own)s, against"
            " any hand (HCF 7.3, 7.4)."
        )
    if result == WIN:
        return _(
            "%(bet)s %(stake)s wins %(won)s at %(pays)s to %(staked)s, the line of %(line)s cards: %(own)s is above the"
            " designated player's %(other)s (HCF 7.2, 7.3)."
        )
    if result == "push":
        return _("%(bet)s %(stake)s pushes: %(own)s and the designated player's %(other)s are equal (HCF 7.2).")
    return _("%(bet)s %(stake)s loses: %(own)s is below the designated player's %(other)s (HCF 7.2).")


def _straight_flush(facts: HandFacts) -> str:
    result = facts.row["bets"][Spot.STRAIGHT_FLUSH]["result"]
    if facts.is_exact_tie and facts.terms.exact_tie_bonuses is TieBonuses.PUSH:
        return _exact_tie()
    if not facts.length("straight_flush"):
        return _(
            "%(bet)s %(stake)s loses: the hand has no run in one suit, and its pay table begins with %(shortest)s cards"
            " (HCF 6.1)."
        )
    if facts.length("straight_flush") < facts.terms.straight_flush_paytable.shortest:
        return _(
            "%(bet)s %(stake)s loses: the run %(run)s is below the lowest line of its pay table, %(shortest)s cards"
            " (HCF 6.1)."
        )
    if facts.terms.straight_flush_bonus is BonusContest.OWN_HAND:
        return _(
            "%(bet)s %(stake)s wins %(won)s at %(pays)s to %(staked)s, the line of %(line)s cards, for the run %(run)s,"
            " against any hand (HCF 6.4, 6.6)."
        )
    return _run_won(facts) if result == WIN else _run_not_won(result)


def _run_won(facts: HandFacts) -> str:
    if not facts.opposing("straight_flush"):
        return _(
            "%(bet)s %(stake)s wins %(won)s at %(pays)s to %(staked)s, the line of %(line)s cards: the run %(run)s, and"
            " the designated player has none (HCF 6.2, 6.4)."
        )
    return _(
        "%(bet)s %(stake)s wins %(won)s at %(pays)s to %(staked)s, the line of %(line)s cards: the run %(run)s is above"
        " the designated player's %(other_run)s (HCF 6.2, 6.4)."
    )


def _run_not_won(result: str) -> str:
    if result == "push":
        return _(
            "%(bet)s %(stake)s pushes: the run %(run)s and the designated player's %(other_run)s are equal (HCF 6.2)."
        )
    return _("%(bet)s %(stake)s loses: the run %(run)s is below the designated player's %(other_run)s (HCF 6.2).")


def _exact_tie() -> str:
    return _(
        "%(bet)s %(stake)s pushes: %(own)s and the designated player's %(other)s are equal, and then every bonus of the"
        " hand pushes (HCF 5.5)."
    )
