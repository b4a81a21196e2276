"""Why the settlement on the screen is as it is (TAB 4.3)."""

from collections.abc import Sequence
from functools import cached_property

from tables.queries.tables.documents import TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.steps import round_in
from tables.web.why.reason import SeatReasons
from tables.web.why.registry import reasons_of_round


class Explained:
    """A screen of a table, as far as it explains its amounts."""

    state: TableStateDocument
    figures: MoneyFormat

    @cached_property
    def reasons(self) -> Sequence[SeatReasons]:
        """The sentences of each seat, in the order of the settlement; none before one is shown (TAB 4.3)."""
        round_ = round_in(self.state)
        return reasons_of_round(round_, self.figures) if round_ else []
