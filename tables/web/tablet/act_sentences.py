"""What an act comes to, in whole sentences: for the person who signs it, and once it is done (LOOK 1.11).

Made from what was sent and from the table before it. What was sent has not been judged yet: nothing here relies on it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.games.errors import RuleError
from tables.queries.tables.documents import TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.words import Words
from tables.web.words.floor import BAR_REASONS, DEBT_WAYS, DISPUTE_REASONS, RULINGS
from tables.web.words.games import ACTIONS, SPOTS
from tables.web.words.rounds import VOID_REASONS
from tables.web.words.seats import RECOUNT_REASONS

JSON = Mapping[str, Any]
UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError, RuleError)
"""What reading raises on an input that the act would refuse."""
BEFORE_THE_DEAL = "betting"


@dataclass(frozen=True, slots=True)
class Told:
    """An act to be told: what was sent, the table before it, and how amounts are written."""

    sent: JSON
    state: TableStateDocument
    figures: MoneyFormat

    @property
    def round(self) -> Any:
        """The open round, with what its game adds."""
        return self.state["round"]

    @property
    def number(self) -> Any:
        """The number of the round that it is about."""
        return self.sent["number"]

    def amount(self, units: Any) -> str:
        """An amount as people read it; raises TypeError for what is none."""
        if type(units) is not int:
            raise TypeError("not an amount")
        return self.figures.amount(units)


def sentences_of(name: str, told: Told) -> list[str]:
    """What an act comes to, a sentence for each thing it changes; empty for an act that nothing is said of.

    An input that cannot be read is told by the name of the act alone: the act itself says what is wrong with it.
    """
    tell = TELLERS.get(name)
    if tell is None:
        return []
    try:
        said = list(tell(told))
    except UNREADABLE:
        said = []
    return said or [str(NAMES[name])]


def reason_of(words: Mapping[str, Words], sent: JSON) -> str:
    """A reason with what was said beside it; `other` has its words alone."""
    reason, said = str(words[sent["reason"]]), str(sent.get("words") or "").strip()
    if not said:
        return reason
    return said if sent["reason"] == "other" else _("%(reason)s (%(words)s)") % {"reason": reason, "words": said}


def decision_text(told: Told, decision: JSON) -> str:
    """A decision as the dealer says it."""
    if decision["decision"] == "raise":
        return _("Raise %(amount)s") % {"amount": told.amount(decision["raise"])}
    return {"fold": _("Fold"), "walk_away": _("Walked away")}[decision["decision"]]


def action_text(told: Told, action: JSON) -> str:
    """An action of a draw game, as its seat shows it."""
    counted = action.get("count")
    shown = counted if counted is not None else told.amount(action.get("amount", 0))
    return str(ACTIONS[action["do"]].done) % {"amount": shown}


def wagers_text(told: Told, wagers: JSON) -> str:
    """The bets of a hand, one after the other."""
    return ", ".join(f"{SPOTS[spot].name} {told.amount(wagers[spot])}" for spot in SPOTS if wagers.get(spot))


def _void(told: Told) -> Iterator[str]:
    values = {"number": told.number, "reason": reason_of(VOID_REASONS, told.sent)}
    yield _("Void round %(number)s: %(reason)s") % values


def _decisions(told: Told) -> Iterator[str]:
    stacks = {row["seat"]: row["chips"] for row in told.state["seats"]}
    for row in told.sent["decisions"]:
        seat, old = row["seat"], told.round["play"]["decisions"].get(str(row["seat"]))
        values = {"number": told.number, "seat": seat, "new": decision_text(told, row)}
        is_seen = row.get("seen") is True and row["raise"] - (old or {}).get("raise", 0) > stacks[seat]
        if is_seen:
            yield _("Round %(number)s, seat %(seat)s: %(new)s, on chips that are only seen") % values
        elif old is None:
            yield _("Round %(number)s, seat %(seat)s: %(new)s") % values
        elif decision_text(told, old) != values["new"]:
            values["old"] = decision_text(told, old)
            yield _("Round %(number)s, seat %(seat)s: %(old)s → %(new)s") % values


def _wagers(told: Told) -> Iterator[str]:
    for seat in told.sent.get("removed", ()):
        values = {
            "number": told.number,
            "seat": seat,
            "wagers": wagers_text(told, told.round["play"]["wagers"][str(seat)]),
        }
        yield _("Round %(number)s: take out the hand of seat %(seat)s (%(wagers)s)") % values
    for row in told.sent.get("wagers", ()):
        is_open = told.round["state"] == BEFORE_THE_DEAL
        yield from _placed(told, row) if is_open else _found(told, row)


def _placed(told: Told, row: JSON) -> Iterator[str]:
    """What is signed of wagers before the deal: what stands outside the limits, and chips that are only seen."""
    for spot, limit in told.round["rules"]["limits"].items():
        amount = row.get(spot)
        if not amount or limit is None or limit["min"] <= amount <= limit["max"]:
            continue
        values = {"seat": row["seat"], "spot": SPOTS[spot].name, "amount": told.amount(amount)}
        if amount > limit["max"]:
            values["limit"] = told.amount(limit["max"])
            yield _("Seat %(seat)s: %(spot)s %(amount)s, above the limit of %(limit)s") % values
        else:
            values["limit"] = told.amount(limit["min"])
            yield _("Seat %(seat)s: %(spot)s %(amount)s, below the least of %(limit)s") % values
    if row.get("seen") is True:
        values = {"seat": row["seat"], "wagers": wagers_text(told, row)}
        yield _("Seat %(seat)s: %(wagers)s, on chips that are only seen") % values


def _found(told: Told, row: JSON) -> Iterator[str]:
    """What is found different after the deal: a hand that was dealt and not entered, or another wager."""
    seat, old = row["seat"], told.round["play"]["wagers"].get(str(row["seat"]))
    values = {"number": told.number, "seat": seat}
    if old is None:
        values["wagers"] = wagers_text(told, row)
        yield _("Round %(number)s: add a hand for seat %(seat)s (%(wagers)s)") % values
        return
    for spot in SPOTS:
        before, after = old.get(spot, 0), row.get(spot, 0)
        if spot != "raise" and before != after:
            values |= {"spot": SPOTS[spot].name, "old": told.amount(before), "new": told.amount(after)}
            yield _("Round %(number)s, seat %(seat)s: %(spot)s %(old)s → %(new)s") % values


def _bank(told: Told) -> Iterator[str]:
    values = {
        "number": told.number,
        "seat": told.round["designated_player"],
        "old": told.amount(told.round["bank_declared"]),
        "new": told.amount(told.sent["bank"]),
    }
    yield _("Round %(number)s, bank of seat %(seat)s: %(old)s → %(new)s") % values


def _actions(told: Told) -> Iterator[str]:
    taken = told.round["play"]["actions"]
    for action in reversed(taken[len(taken) - (told.sent.get("take_back") or 0) :]):
        values = {"number": told.number, "seat": action["seat"], "action": action_text(told, action)}
        yield _("Round %(number)s, taken back: seat %(seat)s, %(action)s") % values


def _recount(told: Told) -> Iterator[str]:
    stacks = {row["seat"]: row["chips"] for row in told.state["seats"]}
    values = {
        "seat": told.sent["seat"],
        "old": told.amount(stacks[told.sent["seat"]]),
        "new": told.amount(told.sent["chips"]),
        "reason": reason_of(RECOUNT_REASONS, told.sent),
    }
    yield _("Seat %(seat)s: recount %(old)s → %(new)s, %(reason)s") % values


def _bar(told: Told) -> Iterator[str]:
    values = {"seat": told.sent["seat"], "reason": reason_of(BAR_REASONS, told.sent)}
    sentences = {
        "table": _("Bar seat %(seat)s from this table: %(reason)s"),
        "house": _("Bar seat %(seat)s from the house: %(reason)s"),
    }
    yield sentences[told.sent["scope"]] % values


def _dispute(told: Told) -> Iterator[str]:
    values = {"number": told.number, "reason": reason_of(DISPUTE_REASONS, told.sent)}
    yield _("the dispute about round %(number)s is on record, and the floor is told (%(reason)s)") % values


def _ruling(told: Told) -> Iterator[str]:
    values = {
        "dispute": told.sent["dispute"],
        "outcome": RULINGS[told.sent["outcome"]],
        "words": told.sent["words"],
    }
    yield _("Ruling on dispute %(dispute)s: %(outcome)s (%(words)s)") % values


def _debt(told: Told) -> Iterator[str]:
    values = {"owed": told.sent["owed"], "how": DEBT_WAYS[told.sent["how"]]}
    yield _("Entry %(owed)s of what is owed is dealt with: %(how)s") % values


def _approve(told: Told) -> Iterator[str]:
    yield _("Approve change %(change)s of the house rules") % {"change": told.sent["change"]}


def _reject(told: Told) -> Iterator[str]:
    yield _("Reject change %(change)s of the house rules") % {"change": told.sent["change"]}


def _cancel(told: Told) -> Iterator[str]:
    yield _("Cancel change %(change)s of the house rules") % {"change": told.sent["change"]}


TELLERS: Mapping[str, Callable[[Told], Iterator[str]]] = {
    "void_round": _void,
    "enter_decisions": _decisions,
    "enter_wagers": _wagers,
    "change_bank": _bank,
    "take_actions": _actions,
    "recount": _recount,
    "bar_player": _bar,
    "open_dispute": _dispute,
    "rule_on_dispute": _ruling,
    "settle_owed": _debt,
    "approve_rule_change": _approve,
    "reject_rule_change": _reject,
    "cancel_rule_change": _cancel,
}
"""The acts that can be told from what was sent; a correction is told from two inputs of `settle`."""
NAMES: Mapping[str, Words] = {
    "void_round": gettext_lazy("Void the round"),
    "enter_decisions": gettext_lazy("Change a decision"),
    "enter_wagers": gettext_lazy("Change wagers"),
    "change_bank": gettext_lazy("Put the bank right"),
    "take_actions": gettext_lazy("Take actions back"),
    "recount": gettext_lazy("Recount a stack"),
    "bar_player": gettext_lazy("Bar a player"),
    "open_dispute": gettext_lazy("Open a dispute"),
    "rule_on_dispute": gettext_lazy("Rule on a dispute"),
    "settle_owed": gettext_lazy("Deal with what is owed"),
    "approve_rule_change": gettext_lazy("Approve a change of the house rules"),
    "reject_rule_change": gettext_lazy("Reject a change of the house rules"),
    "cancel_rule_change": gettext_lazy("Cancel a change of the house rules"),
    "correct_round": gettext_lazy("Correct a round"),
}
