"""What a placard says of the bonuses that are offered, and the table of payments (HCF 5.5, 6, 7, 9.1 to 9.3)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.values import FIRST_RULINGS
from tables.web.placards.lines import Line, Money, Payments, Row, sentences
from tables.web.shared.figures import whole
from tables.web.words import Words
from tables.web.words.choices import BONUS_CONTESTS, CAP_SHARINGS, TIE_BONUSES, BonusContestWords

CARDS = (7, 6, 5, 4, 3, 2)
BONUSES = ("flush", "straight_flush")
"""In the order of the columns."""
Terms = Any
"""The terms as the game reads them; only it knows their type."""


def offered_bonuses(terms: Terms) -> list[str]:
    """The bonuses that can be placed (HCF 6.6), in the order of the placard's columns."""
    return [spot for spot in BONUSES if spot in terms.wager_spots]


def _name(spot: str) -> str:
    return {"flush": _("Flush bonus"), "straight_flush": _("Straight flush bonus")}[spot]


def _contest(terms: Terms, spot: str) -> BonusContestWords:
    return BONUS_CONTESTS[terms.contest(spot)]


def _heading(terms: Terms, spot: str) -> Words:
    words = _contest(terms, spot)
    return words.flush_heading if spot == "flush" else words.straight_flush_heading


def payments(terms: Terms) -> Payments:
    """Raise caps, and the pay tables of the bonuses that are offered (HCF 3.2, 6.4, 7.3)."""
    bonuses = offered_bonuses(terms)
    columns = [(_("Raise"), _("of the Ante, by your flush"))]
    columns += [(_name(spot), str(_heading(terms, spot))) for spot in bonuses]
    rows = []
    for cards in CARDS:
        words = ngettext("%(count)s card", "%(count)s cards", cards) % {"count": cards}
        cells = [_raise_cell(terms, cards, words), *(_bonus_cell(terms, spot, cards, words) for spot in bonuses)]
        rows.append(Row(words, cells))
    return Payments(columns, rows)


def _raise_cell(terms: Terms, cards: int, words: str) -> Line:
    most = terms.raise_caps[cards]
    text = _("1\N{MULTIPLICATION SIGN}") if most == 1 else _("up to %(most)s\N{MULTIPLICATION SIGN}")
    return Line(f"raise_caps.{cards}", _("Raise, %(cards)s") % {"cards": words}, text % {"most": whole(most)})


def _bonus_cell(terms: Terms, spot: str, cards: int, words: str) -> Line | None:
    """What so many cards are paid, also by the lower of two lines; None where they are paid nothing (HCF 6.4)."""
    odds = terms.pay_table(spot).by_length[cards]
    if odds is None:
        return None
    about = {"bonus": _name(spot), "cards": words}
    text = _("%(pays)s to %(staked)s") % {"pays": whole(odds.pays), "staked": whole(odds.staked)}
    return Line(f"{spot}.{cards}", _("%(bonus)s, %(cards)s") % about, text, gone=_("no longer paid"))


def bonuses_line(terms: Terms) -> Line | None:
    """What the bonuses need, what they are won against, and which line pays (HCF 3.1, 6.1, 6.2, 6.5, 6.6, 7)."""
    bonuses = offered_bonuses(terms)
    if not bonuses:
        return None
    needs = _("A bonus needs an Ante.") if terms.bonuses_on_fold == "live" else _("A bonus needs Ante and Raise.")
    below = _("A hand below the lowest line loses the bonus.")
    highest = _("Only the highest line pays.") if any(len(terms.pay_table(spot).lines) > 1 for spot in bonuses) else ""
    text = sentences([needs, *_contests(terms, bonuses), below, highest])
    return Line("bonuses", _("Bonuses"), text, now_and_then=False)


def _contests(terms: Terms, bonuses: list[str]) -> list[str]:
    contests = [_contest(terms, spot) for spot in bonuses]
    if len(contests) == len(BONUSES) and contests[0] is contests[1]:
        return [str(contests[0].both)]
    return [
        str(words.flush if spot == "flush" else words.straight_flush)
        for spot, words in zip(bonuses, contests, strict=True)
    ]


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
    if "straight_flush" not in offered_bonuses(terms):
        text = _("Ace is high.")
    elif terms.straight_flush_ace_low:
        text = _("Ace is high; in a straight flush it also counts low: A-2-3 is a run with the 3 on top.")
    else:
        text = _("Ace is high, in a straight flush too: A-2-3 is no run.")
    return Line("ace", _("Ace"), text, now_and_then=False)
