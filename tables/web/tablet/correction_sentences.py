"""What a correction of a settled round changes, in whole sentences: the input that counts beside the one it makes (LOOK 1.11)."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from tables.web.tablet.act_sentences import Told, action_text, decision_text, reason_of, wagers_text
from tables.web.tablet.cards import codes, face
from tables.web.words.floor import CORRECTION_REASONS
from tables.web.words.games import SPOTS

JSON = Mapping[str, Any]
STAKES = [spot for spot in SPOTS if spot != "raise"]


def correction_sentences(told: Told, old: JSON, new: JSON) -> list[str]:
    """A sentence for each thing that differs, and the reason; `old` and `new` are inputs of `settle` of the same game."""
    differs = _draw(told, old, new) if "actions" in old else _banked(told, old, new)
    reason = _("Reason: %(reason)s") % {"reason": reason_of(CORRECTION_REASONS, told.sent)}
    return [*differs, reason]


def _banked(told: Told, old: JSON, new: JSON) -> Iterator[str]:
    before, after = old["designated_player"], new["designated_player"]
    if before["bank"] != after["bank"]:
        values = {
            "number": told.number,
            "seat": after["seat"],
            "old": told.amount(before["bank"]),
            "new": told.amount(after["bank"]),
        }
        yield _("Correct round %(number)s, bank of seat %(seat)s: %(old)s → %(new)s") % values
    yield from _hand(told, before["seat"], before.get("cards"), after.get("cards"))
    hands = [{row["seat"]: row for row in document["seats"]} for document in (old, new)]
    for seat in sorted({*hands[0], *hands[1]}):
        yield from _seat(told, seat, hands[0].get(seat), hands[1].get(seat))


def _seat(told: Told, seat: int, old: JSON | None, new: JSON | None) -> Iterator[str]:
    values = {"number": told.number, "seat": seat}
    if old is None or new is None:
        values["wagers"] = wagers_text(told, new or old or {})
        added = _("Correct round %(number)s: add a hand for seat %(seat)s (%(wagers)s)")
        taken_out = _("Correct round %(number)s: take out the hand of seat %(seat)s (%(wagers)s)")
        yield (added if old is None else taken_out) % values
        return
    for spot in STAKES:
        before, after = old.get(spot) or 0, new.get(spot) or 0
        if before != after:
            sentence = _("Correct round %(number)s, seat %(seat)s: %(spot)s %(old)s → %(new)s")
            bet = {"spot": SPOTS[spot].name, "old": told.amount(before), "new": told.amount(after)}
            yield sentence % {**values, **bet}
    decisions = {"old": decision_text(told, old), "new": decision_text(told, new)}
    if decisions["old"] != decisions["new"]:
        yield _changed(told, seat, **decisions)
    yield from _hand(told, seat, old.get("cards"), new.get("cards"))


def _draw(told: Told, old: JSON, new: JSON) -> Iterator[str]:
    for place, (before, after) in enumerate(zip_longest(old["actions"], new["actions"]), start=1):
        if before != after:
            values = {
                "number": told.number,
                "place": place,
                "old": _action(told, before),
                "new": _action(told, after),
            }
            yield _("Correct round %(number)s, action %(place)s: %(old)s → %(new)s") % values
    hands = [document.get("hands") or {} for document in (old, new)]
    for seat in sorted({*hands[0], *hands[1]}, key=int):
        yield from _hand(told, int(seat), hands[0].get(seat), hands[1].get(seat))


def _action(told: Told, action: JSON | None) -> str:
    if action is None:
        return _("none")
    return _("seat %(seat)s, %(action)s") % {"seat": action["seat"], "action": action_text(told, action)}


def _hand(told: Told, seat: int, old: str | None, new: str | None) -> Iterator[str]:
    if (old or "") != (new or ""):
        yield _changed(told, seat, old=_cards(old), new=_cards(new))


def _changed(told: Told, seat: int, *, old: str, new: str) -> str:
    values = {"number": told.number, "seat": seat, "old": old, "new": new}
    return _("Correct round %(number)s, seat %(seat)s: %(old)s → %(new)s") % values


def _cards(cards: str | None) -> str:
    if not cards:
        return _("no cards")
    return " ".join(f"{one.rank}{one.sign}" for one in map(face, codes(cards)))
