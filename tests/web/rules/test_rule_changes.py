"""The pages of changes of house rules: asking, looking at old and new, deciding (OPS 1.3, 4.2, 4.5)."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tables.games.edges import count_edges
from tables.models import AuditEntry, RuleChange
from tables.policy import Role
from tables.queries.rules.edges import keep_edges, wanted_edges
from tests.actions.felt import betting
from tests.actions.rules.changes import decide, request, version_of
from tests.cast import HEADS_UP, PASSWORD, PINS, Cast, make_cast
from tests.web.conftest import Browser, source_of


@pytest.fixture(autouse=True)
def nothing_is_counted() -> None:
    """Edges that another test counted are forgotten."""
    cache.clear()


def signed_in(badge: str) -> Client:
    """A browser in which a person signed in with their password."""
    client = Client()
    client.post("/login/", {"badge": badge, "password": PASSWORD})
    return client


def form_of(client: Client, url: str) -> dict[str, str]:
    """Every field of the form that asks for a change, as it is served."""
    text = source_of(client.get(url))
    inputs = re.findall(r'<input (?:type="hidden" )?name="([^"]+)" (?:maxlength="200" )?value="([^"]*)"', text)
    selects = re.findall(r'<select name="([^"]+)">(.*?)</select>', text, re.S)
    chosen = {name: (re.search(r'value="([^"]+)" selected', inner) or ["", ""])[1] for name, inner in selects}
    return {**dict(inputs), **chosen}


@pytest.fixture
def ask_url(cast: Cast) -> str:
    """The form's address."""
    return f"/floor/tables/{cast.table.pk}/change/"


def test_ops_4_2_from_the_form_to_the_effect(cast: Cast, floor: Browser, ask_url: str) -> None:
    """Shown, asked for by Frank, approved by Petra with her password, in force; each step says so."""
    betting(cast)
    fields = {**form_of(floor.client, ask_url), "limits.ante.min": "20", "reason": "a full house"}
    shown = floor.client.post(ask_url, {**fields, "do": "preview"})
    text = source_of(shown)
    assert shown.status_code == 200
    assert "Ante, least" in text
    assert re.search(r'data-key="limits.ante.min".*?<td>10</td><td><b>20</b>', text, re.S)
    assert re.search(r'data-key="worst-case".*?<td>([\d,]+)</td><td>\1</td>', text, re.S)
    assert "The edge of every bet stays what it is." in text
    assert not RuleChange.objects.exists()
    asked = floor.client.post(ask_url, {**fields, "do": "send"})
    change = RuleChange.objects.get()
    assert (asked.status_code, asked["Location"]) == (302, f"/floor/changes/{change.pk}/")
    assert change.changes == {"limits": {"ante": {"min": 2000}}}
    own = floor.client.get(f"/floor/changes/{change.pk}/").content.decode()
    assert "Withdraw" in own
    assert 'name="signature"' not in own
    petra = signed_in("2002")
    done = petra.post(f"/floor/changes/{change.pk}/approve/", {"signature": PASSWORD, "words": "fine"}, follow=True)
    assert "Approved: it takes effect at the first round boundary" in done.content.decode()
    cast.act("void_round", number=1, reason="red_light")
    text = petra.get(f"/floor/changes/{change.pk}/").content.decode()
    assert "In force as version" in text
    assert "<bdi>Petra</bdi> (2002)" in text
    assert version_of(cast) == 2
    listed = petra.get("/floor/changes/").content.decode()
    assert "a full house" in listed
    assert "No change is open." in listed


def test_ops_1_5_four_eyes_on_the_page(cast: Cast, floor: Browser) -> None:
    """By the requester, with a wrong password or the PIN, without one, and by a person of two roles: refused and recorded."""
    number = request(cast)
    url = f"/floor/changes/{number}/approve/"
    own = floor.client.post(url, {"signature": PASSWORD})
    assert (own.status_code, RuleChange.objects.get().state) == (403, "requested")
    assert "Nobody decides on a change that they asked for themselves." in own.content.decode()
    petra = signed_in("2002")
    for secret in ("not the password", PINS["2002"], ""):
        refused = petra.post(url, {"signature": secret, "words": "kept"})
        assert refused.status_code == 403
        text = refused.content.decode()
        assert "field-problem" in text
        assert 'value="kept"' in text
        assert secret not in text or not secret
    assert RuleChange.objects.get().state == "requested"
    assert AuditEntry.objects.filter(act="refused", payload__code="own_change").count() == 1


def test_ops_1_5_a_person_with_two_roles_is_one_person_on_the_page(cast: Cast) -> None:
    """Dana asks at her table, and has the floor role too."""
    number, dana = request(cast, by="dana"), cast.people["dana"]
    dana.role_grants.create(casino=cast.casino, role=Role.FLOOR, granted_at=dana.role_grants.get().granted_at)
    client = signed_in("1001")
    assert client.post(f"/floor/changes/{number}/approve/", {"signature": PASSWORD}).status_code == 403
    assert "You asked for this change" in client.get(f"/floor/changes/{number}/").content.decode()
    assert RuleChange.objects.get().state == "requested"


def test_ops_4_2_rejected_withdrawn_cancelled_on_the_page(cast: Cast, floor: Browser) -> None:
    """Each by a person who may; a second press is told."""
    betting(cast)
    petra = signed_in("2002")
    number = request(cast)
    text = petra.post(f"/floor/changes/{number}/reject/", {"signature": PASSWORD}, follow=True).content.decode()
    assert "Rejected: the rules stay what they are." in text
    assert petra.post(f"/floor/changes/{number}/reject/", {"signature": PASSWORD}).status_code == 409
    number = request(cast)
    assert floor.client.post(f"/floor/changes/{number}/withdraw/", {"words": "a slip"}, follow=True).status_code == 200
    number = request(cast)
    decide(cast, "approve", number)
    assert petra.post(f"/floor/changes/{number}/cancel/", {"signature": PASSWORD}, follow=True).status_code == 200
    assert [change.state for change in RuleChange.objects.order_by("pk")] == ["rejected", "withdrawn", "cancelled"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"limits.ante.min": "500"}, "Rule Ante, least has a minimum of 500 above its maximum of 300."),
        ({"limits.ante.min": "10.50"}, "not in whole chip units of 1."),
        ({"limits.ante.min": "ten"}, "An amount is needed here, as in 12.50."),
        ({"limits.ante.min": ""}, "An amount is needed here, as in 12.50."),
        ({"limits.ante.min": "1.234"}, "An amount is needed here, as in 12.50."),
        ({"terms.flush_paytable.5": "0"}, "must be a whole number from 1"),
        ({"terms.flush_paytable.5": "many"}, "A whole number is needed here."),
        ({"terms.caps.per_hand": "4000"}, "is 4,000, below the largest pay line at the minimum bet, 5,000."),
        ({"terms.rake.mode": "everybody"}, "must be one of none, all_players"),
        ({"reason": ""}, "A change needs a reason."),
    ],
)
def test_ops_4_5_what_is_wrong_stands_at_its_field_and_what_was_typed_stays(
    floor: Browser, ask_url: str, typed: dict[str, str], sentence: str
) -> None:
    """In the casino's own amounts; nothing is asked for."""
    fields = {**form_of(floor.client, ask_url), "limits.flush.max": "90", "reason": "a full house", **typed}
    answer = floor.client.post(ask_url, {**fields, "do": "send"})
    text = source_of(answer)
    assert (answer.status_code, sentence in text) == (422 if "reason" not in typed else 200, True), re.findall(
        r'(?:problem" role="alert">)([^<]*)', text
    )
    name, value = next(iter(typed.items()))
    wrong = re.search(rf'name="{re.escape(name)}".*?(field-problem|</label>)', text, re.S)
    assert wrong is not None
    assert wrong[1] == "field-problem"
    assert 'name="limits.flush.max" value="90"' in text
    assert not value or f'value="{value}"' in text or "terms.rake.mode" in typed
    assert not RuleChange.objects.exists()


def test_ops_4_2_nothing_to_ask_for_and_a_base_that_was_followed(cast: Cast, floor: Browser, ask_url: str) -> None:
    """The page says so; the form begun on the old version cannot be sent."""
    fields = {**form_of(floor.client, ask_url), "reason": "a full house"}
    assert "Nothing would change" in floor.client.post(ask_url, {**fields, "do": "send"}).content.decode()
    decide(cast, "approve", request(cast, by="dana"))
    answer = floor.client.post(ask_url, {**fields, "limits.ante.max": "200", "do": "send"})
    assert answer.status_code == 412
    assert "is not in force" in answer.content.decode()
    number = request(cast, {"limits": {"ante": {"max": 20000}}})
    assert f"Change {number} of this table is open" in floor.client.get(ask_url).content.decode()


def test_ops_4_7_the_edges_are_counted_in_the_background_and_fill_in(cast: Cast, floor: Browser) -> None:
    """First the page says that they are being counted, and asks again; then it shows both sides."""
    number = request(cast, {"terms": {"qualifier": {"rank": "T"}}})
    url = f"/floor/changes/{number}/"
    text = floor.client.get(url).content.decode()
    assert f'data-poll="{url}"' in text
    assert "Counting the exact edges" in text
    for name, wanted in wanted_edges().items():
        keep_edges(name, count_edges(wanted["game"], wanted["terms"]))
    text = floor.client.get(url).content.decode()
    assert "data-poll" not in text
    assert len(re.findall(r"-?\d+\.\d{4} %", text)) == 6


def edges_shown(cast: Cast, floor: Browser, changes: dict[str, Any]) -> dict[str, list[str]]:
    """Old and new edge of each bet as the page of a change shows them, once they are counted."""
    url = f"/floor/changes/{request(cast, changes)}/"
    floor.client.get(url)
    for name, wanted in wanted_edges().items():
        keep_edges(name, count_edges(wanted["game"], wanted["terms"]))
    table = source_of(floor.client.get(url)).partition('id="edges"')[2].partition("</table>")[0]
    rows = re.findall(r'<th scope="row">([^<]+)</th><td>(.*?)</td><td>(.*?)</td>', table, re.S)
    return {bet: [re.sub(r"<[^>]+>", "", side).strip() for side in sides] for bet, *sides in rows}


def test_ops_4_7_a_bonus_that_is_not_offered_has_no_edge(cast: Cast, floor: Browser) -> None:
    """On its side of the comparison the page says so; the other bets keep theirs."""
    rows = edges_shown(cast, floor, {"terms": {"bonuses": {"flush": "none"}}, "limits": {"flush": None}})
    assert list(rows) == ["Ante", "Straight flush", "Flush"]
    assert rows["Flush"][0].startswith("7.1633 %")
    assert rows["Flush"][1] == "Not offered"
    assert rows["Straight flush"][0] == rows["Straight flush"][1]


def test_ops_4_7_where_a_bonus_has_no_one_edge_the_page_says_why(cast: Cast, floor: Browser) -> None:
    """A line for three cards: which of them are best folded depends on the bonus, so that no figure stands there."""
    lines = {"3": 1, "4": 2, "5": 10}
    rows = edges_shown(cast, floor, {"terms": {"flush_paytable": lines}})
    assert rows["Flush"][0].startswith("7.1633 %")
    assert rows["Flush"][1] == "No one edge: which hands are best folded depends on how large the bet is."


def test_ops_4_2_a_draw_table_has_its_own_form(db: None) -> None:
    """Its terms in money and words; no worst case, no edges."""
    cast = make_cast(HEADS_UP)
    client, url = signed_in("2001"), f"/floor/tables/{cast.table.pk}/change/"
    fields = {**form_of(client, url), "terms.ante": "7.00", "terms.redeem_reserve": "", "reason": "a quiet night"}
    text = source_of(client.post(url, {**fields, "do": "preview"}))
    assert re.search(r'data-key="terms.ante".*?<td>5</td><td><b>7</b>', text, re.S)
    assert "worst-case" not in text
    client.post(url, {**fields, "do": "send"})
    assert RuleChange.objects.get().changes == {"terms": {"ante": 700}}


def test_ops_4_1_another_game_is_chosen_at_a_closed_table(cast: Cast, floor: Browser, ask_url: str) -> None:
    """Its form begins with its own defaults; at an open table there is no choice."""
    fields = {**form_of(floor.client, f"{ask_url}?game=heads_up_draw"), "terms.ante": "10", "reason": "another game"}
    assert fields["game"] == "heads_up_draw"
    floor.client.post(ask_url, {**fields, "do": "send"})
    change = RuleChange.objects.get()
    assert (change.document["game"], change.document["terms"]["ante"]) == ("heads_up_draw", 1000)
    cast.act("withdraw_rule_change", by="frank", change=change.pk)
    cast.act("open_table", by="frank")
    assert form_of(floor.client, f"{ask_url}?game=heads_up_draw")["game"] == "high_card_flush"


@pytest.mark.parametrize("badge", ["1001", "9001", "3001"])
def test_ops_1_4_who_sees_the_pages(cast: Cast, ask_url: str, badge: str) -> None:
    """Compliance looks and can do nothing; dealers and admins have no part in it here."""
    number, client = request(cast), signed_in(badge)
    may_look = badge == "3001"
    if badge == "1001":
        assert client.get("/floor/changes/")["Location"] == "/login/?next=/floor/changes/"
        return
    assert client.get(f"/floor/changes/{number}/").status_code == (200 if may_look else 403)
    assert client.get("/floor/changes/").status_code == (200 if may_look else 403)
    assert client.get(ask_url).status_code == 403
    assert client.post(f"/floor/changes/{number}/approve/", {"signature": PASSWORD}).status_code == 403
    assert client.get("/floor/changes/999999/").status_code == (404 if may_look else 403)
    assert RuleChange.objects.get().state == "requested"


def test_ops_4_2_a_change_that_is_none(floor: Browser) -> None:
    """Not found, nor is a decision that does not exist."""
    data: dict[str, Any] = {"signature": PASSWORD}
    assert floor.client.get("/floor/changes/999999/").status_code == 404
    assert floor.client.post("/floor/changes/999999/approve/", data).status_code == 404
    assert floor.client.post("/floor/changes/1/expire/", data).status_code == 404
    assert floor.client.get("/floor/tables/999999/change/").status_code == 404
