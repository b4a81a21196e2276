"""A settled hand of a draw game, whose cards are put right on the felt (TAB 4.5); its actions are on the floor's page."""

from typing import ClassVar

from django.utils.translation import gettext as _

from tables.games.cards import hand_mask, parse_cards
from tables.games.draw.hands import FOUR_PLAYER, HEADS_UP, Ranking, shown_hand
from tables.web.tablet.draw.hand import HAND_SIZE, five_faces
from tables.web.tablet.draw.seats import DrawSeat
from tables.web.tablet.hcf.seats import place
from tables.web.tablet.past import PastScreen
from tables.web.words.five_cards import hand_name


class DrawPast(PastScreen):
    """The hands that were shown."""

    folder: ClassVar[str] = "tables/tablet/draw"
    hand_size: ClassVar[int] = HAND_SIZE
    ranking: ClassVar[Ranking]

    @property
    def elsewhere(self) -> str:
        """A change of one action changes whose turn the others were: that takes all of them, in lines."""
        return _("Hands are put right here; actions are corrected on the floor's page of the round.")

    @property
    def seats(self) -> list[DrawSeat]:
        """The seats as they were settled."""
        return [self._seat(seat) for seat in range(1, self.table.seat_count + 1)]

    def _seat(self, number: int) -> DrawSeat:
        nameless, where = _("Seat %(seat)s") % {"seat": number}, place(number, self.table.seat_count)
        if number not in {entry["seat"] for entry in self.document["seats"]}:
            word = _("Not in this round") if number in self.names else _("Empty")
            return DrawSeat(number, where, "empty", nameless, word=word)
        cards = self.document.get("hands", {}).get(str(number)) or ""
        return DrawSeat(
            number=number,
            place=where,
            state="playing",
            name=self.names.get(number) or nameless,
            word="" if cards else _("No hand shown"),
            is_anonymous=not self.names.get(number),
            cards=five_faces(cards) if cards else [],
            hand_words=hand_name(shown_hand(self.ranking, hand_mask(parse_cards(cards)))) if cards else "",
        )


class HeadsUpPast(DrawPast):
    """Of two players."""

    ranking: ClassVar[Ranking] = HEADS_UP


class FourPlayerPast(DrawPast):
    """Of up to four players."""

    ranking: ClassVar[Ranking] = FOUR_PLAYER
