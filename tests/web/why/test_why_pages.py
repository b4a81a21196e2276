"""Where the sentences stand beside the tablet: the round's page of the floor, and below the inspector's replay (TAB 4.3)."""

import pytest
from django.test import Client

from tables.models import Settlement
from tables.web.shared.money import MoneyFormat
from tables.web.why.registry import reasons_of_settlement
from tests.actions.felt import settled
from tests.actions.rounds.test_draw_rounds import tie
from tests.cast import HEADS_UP, Cast, make_cast

pytestmark = pytest.mark.django_db


def page_for(cast: Cast, who: str, address: str) -> str:
    """A page as a person reads it."""
    client = Client()
    client.force_login(cast.people[who], backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def test_tab_4_3_the_floor_and_the_inspector_read_why() -> None:
    cast = make_cast()
    settled(cast)
    for who, address in (
        ("frank", f"/floor/tables/{cast.table.pk}/rounds/1/"),
        ("ines", f"/floor/tables/{cast.table.pk}/rounds/1/"),
        ("ines", "/compliance/tables/12/rounds/1/"),
    ):
        page = page_for(cast, who, address)
        assert "Why: each amount of settlement 1" in page
        assert "(HCF 8.6)" in page


def test_tab_4_3_why_of_a_tie_that_leaves_its_pot() -> None:
    cast = make_cast(HEADS_UP)
    cast.seat_players((1, 2))
    tie(cast)
    assert "so the pot of" in page_for(cast, "ines", "/compliance/tables/12/rounds/1/")


def test_a_settlement_that_its_input_does_not_come_to_is_not_explained() -> None:
    cast = make_cast()
    settled(cast)
    found, figures = Settlement.objects.get(), MoneyFormat.of(2)
    assert reasons_of_settlement(found.input, found.output, figures)
    output = {**found.output, "rake": found.output["rake"] + 1}
    assert reasons_of_settlement(found.input, output, figures) == []
    assert reasons_of_settlement({**found.input, "seats": []}, found.output, figures) == []
