"""The floor's board, the table beside it, and the list of alerts (OPS 6, LOOK 2)."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tables.actions.setup import add_table
from tables.models import Alert, AuditEntry, RulesVersion, Tablet
from tables.web.floor.alert_lines import alert_sentence
from tables.web.shared.house_style import HouseStyle
from tables.web.shared.money import MoneyFormat
from tables.web.shared.times import HouseClock, minutes_between
from tests.cast import FOUR_PLAYER, HOUSE_RULES, PASSWORD, Cast, command_id
from tests.draw_tables import match_given_up
from tests.web.conftest import Browser, source_of

PART = {"Croupier-Part": "1"}
UNCHANGED_POLL, BOARD, BESIDE = 5, 12, 21


def short_of_cover(cast: Cast) -> Alert:
    """A dealt round whose bank does not cover the wagers."""
    cast.seat_players((1, 2, 4))
    number = cast.open_round(1, 10000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 10000, "flush": 500}])
    cast.act("deal", number=number)
    return Alert.objects.get()


def shown(floor: Browser, address: str) -> str:
    """A page or a fragment."""
    answer = floor.client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    """What can be read of it."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def tag_of(html: str) -> str:
    """The mark a page asks again with."""
    found = re.search(r'data-tag="([^"]+)"', html)
    assert found
    return found[1]


def beside(cast: Cast) -> str:
    """The address of the table beside the board."""
    return f"/floor/tables/{cast.table.pk}/"


def test_look_2_a_tile_tells_the_table_at_a_glance(floor: Browser, cast: Cast) -> None:
    """Number, game, state, round, dealer with their minutes, bank, limits, and the one thing that needs the floor."""
    short_of_cover(cast)
    text = words(shown(floor, "/floor/"))
    for part in ("12 High Card Flush Open", "Round 1 Dealt", "Dana 0 min", "Seat 1 banks 100", "Ante 10", "3/7"):
        assert part in text
    assert "▲ Cover short" in text
    assert "Round 1: bank 100, likely case 410, worst case 1,400" in text


def test_look_2_needs_me_stands_in_the_address(floor: Browser, cast: Cast) -> None:
    """Only tables with an alert, and the addresses on the page keep the filter."""
    quiet = add_table(casino_id=cast.casino.pk, number=30, seat_count=7, rules=HOUSE_RULES, command_id=command_id())
    assert "Nothing needs anybody." in shown(floor, "/floor/?needs=me")
    short_of_cover(cast)
    html = shown(floor, "/floor/?needs=me")
    assert f'id="tile-{cast.table.pk}"' in html
    assert f'id="tile-{quiet.pk}"' not in html
    assert f"{beside(cast)}?needs=me" in html
    assert f'id="tile-{quiet.pk}"' in shown(floor, "/floor/")


def test_ops_6_1_an_open_change_is_marked_and_needs_who_may_decide_it(floor: Browser, cast: Cast) -> None:
    """One tap from the tile; its requester cannot decide it, so their board does not say that it needs them."""
    rules = {"limits": {"ante": {"min": 2000, "max": 30000}}}
    version = RulesVersion.objects.get().number
    change = cast.act("request_rule_change", by="petra", rules=rules, base_version=version, reason="busy").body[
        "change"
    ]
    html = shown(floor, "/floor/?needs=me")
    assert f'<a class="tile-need tile-need--change" href="/floor/changes/{change}/"' in html
    assert "◆ Change to be decided by" in words(html)
    petra = Client()
    petra.post("/login/", {"badge": "2002", "password": PASSWORD})
    assert "Nothing needs anybody." in petra.get("/floor/?needs=me").content.decode()
    assert "◆ Change to be decided by" in words(petra.get(beside(cast)).content.decode())


def test_ops_6_1_the_board_is_asked_with_its_mark_and_answers_304(floor: Browser, cast: Cast) -> None:
    """Until something happens; another view of the board is another mark."""
    html = shown(floor, beside(cast))
    here = {"at": str(cast.table.pk), "v": tag_of(html)}
    assert floor.client.get("/floor/live/", here, headers=PART).status_code == 304
    assert floor.client.get("/floor/live/", {**here, "needs": "me"}, headers=PART).status_code == 200
    cast.act("open_table", by="frank")
    changed = floor.client.get("/floor/live/", here, headers=PART)
    assert changed.status_code == 200
    fragment = changed.content.decode()
    assert "<html" not in fragment
    assert tag_of(fragment) != here["v"]
    assert floor.client.get("/floor/live/", {"at": "999999"}, headers=PART).status_code == 404


def test_the_board_takes_as_many_statements_for_twenty_tables_as_for_one(floor: Browser, cast: Cast) -> None:
    """A poll that finds nothing new takes five, of which one asks for the mark."""
    counts = []
    for further in (0, 19):
        for number in range(20, 20 + further):
            rules = FOUR_PLAYER if number % 2 else HOUSE_RULES
            add_table(casino_id=cast.casino.pk, number=number, seat_count=4, rules=rules, command_id=command_id())
        tag = tag_of(shown(floor, "/floor/"))
        asked = []
        for address in (f"/floor/live/?v={tag}", "/floor/live/", f"/floor/live/?at={cast.table.pk}"):
            with CaptureQueriesContext(connection) as captured:
                floor.client.get(address, headers=PART)
            asked.append(len(captured))
        counts.append(asked)
    assert counts == [[UNCHANGED_POLL, BOARD, BESIDE]] * 2


def test_look_2_the_table_beside_the_board(floor: Browser, tablet: Browser, cast: Cast) -> None:
    """Seats with chips and wagers, the bank against its worst case, the rules, the last rounds, the tablets."""
    alert = short_of_cover(cast)
    text = words(shown(floor, beside(cast)))
    assert "Round 1 Dealt Seat 1 banks 100 · ▲ likely case 410, worst case 1,400" in text
    assert "2 anonymous 894 Ante 100 · Flush 5" in text
    for part in ("House rules 1", "Rake 1 each", "Tap out", "Suspend", "Felt", "Revoke", "One-time code"):
        assert part in text
    html = shown(floor, beside(cast))
    assert f'href="{beside(cast)}rounds/1/"' in html
    assert f'href="/placards/{cast.table.number}/"' in html
    assert f"/floor/alerts/{alert.pk}/acknowledge/" in html


def test_look_2_a_draw_game_beside_the_board(floor: Browser, cast: Cast) -> None:
    """What each has paid, in the same place."""
    table = add_table(casino_id=cast.casino.pk, number=30, seat_count=4, rules=FOUR_PLAYER, command_id=command_id())
    draw = Cast(cast.casino, table, cast.people)
    draw.seat_players((1, 2), by="frank")
    draw.act("open_round", by="frank")
    draw.act("take_actions", by="frank", number=1, actions=[{"seat": 2, "do": "open", "amount": 500}])
    text = words(shown(floor, f"/floor/tables/{table.pk}/"))
    assert "2 anonymous 995 5" in text
    assert "Opening 1" in text


def test_draw_1_13_a_match_on_the_board(floor: Browser, cast: Cast) -> None:
    """How it goes, and how it ended; the report of matches is a link away."""
    two = match_given_up(cast)
    assert "Match 1: seat 2 won" in words(shown(floor, "/floor/"))
    html = shown(floor, beside(two))
    assert "Seat 2 has won match 1: the other gave it up. 1 hand in 0 min, 5 changed hands." in words(html)
    assert 'href="/compliance/reports/matches/?table=13"' in html
    two.act("buy_in", by="frank", seat=1, amount=1000)
    two.act("open_round", by="frank")
    assert "Match 2, 0 hands" in words(shown(floor, "/floor/"))
    assert "Match 2 is on: 0 hands so far." in words(shown(floor, beside(two)))


def test_ops_6_2_an_alert_is_acknowledged_beside_the_board(floor: Browser, cast: Cast) -> None:
    """By the one signed in; answered with the board as it is then, or without scripts with its address."""
    alert = short_of_cover(cast)
    sent = {"at": str(cast.table.pk), "command": "0123456789abcdef"}
    answer = floor.client.post(f"/floor/alerts/{alert.pk}/acknowledge/", sent, headers=PART)
    assert (answer.status_code, "Cover short" in answer.content.decode()) == (200, False)
    assert AuditEntry.objects.get(act="acknowledge_alert").command_id == sent["command"]
    again = floor.client.post(f"/floor/alerts/{alert.pk}/acknowledge/", sent | {"command": "another-one"})
    assert (again.status_code, "Frank has acknowledged this already." in again.content.decode()) == (409, True)
    other = Alert.objects.create(
        casino=cast.casino, table=cast.table, kind=Alert.Kind.OWED, subject="x", raised_at=alert.raised_at
    )
    plain = floor.client.post(f"/floor/alerts/{other.pk}/acknowledge/", sent | {"command": "one-more-of-them"})
    assert plain["Location"] == beside(cast)


def test_ops_7_2_the_floor_opens_suspends_resumes_and_closes_beside_the_board(floor: Browser, cast: Cast) -> None:
    """On the version it saw; a suspension has its reason."""
    url = f"{beside(cast)}act/"

    def act(name: str, **more: str) -> int:
        version = str(cast.fresh_table.version)
        return floor.client.post(url, {"act": name, "version": version, **more}, headers=PART).status_code

    assert (act("open_table"), cast.fresh_table.state) == (200, "open")
    assert (act("suspend_table"), cast.fresh_table.state) == (422, "open")
    assert (act("suspend_table", reason="spill"), cast.fresh_table.state) == (200, "suspended")
    assert (act("resume_table"), cast.fresh_table.state) == (200, "open")
    assert (act("close_table", version="0"), cast.fresh_table.state) == (412, "open")
    assert (act("close_table"), cast.fresh_table.state) == (200, "closed")
    assert act("void_round") == act("open_table", version="x") == 404


def test_ops_1_2_a_code_is_shown_beside_the_board(floor: Browser, cast: Cast) -> None:
    """To a page that has the board already as well."""
    answer = source_of(floor.client.post(f"{beside(cast)}code/", headers=PART))
    assert re.search(r"Code for table 12.*class=\"code\">\w+<", answer)
    assert "<html" not in answer
    assert Tablet.objects.count() == 0


@pytest.mark.parametrize("address", ["/floor/", "/floor/live/", "/floor/alerts/"])
def test_ops_1_4_the_board_is_the_floors_alone(stranger: Browser, cast: Cast, address: str) -> None:
    """A stranger is asked to sign in; compliance reads the alerts and nothing else of it."""
    assert stranger.client.get(address)["Location"] == f"/login/?next={address}"
    stranger.client.post("/login/", {"badge": "3001", "password": PASSWORD})
    assert stranger.client.get(address).status_code == (200 if address == "/floor/alerts/" else 403)
    admin = Client()
    admin.post("/login/", {"badge": "9001", "password": PASSWORD})
    assert admin.get(address).status_code == 403


def test_ops_6_2_the_list_of_alerts(floor: Browser, cast: Cast) -> None:
    """Filtered by what stands in the address; acknowledged from there, and then listed with the name."""
    alert = short_of_cover(cast)
    text = words(shown(floor, "/floor/alerts/"))
    assert re.search(r"UTC 12 1 Cover short bank 100, likely case 410, worst case 1,400 Acknowledge", text)
    assert "There are none." in shown(floor, "/floor/alerts/?kind=owed")
    answer = floor.client.post(f"/floor/alerts/?table={cast.table.pk}", {"alert": alert.pk})
    assert answer["Location"] == f"/floor/alerts/?table={cast.table.pk}"
    assert "There are none." in shown(floor, f"/floor/alerts/?table={cast.table.pk}")
    assert "Frank, 20" in shown(floor, "/floor/alerts/?state=acknowledged")
    assert floor.client.post("/floor/alerts/", {"alert": alert.pk}).status_code == 409
    for unknown in ("kind=fire", "state=seen", "table=x", "cursor=0"):
        assert floor.client.get(f"/floor/alerts/?{unknown}").status_code == 404


def test_ops_1_4_compliance_reads_alerts_and_acknowledges_none(stranger: Browser, cast: Cast) -> None:
    """No button, and a refusal where they send it all the same."""
    alert = short_of_cover(cast)
    stranger.client.post("/login/", {"badge": "3001", "password": PASSWORD})
    html = stranger.client.get("/floor/alerts/").content.decode()
    assert "Cover short" in html
    assert '<button class="button">Acknowledge' not in html
    assert stranger.client.post("/floor/alerts/", {"alert": alert.pk}).status_code == 403
    alert.refresh_from_db()
    assert alert.acknowledged_at is None


def test_ops_6_1_alerts_of_the_house_are_counted_on_the_board(floor: Browser, cast: Cast) -> None:
    """They stand at no table."""
    moment = AuditEntry.objects.latest("pk").time
    Alert.objects.create(casino=cast.casino, kind=Alert.Kind.REFUSED, subject="x", raised_at=moment)
    assert "▲ House 1" in words(shown(floor, "/floor/"))


@pytest.mark.parametrize("kind", list(Alert.Kind))
def test_every_kind_of_alert_has_its_sentence(kind: Alert.Kind) -> None:
    """With the details it is raised with, and without any."""
    house = HouseStyle(MoneyFormat(2, ",", "."), HouseClock.of("Europe/Vienna"))
    details = {"seat": 2, "spot": "ante", "amount": 40000, "bank": 1, "worst_case": 2, "since": "2026-01-01T20:00:00Z"}
    assert alert_sentence(str(kind), details, house)
    assert alert_sentence(str(kind), {}, house)


def test_ops_7_1_times_are_those_of_the_house() -> None:
    """On its own clock; how long is told in hours and minutes."""
    clock = HouseClock.of("Europe/Vienna")
    assert clock.short("2026-01-01T20:04:31Z", "2026-01-01T06:00:00Z") == "21:04"
    assert clock.second("2026-01-01T20:04:31Z", "2026-01-01T06:00:00Z") == "21:04:31"
    assert clock.full("2026-07-01T20:04:31Z") == "2026-07-01 22:04:31 CEST"
    assert minutes_between("2026-01-01T20:00:00Z", "2026-01-01T20:59:59Z") == "59 min"
    assert minutes_between("2026-01-01T20:00:00Z", "2026-01-01T22:05:00Z") == "2 h 05"


def test_ops_7_1_a_short_time_of_another_day_carries_its_day() -> None:
    """By the clock of the house, in the language of the page; of another year the year too."""
    clock, now = HouseClock.of("Europe/Vienna"), "2026-01-01T22:59:59Z"
    assert clock.short("2026-01-01T23:30:00Z", "2026-01-01T23:00:00Z") == "00:30"
    assert clock.short("2026-01-01T23:30:00Z", now) == "2 Jan, 00:30"
    assert clock.second("2025-12-31T22:59:59Z", now) == "31 Dec 2025, 23:59:59"
    with translation.override("it"):
        assert clock.short("2026-05-02T09:15:00Z", now) == "2 Mag, 11:15"


def test_a_table_that_was_never_opened_has_a_tile(floor: Browser, cast: Cast) -> None:
    """Closed, without a round, a dealer or a bank."""
    assert cast.fresh_table.last_round == 0
    assert "Closed No round yet Dana" in words(shown(floor, "/floor/"))
