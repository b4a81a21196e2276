"""Where chips lie, account by account, and what moves between two moments (OPS 2.4)."""

from collections.abc import Mapping

from tables.games.game import Leg

Balances = Mapping[tuple[str, int | None], int]
"""Minor units by account and seat. A marker outstanding is worth its value less on the account of markers."""


def legs_between(before: Balances, after: Balances) -> list[Leg]:
    """The legs that lead from one moment to another; an account not named holds nothing."""
    accounts = [*before, *(account for account in after if account not in before)]
    moved = [Leg(*account, after.get(account, 0) - before.get(account, 0)) for account in accounts]
    return [leg for leg in moved if leg.amount]
