"""The placard of a game in which a designated player banks the round (HCF, OPS 3, 4.6)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.registry import GAMES
from tables.games.values import FIRST_RULINGS, JSON
from tables.web.placards.hcf_bonuses import (
    Terms,
    ace_line,
    bonuses_line,
    caps_line,
    offered_bonuses,
    payments,
    ties_line,
)
from tables.web.placards.house import cards_line, changes_line, chip_unit_line, management_line
from tables.web.placards.lines import Content, Line, Money, sentences
from tables.web.words.choices import COVER_POLICIES, FOLDED_BONUSES, NO_TAKER, RAKE_MODES, SETTLEMENT_ORDERS
from tables.web.words.games import RANK_NAMES, SPOTS


def banked_content(document: JSON, money: Money) -> Content:
    """All the placard says of these rules."""
    terms: Terms = GAMES[document["game"]].parse_terms(document["terms"], FIRST_RULINGS)
    rules = [
        _rotation(document["designation"], money),
        _qualifier(terms),
        _fold(terms),
        bonuses_line(terms),
        ties_line(terms),
        ace_line(terms),
        caps_line(terms, money),
        _cover(terms),
        _order(terms),
        _void(terms),
        _cash(terms),
        chip_unit_line(document, money),
        cards_line(),
        management_line(),
        changes_line(document),
    ]
    return Content(
        limits=[_limit(spot, limit, money) for spot, limit in document["limits"].items() if limit is not None],
        payments=payments(terms),
        rake=_rake(terms, money),
        rules=[line for line in rules if line is not None],
    )


def _limit(spot: str, limit: JSON, money: Money) -> Line:
    words = money.span(limit["min"], limit["max"])
    return Line(f"limits.{spot}", str(SPOTS[spot].name), words, gone=_("no longer offered"))


def _rake(terms: Terms, money: Money) -> Line:
    """Method and amount, always, by what each of them really pays (HCF 9.4, 9.5)."""
    players, designated_player = terms.player_rake, terms.designated_player_rake
    return Line("rake", _("Rake"), _rake_sentences(players, designated_player, money), now_and_then=False)


def _rake_sentences(players: int, designated_player: int, money: Money) -> str:
    amount = {"amount": money.amount(players or designated_player)}
    dead_hand = _("A dead hand pays no rake.")
    if not players and not designated_player:
        return str(RAKE_MODES["none"].placard)
    if not players:
        method = str(RAKE_MODES["designated_player_only"].placard)
        return sentences([method % amount, _("If all hands are dead, no rake is paid.")])
    if not designated_player:
        return sentences([str(RAKE_MODES["players_only"].placard) % amount, dead_hand])
    if players == designated_player:
        return sentences([str(RAKE_MODES["all_players"].placard) % amount, dead_hand])
    each = _(
        "In every round each player pays the house a rake of %(amount)s, and the designated player one of %(other)s, "
        "whatever they bet."
    )
    return sentences([each % {**amount, "other": money.amount(designated_player)}, dead_hand])


def _rotation(designation: JSON, money: Money) -> Line:
    """How the position rotates (OPS 3.1 to 3.3)."""
    most, minutes = designation["max_consecutive"], designation.get("max_minutes")
    least = _("It takes a bank of at least %(bank)s, in chips.")
    longest = ngettext(
        "Nobody holds it more than %(most)s round in a row.",
        "Nobody holds it more than %(most)s rounds in a row.",
        most or 0,
    )
    time = ngettext(
        "Nobody is offered it after more than %(minutes)s minute with it, pauses counted.",
        "Nobody is offered it after more than %(minutes)s minutes with it, pauses counted.",
        minutes or 0,
    )
    text = [
        _("Before every round the bank is offered clockwise; nobody has to take it or to cover all bets."),
        least % {"bank": money.amount(designation["min_bank"])} if designation["min_bank"] else "",
        longest % {"most": most} if most is not None else "",
        time % {"minutes": minutes} if minutes is not None else "",
        str(NO_TAKER[designation["no_taker"]].placard),
    ]
    return Line("designation", _("Designated player"), sentences(text), now_and_then=False)


def _qualifier(terms: Terms) -> Line:
    """When the designated player qualifies, and what follows (HCF 5.1 to 5.3)."""
    words = {"cards": terms.qualifier_cards, "rank": RANK_NAMES[terms.qualifier_rank]}
    text = [
        _(
            "The designated player qualifies with %(cards)s cards of one suit, %(rank)s high or better, or with more cards."
        )
        % words,
        _(
            "If they do not, every hand that raised is paid 1 to 1 on the Ante, whatever it holds, and its Raise pushes; if "
            "they do, the better flush wins both, 1 to 1."
        ),
    ]
    return Line("qualifier", _("Qualifying"), sentences(text), now_and_then=False)


def _fold(terms: Terms) -> Line:
    """What a fold and walking away lose (HCF 3.2, 3.3, 6.5, 8.2, 8.7)."""
    alone = _("A fold loses the Ante.")
    loses = str(FOLDED_BONUSES[terms.bonuses_on_fold].placard) if offered_bonuses(terms) else alone
    if not terms.symmetric_cover or terms.rulings == FIRST_RULINGS:
        bank = ""
    elif terms.cover_policy == "to_extent":
        bank = _("It never loses more than the bank that was declared.")
    else:
        bank = _("If the bank that was declared is less than that, nothing is lost.")
    text = _("After looking, each player raises at least 1\N{MULTIPLICATION SIGN} the Ante, or folds.")
    away = _("To walk away without acting is to fold.")
    return Line("fold", _("Folding"), sentences([text, away, loses, bank]), now_and_then=False)


def _cover(terms: Terms) -> Line:
    """What happens to hands the bank does not cover (HCF 8.3 to 8.5, 8.7)."""
    more = _all_or_nothing(terms) if terms.cover_policy == "dead_hand" else _to_extent(terms)
    text = sentences([str(COVER_POLICIES[terms.cover_policy].placard), *more])
    return Line("cover", _("Uncovered hands"), text, now_and_then=False)


def _all_or_nothing(terms: Terms) -> list[str]:
    if not terms.symmetric_cover:
        return [_("The bank covers what it then can pay in full."), _("Losing hands are always collected.")]
    if terms.rulings == FIRST_RULINGS:
        return [_("The bank covers what it then can pay in full, and collects only what it could have paid.")]
    return [_("The bank covers a hand if it then holds as much as the hand wins, and as much as it staked.")]


def _to_extent(terms: Terms) -> list[str]:
    is_offered = bool(offered_bonuses(terms))
    if terms.symmetric_cover:
        bonuses = _("What is beyond that is taken off or given back, the bonuses first, then the Raise, then the Ante.")
        alone = _("What is beyond that is taken off or given back, the Raise first, then the Ante.")
        return [
            _("Nor does a hand lose more than the bank then holds."),
            bonuses if is_offered else alone,
            _("With nothing in the bank a hand that would win or lose is dead: all its bets go back."),
        ]
    bonuses = _("What is beyond that is taken off, the bonuses first, then the Raise, then the Ante.")
    alone = _("What is beyond that is taken off, the Raise first, then the Ante.")
    return [
        bonuses if is_offered else alone,
        _("With nothing in the bank a winning hand is dead: all its bets go back."),
        _("Losing hands are always collected."),
    ]


def _order(terms: Terms) -> Line:
    """In which order hands are settled (HCF 4.2)."""
    text = str(SETTLEMENT_ORDERS[terms.settlement_order].placard)
    return Line("order", _("Settlement"), text, now_and_then=False)


def _void(terms: Terms) -> Line:
    """What a wrong count or the red light means (HCF 9.5, 10.1)."""
    text = _(
        "After a wrong number of cards or the shuffler's red light the round is void: all cards are pulled at once, those "
        "not looked at stay unseen."
    )
    bets = _("Every bet goes back, those of folded hands too.")
    rake = _("Every bet and all rake go back, those of folded hands too.")
    takes_rake = terms.player_rake or terms.designated_player_rake
    return Line("void", _("Wrong deal"), sentences([text, rake if takes_rake else bets]), now_and_then=False)


def _cash(terms: Terms) -> Line:
    """That cash does not play, and which chips lie on the table (HCF 3.5)."""
    times = "\N{MULTIPLICATION SIGN}"
    if offered_bonuses(terms):
        rake = _("Chips for the Ante, any bonus, a Raise of 1%(times)s and the rake lie on the table before the deal.")
        plain = _("Chips for the Ante, any bonus and a Raise of 1%(times)s lie on the table before the deal.")
    else:
        rake = _("Chips for the Ante, a Raise of 1%(times)s and the rake lie on the table before the deal.")
        plain = _("Chips for the Ante and a Raise of 1%(times)s lie on the table before the deal.")
    chips = (rake if terms.player_rake else plain) % {"times": times}
    return Line("cash", _("Cash"), sentences([_("Cash does not play."), chips]), now_and_then=False)
