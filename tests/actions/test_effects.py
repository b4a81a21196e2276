"""What an entry says that an act brought about: chips, answer, version, alerts, tap-in (AUD 1.2)."""

import pytest

from tables.audit.canonical import digest
from tables.models import Alert, AuditEntry, Command, Leg, Posting, Seating, TapIn
from tests.actions.felt import betting, last_entry, settled
from tests.cast import Cast


def entries(cast: Cast) -> list[AuditEntry]:
    """All of both chains."""
    return list(
        AuditEntry.objects.filter(chain__in=[cast.table.chain, cast.casino.chain]).order_by("chain", "sequence")
    )


def test_aud_1_2_legs_name_the_stay_by_its_entry(cast: Cast) -> None:
    """Sorted by account and stay, null first; they are what the journal has, and sum to zero."""
    settled(cast)
    stays = dict(Seating.objects.values_list("pk", "sit_sequence"))
    posted = 0
    for entry in AuditEntry.objects.filter(chain=cast.table.chain):
        legs = [
            [leg.account, leg.seating_id and stays[leg.seating_id], leg.amount]
            for leg in Leg.objects.filter(posting__table=cast.table, posting__sequence=entry.sequence)
        ]
        told = entry.payload["effects"].get("legs", [])
        assert told == sorted(legs, key=lambda leg: (leg[0], leg[1] or 0))
        assert sum(amount for _account, _stay, amount in told) == 0
        posted += bool(told)
    assert posted == Posting.objects.filter(table=cast.table).count() > 3


def test_aud_1_2_a_stay_is_the_entry_in_which_they_sat_down(cast: Cast) -> None:
    """And stays it when the player moves."""
    betting(cast, (1, 2))
    for stay in Seating.objects.all():
        entry = AuditEntry.objects.get(chain=cast.table.chain, sequence=stay.sit_sequence or 0)
        assert (entry.act, entry.time) == ("sit", stay.sat_at)


def test_aud_1_2_an_entry_names_the_version_and_the_answer(cast: Cast) -> None:
    """The version after the act at a table, none in the house; the answer that is remembered, by its SHA-256."""
    settled(cast)
    for entry in entries(cast):
        effects = entry.payload.get("effects", {})
        command = Command.objects.filter(pk=entry.command_id, act=entry.act).first()
        assert effects.get("answer") == (None if command is None else digest(command.answer))
        at_table = entry.chain == cast.table.chain
        assert effects.get("version") == (command.version if command is not None and at_table else None)
    assert last_entry(cast).payload["effects"]["version"] == cast.fresh_table.version


def test_aud_1_2_the_acts_of_a_dealer_name_their_tap_in(cast: Cast) -> None:
    """By the house's entry; those of the floor name none."""
    tap_in = TapIn.objects.get(ended_at=None)
    entry = AuditEntry.objects.get(chain=cast.casino.chain, sequence=tap_in.sequence or 0)
    assert (entry.act, entry.time) == ("tap_in", tap_in.started_at)
    cast.act("open_table", by="frank")
    assert "tap_in" not in last_entry(cast).payload["effects"]
    cast.act("sit", seat=3, buy_in=10_000)
    assert last_entry(cast).payload["effects"]["tap_in"] == tap_in.sequence


@pytest.mark.parametrize("times", [1, 2])
def test_aud_1_2_only_alerts_that_are_new_are_named(cast: Cast, times: int) -> None:
    """A second one of the same subject is none."""
    cast.act("open_table", by="frank")
    for _time in range(times):
        cast.act("sit", seat=3, buy_in=10_000)
        cast.act("recount", seat=3, chips=10_100, reason="miscount")
        cast.act("leave", seat=3)
    told = [alert for entry in entries(cast) for alert in entry.payload.get("effects", {}).get("alerts", [])]
    kept = Alert.objects.values("kind", "subject", "details", "round_number")
    assert sorted((row["kind"], row["subject"]) for row in told) == sorted((r["kind"], r["subject"]) for r in kept)
