"""Why the bank of a round is what it is after each hand, and who pays which rake (HCF 8, 9.4)."""

from django.utils.translation import gettext as _

from tables.games.high_card_flush.contest import RETURNED
from tables.games.high_card_flush.terms import Terms
from tables.games.values import JSON
from tables.web.shared.money import MoneyFormat
from tables.web.why.hcf_hand import HandFacts
from tables.web.why.reason import Reason, in_sentence, shown_cards
from tables.web.words.games import RANK_NAMES


def bank_reasons(output: JSON, figures: MoneyFormat) -> dict[int, Reason]:
    """The bank after each hand of the walk, by seat (HCF 8.2, 8.3)."""
    bank = output["designated_player"]["bank_before"] + _forfeited(output)
    reasons = {}
    for row in output["seats"]:
        after = row["bank_after"]
        if after is None:
            continue
        words = {
            "before": figures.amount(bank),
            "amount": figures.amount(abs(after - bank)),
            "after": figures.amount(after),
        }
        text = in_sentence(_bank_sentence(row, after - bank), words)
        reasons[row["seat"]] = Reason("bank", _("Bank after"), after, figures.amount(after), text)
        bank = after
    return reasons


def _bank_sentence(row: JSON, change: int) -> str:
    if change > 0:
        return _("The bank held %(before)s, collects %(amount)s of this hand and holds %(after)s (HCF 8.3).")
    if change < 0:
        return _("The bank held %(before)s, pays %(amount)s to this hand and holds %(after)s (HCF 8.3).")
    if any(bet["result"] == RETURNED for bet in row["bets"].values()):
        return _("The bank held %(before)s, and a hand that it does not cover leaves it at %(after)s (HCF 8.4).")
    return _("The bank held %(before)s, and this hand comes to nothing: it holds %(after)s (HCF 8.3).")


def _forfeited(output: JSON) -> int:
    """What folded hands brought into the bank before the walk: its end less what the walk did to it, in minor units."""
    designated = output["designated_player"]
    in_walk = [row for row in output["seats"] if row["bank_after"] is not None]
    if not in_walk:
        return int(designated["bank_after"] - designated["bank_before"])
    return -sum(_at_the_fold(row) for row in output["seats"])


def _at_the_fold(row: JSON) -> int:
    """What a hand came to before the walk: all of it where it took no part, else the Ante of a fold (HCF 6.5, 8.2)."""
    if row["bank_after"] is None:
        return int(row["net"])
    return 0 if "raise" in row["bets"] else int(row["bets"]["ante"]["net"])


def rake_reason(facts: HandFacts) -> Reason | None:
    """The rake of a hand, paid or given back; None at a table where players pay none (HCF 9.4, 9.5)."""
    due = facts.terms.player_rake
    if not due:
        return None
    paid = facts.row["rake"]
    words = {"seat": facts.row["seat"], "rake": facts.figures.amount(due)}
    sentence = (
        _("Seat %(seat)s pays a rake of %(rake)s for the round, taken at the deal (HCF 9.4).")
        if paid
        else _("Seat %(seat)s gets the rake of %(rake)s back: a hand that the bank did not cover pays none (HCF 9.5).")
    )
    return Reason("rake", _("Rake"), paid, facts.figures.amount(due), in_sentence(sentence, words))


def designated_reasons(terms: Terms, output: JSON, figures: MoneyFormat) -> list[Reason]:
    """The designated player's side: the bank declared, what folds brought, whether they qualify, the result, the rake."""
    row, forfeited = output["designated_player"], _forfeited(output)
    words = {
        "seat": row["seat"],
        "before": figures.amount(row["bank_before"]),
        "forfeited": figures.amount(forfeited),
        "begins": figures.amount(row["bank_before"] + forfeited),
        "players": figures.signed(-row["net"]),
        "net": figures.signed(row["net"]),
        "after": figures.amount(row["bank_after"]),
    }
    declared = in_sentence(_("Seat %(seat)s declared a bank of %(before)s for this round (HCF 8.1)."), words)
    reasons = [Reason("declared", _("Bank"), row["bank_before"], words["before"], declared)]
    if forfeited:
        text = in_sentence(
            _("Folds brought %(forfeited)s into the bank, so the settlement began with %(begins)s (HCF 8.2)."), words
        )
        reasons.append(Reason("forfeited", _("Folds"), forfeited, words["forfeited"], text))
    reasons += _qualified(terms, output)
    text = in_sentence(
        _(
            "All players together come to %(players)s, so the bank comes to %(net)s: %(before)s is now %(after)s (HCF 8.6)."
        ),
        words,
    )
    reasons.append(Reason("hand", _("Result"), row["net"], words["net"], text))
    return [*reasons, *_rakes(terms, output, figures)]


def _qualified(terms: Terms, output: JSON) -> list[Reason]:
    """Whether the designated player qualifies; nothing where no hand was compared (HCF 5.1)."""
    if output["qualifies"] is None:
        return []
    flush = shown_cards(output["designated_player"]["flush"])
    words = {"flush": flush, "cards": terms.qualifier_cards, "rank": RANK_NAMES[terms.qualifier_rank]}
    template = (
        _("%(flush)s qualifies: more than %(cards)s cards, or %(cards)s with %(rank)s or higher on top (HCF 5.1).")
        if output["qualifies"]
        else _(
            "%(flush)s does not qualify, which takes more than %(cards)s cards, or %(cards)s with %(rank)s or higher on"
            " top (HCF 5.1)."
        )
    )
    return [Reason("qualifies", _("Flush"), 0, flush, in_sentence(template, words))]


def _rakes(terms: Terms, output: JSON, figures: MoneyFormat) -> list[Reason]:
    """The designated player's own rake, and that of the round (HCF 9.4)."""
    row, due, reasons = output["designated_player"], terms.designated_player_rake, []
    if due:
        words = {"seat": row["seat"], "rake": figures.amount(due)}
        template = (
            _("Seat %(seat)s pays a rake of %(rake)s as designated player (HCF 9.4).")
            if row["rake"]
            else _("Seat %(seat)s gets the rake of %(rake)s back: the bank covered no hand of the round (HCF 9.4).")
        )
        reasons.append(Reason("rake", _("Rake"), row["rake"], words["rake"], in_sentence(template, words)))
    if output["rake"]:
        players = output["rake"] - row["rake"]
        words = {
            "rake": figures.amount(output["rake"]),
            "players": figures.amount(players),
            "own": figures.amount(row["rake"]),
        }
        text = in_sentence(
            _(
                "The house has %(rake)s of this round: %(players)s from players and %(own)s from the bank's side (HCF 9.4)."
            ),
            words,
        )
        reasons.append(Reason("round_rake", _("House"), output["rake"], words["rake"], text))
    return reasons
