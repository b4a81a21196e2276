"""TAB 4.4: in a language in which every text is strange, a text that is not did not go through gettext."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tables.games.values import JSON
from tests.actions.felt import BANK_HAND, betting, dealt, decide, settled, show
from tests.cast import FOUR_PLAYER, HEADS_UP, PASSWORD, Cast, command_id, make_cast
from tests.draw_tables import acting
from tests.web.conftest import Browser, tablet_client
from tests.web.shared.seen import in_plain_words

pytestmark = pytest.mark.usefixtures("strange_house")


def closed(_cast: Cast) -> None:
    """Nobody plays."""


def offered(cast: Cast) -> None:
    """Between rounds, one declines for good, one sits out."""
    cast.seat_players()
    cast.act("standing_decline", seat=3, on=True)
    cast.act("sit_out", seat=4)


def found(cast: Cast) -> None:
    """A wager outside the limits is found after the deal."""
    number = dealt(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 31000, "found": True}])


def decided(cast: Cast) -> None:
    """Hands are to be entered."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4="fold")
    show(cast, number, {1: BANK_HAND})


def suspended(cast: Cast) -> None:
    """Play is stopped inside a round."""
    betting(cast)
    cast.act("suspend_table", by="frank", reason="-")


def opened(cast: Cast) -> None:
    """A hand of draw poker begins."""
    rules = cast.fresh_table.rules
    assert rules is not None
    cast.seat_players((1, 2, 3, 4) if rules.document["game"] == FOUR_PLAYER["game"] else (1, 2))
    cast.act("open_round")


def exchanging(cast: Cast) -> None:
    """Two players exchange, one after the other."""
    opened(cast)
    acting(cast, 1, (2, "open", 1000), (3, "pay"), (4, "drop"), (1, "drop"), (2, "exchange", 2))


def dropped(cast: Cast) -> None:
    """One player is left, and the hand is settled."""
    opened(cast)
    acting(cast, 1, (1, "drop"))
    cast.act("settle_round", number=1)


MOMENTS: dict[str, tuple[JSON | None, Callable[[Cast], Any]]] = {
    "closed": (None, closed),
    "offer": (None, offered),
    "betting": (None, betting),
    "decisions": (None, dealt),
    "found": (None, found),
    "hands": (None, decided),
    "settlement": (None, settled),
    "suspended": (None, suspended),
    "heads-up: first action": (HEADS_UP, opened),
    "heads-up: settled": (HEADS_UP, dropped),
    "four players: first action": (FOUR_PLAYER, opened),
    "four players: exchange": (FOUR_PLAYER, exchanging),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_tab_4_4_every_text_of_tablet_and_board_goes_through_gettext(db: None, name: str) -> None:
    """At each step of each game: the tablet with a dealer and without, the board with the table beside it."""
    rules, prepare = MOMENTS[name]
    cast = make_cast(rules)
    prepare(cast)
    tablet, floor = tablet_client(cast), Client()
    floor.post("/login/", {"badge": "2001", "password": PASSWORD})
    page = tablet.get(f"/tables/{cast.table.pk}/")
    board = floor.get(f"/floor/tables/{cast.table.pk}/")
    tablet.post(f"/tables/{cast.table.pk}/tap-out/")
    assert in_plain_words(page, board, tablet.get(f"/tables/{cast.table.pk}/"), floor.get("/floor/alerts/")) == []


@pytest.mark.parametrize("rules", [None, HEADS_UP, FOUR_PLAYER], ids=["hcf", "heads-up", "four players"])
def test_tab_4_4_every_text_of_a_placard_goes_through_gettext(db: None, rules: JSON | None) -> None:
    cast = make_cast(rules)
    address = f"/placard/{cast.table.pk}/"
    assert in_plain_words(Client().get(address), Client().get(f"{address}?at=x")) == []
    # The languages there are are quoted.
    assert all("en, nl, it" in text for text in in_plain_words(Client().get(f"{address}?lang=fr")))


REFUSED: list[tuple[str, JSON]] = [
    ("open_table", {}),
    ("close_table", {}),
    ("sit", {"seat": 2, "buy_in": 1000}),
    ("sit", {"seat": 99, "buy_in": 1000}),
    ("buy_in", {"seat": 2, "amount": -5}),
    ("buy_in", {"seat": 2, "amount": 12345}),
    ("recount", {"seat": 2, "chips": 1, "reason": "miscount"}),
    ("move", {"seat": 2, "to": 4}),
    ("enter_wagers", {"number": 1, "wagers": [{"seat": 2, "ante": 40000}]}),
    ("enter_wagers", {"number": 1, "wagers": [{"seat": 2, "flush": 500}]}),
    ("enter_wagers", {"number": 1, "wagers": [{"seat": 2, "ante": 1000, "what": 1}]}),
    ("deal", {"number": 1}),
    ("deal", {"number": 7}),
    ("enter_hands", {"number": 1, "hands": []}),
    ("settle_round", {"number": 1}),
    ("close_round", {"number": 1}),
    ("void_round", {"number": 1, "reason": "x"}),
    ("no_such_act", {}),
]


@pytest.mark.parametrize(("name", "sent"), REFUSED, ids=[f"{name} {sent}" for name, sent in REFUSED])
def test_tab_4_4_every_refusal_goes_through_gettext(tablet: Browser, cast: Cast, name: str, sent: JSON) -> None:
    """But for what was sent, and the codes that are allowed: these are quoted as they are."""
    betting(cast)
    answer = tablet.act(name, **sent)
    assert answer.status_code >= 400
    quoted = {"no_such_act", "red_light", "what", "ante", "flush", "straight_flush", "seat"}
    plain = {text for text in in_plain_words(answer) if not any(word in text for word in quoted)}
    assert plain == set()


def test_tab_4_4_tap_in_and_sign_in_are_refused_through_gettext(tablet: Browser) -> None:
    wrong = tablet.client.post(f"{tablet.url}tap-in/", {"badge": "1002", "pin": "000001", "command": command_id()})
    own = Client(headers={"Accept-Language": "xx"})
    page = own.post("/login/", {"badge": "2001", "password": "no"})
    assert in_plain_words(wrong, page, own.get("/enrol/"), own.post("/enrol/", {"code": "1"})) == []
