"""What High Card Flush offers to the registry of games."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from tables.games.errors import gettext_noop
from tables.games.high_card_flush.document import KEY, settle_document
from tables.games.high_card_flush.sheet import sheet
from tables.games.high_card_flush.terms import REPLACED_WHOLE, Terms
from tables.games.high_card_flush.wagers import BONUS_SPOTS, WAGER_SPOTS
from tables.games.rule_values import bad_rules


class Minimum(Protocol):
    """A limit, of which only the least bet matters here."""

    @property
    def min(self) -> int: ...


class HighCardFlush:
    """The rules of High Card Flush, as every game offers its own."""

    key = KEY
    limit_spots = WAGER_SPOTS
    has_designation = True
    replaced_whole = REPLACED_WHOLE

    def parse_terms(self, document: object) -> Terms:
        """Read terms, whole or in part (HCF 9.6); raises `bad_rules`."""
        return Terms.parse(document)

    def verify_rules(self, terms: Terms, limits: Mapping[str, Minimum]) -> None:
        """Raise `bad_rules` for a cap below the largest single line at the minimum bet (OPS 4.5); minor units."""
        lines = {"straight_flush": terms.straight_flush_paytable, "flush": terms.flush_paytable}
        largest = max(limits[spot].min * max(lines[spot]) for spot in BONUS_SPOTS)
        for key, cap in (("caps.per_hand", terms.cap_per_hand), ("caps.per_round", terms.cap_per_round)):
            if cap is not None and cap < largest:
                template = gettext_noop(
                    "Rule %(field)s is %(found)s, below the largest pay line at the minimum bet, %(least)s."
                )
                raise bad_rules(template, key=key, found=cap, least=largest)

    def settle_document(self, document: Mapping[str, Any], read_terms: Callable[[object], Terms]) -> dict[str, Any]:
        """Settle one input of `settle`; raises the first RuleError in the order of the codes."""
        return settle_document(document, read_terms)

    def sheet(self, answer: Mapping[str, Any]) -> str:
        """A settlement document as a table for people."""
        return sheet(answer)


HIGH_CARD_FLUSH = HighCardFlush()
