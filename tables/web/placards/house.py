"""What every house posts, whatever is played: chips, cards, void rounds, the floor's word, changes (OPS 4.6)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.values import JSON
from tables.web.placards.lines import Line, Money, sentences


def chip_unit_line(document: JSON, money: Money) -> Line:
    """The steps of every bet (OPS 4.4)."""
    text = _("Every bet is made in steps of %(unit)s.") % {"unit": money.amount(document["chip_unit"])}
    return Line("chip_unit", _("Chips"), text)


def cards_line() -> Line:
    """Where cards are kept (HCF 10.2)."""
    return Line("cards", _("Cards"), _("Cards stay above the table, in sight of the dealer and of the other players."))


def management_line() -> Line:
    """Who decides (HCF 10.2)."""
    text = [
        _("The decision of management is final."),
        _("A player who acts unethically can be made to leave the game or the house."),
    ]
    return Line("management", _("Management"), sentences(text))


def changes_line(document: JSON) -> Line:
    """How a change of these rules is announced (OPS 4.3)."""
    minutes = document["changes"]["notice_minutes"]
    announced = ngettext(
        "A change stands here at least %(minutes)s minute before it takes effect.",
        "A change stands here at least %(minutes)s minutes before it takes effect.",
        minutes,
    )
    between = _("Management alone changes limits and rules, never inside a round.")
    return Line("changes", _("Changes"), sentences([between, announced % {"minutes": minutes} if minutes else ""]))
