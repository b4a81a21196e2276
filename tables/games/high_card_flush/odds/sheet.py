"""The edges for people and for programs to read."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tables.games.game import NOTHING, aligned
from tables.games.high_card_flush.odds.bets import BonusEdge, Edges, Expected, Play
from tables.games.high_card_flush.odds.bonuses import bonuses_live
from tables.games.high_card_flush.odds.strategies import BEST, RULES_OF_THUMB
from tables.games.high_card_flush.terms import BonusContest, Terms, TieBonuses
from tables.games.high_card_flush.wagers import Spot, Wagers

DECIMALS = 10
ANTE = "Ante and Raise"
BONUSES = {Spot.FLUSH.value: "Flush", Spot.STRAIGHT_FLUSH.value: "Straight Flush"}
NO_BONUS = "No bonus is offered under these rules."
_HEADINGS = ("Bet", "Played", "Edge", "Of all wagered", "Raises", "Ties", "Mean wager")
_OWN_HEADINGS = ("Bet", "Paid", "Edge")
_RISK = "A positive edge is what the player loses on average, in parts of the Ante or of the bonus."
_ROUNDING = "Odds such as 3:2 count in full here: what a stake wins is rounded down to a minor unit, which only a multiple avoids."
_NO_ONE_EDGE = (
    "%s: no one edge. A fold loses this bonus, and best play of the Ante folds hands that it pays; "
    "which of them are best raised depends on how large the bonus is beside the Ante."
)


def sheet(terms: Terms, edges: Edges) -> str:
    """All edges as lines of text, rounded to ten digits."""
    qualifies = Fraction(edges.qualifying, edges.hands)
    return "\n".join(
        [
            "High Card Flush: exact edges against the designated player, before cover and caps",
            aligned(_HEADINGS, list(_rows(terms, edges))),
            "",
            own_hand_sheet(terms, edges.own_hand),
            "",
            f"The designated player qualifies with {edges.qualifying:,} of {edges.hands:,} hands: {percent(qualifies)}",
            *no_one_edge(edges.unsettled).values(),
            _RISK,
            *([_ROUNDING] if _has_ratio(terms) else []),
        ]
    )


def own_hand_sheet(terms: Terms, own: Mapping[str, Fraction]) -> str:
    """The bonuses as if they were no contest, as lines of text."""
    if not own:
        return NO_BONUS
    rows = [(BONUSES[spot], "on the own hand alone", percent(own[spot])) for spot in BONUSES if spot in own]
    return "\n".join([aligned(_OWN_HEADINGS, rows), *_left_out(terms)])


def expected_sheet(wagers: Wagers, players: int, brought: Expected) -> str:
    """What a round brings, as lines of text; minor units, rounded to two digits."""
    bets = f"Ante {wagers.ante}, Straight Flush {wagers.straight_flush}, Flush {wagers.flush}"
    expects = (
        "what the designated player expects has no one answer, as a bonus placed has no one edge"
        if brought.designated_player is None
        else f"the designated player expects {decimal(brought.designated_player, 2)} before rake"
    )
    rake = f"the house collects {brought.rake}, of that {brought.designated_player_rake} from the designated player"
    return (
        f"Each round with {players} {'player' if players == 1 else 'players'}, before cover and caps ({bets}):\n"
        f"{expects}; {rake}"
    )


def document(edges: Edges) -> dict[str, Any]:
    """All edges as a JSON object, every fraction exact and as text; a bonus without one edge has a sentence instead."""
    sentences = no_one_edge(edges.unsettled)
    return {
        "hands": edges.hands,
        "qualifying": edges.qualifying,
        "ante": str(edges.ante),
        **{spot: str(bonus.edge) for spot, bonus in edges.bonuses.items()},
        **({"no_one_edge": sentences} if sentences else {}),
        "plays": {strategy.name: _play_document(play) for strategy, play in edges.plays.items()},
        **own_hand_document(edges.own_hand),
    }


def own_hand_document(own: Mapping[str, Fraction]) -> dict[str, Any]:
    """The bonuses as if they were no contest, as a JSON object."""
    return {"own_hand": {spot: str(edge) for spot, edge in own.items()}}


def expected_document(brought: Expected) -> dict[str, Any]:
    """What a round brings, as a JSON object; minor units, null where a bonus placed has no one edge."""
    expects = None if brought.designated_player is None else str(brought.designated_player)
    return {"expected": {**brought._asdict(), "designated_player": expects}}


def no_one_edge(unsettled: tuple[str, ...]) -> dict[str, str]:
    """For each of these bonuses the sentence that says why it has no one edge."""
    return {spot: _NO_ONE_EDGE % BONUSES[spot] for spot in unsettled}


def percent(part: Fraction) -> str:
    """A fraction in percent, rounded."""
    return f"{decimal(part * 100, DECIMALS)} %"


def decimal(number: Fraction, places: int) -> str:
    """A fraction written with so many decimals, rounded exactly."""
    whole, decimals = divmod(abs(round(number * 10**places)), 10**places)
    return f"{'-' if number < 0 and (whole or decimals) else ''}{whole}.{decimals:0{places}}"


def _rows(terms: Terms, edges: Edges) -> Iterator[list[str]]:
    for strategy in (BEST, *RULES_OF_THUMB):
        play = edges.plays[strategy]
        shares = (play.ante, play.element_of_risk, play.raises, play.ties)
        yield [ANTE, strategy.words, *map(percent, shares), decimal(play.mean_wager, DECIMALS)]
    for spot, name in BONUSES.items():
        label = f"{name}, own hand" if terms.contest(spot) is BonusContest.OWN_HAND else name
        for strategy, edge in _bonus_edges(edges, spot):
            yield [label, strategy.words, percent(edge), NOTHING, NOTHING, NOTHING, NOTHING]


def _bonus_edges(edges: Edges, spot: str) -> list[BonusEdge]:
    """The one edge of a bonus; where it has none, those of strategies that are fixed."""
    if spot in edges.unsettled:
        return [BonusEdge(strategy, edges.plays[strategy].bonuses[spot]) for strategy in RULES_OF_THUMB]
    return [edges.bonuses[spot]] if spot in edges.bonuses else []


def _left_out(terms: Terms) -> Iterator[str]:
    """What the table does to a bonus on the own hand that its edge on that hand alone does not know."""
    if BonusContest.OWN_HAND not in (terms.flush_bonus, terms.straight_flush_bonus):
        return
    if terms.exact_tie_bonuses is TieBonuses.PUSH:
        yield "At this table an exact tie pushes the bonuses, which the hand alone does not know."
    if not bonuses_live(terms):
        yield "At this table a fold loses the bonuses, which the hand alone does not know."


def _has_ratio(terms: Terms) -> bool:
    tables = [terms.pay_table(spot) for spot in BONUSES if spot in terms.wager_spots]
    return any(odds.staked > 1 for table in tables for _, odds in table.lines)


def _play_document(play: Play) -> dict[str, str]:
    shares = {
        "ante": play.ante,
        **play.bonuses,
        "raises": play.raises,
        "ties": play.ties,
        "mean_wager": play.mean_wager,
        "element_of_risk": play.element_of_risk,
    }
    return {name: str(share) for name, share in shares.items()}
