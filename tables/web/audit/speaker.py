"""How an entry's people and amounts are named: people by name and badge, amounts in the currency of the house (AUD 7.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tables.queries.tables.round_documents import EntryDocument
from tables.web.shared.money import MoneyFormat
from tables.web.words.people import ROLES

OF_MONEY = ("min", "max", "ante", "amount", "chip_unit", "min_bank", "per_hand", "per_round", "signed_above")
"""The last parts of the keys of rules that are amounts."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Knows the names behind badges and how the house writes amounts."""

    names: Mapping[str, str]
    figures: MoneyFormat

    def person(self, badge: str) -> str:
        """Return a person as the log names them."""
        return self.names.get(badge, badge)

    def who(self, entry: EntryDocument) -> str:
        """Return who acted: a person, or else their role."""
        return self.person(entry["person"]) if entry["person"] else str(ROLES[entry["role"]].name)

    def amount(self, units: int) -> str:
        """Return an amount without a sign of gain."""
        return self.figures.amount(units)

    def net(self, units: int) -> str:
        """Return what was won or lost."""
        return self.figures.signed(units)

    def rule(self, key: str, value: Any) -> str:
        """Return a value of the rules; one that is not there as a word."""
        if value is None:
            return _("none")
        is_amount = key.rpartition(".")[2] in OF_MONEY and type(value) is int
        return self.figures.amount(value) if is_amount else str(value).lower() if value in (True, False) else str(value)
