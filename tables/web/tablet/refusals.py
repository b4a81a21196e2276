"""What the tablet says of a refused act, in its fixed place, with the ways out of it (LOOK 1.1)."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tables.errors import NeedsSignature, TableError
from tables.games.errors import RuleError
from tables.web.shared.errors import sentence
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.screen import Message
from tables.web.words.rounds import LEFT_OUT


def refusal(error: TableError | RuleError, act: str, figures: MoneyFormat, signs: Sequence[str] = ()) -> Message:
    """Return the message of a refused act, which names the seat and what is allowed.

    `signs` is what a signature is asked for. Why the act has to be signed now is said with it, where its name does not say it.
    """
    text = sentence(error, figures)
    is_plain = isinstance(error, NeedsSignature) and error.template == NeedsSignature.PLAIN
    ways = _recovery_buttons(error, act)
    why = "" if is_plain else text
    return Message(text, "wrong", error.code, error.seat, ways, [*signs], error.field or "", why)


def _recovery_buttons(error: TableError | RuleError, act: str) -> list[dict[str, Any]]:
    """Return the recovery buttons for a refusal (OPS 2.2, 5.5)."""
    if error.code == "short_chips" and act in ("enter_wagers", "enter_decisions"):
        do = "i-see" if act == "enter_wagers" else "i-see-raise"
        return [{"do": do, "label": _("I see the chips"), "data": {"seat": error.seat}}]
    if error.code == "duplicate_card":
        holder = error.params["holder"]
        return [
            {"do": "retake", "label": _("Retake here"), "data": {"seat": error.seat}},
            {"do": "retake", "label": _("Retake seat %(seat)s") % {"seat": holder}, "data": {"seat": holder}},
            {"do": "call-floor", "label": _("Call the floor"), "data": {}},
        ]
    return []


def left_out(body: dict[str, Any]) -> Message | None:
    """Return the message that names the seats which "same again" could not put back, and why (OPS 5.2); None for none."""
    rows = body.get("left_out") or []
    if not rows:
        return None
    reasons = [
        _("seat %(seat)s (%(reason)s)") % {"seat": row["seat"], "reason": LEFT_OUT.get(row["code"], row["reason"])}
        for row in rows
    ]
    return Message(_("Not put back: %(reasons)s") % {"reasons": ", ".join(reasons)}, "plain")
