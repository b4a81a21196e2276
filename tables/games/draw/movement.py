"""Where the chips of a hand lie, account by account (OPS 2.4)."""

from collections.abc import Iterable, Mapping
from typing import Any

from tables.games.draw.betting import Hand, Player
from tables.games.draw.terms import DrawTerms
from tables.games.values import Balances


def balances(terms: DrawTerms, hand: Hand) -> Balances:
    """Where the chips lie during a hand: behind the players, and in the pot."""
    return balances_after(terms, hand.players, {"pot": hand.pot})


def balances_after(terms: DrawTerms, players: Iterable[Player], middle: Mapping[str, int]) -> Balances:
    """Where the chips lie: behind the players, and on the accounts that belong to no player."""
    lying: dict[tuple[str, int | None], int] = {}
    for player in players:
        lying["seat", player.seat] = player.chips
        lying["markers", player.seat] = -player.markers_out * terms.marker_value
    return lying | {(account, None): amount for account, amount in middle.items()}


def settled_balances(terms: DrawTerms, output: Mapping[str, Any]) -> Balances:
    """Where the chips lie after a settlement document."""
    players = [Player(seat["seat"], seat["stack"], markers_out=seat.get("markers_out", 0)) for seat in output["seats"]]
    return balances_after(terms, players, {"pot": output.get("carry", 0), "rake": output.get("rake", 0)})


def markers_of(terms: DrawTerms, players: Iterable[Player]) -> Mapping[int, int]:
    """How many markers each player has outstanding; of no player where the game has none."""
    return {player.seat: player.markers_out for player in players} if terms.marker_count else {}
