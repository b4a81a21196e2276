"""The edges for people and for programs to read."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tables.games.game import NOTHING, aligned
from tables.games.high_card_flush.odds.bets import Edges, Expected, Play
from tables.games.high_card_flush.odds.own_hand import OwnHand
from tables.games.high_card_flush.odds.strategies import BEST, KEEPING_RUNS, RULES_OF_THUMB
from tables.games.high_card_flush.wagers import Wagers

DECIMALS = 10
_ANTE, _STRAIGHT_FLUSH, _FLUSH = "Ante and Raise", "Straight Flush", "Flush"
_HEADINGS = ("Bet", "Played", "Edge", "Of all wagered", "Raises", "Ties", "Mean wager")
_OWN_HEADINGS = ("Bet", "Paid", "Edge")
_RISK = "A positive edge is what the player loses on average, in parts of the Ante or of the bonus."


def sheet(edges: Edges) -> str:
    """All edges as lines of text, rounded to ten digits."""
    qualifies = Fraction(edges.qualifying, edges.hands)
    return "\n".join(
        [
            "High Card Flush: exact edges against the designated player, before cover and caps",
            aligned(_HEADINGS, list(_rows(edges))),
            "",
            own_hand_sheet(edges.own_hand),
            "",
            f"The designated player qualifies with {edges.qualifying:,} of {edges.hands:,} hands: {percent(qualifies)}",
            _RISK,
        ]
    )


def own_hand_sheet(own: OwnHand) -> str:
    """The bonuses as if they were no contest, as lines of text."""
    rows = [(_FLUSH, own.flush), (_STRAIGHT_FLUSH, own.straight_flush)]
    return aligned(_OWN_HEADINGS, [(bet, "on the own hand alone", percent(edge)) for bet, edge in rows])


def expected_sheet(wagers: Wagers, players: int, brought: Expected) -> str:
    """What a round brings, as lines of text; minor units, rounded to two digits."""
    bets = f"Ante {wagers.ante}, Straight Flush {wagers.straight_flush}, Flush {wagers.flush}"
    return (
        f"Each round with {players} {'player' if players == 1 else 'players'}, before cover and caps ({bets}):\n"
        f"the designated player expects {decimal(brought.designated_player, 2)}, the house collects {brought.rake}"
    )


def document(edges: Edges) -> dict[str, Any]:
    """All edges as a JSON object, every fraction exact and as text."""
    return {
        "hands": edges.hands,
        "qualifying": edges.qualifying,
        "ante": str(edges.ante),
        "straight_flush": str(edges.straight_flush),
        "flush": str(edges.flush),
        "plays": {strategy.name: _play_document(play) for strategy, play in edges.plays.items()},
        **own_hand_document(edges.own_hand),
    }


def own_hand_document(own: OwnHand) -> dict[str, Any]:
    """The bonuses as if they were no contest, as a JSON object."""
    return {"own_hand": {"straight_flush": str(own.straight_flush), "flush": str(own.flush)}}


def expected_document(brought: Expected) -> dict[str, Any]:
    """What a round brings, as a JSON object; minor units."""
    return {"expected": {"designated_player": str(brought.designated_player), "rake": brought.rake}}


def percent(part: Fraction) -> str:
    """A fraction in percent, rounded."""
    return f"{decimal(part * 100, DECIMALS)} %"


def decimal(number: Fraction, places: int) -> str:
    """A fraction written with so many decimals, rounded exactly."""
    whole, decimals = divmod(abs(round(number * 10**places)), 10**places)
    return f"{'-' if number < 0 and (whole or decimals) else ''}{whole}.{decimals:0{places}}"


def _rows(edges: Edges) -> Iterator[list[str]]:
    for strategy in (BEST, *RULES_OF_THUMB):
        play = edges.plays[strategy]
        shares = (play.ante, play.element_of_risk, play.raises, play.ties)
        yield [_ANTE, strategy.words, *map(percent, shares), decimal(play.mean_wager, DECIMALS)]
    for bet, strategy, edge in ((_FLUSH, BEST, edges.flush), (_STRAIGHT_FLUSH, KEEPING_RUNS, edges.straight_flush)):
        yield [bet, strategy.words, percent(edge), NOTHING, NOTHING, NOTHING, NOTHING]


def _play_document(play: Play) -> dict[str, str]:
    shares = {**play._asdict(), "element_of_risk": play.element_of_risk}
    return {name: str(share) for name, share in shares.items()}
