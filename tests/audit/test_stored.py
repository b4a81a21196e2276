"""What the database gives back is what was hashed (AUD 2.2, 2.5)."""

from typing import Any

import pytest

from tables.actions.act import record
from tables.audit.chain import entry_hash
from tables.models import AuditEntry
from tables.queries.audit.chains import stored_entries
from tests.actions.felt import last_entry, settled
from tests.cast import Cast, make_cast
from tests.chains import checked_chain


@pytest.fixture
def cast(db: None) -> Cast:
    """The usual people."""
    return make_cast()


def test_aud_2_5_every_stored_entry_recomputes_to_its_hash(cast: Cast) -> None:
    """Of the table's chain and of the house's, after a whole round."""
    settled(cast)
    for chain in (cast.table.chain, cast.casino.chain):
        entries = list(stored_entries(chain))
        assert [entry["sequence"] for entry in entries] == list(range(1, len(entries) + 1))
        assert [entry_hash(entry) for entry in entries] == [entry["hash"] for entry in entries]
        assert [fault for fault in checked_chain(chain) if fault] == []


@pytest.mark.parametrize(
    "words",
    [
        "",
        "ütf-8 桌 😀",
        '"quotes" \\ back\\slash',
        "line\nbreak\ttab\u2028\x7f\x1f",
        "e\u0301 \u00e9 \ufb01",
        "</script>%s%%",
    ],
    ids=repr,
)
def test_aud_2_2_text_comes_back_from_jsonb_as_it_was_hashed(cast: Cast, words: str) -> None:
    """Nothing is normalised, trimmed or escaped on the way; an empty text stays one."""
    cast.seat_players((1,))
    cast.act("recount", seat=1, chips=100, reason="other" if words else "tip", words=words, signed_by="frank")
    entry: dict[str, Any] = list(stored_entries(cast.table.chain))[-1]
    assert entry["payload"]["sent"]["words"] == words
    assert entry_hash(entry) == entry["hash"]


def test_aud_2_2_what_cannot_be_an_entry_is_no_act(cast: Cast) -> None:
    """A key that is not ASCII, a fraction where nobody looks."""
    entries = AuditEntry.objects.count()
    with pytest.raises(Exception, match="seat"):
        cast.act("open_table", by="frank") and cast.act("sit", seat=1.5, buy_in=1000)
    assert AuditEntry.objects.count() == entries + 1


def test_aud_1_2_an_entry_says_who_in_what_role_on_which_device_under_which_command(cast: Cast) -> None:
    """By badge number, so that it means the same without the table of people."""
    cast.act("open_table", by="frank")
    entry = last_entry(cast)
    assert (entry.person, entry.role, entry.device, entry.table, entry.round) == ("2001", "floor", None, 12, None)
    assert entry.command_id.startswith("test-command-")
    assert (entry.schema, len(entry.hash), entry.chain) == (2, 64, f"{cast.casino.pk}/table/12")


def test_aud_1_2_after_the_clock_was_set_back_an_entry_has_the_time_of_the_one_before(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The act is done all the same, in its place in the chain."""
    cast.act("open_table", by="frank")
    before = last_entry(cast)
    an_hour_ago = record.LOAD_CONTEXT.replace("clock_timestamp(),", "clock_timestamp() - interval '1 hour',", 1)
    assert an_hour_ago != record.LOAD_CONTEXT
    monkeypatch.setattr(record, "LOAD_CONTEXT", an_hour_ago)
    cast.act("sit", seat=1, buy_in=1000)
    entry = last_entry(cast)
    assert (entry.act, entry.time, entry.sequence) == ("sit", before.time, before.sequence + 1)
