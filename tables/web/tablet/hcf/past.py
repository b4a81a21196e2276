"""A settled round beside a bank, to be put right on the felt (TAB 4.5)."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _

from tables.games.high_card_flush.hands import HAND_SIZE
from tables.games.high_card_flush.terms import Terms
from tables.web.tablet.cards import faces
from tables.web.tablet.hcf.seats import Seat, Spot, place, spots_of
from tables.web.tablet.past import PastScreen
from tables.web.words.games import DECISIONS, SPOTS
from tables.web.words.hands import designated_words, folded_words, player_words


class BankedPast(PastScreen):
    """Bank, wagers, decisions and hands; hands come in and go out."""

    folder: ClassVar[str] = "tables/tablet/hcf"
    hand_size: ClassVar[int] = HAND_SIZE
    parts: ClassVar[tuple[str, ...]] = ("hand", "bets")

    @property
    def terms(self) -> Terms:
        """The rules of the game that the round was played under."""
        return Terms.parse(self.rules["terms"])

    @property
    def spots(self) -> list[tuple[str, str]]:
        """The bets, in their places."""
        return [(key, str(SPOTS[key].name)) for key in spots_of(self.terms)]

    @property
    def multiples(self) -> range:
        """How often the Ante can be raised."""
        return range(1, max(self.terms.raise_caps) + 1)

    @property
    def seats(self) -> list[Seat]:
        """The seats as they were settled."""
        designated = self.document["designated_player"]
        entries = {entry["seat"]: entry for entry in (*self.document["seats"], designated)}
        return [
            self._seat(seat, entries.get(seat), is_designated=seat == designated["seat"])
            for seat in range(1, self.table.seat_count + 1)
        ]

    @property
    def client(self) -> dict[str, Any]:
        """With the bets by their names."""
        return {**super().client, "spots": dict(self.spots)}

    def _seat(self, number: int, entry: dict[str, Any] | None, *, is_designated: bool) -> Seat:
        nameless, where = _("Seat %(seat)s") % {"seat": number}, place(number, self.table.seat_count)
        if entry is None and number not in self.names:
            return Seat(number, where, "empty", nameless, "", _("Empty"), "calm")
        cards = (entry or {}).get("cards") or ""
        return Seat(
            number=number,
            place=where,
            state="playing",
            name=self.names.get(number) or nameless,
            chips="",
            word=_word(entry, is_designated=is_designated),
            tone="calm",
            is_designated=is_designated,
            has_button=is_designated,
            is_anonymous=not self.names.get(number),
            bank=self.figures.amount(entry["bank"]) if entry and is_designated else "",
            spots=[] if is_designated else self._spots(entry or {}),
            cards=faces(cards, ace_low=self.terms.straight_flush_ace_low) if cards else [],
            hand_words=self._words(cards, entry or {}, is_designated=is_designated) if cards else "",
        )

    def _spots(self, entry: dict[str, Any]) -> list[Spot]:
        amounts = {key: entry.get(key) or 0 for key in spots_of(self.terms)}
        return [
            Spot(
                key, str(SPOTS[key].name), str(SPOTS[key].short), amount, self.figures.amount(amount) if amount else ""
            )
            for key, amount in amounts.items()
        ]

    def _words(self, cards: str, entry: dict[str, Any], *, is_designated: bool) -> str:
        if is_designated:
            return designated_words(cards, self.terms)
        return (player_words if entry["decision"] == "raise" else folded_words)(cards, self.terms)


def _word(entry: dict[str, Any] | None, *, is_designated: bool) -> str:
    if entry is None:
        return _("Not in this round")
    return _("Designated player") if is_designated else str(DECISIONS[entry["decision"]].felt)
