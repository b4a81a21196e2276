"""What a placard says of the bonuses that are offered, and the table of payments (HCF 5.5, 6, 7, 9.1 to 9.3)."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.games.high_card_flush.pay_tables import Odds
from tables.games.high_card_flush.terms import BonusContest, FoldedBonuses, Terms
from tables.games.high_card_flush.wagers import BONUS_SPOTS, Spot
from tables.games.values import FIRST_RULINGS
from tables.web.placards.lines import Line, Money, Payments, Row, sentences
from tables.web.words import Words
from tables.web.words.choices import CAP_SHARINGS, TIE_BONUSES

CARDS = (7, 6, 5, 4, 3, 2)

BONUSES: Mapping[str, Words] = {
    Spot.FLUSH: gettext_lazy("Flush bonus"),
    Spot.STRAIGHT_FLUSH: gettext_lazy("Straight flush bonus"),
}
"""The bonuses as the placard names them, in the order of its columns."""
HEADINGS: Mapping[tuple[str, str], Words] = {
    (Spot.FLUSH, BonusContest.DESIGNATED_PLAYER): gettext_lazy("cards of one suit, against the designated player"),
    (Spot.FLUSH, BonusContest.OWN_HAND): gettext_lazy("cards of one suit, on your own hand"),
    (Spot.STRAIGHT_FLUSH, BonusContest.DESIGNATED_PLAYER): gettext_lazy(
        "in a row, one suit, against the designated player"
    ),
    (Spot.STRAIGHT_FLUSH, BonusContest.OWN_HAND): gettext_lazy("in a row, one suit, on your own hand"),
}
"""What stands below the name of a bonus: which cards count, and what it is won against."""
CONTESTS: Mapping[tuple[str, str], Words] = {
    (Spot.FLUSH, BonusContest.DESIGNATED_PLAYER): gettext_lazy(
        "The Flush bonus is won against the designated player, qualified or not: the higher flush wins, equal ones push."
    ),
    (Spot.FLUSH, BonusContest.OWN_HAND): gettext_lazy(
        "The Flush bonus is won by the player's own flush, whatever the designated player holds."
    ),
    (Spot.STRAIGHT_FLUSH, BonusContest.DESIGNATED_PLAYER): gettext_lazy(
        "The Straight flush bonus is won against the designated player, qualified or not: the longer run wins, then the "
        "higher, equal ones push."
    ),
    (Spot.STRAIGHT_FLUSH, BonusContest.OWN_HAND): gettext_lazy(
        "The Straight flush bonus is won by the player's own run, whatever the designated player holds."
    ),
}
BOTH: Mapping[str, Words] = {
    BonusContest.DESIGNATED_PLAYER: gettext_lazy(
        "Both are won against the designated player, qualified or not: the higher flush or the longer run wins, then the "
        "higher run, equal ones push."
    ),
    BonusContest.OWN_HAND: gettext_lazy("Both are won by the player's own hand, whatever the designated player holds."),
}
"""The same of both bonuses, where both are won alike."""


def offered_bonuses(terms: Terms) -> list[str]:
    """The bonuses that can be placed (HCF 6.6), in the order of the placard's columns."""
    return [spot for spot in BONUSES if spot in terms.wager_spots]


def payments(terms: Terms) -> Payments:
    """Raise caps, and the pay tables of the bonuses that are offered (HCF 3.2, 6.4, 7.3)."""
    bonuses = offered_bonuses(terms)
    columns = [(_("Raise"), _("of the Ante, by your flush"))]
    columns += [(str(BONUSES[spot]), str(HEADINGS[spot, terms.contest(spot)])) for spot in bonuses]
    rows = []
    for cards in CARDS:
        words = ngettext("%(count)s card", "%(count)s cards", cards) % {"count": cards}
        cells = [_raise_cell(terms, cards, words), *(_bonus_cell(terms, spot, cards, words) for spot in bonuses)]
        rows.append(Row(words, cells))
    return Payments(columns, rows)


def _raise_cell(terms: Terms, cards: int, words: str) -> Line:
    most = terms.raise_caps[cards]
    text = _("1\N{MULTIPLICATION SIGN}") if most == 1 else _("up to %(most)s\N{MULTIPLICATION SIGN}")
    return Line(f"raise_caps.{cards}", _("Raise, %(cards)s") % {"cards": words}, text % {"most": f"{most:,}"})


def _bonus_cell(terms: Terms, spot: str, cards: int, words: str) -> Line | None:
    """What so many cards are paid, also by the lower of two lines; None where they are paid nothing (HCF 6.4)."""
    odds = terms.pay_table(spot).by_length[cards]
    if odds is None:
        return None
    about = {"bonus": BONUSES[spot], "cards": words}
    return Line(f"{spot}.{cards}", _("%(bonus)s, %(cards)s") % about, _odds(odds), gone=_("no longer paid"))


def _odds(odds: Odds) -> str:
    return _("%(pays)s to %(staked)s") % {"pays": f"{odds.pays:,}", "staked": f"{odds.staked:,}"}


def bonuses_line(terms: Terms) -> Line | None:
    """What the bonuses need, what they are won against, and which line pays (HCF 3.1, 6.1, 6.2, 6.5, 6.6, 7)."""
    bonuses = offered_bonuses(terms)
    if not bonuses:
        return None
    lives = terms.bonuses_on_fold is FoldedBonuses.LIVE
    needs = _("A bonus needs an Ante.") if lives else _("A bonus needs Ante and Raise.")
    below = _("A hand below the lowest line loses the bonus.")
    highest = _("Only the highest line pays.") if any(len(terms.pay_table(spot).lines) > 1 for spot in bonuses) else ""
    text = sentences([needs, *_contests(terms, bonuses), below, highest])
    return Line("bonuses", _("Bonuses"), text, now_and_then=False)


def _contests(terms: Terms, bonuses: list[str]) -> list[str]:
    contests = {terms.contest(spot) for spot in bonuses}
    if len(bonuses) == len(BONUS_SPOTS) and len(contests) == 1:
        return [str(BOTH[contests.pop()])]
    return [str(CONTESTS[spot, terms.contest(spot)]) for spot in bonuses]


def caps_line(terms: Terms, money: Money) -> Line | None:
    """The most that bonuses win (HCF 9.1 to 9.3)."""
    bonuses, hand, round_ = offered_bonuses(terms), terms.cap_per_hand, terms.cap_per_round
    if not bonuses:
        return None
    text = []
    if hand is not None:
        both = _("Both bonuses of a hand win at most %(most)s together.")
        one = _("The bonus of a hand wins at most %(most)s.")
        text.append((both if len(bonuses) > 1 else one) % {"most": money.amount(hand)})
    if round_ is not None:
        words = {"most": money.amount(round_), "sharing": CAP_SHARINGS[terms.per_round_sharing].placard}
        text.append(_("All bonuses of a round win at most %(most)s together, %(sharing)s.") % words)
        text.append(_("Dead hands take no part of it.") if terms.rulings != FIRST_RULINGS else "")
    return Line("caps", _("Caps"), sentences(text or [_("Bonus winnings have no cap.")]), now_and_then=False)


def ties_line(terms: Terms) -> Line:
    """Exactly equal hands (HCF 5.4, 5.5)."""
    alone = _("With exactly equal flushes Ante and Raise push.")
    text = str(TIE_BONUSES[terms.exact_tie_bonuses].placard) if offered_bonuses(terms) else alone
    return Line("ties", _("Ties"), text, now_and_then=False)


def ace_line(terms: Terms) -> Line:
    """Where the ace stands (HCF 1.1, 2.2)."""
    if Spot.STRAIGHT_FLUSH not in offered_bonuses(terms):
        text = _("Ace is high.")
    elif terms.straight_flush_ace_low:
        text = _("Ace is high; in a straight flush it also counts low: A-2-3 is a run with the 3 on top.")
    else:
        text = _("Ace is high, in a straight flush too: A-2-3 is no run.")
    return Line("ace", _("Ace"), text, now_and_then=False)
