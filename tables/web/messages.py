"""Refusals as sentences in their fixed place, with the ways out they offer."""

from typing import Any

from django.utils.translation import gettext as _

from tables.errors import TableError
from tables.games.errors import RuleError
from tables.web.amounts import Figures
from tables.web.cards import SIGNS, TEXT_STYLE
from tables.web.screen import Message
from tables.web.steps import STEP_OF_ROUND
from tables.web.words import LEFT_OUT, SPOTS, WHO

# Sentences of the rules carry amounts as minor units under these names.
AMOUNTS = frozenset({"amount", "min", "max", "unit", "chips", "needed", "ante", "raise", "bank", "least"})
NO_AMOUNTS = frozenset({"wrong_card_count", "bad_field", "bad_seat"})


def refusal(error: TableError | RuleError, act: str, figures: Figures) -> Message:
    """The message of a refused act, naming the seat and what is allowed (LOOK 1.1)."""
    return Message(sentence(error, figures), "wrong", error.code, error.seat, _ways(error, act))


def sentence(error: TableError | RuleError, figures: Figures) -> str:
    """The sentence of an error in the language of the page, amounts and cards as people read them."""
    if error.code == "duplicate_card":
        card = str(error.params["card"])
        return _("%(card)s is already in seat %(seat)s's hand.") % {
            "card": ("10" if card[0] == "T" else card[0]) + SIGNS[card[1]] + TEXT_STYLE,
            "seat": error.params["holder"],
        }
    params = {name: _shown(name, value, error.code, figures) for name, value in error.params.items()}
    params.setdefault("seat", error.seat)
    params.setdefault("field", _field(error.field))
    return str(_(error.template) % params) if "%(" in error.template else str(_(error.template))


def _shown(name: str, value: Any, code: str, figures: Figures) -> Any:
    if name == "field":
        return _field(value)
    if name == "roles":
        return ", ".join(str(WHO.get(role, role)) for role in str(value).split(", "))
    is_amount = name in AMOUNTS or (name == "most" and code == "bad_amount")
    if is_amount and code not in NO_AMOUNTS and isinstance(value, int):
        return figures.amount(value)
    return value


def _field(name: object) -> str:
    return str(SPOTS.get(str(name), name))


def _ways(error: TableError | RuleError, act: str) -> list[dict[str, Any]]:
    """What the dealer can do about it, as buttons beside the sentence (OPS 2.2, 5.5)."""
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


def moved_on(seen: str, state: dict[str, Any]) -> Message:
    """What the second tablet learns when another acted first (OPS 5.10)."""
    return Message(_what_happened(seen, state), "plain", "stale")


def _what_happened(seen: str, state: dict[str, Any]) -> str:
    number, _colon, step = seen.partition(":")
    round_, last = state["round"], state["last_round"]
    if round_ is not None and str(round_["number"]) != number:
        return _("Round %(number)s was opened on another tablet.") % {"number": round_["number"]}
    if round_ is not None and STEP_OF_ROUND[round_["state"]] != step:
        return _in_the_round(round_)
    if round_ is None and last is not None and str(last["number"]) == number:
        closed = _("Round %(number)s was closed on another tablet.")
        void = _("Round %(number)s was declared void on another tablet.")
        return (void if last["state"] == "void" else closed) % {"number": number}
    return _("Something was changed on another tablet: look at the table, then go on.")


def _in_the_round(round_: dict[str, Any]) -> str:
    sentences = {
        "betting": _("Round %(number)s was opened on another tablet."),
        "dealt": _("Round %(number)s was dealt on another tablet."),
        "showdown": _("All decisions of round %(number)s were entered on another tablet."),
        "settled": _("Round %(number)s was settled on another tablet."),
    }
    return sentences[round_["state"]] % {"number": round_["number"]}


def left_out(body: dict[str, Any]) -> Message | None:
    """Whom "same again" could not put back, and why (OPS 5.2)."""
    rows = body.get("left_out") or []
    if not rows:
        return None
    reasons = [
        _("seat %(seat)s (%(reason)s)") % {"seat": row["seat"], "reason": LEFT_OUT.get(row["code"], row["reason"])}
        for row in rows
    ]
    return Message(_("Not put back: %(reasons)s") % {"reasons": ", ".join(reasons)}, "plain")
