"""Disputes and rulings (HCF 10.2; OPS 5.9; DRAW 2.7)."""

from datetime import timedelta
from typing import Any

import pytest

from tables.models import Alert, Dispute, Round, Ruling
from tests.actions.felt import dealt, decide, last_entry, refused, settled
from tests.actions.floor.test_corrections import MISREAD, correct
from tests.cast import FOUR_PLAYER, ROLES, Cast, make_cast
from tests.clocks import late_by, watched

SIGNED: dict[str, Any] = {"by": "frank", "signed_by": "petra"}


def disputed(cast: Cast, number: int, **more: Any) -> int:
    """Open a dispute at the table; gives its number."""
    sent = {"reason": "wager", **more}
    dispute: int = cast.act("open_dispute", number=number, **sent).body["dispute"]
    return dispute


def test_ops_5_9_a_dispute_holds_its_evidence_as_it_was(cast: Cast) -> None:
    """Cards, wagers, decisions, times, tablet, dealer, rules, versions and the head of the chain; what follows changes none of it."""
    number = settled(cast)
    head = last_entry(cast)
    dispute = disputed(cast, number, seat=4, words="they say they had folded")
    evidence = Dispute.objects.get().evidence
    assert evidence["play"] == Round.objects.get().play
    assert evidence["play"]["wagers"] == {"2": {"ante": 1000}, "4": {"ante": 1000}}
    assert evidence["state"] == "settled"
    assert evidence["times"]["settled_at"] is not None
    assert [row["badge"] for row in evidence["dealers"]] == ["1001"]
    assert [row["version"] for row in evidence["settlements"]] == [1]
    assert evidence["rules_version"] == 1
    assert [row["seat"] for row in evidence["players"]] == [1, 2, 4]
    assert evidence["chain"] == {"sequence": head.sequence, "hash": head.hash}
    payload = last_entry(cast).payload
    assert (payload["dispute"], payload["seat"], payload["evidence"]) == (dispute, 4, evidence)
    alert = Alert.objects.get(kind="dispute")
    assert (alert.round_number, alert.details["dispute"]) == (number, dispute)
    correct(cast, number, MISREAD, reason="ruling")
    assert Dispute.objects.get().evidence == evidence


def test_ops_5_9_play_goes_on_beside_it(cast: Cast) -> None:
    """It moves no version, so that nobody at the table is held up; the page asks again all the same."""
    number = dealt(cast)
    before = cast.fresh_table
    disputed(cast, number)
    after = cast.fresh_table
    assert after.version == before.version
    assert after.notices == before.notices + 1
    decide(cast, number, seat2=1000, seat4="fold")


@pytest.mark.parametrize("outcome", ["stands", "corrected", "void", "other"])
def test_ops_5_9_a_dispute_ends_in_one_ruling_with_its_words(cast: Cast, outcome: str) -> None:
    """Signed by the floor, in the name of the person who signed; it is final (HCF 10.2)."""
    dispute = disputed(cast, settled(cast))
    answer = cast.act(
        "rule_on_dispute", dispute=dispute, outcome=outcome, words=" as the camera shows ", signed_by="petra"
    )
    assert answer.body["outcome"] == outcome
    ruling = Ruling.objects.get()
    assert (ruling.ruled_by, ruling.words) == (cast.people["petra"], "as the camera shows")
    payload = last_entry(cast).payload
    assert (payload["dispute"], payload["outcome"], payload["words"]) == (dispute, outcome, "as the camera shows")
    refused(cast, "wrong_state", "rule_on_dispute", dispute=dispute, outcome="stands", words="again", **SIGNED)


def test_ops_5_9_any_round_and_more_than_one(cast: Cast) -> None:
    """A past round, a void one, the open one; also at a table that is suspended."""
    first = settled(cast)
    cast.act("close_round", number=first)
    second = cast.open_round(2, 20000)
    cast.act("suspend_table", by="frank", reason="two disputes")
    assert disputed(cast, first) != disputed(cast, second)
    cast.act("resume_table", by="frank")
    cast.act("void_round", number=second, reason="red_light")
    disputed(cast, second)
    assert [row.evidence["state"] for row in Dispute.objects.order_by("pk")] == ["closed", "betting", "void"]


def test_draw_2_7_a_dispute_and_its_ruling_give_the_time_back_in_full(db: None) -> None:
    """Where the disputed round is the one being played; the entry says from when to when, and the page is told."""
    cast = make_cast(FOUR_PLAYER)
    cast.seat_players((1, 2, 3, 4), chips=10000)
    watched()
    number = cast.act("open_round").body["round"]
    late_by(number, timedelta(seconds=-5))
    version = cast.fresh_table.version
    dispute = disputed(cast, number)
    entry = last_entry(cast)
    assert Round.objects.get().deadline == entry.time + timedelta(seconds=30)
    assert entry.payload["clock"]["after"]["deadline"]
    assert cast.fresh_table.version == version + 1
    late_by(number, timedelta(seconds=-5))
    cast.act("rule_on_dispute", dispute=dispute, outcome="stands", words="go on", **SIGNED)
    assert Round.objects.get().deadline == last_entry(cast).time + timedelta(seconds=30)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"number": 9}, "not_found"),
        ({"number": None}, "bad_field"),
        ({"reason": "because"}, "bad_field"),
        ({"reason": "other"}, "bad_field"),
        ({"seat": 9}, "bad_seat"),
        ({"seat": "4"}, "bad_seat"),
        ({"words": 7}, "bad_field"),
    ],
)
def test_ops_5_9_a_dispute_says_what_it_is_about(cast: Cast, sent: dict[str, Any], code: str) -> None:
    """A round that is there, a reason that is known."""
    number = dealt(cast)
    refused(cast, code, "open_dispute", **{"number": number, "reason": "wager", **sent})
    assert not Dispute.objects.exists()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"outcome": "maybe"}, "bad_field"),
        ({"words": "  "}, "bad_field"),
        ({"dispute": 10**9}, "not_found"),
        ({"dispute": "1"}, "bad_field"),
        ({"signed_by": None}, "needs_signature"),
        ({"signed_by": "dora"}, "not_allowed"),
        ({"signed_by": "ines"}, "not_allowed"),
    ],
)
def test_ops_5_9_a_ruling_that_is_none_ends_nothing(cast: Cast, sent: dict[str, Any], code: str) -> None:
    """Signed, with an outcome and with words."""
    dispute = disputed(cast, dealt(cast))
    refused(cast, code, "rule_on_dispute", **{"dispute": dispute, "outcome": "stands", "words": "so", **SIGNED, **sent})
    assert not Ruling.objects.exists()


def test_ops_1_4_only_who_may_rules(cast: Cast) -> None:
    """Compliance and admin have no part in it, under any signature."""
    dispute = disputed(cast, dealt(cast))
    for who in ROLES:
        if who not in ("dana", "frank", "petra"):
            sent = {"dispute": dispute, "outcome": "stands", "words": "so"}
            refused(cast, "not_allowed", "rule_on_dispute", by=who, signed_by="petra", **sent)
