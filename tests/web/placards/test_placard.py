"""OPS 4.6: the public placard of a table."""

import copy
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from html import unescape
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from tables.games.draw.terms import FOUR_PLAYER_DEFAULTS, HEADS_UP_DEFAULTS
from tables.games.high_card_flush.terms import DEFAULTS
from tables.games.house_rules import read_house_rules
from tables.games.registry import GAMES
from tables.games.values import JSON
from tables.models import RulesVersion
from tables.queries.tables.placard import placard
from tables.web.placards import views
from tables.web.placards.lines import Money
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.registry import PLACARDS
from tests.cast import FOUR_PLAYER, HEADS_UP, HOUSE_RULES, Cast, make_cast
from tests.rule_history import approve, put_in_force, request_change
from tests.web.conftest import source_of

MONEY = Money("EUR", MoneyFormat(2, ",", "."))
# Rules in which every key bears on something: a rake that is taken, caps that are set, markers that can be issued.
TERMS: dict[str, JSON] = {
    "high_card_flush": {
        **DEFAULTS,
        "rake": {"mode": "all_players", "amount": 100, "designated_player_amount": 150},
        "rulings": 2,
        "caps": {"per_hand": 500_000, "per_round": 900_000, "per_round_sharing": "pro_rata"},
    },
    "heads_up_draw": {
        **HEADS_UP_DEFAULTS,
        "marker_count": 2,
        "marker_value": 2000,
        "redeem_reserve": 1000,
        "rulings": 2,
    },
    "four_player_draw": {**FOUR_PLAYER_DEFAULTS, "rulings": 2},
}
DOCUMENTS: dict[str, JSON] = {
    "high_card_flush": {
        **HOUSE_RULES,
        "designation": {"min_bank": 10000, "max_consecutive": 3, "max_minutes": 60, "no_taker": "continue"},
    },
    "heads_up_draw": HEADS_UP,
    "four_player_draw": FOUR_PLAYER,
}
OTHER = {
    "9": "T",
    "push": "independent",
    "counter_clockwise": "clockwise",
    "pro_rata": "settlement_order",
    "all_players": "players_only",
    "continue": "halt",
    "server": "dealer",
    "designated_player": "own_hand",
    "lost": "live",
    "dead_hand": "to_extent",
    "taken": "net",
    "unit": "chip",
    52: 32,
}
# What no player needs to know: how long the floor may take to decide, and when a recount is signed.
NOT_OF_PLAY = {"changes.expire_minutes", "recount.signed_above", "game"}


def whole(game: str) -> JSON:
    return read_house_rules({**DOCUMENTS[game], "terms": TERMS[game]}).document()


def keys(document: JSON, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every single value of the rules."""
    for key, value in document.items():
        if isinstance(value, dict):
            yield from keys(value, (*path, key))
        else:
            yield (*path, key)


def other(key: str, old: Any) -> Any:
    """Another value for a key."""
    if isinstance(old, bool):
        return not old
    if key == "rulings":
        return old - 1
    return OTHER[old] if old in OTHER else old + 1


def changed(document: JSON, path: tuple[str, ...]) -> JSON:
    """The same rules with one value different."""
    result = copy.deepcopy(document)
    inner = result
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = other(path[-1], inner[path[-1]])
    return result


def cases() -> list[tuple[str, tuple[str, ...]]]:
    return [(game, path) for game in DOCUMENTS for path in keys(whole(game)) if ".".join(path) not in NOT_OF_PLAY]


@pytest.mark.parametrize(("game", "path"), cases())
def test_ops_4_6_every_rule_that_bears_on_play_stands_on_the_placard(game: str, path: tuple[str, ...]) -> None:
    """For each value that is changed, the placard says something else."""
    document = whole(game)
    before, after = (PLACARDS[game](rules, MONEY).lines for rules in (document, changed(document, path)))
    assert [line.text for line in before] != [line.text for line in after]


def test_ops_4_6_the_list_of_keys_is_the_rules_own() -> None:
    """So that a rule which is added later has to appear as well."""
    assert set(PLACARDS) == set(TERMS) == set(DOCUMENTS) == set(GAMES)
    covered = {(game, ".".join(path)) for game, path in cases()}
    assert ("high_card_flush", "terms.caps.per_round_sharing") in covered
    assert len(covered) == sum(len(list(keys(whole(game)))) - len(NOT_OF_PLAY) for game in GAMES)


@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        ("none", "The house takes no rake."),
        ("all_players", "In every round each player, and the designated player too, pays the house a rake of EUR 1, whatever they bet. A dead hand pays no rake."),
        ("players_only", "In every round each player pays the house a rake of EUR 1, whatever they bet; the designated player pays none. A dead hand pays no rake."),
        ("designated_player_only", "In every round the designated player alone pays the house a rake of EUR 1; the players pay none."),
    ],
)  # fmt: skip
def test_hcf_9_5_method_and_amount_of_the_rake_as_a_sentence(mode: str, sentence: str) -> None:
    terms = {**TERMS["high_card_flush"], "rake": {"mode": mode, "amount": 100}}
    document = read_house_rules({**HOUSE_RULES, "terms": terms}).document()
    rake = PLACARDS["high_card_flush"](document, MONEY).rake.text.replace("\N{NO-BREAK SPACE}", " ")
    assert rake.startswith(sentence)


@pytest.mark.parametrize(("points", "percent"), [(10, "0.1 %"), (50, "0.5 %"), (125, "1.25 %"), (10000, "100 %")])
def test_draw_2_8_the_commission_is_exact(points: int, percent: str) -> None:
    document = read_house_rules({**FOUR_PLAYER, "terms": {"commission_bps": points}}).document()
    rake = PLACARDS["four_player_draw"](document, MONEY).rake.text.replace("\N{NO-BREAK SPACE}", " ")
    assert f"a commission of {percent} of all" in rake


def text_of(response: Any) -> str:
    return unescape(source_of(response)).replace("\N{NO-BREAK SPACE}", " ").replace("\N{EN DASH}", "-")


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def test_ops_4_6_anybody_reads_it_in_the_casinos_name(cast: Cast) -> None:
    """Without a sign-in, without a cookie, to be kept by caches and asked again."""
    response = Client().get(f"/placard/{cast.table.pk}/")
    text = text_of(response)
    for words in (
        "Casino of the Tests",
        "Table 12",
        "High Card Flush",
        "EUR</small></dt><dd>10 - 300",
        "60 to 1",
        "Rules version 1, up since",
    ):
        assert words in text
    assert response.headers["Cache-Control"] == "public, no-cache"
    assert not response.cookies
    assert Client().get(f"/placard/{cast.table.pk + 1}/").status_code == 404
    assert Client().post(f"/placard/{cast.table.pk}/").status_code in (403, 405)


def test_ops_4_3_the_coming_values_stand_there_with_their_time(cast: Cast) -> None:
    """What holds now, what will, and from when, by the casino's clock."""
    begun = RulesVersion.objects.get().in_force_from
    change = request_change(
        cast, {"limits": {"ante": {"min": 2000, "max": 50000}}, "terms": {"exact_tie_bonuses": "independent"}}, begun
    )
    approve(cast, change, begun, due=datetime.fromisoformat("2031-03-01T20:30:00Z"))
    text = text_of(Client().get(f"/placard/{cast.table.pk}/"))
    assert "at the first round from 1 March 2031, 20:30 (UTC)" in text
    assert '<b>Ante</b> <s>10 - 300</s> <span aria-hidden="true">→</span> <ins>20 - 500</ins>' in text
    assert "<b>Ties</b> <ins>With exactly equal flushes Ante and Raise push; each bonus" in text


def test_interfaces_4_nothing_changed_is_answered_304(cast: Cast) -> None:
    """Until the rules do."""
    client, address = Client(), f"/placard/{cast.table.pk}/"
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    begun = RulesVersion.objects.get().in_force_from
    approve(cast, request_change(cast, {"chip_unit": 500}, begun), begun)
    again = client.get(address, headers={"If-None-Match": tag})
    assert (again.status_code, again.headers["ETag"] != tag) == (200, True)


def test_ops_4_6_what_stood_there_at_any_time(cast: Cast) -> None:
    begun = RulesVersion.objects.get().in_force_from
    change = request_change(cast, {"limits": {"ante": {"min": 2000, "max": 50000}}}, begun)
    approve(cast, change, begun + timedelta(milliseconds=1))
    put_in_force(cast, change, begun + timedelta(milliseconds=2))
    address = f"/placard/{cast.table.pk}/?at="
    first, later = (
        text_of(Client().get(address + quote(moment.isoformat())))
        for moment in (begun, begun + timedelta(milliseconds=3))
    )
    assert "EUR</small></dt><dd>10 - 300" in first
    assert "EUR</small></dt><dd>20 - 500" in later
    assert "As it stood on" in first
    # A plus that was not escaped arrives as a blank.
    assert Client().get(address + begun.isoformat()).status_code == 200
    none = text_of(Client().get(address + quote((begun - timedelta(hours=1)).isoformat())))
    assert "This table had no rules yet, and no placard." in none


@pytest.mark.parametrize(
    "given",
    [
        "",
        "now",
        "2026-03-01",
        "2026-03-01T20:00:00",
        "2026-13-01T20:00:00Z",
        "9999-12-31T23:59:59-23:00",
        "2999-01-01T00:00:00Z",
        "<script>",
        "2026-03-01T20:00:00Z\x00",
    ],
)
def test_ops_4_6_a_time_that_is_none_is_refused(cast: Cast, given: str) -> None:
    response = Client().get(f"/placard/{cast.table.pk}/?at={quote(given)}")
    assert response.status_code == 400
    assert "lies ahead" in text_of(response) or "must be a time with its offset" in text_of(response)
    assert b"<script>" not in response.content


def test_the_rules_that_are_stored_are_whole(cast: Cast) -> None:
    """The placard reads them as they stand; what was left out at the set-up is there with its default."""
    document = RulesVersion.objects.get().document
    assert json.loads(json.dumps(read_house_rules(document).document())) == document


def test_hcf_9_6_rules_stored_before_a_key_was_known_are_shown(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its default, and by the rulings of then; a change that came later is held against that."""
    stored: Any = placard(cast.table.pk)
    terms = stored["rules"]["document"]["terms"]
    for key in ("bonuses", "bonuses_on_fold", "rulings"):
        del terms[key]
    del terms["cover"]["policy"], terms["rake"]["designated_player_amount"]
    monkeypatch.setattr(views, "placard", lambda _table_id, _at: stored)
    text = text_of(Client().get(f"/placard/{cast.table.pk}/"))
    assert "collects only what it could have paid" in text
    assert "in a row, one suit, against the designated player" in text


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu"])
@pytest.mark.usefixtures("db")
def test_ops_4_6_times_are_the_houses_with_their_day(zone: str) -> None:
    """When this version went up, and when a change takes effect."""
    cast = make_cast(time_zone=zone)
    begun = RulesVersion.objects.get().in_force_from
    change = request_change(cast, {"chip_unit": 500}, begun)
    approve(cast, change, begun, due=datetime.fromisoformat("2031-03-01T20:30:00Z"))
    text = text_of(Client().get(f"/placard/{cast.table.pk}/"))
    there = begun.astimezone(ZoneInfo(zone))
    assert f"up since {there.day} {there:%B %Y, %H:%M}" in text
    due = {"UTC": "1 March 2031, 20:30 (UTC)", "Asia/Kathmandu": "2 March 2031, 02:15 (+0545)"}
    assert f"Coming change, at the first round from {due[zone]}" in text
