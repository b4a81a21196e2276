"""The placards of the two draw games (DRAW, OPS 4.6)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.values import JSON
from tables.web.placards.lines import Content, Line, Money, changes_line, chip_unit_line, sentences
from tables.web.words.choices import CLOCK_MODES, DECKS

BASIS_POINTS_A_PERCENT = 100


def heads_up_content(document: JSON, money: Money) -> Content:
    """All the placard says of heads-up draw (DRAW 1)."""
    terms = document["terms"]
    return Content(
        limits=[Line("ante", _("Ante"), money.figures.amount(terms["ante"]))],
        rake=Line("rake", _("Rake"), _("The house takes no rake."), now_and_then=False),
        rules=[
            _deck(terms["deck"]),
            _play(),
            _stacks(equal=terms["equal_start"]),
            _heads_up_bets(),
            _markers(terms, money),
            _carry(),
            _heads_up_comparison(terms["deck"]),
            chip_unit_line(document, money),
            changes_line(document),
        ],
    )


def four_player_content(document: JSON, money: Money) -> Content:
    """All the placard says of four-player draw (DRAW 2)."""
    terms = document["terms"]
    return Content(
        limits=[Line("opening", _("Opening"), money.span(terms["opening_min"], terms["opening_max"]))],
        rake=_commission(terms["commission_bps"]),
        rules=[
            _deck(52),
            _play(),
            _opening(),
            _clock(terms),
            _table_stakes(),
            _four_player_comparison(),
            chip_unit_line(document, money),
            changes_line(document),
        ],
    )


def _deck(cards: int) -> Line:
    return Line("deck", _("Deck"), str(DECKS[cards].placard))


def _play() -> Line:
    text = _("Five cards each; each player may exchange up to five once. Who drops is out of the hand.")
    return Line("play", _("Play"), text)


def _stacks(*, equal: bool) -> Line:
    text = _("A match starts with equal stacks.") if equal else _("A match may start with unequal stacks.")
    ante = _("Both pay the Ante before every deal; who cannot has lost the match.")
    return Line("stacks", _("Match"), sentences([text, ante]), now_and_then=False)


def _heads_up_bets() -> Line:
    text = [
        _(
            "One round of betting before the exchange and one after it; the seat that acts first alternates from deal to deal."
        ),
        _("No bet or raise is above what either player has left. There is no clock."),
    ]
    return Line("bets", _("Betting"), sentences(text))


def _markers(terms: JSON, money: Money) -> Line:
    """The line of markers (DRAW 1.8)."""
    count, value = terms["marker_count"], terms["marker_value"]
    if not count:
        return Line("markers", _("Markers"), _("No markers are issued: table stakes."), now_and_then=False)
    reserve = value if terms["redeem_reserve"] is None else terms["redeem_reserve"]
    issued = ngettext(
        "A player who must pay more than their chips is issued a marker of %(value)s, at most %(count)s outstanding.",
        "A player who must pay more than their chips is issued markers of %(value)s each, at most %(count)s outstanding.",
        count,
    ) % {"count": count, "value": money.amount(value)}
    redeemed = _("After winning a pot they redeem them while that leaves them %(reserve)s.") % {
        "reserve": money.amount(reserve)
    }
    return Line("markers", _("Markers"), sentences([issued, redeemed]), now_and_then=False)


def _carry() -> Line:
    text = _("A tie leaves the pot on the table: it is played for in the next deal, after another Ante.")
    return Line("carry", _("Ties"), text)


def _heads_up_comparison(deck: int) -> Line:
    text = [_ranking(), _("Flushes compare by their top card alone."), str(DECKS[deck].low_ace)]
    return Line("comparison", _("Hands"), sentences(text), now_and_then=False)


def _four_player_comparison() -> Line:
    text = [
        _ranking(),
        _("Ace is high only. Equal hands share a pot; odd units go one each from the left of the button."),
    ]
    return Line("comparison", _("Hands"), sentences(text), now_and_then=False)


def _ranking() -> str:
    return _(
        "Low to high: no pair, pair, two pair, three of a kind, straight, flush, full house, four of a kind, straight flush."
    )


def _commission(basis_points: int) -> Line:
    """What the house takes of the winnings, as exact percent (DRAW 2.8)."""
    if not basis_points:
        return Line("rake", _("Rake"), _("The house takes no commission."), now_and_then=False)
    whole, rest = divmod(basis_points, BASIS_POINTS_A_PERCENT)
    percent = f"{whole}.{rest:02d}".rstrip("0").rstrip(".")
    text = _(
        "The house takes a commission of %(percent)s\N{NO-BREAK SPACE}%% of all that each winner takes from the pots, their own "
        "stake in them included, rounded down."
    ) % {"percent": percent}
    return Line("rake", _("Commission"), text, now_and_then=False)


def _opening() -> Line:
    text = [
        _("In turn from the left of the button, each player may open; then the others pay the opening or drop."),
        _("After the exchange there is one round of betting: raise, call or drop. The button moves one seat a hand."),
    ]
    return Line("betting", _("Betting"), sentences(text))


def _clock(terms: JSON) -> Line:
    """How long a player has, and what then (DRAW 2.7)."""
    seconds = ngettext(
        "For each action a player has %(seconds)s second.",
        "For each action a player has %(seconds)s seconds.",
        terms["action_seconds"],
    ) % {"seconds": terms["action_seconds"]}
    then = str(CLOCK_MODES[terms["clock_mode"]].placard)
    return Line("clock", _("Time"), sentences([seconds, then]), now_and_then=False)


def _table_stakes() -> Line:
    text = _(
        "Nobody puts in more than their chips: a player with none left plays for the pots they paid into. "
        "What nobody matched goes back."
    )
    return Line("stakes", _("Table stakes"), text)
