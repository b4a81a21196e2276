"""The placard of a game in which a designated player banks the round (HCF, OPS 3, 4.6)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.values import JSON
from tables.web.placards.lines import Content, Line, Money, Payments, Row, changes_line, chip_unit_line, sentences
from tables.web.words.choices import CAP_SHARINGS, NO_TAKER, RAKE_MODES, SETTLEMENT_ORDERS, TIE_BONUSES
from tables.web.words.games import RANK_NAMES, SPOTS

CARDS = ("7", "6", "5", "4", "3", "2")


def banked_content(document: JSON, money: Money) -> Content:
    """All the placard says of these rules."""
    terms = document["terms"]
    return Content(
        limits=[_limit(spot, limit, money) for spot, limit in document["limits"].items()],
        payments=_payments(terms),
        rake=_rake(terms["rake"], money),
        rules=[
            _rotation(document["designation"], money),
            _qualifier(terms["qualifier"]),
            _uncovered(terms["cover"]),
            _caps(terms["caps"], money),
            _bonuses(),
            _ties(terms["exact_tie_bonuses"]),
            _ace(straight_ace_low=terms["straight_flush_ace_low"]),
            _order(terms["settlement_order"]),
            chip_unit_line(document, money),
            changes_line(document),
        ],
    )


def _limit(spot: str, limit: JSON, money: Money) -> Line:
    return Line(f"limits.{spot}", str(SPOTS[spot].name), money.span(limit["min"], limit["max"]))


def _payments(terms: JSON) -> Payments:
    """Raise caps and pay tables (HCF 3.2, 6.4, 7.3)."""
    columns = [
        (_("Raise"), _("by your flush")),
        (_("Flush bonus"), _("cards of one suit")),
        (_("Straight flush bonus"), _("in a row, one suit")),
    ]
    rows = []
    for cards in CARDS:
        words = ngettext("%(count)s card", "%(count)s cards", int(cards)) % {"count": cards}
        about = {"cards": words}
        cells = [
            _cell(
                terms["raise_caps"],
                cards,
                "raise_caps",
                _("Raise, %(cards)s") % about,
                _("up to %(most)s\N{MULTIPLICATION SIGN}"),
            ),
            _cell(terms["flush_paytable"], cards, "flush", _("Flush bonus, %(cards)s") % about, _("%(most)s to 1")),
            _cell(
                terms["straight_flush_paytable"],
                cards,
                "straight_flush",
                _("Straight flush bonus, %(cards)s") % about,
                _("%(most)s to 1"),
            ),
        ]
        rows.append(Row(words, cells))
    return Payments(columns, rows)


def _cell(table: JSON, cards: str, key: str, topic: str, words: str) -> Line | None:
    if cards not in table:
        return None
    return Line(f"{key}.{cards}", topic, words % {"most": f"{table[cards]:,}"})


def _rake(rake: JSON, money: Money) -> Line:
    """Method and amount, always (HCF 9.4, 9.5)."""
    free, method = str(RAKE_MODES["none"].placard), str(RAKE_MODES[rake["mode"]].placard)
    if rake["mode"] == "none" or not rake["amount"]:
        return Line("rake", _("Rake"), free, now_and_then=False)
    amount = {"amount": money.amount(rake["amount"])}
    return Line("rake", _("Rake"), sentences([method % amount, _("A dead hand pays no rake.")]), now_and_then=False)


def _rotation(designation: JSON, money: Money) -> Line:
    """How the position rotates (OPS 3.1 to 3.3)."""
    most, minutes = designation["max_consecutive"], designation.get("max_minutes")
    least = _("The player who takes it declares a bank of at least %(bank)s, and has the chips for it.")
    longest = ngettext(
        "Nobody holds it more than %(most)s round in a row.",
        "Nobody holds it more than %(most)s rounds in a row.",
        most or 0,
    )
    time = ngettext(
        "Nobody is offered it once they have held it for more than %(minutes)s minute in a row, pauses counted.",
        "Nobody is offered it once they have held it for more than %(minutes)s minutes in a row, pauses counted.",
        minutes or 0,
    )
    text = [
        _("Before every round the bank is offered clockwise; nobody has to take it, and nobody has to cover all bets."),
        least % {"bank": money.amount(designation["min_bank"])} if designation["min_bank"] else "",
        longest % {"most": most} if most is not None else "",
        time % {"minutes": minutes} if minutes is not None else "",
        str(NO_TAKER[designation["no_taker"]].placard),
    ]
    return Line("designation", _("Designated player"), sentences(text), now_and_then=False)


def _qualifier(qualifier: JSON) -> Line:
    """When the designated player qualifies, and what follows (HCF 5.1, 5.2)."""
    words = {"cards": qualifier["cards"], "rank": RANK_NAMES[qualifier["rank"]]}
    text = [
        _(
            "The designated player qualifies with %(cards)s cards of one suit, %(rank)s high or better, or with more cards."
        )
        % words,
        _(
            "If they do not, every Ante is paid 1 to 1 and every Raise pushes; if they do, the better flush wins both, "
            "1 to 1."
        ),
    ]
    return Line("qualifier", _("Qualifying"), sentences(text), now_and_then=False)


def _uncovered(cover: JSON) -> Line:
    """What happens to hands the bank cannot cover (HCF 8.4, 8.5)."""
    losing = _("A losing hand is collected only if the bank could have paid it as much.")
    always = _("Losing hands are always collected.")
    dead = _("A hand the bank cannot pay in full is dead: all its bets go back.")
    text = sentences([dead, losing if cover["symmetric"] else always])
    return Line("cover", _("Uncovered hands"), text, now_and_then=False)


def _caps(caps: JSON, money: Money) -> Line:
    """The most that bonuses win (HCF 9.1, 9.2)."""
    hand, round_ = caps["per_hand"], caps["per_round"]
    text = []
    if hand is not None:
        text.append(_("Both bonuses of a hand win at most %(most)s together.") % {"most": money.amount(hand)})
    if round_ is not None:
        words = {"most": money.amount(round_), "sharing": CAP_SHARINGS[caps["per_round_sharing"]].placard}
        text.append(_("All bonuses of a round win at most %(most)s together, %(sharing)s.") % words)
    return Line("caps", _("Caps"), sentences(text or [_("Bonus winnings have no cap.")]), now_and_then=False)


def _bonuses() -> Line:
    """Against whom the bonuses are played (HCF 6.1, 6.2, 7.1, 7.2)."""
    text = _("A bonus needs Ante and Raise, and wins only against a lower flush or run of the designated player.")
    return Line("bonuses", _("Bonuses"), text)


def _ties(bonuses: str) -> Line:
    """Exactly equal hands (HCF 5.4, 5.5)."""
    return Line("ties", _("Ties"), str(TIE_BONUSES[bonuses].placard), now_and_then=False)


def _ace(*, straight_ace_low: bool) -> Line:
    """Where the ace stands (HCF 1.1, 2.2)."""
    low = _("Ace is high; in a straight flush it also counts low: A-2-3 is a run with the 3 on top.")
    high = _("Ace is high, in a straight flush too: A-2-3 is no run.")
    return Line("ace", _("Ace"), low if straight_ace_low else high, now_and_then=False)


def _order(order: str) -> Line:
    """In which order hands are settled (HCF 4.2)."""
    return Line("order", _("Settlement"), str(SETTLEMENT_ORDERS[order].placard), now_and_then=False)
