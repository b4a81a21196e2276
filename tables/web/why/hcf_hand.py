"""What the sentences about one hand are made of, and why the hand as a whole is paid, collected or dead (HCF 8)."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tables.games.high_card_flush.funds import asks_for_stakes
from tables.games.high_card_flush.terms import CoverPolicy, FoldedBonuses, Terms
from tables.games.high_card_flush.wagers import Spot
from tables.games.values import FIRST_RULINGS, JSON
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.cards import codes
from tables.web.why.reason import Reason, in_sentence, shown_cards
from tables.web.words.games import SPOTS


@dataclass(frozen=True, slots=True)
class HandFacts:
    """One hand of a settled round, with the terms and all else that was settled with it."""

    terms: Terms
    output: JSON
    row: JSON
    figures: MoneyFormat

    @property
    def is_folded(self) -> bool:
        """Whether the hand folded: then it has no Raise (HCF 3.3)."""
        return Spot.RAISE not in self.row["bets"]

    @property
    def forfeits(self) -> list[str]:
        """The bets that the fold is about; bonuses that live are not among them (HCF 3.3, 6.5)."""
        if not self.is_folded:
            return []
        lives = self.terms.bonuses_on_fold is FoldedBonuses.LIVE
        return [spot for spot in self.row["bets"] if spot == Spot.ANTE or not lives]

    @property
    def is_in_walk(self) -> bool:
        """Whether the hand took part in the settlement walk (HCF 6.5, 8.3)."""
        return self.row["bank_after"] is not None

    @property
    def staked(self) -> int:
        """All that was staked on it and counted, in minor units."""
        return sum(bet["stake"] for bet in self.row["bets"].values())

    @property
    def excess(self) -> int:
        """What of the Raise was above its cap, in minor units (HCF 3.4)."""
        return sum(flag["excess"] for flag in self.output["flags"] if flag["seat"] == self.row["seat"])

    @property
    def is_exact_tie(self) -> bool:
        """Whether both flushes count the same (HCF 2.1)."""
        own, other = self.row["flush"], self.output["designated_player"]["flush"]
        return [code[0] for code in codes(own)] == [code[0] for code in codes(other)]

    def cards(self, what: str) -> str:
        """The cards of the player's `flush` or `straight_flush`; empty where there is none."""
        return shown_cards(self.row[what] or "")

    def opposing(self, what: str) -> str:
        """The designated player's."""
        return shown_cards(self.output["designated_player"][what] or "")

    def length(self, what: str) -> int:
        """How many cards the player's has; 0 for none."""
        return len(codes(self.row[what] or ""))


def hand_reason(facts: HandFacts) -> Reason:
    """Why the whole hand comes to what it does (HCF 8.3)."""
    row, figures = facts.row, facts.figures
    stands = ", ".join(f"{SPOTS[spot].name} {figures.signed(bet['net'])}" for spot, bet in row["bets"].items())
    words = {
        "bets": stands,
        "net": figures.signed(row["net"]),
        "staked": figures.amount(facts.staked),
        "bank": figures.amount(_bank_then(facts)),
    }
    sentence = in_sentence(_why_dead(facts) if row["outcome"] == "dead" else _why_so_much(facts), words)
    if row["outcome"] != "dead" and facts.is_folded and facts.is_in_walk:
        sentence = _after_the_fold(facts, words)
    return Reason("hand", _("Hand"), row["net"], figures.signed(row["net"]), sentence)


def _why_so_much(facts: HandFacts) -> str:
    if not facts.is_folded:
        return _("The bets of a hand are settled as one: %(bets)s come to %(net)s (HCF 8.3).")
    if facts.row["net"] == 0:
        return _("The fold took nothing, and all that was staked goes back: %(staked)s (HCF 8.2).")
    return _("The fold forfeited its bets: %(bets)s come to %(net)s (HCF 3.3).")


def _after_the_fold(facts: HandFacts, words: dict[str, Any]) -> str:
    """A fold that left bonuses alive: what it took at once, and what the bonuses came to (HCF 6.5)."""
    taken = sum(facts.row["bets"][spot]["net"] for spot in facts.forfeits)
    figures = {**words, "taken": facts.figures.signed(taken), "rest": facts.figures.signed(facts.row["net"] - taken)}
    return in_sentence(
        _("The fold came to %(taken)s at once, and the bonuses, which live, to %(rest)s: together %(net)s (HCF 6.5)."),
        figures,
    )


def _why_dead(facts: HandFacts) -> str:
    """What the bank could not cover: what is staked, or else what the hand would have won (HCF 8.2, 8.3, 8.5, 8.7)."""
    if facts.terms.cover_policy is CoverPolicy.TO_EXTENT:
        return _(
            "The bank holds nothing to pay with, so the hand is dead and the %(staked)s staked goes back (HCF 8.7)."
        )
    if not facts.is_in_walk:
        return _(
            "The declared bank of %(bank)s is less than the %(staked)s that the fold would forfeit, so all of it goes"
            " back (HCF 8.2)."
        )
    if asks_for_stakes(facts.terms) and facts.row["bank_after"] < facts.staked:
        return _(
            "The bank held %(bank)s when it came to this hand, less than the %(staked)s staked on it, so the hand is dead"
            " and all of it goes back (HCF 8.5)."
        )
    if facts.terms.symmetric_cover and facts.terms.rulings == FIRST_RULINGS:
        return _(
            "The bank held %(bank)s when it came to this hand, less than it would have won or lost, so the hand is dead"
            " and the %(staked)s staked goes back (HCF 8.5)."
        )
    return _(
        "The bank held %(bank)s when it came to this hand, less than it would have won, so the hand is dead and the"
        " %(staked)s staked goes back (HCF 8.4)."
    )


def _bank_then(facts: HandFacts) -> int:
    """The bank that a dead hand met: it leaves it as it was."""
    after: int | None = facts.row["bank_after"]
    declared: int = facts.output["designated_player"]["bank_before"]
    return declared if after is None else after
