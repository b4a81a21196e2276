"""An honest house ends without a word: whatever its people do, the rows are what the log implies (AUD 6.1, 6.2)."""

import pytest

from tables.models import Alert, Bar, Dispute, Export, Owed, PersonToken, RuleChange, Ruling, StaffChange, TapIn
from tables.queries.audit.house_compare import house_unlike_the_log
from tests.house import make_house
from tests.rebuild.evening import eventful


@pytest.mark.django_db
def test_aud_6_2_an_eventful_evening_ends_without_a_word() -> None:
    """People, tablets, bars, disputes, debts, rules, alerts, exports; and what is read holds all of these."""
    cast = eventful()
    for model, least in {Alert: 4, Bar: 3, Dispute: 2, Ruling: 1, Owed: 2, RuleChange: 5, TapIn: 2, Export: 4}.items():
        assert model.objects.count() >= least, model
    assert (PersonToken.objects.count(), StaffChange.objects.count()) == (2, 7)
    assert [str(finding) for finding in house_unlike_the_log(cast.casino)] == []


@pytest.mark.django_db
def test_aud_6_2_a_house_that_was_only_set_up_ends_without_a_word() -> None:
    """Two people and no table."""
    house = make_house()
    assert house_unlike_the_log(house.casino) == []
