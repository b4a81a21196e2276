"""The placards of the two draw games (DRAW, OPS 4.6)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.values import FIRST_RULINGS, JSON
from tables.web.placards.house import cards_line, changes_line, chip_unit_line, management_line
from tables.web.placards.lines import Content, Line, Money, sentences
from tables.web.shared.figures import percent
from tables.web.words.choices import CLOCK_MODES, DECKS


def heads_up_content(document: JSON, money: Money) -> Content:
    """All the placard says of heads-up draw (DRAW 1)."""
    terms = document["terms"]
    return Content(
        limits=[Line("ante", _("Ante"), money.figures.amount(terms["ante"]))],
        rake=Line("rake", _("Rake"), _("The house takes no rake."), now_and_then=False),
        rules=[
            _deck(terms["deck"]),
            _play(),
            _match(terms),
            _heads_up_bets(),
            _markers(terms, money),
            _heads_up_comparison(terms["deck"]),
            _carry(terms["rulings"]),
            _cash(markers=terms["marker_count"] > 0),
            _void(),
            chip_unit_line(document, money),
            cards_line(),
            management_line(),
            changes_line(document),
        ],
    )


def four_player_content(document: JSON, money: Money) -> Content:
    """All the placard says of four-player draw (DRAW 2)."""
    terms = document["terms"]
    return Content(
        limits=[Line("opening", _("Opening"), money.span(terms["opening_min"], terms["opening_max"]))],
        rake=_commission(document, money),
        rules=[
            _deck(52),
            _play(),
            _opening(),
            _clock(terms),
            _table_stakes(),
            _four_player_comparison(),
            _sharing(),
            _void(),
            chip_unit_line(document, money),
            cards_line(),
            management_line(),
            changes_line(document),
        ],
    )


def _deck(cards: int) -> Line:
    return Line("deck", _("Deck"), str(DECKS[cards].placard))


def _play() -> Line:
    text = [
        _("Five cards each; each player may exchange up to five once."),
        _("A player who drops is out of the hand and loses what they put in."),
        _("The last player left takes the pot without showing."),
    ]
    return Line("play", _("Play"), sentences(text))


def _match(terms: JSON) -> Line:
    """How a match begins, and how it ends (DRAW 1.1, 1.2, 1.8, 1.12, 1.13)."""
    equal = _("A match starts with equal stacks.")
    unequal = _("A match may start with unequal stacks.")
    at_once = _("Both pay the Ante before every deal; a player who cannot has lost the match.")
    alone = _("Both pay the Ante before every deal; a player who cannot, with no pot carried, has lost the match.")
    given_up = _("Who gives a match up leaves a carried pot to the other; who just leaves shares it.")
    text = [
        equal if terms["equal_start"] else unequal,
        at_once if terms["rulings"] == FIRST_RULINGS else alone,
        given_up,
    ]
    return Line("stacks", _("Match"), sentences(text), now_and_then=False)


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


def _carry(rulings: int) -> Line:
    """What a tie does (DRAW 1.10, 1.12)."""
    text = _("Equal hands leave the pot on the table: it is played for in the next deal, after another Ante.")
    poorer = _(
        "That Ante is, for both alike, at most what the poorer player can put in; who is all in is dealt to for the pot."
    )
    return Line("carry", _("Ties"), sentences([text, "" if rulings == FIRST_RULINGS else poorer]), now_and_then=False)


def _sharing() -> Line:
    text = _("Equal hands share a pot; odd units go one each from the left of the button.")
    return Line("sharing", _("Ties"), text)


def _void() -> Line:
    """What a wrong count or the red light means (HCF 10.1, OPS 5.6)."""
    text = _(
        "After a wrong number of cards or the shuffler's red light the hand is void: all cards are pulled at once, and all "
        "that was put in goes back."
    )
    return Line("void", _("Wrong deal"), text)


def _cash(*, markers: bool) -> Line:
    """That cash does not play, and what does (DRAW 0.3, 1.8)."""
    with_markers = _("Cash does not play: a hand is played with the chips on the table and with markers.")
    alone = _("Cash does not play: a hand is played with the chips on the table.")
    return Line("cash", _("Cash"), with_markers if markers else alone, now_and_then=False)


def _heads_up_comparison(deck: int) -> Line:
    kickers = _(
        "Of two hands of one kind the higher three, four or pair wins, then the second pair, then the other cards from the "
        "top; straights and flushes compare by their top card alone."
    )
    text = [_ranking(), kickers, str(DECKS[deck].low_ace)]
    return Line("comparison", _("Hands"), sentences(text), now_and_then=False)


def _four_player_comparison() -> Line:
    kickers = _(
        "Of two hands of one kind the higher three, four or pair wins, then the second pair, then the other cards from the "
        "top; flushes compare by all their cards, straights by their top card."
    )
    text = [_ranking(), kickers, _("Ace is high only: 6-5-4-3-2 is the lowest straight.")]
    return Line("comparison", _("Hands"), sentences(text), now_and_then=False)


def _ranking() -> str:
    return _(
        "Low to high: no pair, pair, two pair, three of a kind, straight, flush, full house, four of a kind, straight flush."
    )


def _commission(document: JSON, money: Money) -> Line:
    """What the house takes of the winnings, as exact percent, and how it is rounded (DRAW 2.8)."""
    terms = document["terms"]
    if not terms["commission_bps"]:
        return Line("rake", _("Rake"), _("The house takes no commission."), now_and_then=False)
    taken = _(
        "The house takes a commission of %(percent)s\N{NO-BREAK SPACE}%% of all that each winner takes from the pots, their own "
        "stake in them included, rounded down."
    )
    net = _(
        "The house takes a commission of %(percent)s\N{NO-BREAK SPACE}%% of what each winner takes from the pots beyond all "
        "that they put in, rounded down."
    )
    chips = _("Less than a chip of %(chip)s is not taken.") % {"chip": money.amount(document["chip_unit"])}
    is_net, in_chips = terms["commission_on"] == "net", terms["commission_round"] == "chip"
    text = sentences(
        [(net if is_net else taken) % {"percent": percent(terms["commission_bps"])}, chips if in_chips else ""]
    )
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
    nothing_to_pay = _("A player with nothing to pay, while no other player has chips left, calls and is not dropped.")
    text = [seconds, then, "" if terms["rulings"] == FIRST_RULINGS else nothing_to_pay]
    return Line("clock", _("Time"), sentences(text), now_and_then=False)


def _table_stakes() -> Line:
    text = _(
        "Cash does not play: nobody puts in more than their chips on the table, and a player with none left plays for the "
        "pots they paid into. What nobody matched goes back."
    )
    return Line("stakes", _("Cash"), text)
