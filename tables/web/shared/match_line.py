"""The newest match of a table in a line: on the tablet, on a tile of the board, beside it (DRAW 1.13)."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.table.match import MatchEnd
from tables.queries.tables.documents import MatchDocument
from tables.web.shared.money import MoneyFormat


def match_mark(match: MatchDocument | None) -> str:
    """The few words of a tile; empty where no match was played."""
    if match is None:
        return ""
    if match["ended_at"] is None:
        hands = ngettext("%(count)s hand", "%(count)s hands", match["hands"]) % {"count": match["hands"]}
        return _("Match %(number)s, %(hands)s") % {"number": match["number"], "hands": hands}
    if match["winner"] is None:
        return _("Match %(number)s: nobody won") % {"number": match["number"]}
    return _("Match %(number)s: seat %(seat)s won") % {"number": match["number"], "seat": match["winner"]}


def match_line(match: MatchDocument | None, figures: MoneyFormat) -> str:
    """The sentences of the match that is on, or of how the last one ended; empty where none was played."""
    if match is None:
        return ""
    if match["ended_at"] is None:
        text = ngettext(
            "Match %(number)s is on: %(count)s hand so far.",
            "Match %(number)s is on: %(count)s hands so far.",
            match["hands"],
        )
        return text % {"number": match["number"], "count": match["hands"]}
    return f"{_ending(match)} {_measure(match, figures)}"


def _ending(match: MatchDocument) -> str:
    texts = {
        MatchEnd.LOST: _("Seat %(seat)s has won match %(number)s: the other has nothing left for an Ante."),
        MatchEnd.GIVEN_UP: _("Seat %(seat)s has won match %(number)s: the other gave it up."),
        MatchEnd.LEFT: _("Match %(number)s ended without a winner: a player left it."),
    }
    return texts[MatchEnd(match["how"] or "")] % {"seat": match["winner"], "number": match["number"]}


def _measure(match: MatchDocument, figures: MoneyFormat) -> str:
    """How many hands, how long, and what changed hands."""
    began, ended = (datetime.fromisoformat(time or "") for time in (match["began_at"], match["ended_at"]))
    text = ngettext(
        "%(count)s hand in %(minutes)s min, %(moved)s changed hands.",
        "%(count)s hands in %(minutes)s min, %(moved)s changed hands.",
        match["hands"],
    )
    moved = sum(max(0, player["net"]) for player in match["players"])
    minutes = max(0, int((ended - began).total_seconds())) // 60
    return text % {"count": match["hands"], "minutes": minutes, "moved": figures.amount(moved)}
