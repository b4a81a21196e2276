"""The page of a round and the floor's lists: correcting, disputing, ruling, owed, bars (OPS 2.3, 5.8, 5.9)."""

from typing import Any

import pytest
from django.test import Client

from tables.models import Bar, Dispute, Owed, Ruling, Settlement
from tables.queries.audit.journal import differences_at
from tests.actions.felt import chips, settled
from tests.actions.floor.test_corrections import FOUR_CLUBS, MISREAD, correct
from tests.actions.rounds.test_draw_rounds import acting
from tests.cast import HEADS_UP, PASSWORD, PINS, Cast, make_cast
from tests.web.conftest import Browser

SIGNED = {"badge": "2002", "secret": PINS["2002"]}


@pytest.fixture
def petra(cast: Cast) -> Client:
    """A browser in which Petra signed in."""
    return signed_in("2002")


def signed_in(badge: str) -> Client:
    """A browser of a person."""
    client = Client()
    client.post("/login/", {"badge": badge, "password": PASSWORD})
    return client


def page_of(cast: Cast, number: int) -> str:
    """The address of a round."""
    return f"/floor/tables/{cast.table.pk}/rounds/{number}/"


def as_shown(client: Client, address: str) -> dict[str, str]:
    """The correction form with what stands in it."""
    form = client.get(address).context["form"]
    fields = {one.html_name: one.value() or "" for row in form.rows for one in (*row.amounts, row["cards"])}
    fields |= {
        name: key for row in form.rows for _label, name, words in row.choices for key, _word, chosen in words if chosen
    }
    if form.has_actions:
        fields["actions"] = form.actions
    return {**fields, "reason": "misread_hand", "words": "", **SIGNED}


def test_ops_5_8_the_form_stands_as_the_round_was_entered_and_what_differs_is_the_correction(
    cast: Cast, floor: Browser
) -> None:
    """Sent back as it stands it is no correction; with one hand changed it is that hand alone."""
    number = settled(cast)
    address = page_of(cast, number)
    fields = as_shown(floor.client, address)
    assert (fields["ante-4"], fields["raise-4"], fields["decision-4"], fields["flush-4"]) == ("10", "10", "raise", "")
    unchanged = floor.client.post(f"{address}correct/", fields)
    assert unchanged.status_code == 422
    before = chips()
    answer = floor.client.post(f"{address}correct/", {**fields, "cards-4": "Jd Td 8c 6c 5c 4c 3s"})
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert chips()[4] == before[4] + 4000
    second = Settlement.objects.latest("pk")
    assert (second.version, second.reason) == (2, "misread_hand")
    shown = floor.client.get(address)
    assert [version.number for version in shown.context["versions"]] == [1, 2]
    line = next(line for line in shown.context["lines"] if line.seat == 4)
    assert ([net for _hand, net, _differs in line.cells], line.difference) == (["\u221220", "+20"], "+40")
    assert "Corrected: the differences are posted." in shown.content.decode()
    assert not list(differences_at(cast.table))


def test_ops_5_10_who_corrects_what_was_corrected_meanwhile_learns_it_first(cast: Cast, floor: Browser) -> None:
    """Two forms of one round: the second is refused, keeps what was typed, and stands beside the newest settlement."""
    number = settled(cast)
    address = page_of(cast, number)
    fields = as_shown(floor.client, address) | {"replaces": "1"}
    mine, hers = ({**fields, "cards-4": cards} for cards in ("Jd Td 8c 6c 5c 4c 3s", "Jd Td 8c 6c 5c 4c 2s"))
    assert 'name="replaces" value="1"' in floor.client.get(address).content.decode()
    assert floor.client.post(f"{address}correct/", hers).status_code == 302
    before = chips()
    refused = floor.client.post(f"{address}correct/", mine)
    assert (refused.status_code, refused.context["form"].replaces) == (409, 2)
    assert "corrected meanwhile" in refused.context["refusal"].text
    assert mine["cards-4"] in refused.content.decode()
    assert floor.client.post(f"{address}correct/", {**mine, "replaces": "x"}).status_code == 409
    assert (Settlement.objects.count(), chips()) == (2, before)
    assert floor.client.post(f"{address}correct/", {**mine, "replaces": "2"}).status_code == 302


def test_ops_5_8_wagers_and_decisions_of_the_form(cast: Cast, floor: Browser) -> None:
    """Amounts as people write them; a bonus typed in is a bonus found."""
    number = settled(cast)
    address = page_of(cast, number)
    fields = as_shown(floor.client, address) | {"ante-4": "12.50", "raise-4": "", "decision-4": "fold", "flush-4": "5"}
    answer = floor.client.post(f"{address}correct/", {**fields, "reason": "wrong_wager"})
    assert answer.status_code == 302
    seat = next(row for row in Settlement.objects.latest("pk").input["seats"] if row["seat"] == 4)
    assert (seat["ante"], seat["flush"], seat["decision"]) == (1250, 500, "fold")
    assert "raise" not in seat


@pytest.mark.parametrize(
    ("changed", "status", "said"),
    [
        ({"ante-4": "ten"}, 422, "an amount"),
        ({"cards-4": "Jd"}, 422, "1 cards"),
        ({"secret": ""}, 403, "signature"),
        ({"secret": "000000"}, 403, ""),
        ({"badge": "1001", "secret": PINS["1001"]}, 403, "signature"),
        ({"reason": "other"}, 422, "empty"),
    ],
)
def test_ops_5_8_a_refused_form_says_why_and_keeps_what_was_typed(
    cast: Cast, floor: Browser, changed: dict[str, str], status: int, said: str
) -> None:
    """Never the secret."""
    number = settled(cast)
    address = page_of(cast, number)
    fields = as_shown(floor.client, address) | {"cards-4": FOUR_CLUBS} | changed
    answer = floor.client.post(f"{address}correct/", fields)
    assert answer.status_code == status
    assert said in answer.context["refusal"].text
    text = answer.content.decode()
    assert changed.get("ante-4", FOUR_CLUBS if "cards-4" not in changed else "Jd") in text
    assert fields["secret"] == "" or fields["secret"] not in text
    assert Settlement.objects.count() == 1


def test_draw_actions_are_lines_of_the_form(db: None) -> None:
    """A seat, a word, and its number."""
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2), chips=10000)
    number = cast.act("open_round").body["round"]
    acting(cast, number, (1, "bet", 1000), (2, "drop"))
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    client, address = signed_in("2001"), page_of(cast, number)
    fields = as_shown(client, address)
    assert fields["actions"].splitlines() == ["1 bet 10", "2 drop"]
    wrong = client.post(f"{address}correct/", {**fields, "actions": "1 bet\r\nten\r\n", "reason": "wrong_action"})
    assert (wrong.status_code, wrong.context["form"].actions) == (422, "1 bet\r\nten\r\n")
    lines = "1 bet 10\n2 draw\n2 exchange 1\n1 exchange 0\n1 drop"
    assert client.post(f"{address}correct/", {**fields, "actions": lines, "reason": "wrong_action"}).status_code == 302
    assert Settlement.objects.latest("pk").output["winners"] == [2]
    assert chips() == {1: 8500, 2: 11500}


def test_ops_5_9_a_dispute_is_opened_and_ruled_on_from_the_page(cast: Cast, floor: Browser, petra: Client) -> None:
    """Frank opens it, Petra rules; the list has it until then."""
    number = settled(cast)
    address = page_of(cast, number)
    sent = {"reason": "cards", "seat": "4", "words": "a heart"}
    for seat in ("four", "-4", "4.0", "99"):
        refused = floor.client.post(f"{address}dispute/", {**sent, "seat": seat})
        assert (refused.status_code, f'value="{seat}"' in refused.content.decode()) == (422, True)
    assert not Dispute.objects.exists()
    assert floor.client.post(f"{address}dispute/", sent).status_code == 302
    dispute = Dispute.objects.get()
    assert (dispute.seat, dispute.words) == (4, "a heart")
    assert [row["dispute"] for row in floor.client.get("/floor/disputes/").context["rows"]] == [dispute.pk]
    rule = f"{address}disputes/{dispute.pk}/rule/"
    refused = petra.post(rule, {"outcome": "stands", "words": "so", "badge": "2002", "secret": ""})
    assert refused.status_code == 403
    ruled = petra.post(rule, {"outcome": "stands", "words": "so", "badge": "2002", "secret": PASSWORD})
    assert ruled.status_code == 302
    assert Ruling.objects.get().ruled_by == cast.people["petra"]
    assert floor.client.get("/floor/disputes/").context["rows"] == []
    assert "The round stands" in floor.client.get("/floor/disputes/?state=ruled").content.decode()


def test_ops_5_8_what_is_owed_is_dealt_with_from_its_list(cast: Cast, floor: Browser) -> None:
    """It says to whom, since when and why."""
    number = settled(cast)
    cast.act("close_round", number=number)
    cast.act("leave", seat=4)
    correct(cast, number, MISREAD)
    row = Owed.objects.get()
    [shown] = floor.client.get("/floor/owed/").context["rows"]
    assert (shown["text"], shown["is_owed_to_player"], shown["is_there"], shown["round"]) == ("40", True, False, number)
    settle = f"/floor/owed/{row.pk}/settle/"
    refused = floor.client.post(settle, {"how": "seat", **SIGNED})
    assert (refused.status_code, bool(refused.context["rows"][0]["problem"])) == (409, True)
    typed = floor.client.post(
        settle, {"how": "cash", "words": "at the cage", **SIGNED, "secret": "000000"}
    ).content.decode()
    assert ('value="at the cage"' in typed, 'value="cash" selected' in typed, 'value="2002"' in typed) == (True,) * 3
    assert floor.client.post(settle, {"how": "chips", **SIGNED}).status_code == 302
    assert floor.client.get("/floor/owed/").context["rows"] == []
    assert floor.client.get("/floor/owed/?state=settled").context["rows"][0]["settled_by"]["badge"] == "2002"


def test_ops_2_3_a_card_is_barred_and_let_off_from_the_list(cast: Cast, floor: Browser) -> None:
    """Signed both times."""
    sent = {"player_card": "P-9", "reason": "cheating", "words": "marked cards"}
    assert floor.client.post("/floor/bars/new/", sent).status_code == 403
    assert floor.client.post("/floor/bars/new/", {**sent, **SIGNED}).status_code == 302
    bar = Bar.objects.get()
    assert "P-9" in floor.client.get("/floor/bars/").content.decode()
    assert floor.client.post(f"/floor/bars/{bar.pk}/lift/", SIGNED).status_code == 302
    assert floor.client.get("/floor/bars/").context["rows"] == []
    assert [row["bar"] for row in floor.client.get("/floor/bars/?state=lifted").context["rows"]] == [bar.pk]


def test_ops_1_4_compliance_reads_and_does_nothing(cast: Cast, stranger: Browser) -> None:
    """The forms are not there, and what is posted all the same is refused; strangers are sent to sign in."""
    number = settled(cast)
    address = page_of(cast, number)
    ines = signed_in("3001")
    page = ines.get(address)
    assert page.status_code == 200
    assert b'id="correct"' not in page.content
    sent: dict[str, Any] = {"reason": "misread_hand", "cards-4": FOUR_CLUBS, **SIGNED}
    assert ines.post(f"{address}correct/", sent).status_code == 403
    assert ines.post("/floor/bars/new/", {"player_card": "P-1", "reason": "debt", **SIGNED}).status_code == 403
    assert Settlement.objects.count() == 1
    assert not Bar.objects.exists()
    for path in (address, "/floor/owed/", "/floor/bars/", "/floor/disputes/"):
        assert stranger.client.get(path)["Location"].startswith("/login/")
    assert ines.get(page_of(cast, 99)).status_code == 404
    assert ines.post("/floor/owed/99/settle/", {"how": "chips"}).status_code == 404


def test_whose_session_ended_over_a_form_comes_back_to_its_page(cast: Cast, floor: Browser) -> None:
    """What the floor manager sends is not done; signed in again they are shown the page of the form, and not an empty one."""
    number = settled(cast)
    address = page_of(cast, number)
    for form, page in (
        (f"{address}correct/", address),
        ("/floor/bars/new/", "/floor/bars/"),
        ("/floor/owed/1/settle/", "/floor/owed/"),
        ("/floor/changes/1/approve/", "/floor/changes/1/"),
        (f"/floor/tables/{cast.table.pk}/enrol/", f"/floor/tables/{cast.table.pk}/"),
        ("/people/create/", "/people/new/"),
    ):
        asked = Client().post(form, {})["Location"]
        assert asked == f"/login/?next={form}"
        assert floor.client.get(form)["Location"] == page
    assert Client().get("/floor/disputes/?state=ruled")["Location"] == "/login/?next=/floor/disputes/%3Fstate%3Druled"


def test_ops_5_8_an_older_round_is_found_by_its_number_and_from_the_one_after(cast: Cast, floor: Browser) -> None:
    """From the table's panel; a number that never was is no page."""
    numbers = [settled(cast)]
    cast.act("close_round", number=numbers[0])
    numbers.append(cast.act("open_round", offers=[{"seat": 2, "answer": "accepted", "bank": 50000}]).body["round"])
    first, second = (page_of(cast, number) for number in numbers)
    find = f"/floor/tables/{cast.table.pk}/rounds/"
    assert floor.client.get(find, {"number": f" {numbers[0]} "})["Location"] == first
    assert [floor.client.get(first).context[name] for name in ("before", "after")] == ["", second]
    assert [floor.client.get(second).context[name] for name in ("before", "after")] == [first, ""]
    for typed in ("", "99", "-1", "1e9", "\u0661", "9" * 30, "<b>"):
        assert floor.client.get(find, {"number": typed}).status_code == 404
