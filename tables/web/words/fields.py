"""What a field of a form is called, where a sentence names it."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tables.web.words import Words
from tables.web.words.games import ACTIONS, SPOTS

FIELDS: Mapping[str, Words] = {
    "actions": _("Actions"),
    "amount": _("Amount"),
    "badge": _("Badge"),
    "bank": _("Bank"),
    "buy_in": _("Buy-in"),
    "cards": _("Cards"),
    "chips": _("Chips"),
    "code": _("Code"),
    "corrections": _("Corrections"),
    "decision": _("Decision"),
    "dispute": _("Dispute"),
    "game": _("Game"),
    "hands": _("Hands"),
    "how": _("How"),
    "label": _("Name of the tablet"),
    "language": _("Language"),
    "licence": _("Licence number"),
    "match": _("Match"),
    "name": _("Name"),
    "number": _("Round"),
    "offers": _("Offers"),
    "outcome": _("Ruling"),
    "password": _("Password"),
    "pin": _("PIN"),
    "player_card": _("Player card"),
    "reason": _("Reason"),
    "removed": _("Hands taken out"),
    "role": _("Role"),
    "roles": _("Roles"),
    "round": _("Round"),
    "scope": _("Where"),
    "seat": _("Seat"),
    "seats": _("Seats"),
    "signature": _("Signature"),
    "table": _("Table"),
    "take_back": _("Actions taken back"),
    "wagers": _("Wagers"),
    "source": _("From"),
    "words": _("In words"),
    **{spot: words.name for spot, words in SPOTS.items()},
    **{action: words.name for action, words in ACTIONS.items()},
}
