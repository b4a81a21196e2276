"""What a field of a form is called, where a sentence names it."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tables.web.words import Words
from tables.web.words.games import ACTIONS, SPOTS

FIELDS: Mapping[str, Words] = {
    "actions": _("Actions"),
    "badge": _("Badge"),
    "bank": _("Bank"),
    "buy_in": _("Buy-in"),
    "cards": _("Cards"),
    "code": _("Code"),
    "decision": _("Decision"),
    "how": _("How"),
    "label": _("Name of the tablet"),
    "licence": _("Licence number"),
    "name": _("Name"),
    "outcome": _("Ruling"),
    "password": _("Password"),
    "pin": _("PIN"),
    "player_card": _("Player card"),
    "reason": _("Reason"),
    "roles": _("Roles"),
    "seat": _("Seat"),
    "source": _("From"),
    "words": _("In words"),
    **{spot: words.name for spot, words in SPOTS.items()},
    **{action: words.name for action, words in ACTIONS.items()},
}
