"""The keys of the player to act: one touch an action, the amounts in view (DRAW 1.4 to 1.7, 2.2 to 2.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.web.shared.money import MoneyFormat
from tables.web.tablet.draw.seats import action_done
from tables.web.words.games import ACTIONS

# They stand on the keys: a place keeps its letter under every name.
LETTERS = {"drop": "X", "match": "C", "min": "M", "half": "H", "pot": "P", "most": "A", "timeout": "T", "undo": "U"}
MATCHING = ("stay", "draw", "call", "pay")
BETTING = ("bet", "raise", "open")


@dataclass(frozen=True, slots=True)
class ActionKey:
    """One key: the action it sends, its amount or count, its letter, and what stands on it."""

    do: str
    letter: str
    label: str
    note: str = ""
    amount: int | None = None
    is_possible: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """The player to act, as the panel shows them; minor units."""

    round_: Mapping[str, Any]
    figures: MoneyFormat

    @property
    def seat(self) -> int:
        """The seat that is to act."""
        return int(self.round_["turn"])

    @property
    def player(self) -> dict[str, Any]:
        """The player as the hand has them."""
        player: dict[str, Any] = self.round_["players"][str(self.seat)]
        return player

    @property
    def _options(self) -> dict[str, dict[str, Any]]:
        return {option["do"]: option for option in self.round_["options"]}

    @property
    def note(self) -> str:
        """What it costs, what the player has, what is in the middle."""
        return _("%(cost)s to match, %(chips)s behind, %(pot)s in the middle") % {
            "cost": self.figures.amount(self.round_["to_call"]),
            "chips": self.figures.amount(self.player["chips"]),
            "pot": self.figures.amount(self.round_["middle"]),
        }

    @property
    def plain(self) -> list[ActionKey]:
        """The keys that need no amount."""
        return [self.drop, self.match]

    @property
    def drop(self) -> ActionKey:
        """Dropping, which is always possible while there is betting."""
        return ActionKey("drop", LETTERS["drop"], str(ACTIONS["drop"].name), is_possible="drop" in self._options)

    @property
    def match(self) -> ActionKey:
        """Paying what is missing, under its name of the moment."""
        do = next((word for word in MATCHING if word in self._options), None)
        if do is None:
            return ActionKey(
                "pay", LETTERS["match"], str(ACTIONS["pay"].name), _("nobody has opened"), is_possible=False
            )
        cost = self.round_["to_call"]
        label = f"{ACTIONS[do].name} {self.figures.amount(cost)}" if cost else str(ACTIONS[do].name)
        return ActionKey(do, LETTERS["match"], label, self._match_note(do, cost))

    def _match_note(self, do: str, cost: int) -> str:
        issued = self.markers_for(cost)
        if issued:
            return issued
        if cost and cost == self.player["chips"]:
            return _("all in")
        if do == "call" and self.round_["call_shows"]:
            return _("then hands are shown")
        notes = {"stay": _("no bet"), "draw": _("ends the betting"), "call": _("nothing to pay")}
        return "" if cost and do != "draw" else notes.get(do, "")

    def markers_for(self, cost: int) -> str:
        """What has to be issued for a payment beyond the player's chips (DRAW 1.8)."""
        value, short = self.round_["rules"]["terms"].get("marker_value", 0), cost - self.player["chips"]
        if short <= 0 or not value:
            return ""
        count = -(-short // value)
        return ngettext("issues %(count)s marker", "issues %(count)s markers", count) % {"count": count}

    @property
    def bet(self) -> dict[str, Any] | None:
        """The bet, raise or opening the player may make: its name, the least, the most and the step."""
        return next((self._options[word] for word in BETTING if word in self._options), None)

    @property
    def bet_name(self) -> str:
        """What betting is called now."""
        return str(ACTIONS[self.bet["do"]].name) if self.bet else _("No bet is possible")

    @property
    def quick(self) -> list[ActionKey]:
        """The amounts that are asked for most, each one touch."""
        bet = self.bet
        if bet is None:
            names = (("min", _("Least")), ("half", _("Half pot")), ("pot", _("Pot")), ("most", _("Most")))
            return [ActionKey("raise", LETTERS[key], name, is_possible=False) for key, name in names]
        # What a raise of the pot is: the pot after matching.
        pot = self.round_["middle"] + self.round_["to_call"]
        is_all = bet["most"] + self.round_["to_call"] == self.player["chips"]
        return [
            self._quick("min", _("Least"), bet["least"]),
            self._quick("half", _("Half pot"), pot // 2),
            self._quick("pot", _("Pot"), pot),
            self._quick("most", _("All in") if is_all else _("Most"), bet["most"]),
        ]

    def _quick(self, key: str, name: str, wanted: int) -> ActionKey:
        bet = self.bet or {}
        amount = wanted if wanted in (bet["least"], bet["most"]) else wanted // bet["step"] * bet["step"]
        is_possible = bet["least"] <= amount <= bet["most"]
        return ActionKey(bet["do"], LETTERS[key], self.figures.amount(amount), name, amount, is_possible)


def undo_note(round_: Mapping[str, Any], figures: MoneyFormat) -> str:
    """The last action, for the key that takes it back (OPS 5.4)."""
    actions = round_["play"]["actions"]
    if not actions:
        return _("nothing yet")
    return _("seat %(seat)s: %(done)s") % {"seat": actions[-1]["seat"], "done": action_done(actions[-1], figures)}
