"""An honest house ends without a word: whatever its people do, the rows are what the log implies (AUD 6.1, 6.2)."""

from pathlib import Path

import pytest

from tables.models import (
    Alert,
    AuditEntry,
    Bar,
    Casino,
    Dispute,
    Export,
    Owed,
    PersonToken,
    RuleChange,
    Ruling,
    StaffChange,
    TapIn,
)
from tables.queries.audit.house_compare import house_unlike_the_log
from tests.cast import make_cast
from tests.house import make_house
from tests.management.calling import called, exit_status
from tests.rebuild.evening import eventful


@pytest.mark.django_db
def test_aud_6_2_an_eventful_evening_ends_without_a_word() -> None:
    """People, tablets, bars, disputes, debts, rules, alerts, exports; and what is read holds all of these."""
    cast = eventful()
    for model, least in {Alert: 4, Bar: 3, Dispute: 2, Ruling: 1, Owed: 2, RuleChange: 5, TapIn: 2, Export: 4}.items():
        assert model._default_manager.count() >= least, model
    assert (PersonToken.objects.count(), StaffChange.objects.count()) == (2, 7)
    assert [str(finding) for finding in house_unlike_the_log(cast.casino)] == []


@pytest.mark.django_db
def test_aud_6_2_a_house_that_was_only_set_up_ends_without_a_word() -> None:
    """Two people and no table."""
    house = make_house()
    assert house_unlike_the_log(house.casino) == []


@pytest.mark.usefixtures("own_database")
@pytest.mark.slow
def test_aud_6_2_a_simulation_ends_without_a_word() -> None:
    """Every game at its table, with corrections, voids, disputes, debts, bars and changes of rules."""
    cast = make_cast(tapped_in=False)
    status, written = exit_status("simulate", tables=3, rounds=8, processes=1)
    assert status == 0, written
    assert [str(finding) for finding in house_unlike_the_log(cast.casino)] == []


@pytest.mark.django_db
def test_aud_6_2_the_demonstration_ends_without_a_word(tmp_path: Path) -> None:
    """The house that is shown, with its history."""
    called("seed_demo", logins=tmp_path / "demo.json")
    for casino in Casino.objects.all():
        assert [str(finding) for finding in house_unlike_the_log(casino)] == []
    assert AuditEntry.objects.count() > 20
