"""TAB 4.4: who reads what in which language; no page mixes two."""

import pytest
from django.conf import settings
from django.test import Client

from tables.actions.people.languages import choose_language
from tables.actions.people.sign_in import tap_in
from tables.errors import BadField
from tables.models import AuditEntry, Person
from tests.api.http import Http, program
from tests.cast import PINS, Cast, command_id
from tests.web.conftest import Browser, source_of

NL, IT = {"Accept-Language": "nl-NL,nl;q=0.9"}, {"Accept-Language": "fr,it;q=0.5"}


def language_of(response: object) -> str:
    """The language a page says it is in."""
    text = source_of(response)
    start = text.index('lang="') + len('lang="')
    return text[start : text.index('"', start)]


def test_tab_4_4_everybody_chooses_for_themselves_and_it_is_an_entry(cast: Cast) -> None:
    choose_language(cast.in_house("dana"), language="nl")
    assert Person.objects.get(badge="1001").language == "nl"
    entry = AuditEntry.objects.filter(act="choose_language").latest("pk")
    assert (entry.payload["before"], entry.payload["after"]) == ({"language": ""}, {"language": "nl"})
    choose_language(cast.in_house("dana"), language="")
    assert Person.objects.get(badge="1001").language == ""


@pytest.mark.parametrize("language", ["fr", "NL", "nl-NL", "../nl", "x" * 3000])
def test_tab_4_4_an_unknown_language_is_refused(cast: Cast, tablet: Browser, floor: Browser, language: str) -> None:
    with pytest.raises(BadField):
        choose_language(cast.in_house("dana"), language=language)
    for answer in (
        tablet.client.post(f"{tablet.url}language/", {"language": language}),
        floor.client.post("/language/", {"language": language}),
    ):
        assert answer.status_code == 422
        assert "must be one of en, nl, it, ro, es" in source_of(answer)
    assert program(cast, "2001").post("people/me/language/", {"language": language}).status == 422
    assert Client().get(f"/words/{language[:40]}.js").status_code == 404


def test_tab_4_4_a_tablet_follows_the_dealer_who_is_tapped_in(cast: Cast, tablet: Browser) -> None:
    """The house's before one is, whatever the browser asks for; words of the scripts too."""
    assert language_of(tablet.client.get(tablet.url, headers=NL)) == "en"
    answer = tablet.client.post(f"{tablet.url}language/", {"language": "it"})
    assert (answer.status_code, language_of(answer)) == (200, "it")
    page = tablet.client.get(tablet.url)
    assert language_of(page) == "it"
    assert 'src="/words/it.js"' in source_of(page)
    relief = tablet.client.post(f"{tablet.url}tap-in/", {"badge": "1002", "pin": PINS["1002"]})
    assert language_of(relief) == "en"
    tap_in(table_id=cast.table.pk, badge="1001", pin=PINS["1001"], tablet_id=None, command_id=command_id())
    assert language_of(tablet.client.get(f"{tablet.url}live/?v=0")) == "it"
    tablet.client.post(f"{tablet.url}tap-out/")
    assert language_of(tablet.client.get(tablet.url)) == "en"


def test_tab_4_4_a_page_asks_anew_when_its_reader_chose_another_language(cast: Cast, tablet: Browser) -> None:
    page = source_of(tablet.client.get(tablet.url))
    start = page.index('"tag": "') + len('"tag": "')
    shown = page[start : page.index('"', start)]
    assert tablet.client.get(f"{tablet.url}live/?v={shown}").status_code == 304
    choose_language(cast.in_house("dana"), language="es")
    assert tablet.client.get(f"{tablet.url}live/?v={shown}").status_code == 200


def test_tab_4_4_a_house_may_speak_another_language(
    cast: Cast, tablet: Browser, floor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tablets, placards and people who have not chosen; a browser of nobody asks for its own."""
    monkeypatch.setattr(settings, "HOUSE_LANGUAGE", "ro")
    assert language_of(tablet.client.get(tablet.url)) == "ro"
    assert language_of(floor.client.get("/floor/")) == "ro"
    assert language_of(Client().get(f"/placard/{cast.table.pk}/", headers=NL)) == "ro"
    assert language_of(Client().get("/login/", headers=NL)) == "nl"
    assert language_of(Client().get("/login/", headers={"Accept-Language": "fr"})) == "ro"


def test_tab_4_4_the_sign_in_speaks_as_the_browser_asks_and_staff_pages_as_their_person(
    cast: Cast, floor: Browser
) -> None:
    assert language_of(Client().get("/login/", headers=NL)) == "nl"
    assert language_of(Client().get("/login/", headers=IT)) == "it"
    assert language_of(floor.client.get("/floor/", headers=IT)) == "en"
    assert floor.client.post("/language/", {"language": "es"}).headers["Location"] == "/me/"
    assert language_of(floor.client.get("/floor/", headers=IT)) == "es"
    me = source_of(floor.client.get("/me/"))
    assert '<button class="button" name="language" value="es" lang="es" aria-pressed="true">Español</button>' in me


def test_tab_4_4_programs_hear_english_unless_they_ask(cast: Cast) -> None:
    choose_language(cast.in_house("frank"), language="nl")
    answer = program(cast, "2001").get("tables/999999/")
    assert answer.body["detail"] == "There is no table 999999."
    assert Client().get("/api/v1/tables/").headers["Content-Language"] == "en"
    assert Client().get("/api/v1/tables/", headers=NL).headers["Content-Language"] == "nl"
    assert Http().get("tables/").status == 401


def test_tab_4_4_a_placard_speaks_as_its_address_says(cast: Cast) -> None:
    """One language, or two that take turns; what is no language is refused with a sentence."""
    address = f"/placard/{cast.table.pk}/"
    assert language_of(Client().get(address, headers=NL)) == "en"
    one = Client().get(f"{address}?lang=nl")
    assert language_of(one) == "nl"
    assert "<template" not in source_of(one)
    two = source_of(Client().get(f"{address}?lang=nl,en"))
    assert two.index('class="placard" lang="nl"') < two.index('<template class="placard-in-turn">')
    assert two.index('<template class="placard-in-turn">') < two.index('class="placard" lang="en"')


@pytest.mark.parametrize("given", ["fr", "", "nl,en,it", "nl,nl", "nl,", "<b>", "x" * 2000, "en;nl"])
def test_tab_4_4_a_placard_in_no_language_is_refused(cast: Cast, given: str) -> None:
    answer = Client().get(f"/placard/{cast.table.pk}/", {"lang": given})
    assert answer.status_code == 400
    assert "“lang” must be a language of en, nl, it, ro, es" in source_of(answer)


def test_tab_4_4_the_floor_finds_the_placard_in_every_language(cast: Cast, floor: Browser) -> None:
    page = source_of(floor.client.get(f"/floor/tables/{cast.table.pk}/"))
    for asked in ("en", "nl", "it", "ro", "es", "en,nl", "en,es"):
        assert f'href="/placards/{cast.table.number}/?lang={asked}"' in page
