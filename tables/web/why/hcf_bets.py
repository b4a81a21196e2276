"""Why one bet of a hand won, lost, pushed or went back (HCF 3, 5, 8, 9)."""

from typing import Any

from django.utils.translation import gettext as _

from tables.games.high_card_flush.contest import RETURNED, WIN
from tables.games.high_card_flush.terms import CoverPolicy
from tables.games.high_card_flush.wagers import BONUS_SPOTS, Spot
from tables.games.values import JSON
from tables.web.why.hcf_bonuses import bonus_sentence, pay_words
from tables.web.why.hcf_hand import HandFacts
from tables.web.why.reason import Reason, in_sentence
from tables.web.words.games import RANK_NAMES, SPOTS


def bet_reason(facts: HandFacts, spot: str) -> Reason:
    """The bet on a spot: what it came to by the cards, then what caps and funds made of that."""
    bet, figures = facts.row["bets"][spot], facts.figures
    words = bet_words(facts, spot)
    sentences = [in_sentence(_by_the_cards(facts, spot), words), *_cut_down(facts, spot, words)]
    if spot == Spot.RAISE and facts.excess:
        sentences.append(_too_much(facts))
    shown = bet["net"] if bet["result"] in ("win", "lose") else bet["stake"]
    name = str(SPOTS[spot].name)
    return Reason(spot, name, bet["net"], figures.amount(abs(shown)), " ".join(sentences))


def bet_words(facts: HandFacts, spot: str) -> dict[str, Any]:
    """What the sentences about a bet quote."""
    bet, terms, amount = facts.row["bets"][spot], facts.terms, facts.figures.amount
    return {
        "bet": SPOTS[spot].name,
        "stake": amount(bet["stake"]),
        "won": amount(won_by_the_cards(bet)),
        "net": amount(abs(bet["net"])),
        "uncapped": amount(bet.get("uncapped", 0)),
        "short": amount(bet.get("short", 0)),
        "own": facts.cards("flush"),
        "other": facts.opposing("flush"),
        "cards": terms.qualifier_cards,
        "rank": RANK_NAMES[terms.qualifier_rank],
        "bank": amount(facts.output["designated_player"]["bank_before"]),
        "seat": facts.row["seat"],
        **(pay_words(facts, spot) if spot in BONUS_SPOTS else {}),
    }


def won_by_the_cards(bet: JSON) -> int:
    """What a bet wins before any cap and shortage, in minor units."""
    won: int = bet["uncapped"] if "uncapped" in bet else bet["net"] + bet.get("short", 0)
    return won


def _by_the_cards(facts: HandFacts, spot: str) -> str:
    bet = facts.row["bets"][spot]
    if spot in facts.forfeits:
        return _forfeited(facts, bet)
    if bet["result"] == RETURNED:
        return _returned(facts)
    if spot in BONUS_SPOTS:
        return bonus_sentence(facts, spot)
    if not facts.output["qualifies"]:
        return _not_qualified(bet)
    if bet["result"] == "push":
        return _(
            "%(bet)s %(stake)s pushes: the player's %(own)s and the designated player's %(other)s are equal (HCF 5.4)."
        )
    if bet["result"] == WIN:
        return _(
            "%(bet)s %(stake)s wins %(won)s, even money: the player's %(own)s is above the designated player's %(other)s"
            " (HCF 5.3)."
        )
    return _("%(bet)s %(stake)s loses: the player's %(own)s is below the designated player's %(other)s (HCF 5.3).")


def _not_qualified(bet: JSON) -> str:
    if bet["result"] == WIN:
        return _(
            "%(bet)s %(stake)s wins %(won)s, even money, with any hand: the designated player's %(other)s does not"
            " qualify, which takes more than %(cards)s cards, or %(cards)s with %(rank)s or higher on top (HCF 5.2)."
        )
    return _("%(bet)s %(stake)s pushes: the designated player's %(other)s does not qualify (HCF 5.2).")


def _forfeited(facts: HandFacts, bet: JSON) -> str:
    if bet["result"] != RETURNED:
        return _("%(bet)s %(stake)s is lost: seat %(seat)s folded, which forfeits it at once (HCF 3.3).")
    if facts.terms.cover_policy is CoverPolicy.TO_EXTENT:
        return _("%(bet)s %(stake)s goes back, although seat %(seat)s folded: the declared bank is nothing (HCF 8.7).")
    return _(
        "%(bet)s %(stake)s goes back, although seat %(seat)s folded: the declared bank of %(bank)s is less than the fold"
        " forfeits (HCF 8.2)."
    )


def _returned(facts: HandFacts) -> str:
    if facts.terms.cover_policy is CoverPolicy.TO_EXTENT:
        return _("%(bet)s %(stake)s goes back: the bank holds nothing to settle it with (HCF 8.7).")
    return _("%(bet)s %(stake)s goes back: the bank does not cover the hand, so it is dead (HCF 8.4).")


def _cut_down(facts: HandFacts, spot: str, words: dict[str, Any]) -> list[str]:
    """What a cap left of the winnings, and what the bank did not reach (HCF 8.7, 9.1, 9.2)."""
    bet, sentences = facts.row["bets"][spot], []
    if "uncapped" in bet:
        left = facts.figures.amount(bet["net"] + bet.get("short", 0))
        sentences.append(in_sentence(_cap(facts), {**words, **_caps(facts), "left": left}))
    if bet.get("short"):
        template = (
            _("The bank pays %(net)s of it; the %(short)s that it does not reach is not owed (HCF 8.7).")
            if bet["result"] == WIN
            else _("The bank takes %(net)s, no more than it could have paid; %(short)s goes back (HCF 8.7).")
        )
        sentences.append(in_sentence(template, words))
    return sentences


def _cap(facts: HandFacts) -> str:
    terms = facts.terms
    if terms.cap_per_round is None:
        return _("All bonuses of a hand win at most %(hand)s together; this one has %(left)s of that (HCF 9.2).")
    if terms.cap_per_hand is None:
        return _("All bonuses of a round win at most %(round)s together; this one has %(left)s of that (HCF 9.2).")
    return _(
        "All bonuses of a hand win at most %(hand)s together, and those of a round %(round)s; this one has %(left)s of"
        " that (HCF 9.2)."
    )


def _caps(facts: HandFacts) -> dict[str, str]:
    terms, amount = facts.terms, facts.figures.amount
    return {"hand": amount(terms.cap_per_hand or 0), "round": amount(terms.cap_per_round or 0)}


def _too_much(facts: HandFacts) -> str:
    """What goes back of a Raise above its cap; a hand that shows has its flush (HCF 3.2, 3.4)."""
    stake, length = facts.row["bets"][Spot.RAISE]["stake"], facts.length("flush")
    words = {
        "placed": facts.figures.amount(stake + facts.excess),
        "times": facts.terms.raise_caps[length],
        "count": length,
        "stake": facts.figures.amount(stake),
        "excess": facts.figures.amount(facts.excess),
    }
    return in_sentence(
        _(
            "%(placed)s was placed, and with a flush of %(count)s cards a Raise is at most %(times)s times the Ante:"
            " %(stake)s counts and %(excess)s goes back (HCF 3.4)."
        ),
        words,
    )
