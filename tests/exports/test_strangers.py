"""Exports that somebody changed and made to fit again, as an inspector may be handed them (AUD 2.7, 4.4)."""

from pathlib import Path

import pytest

from tables.audit.verify import main

STRANGERS = Path(__file__).parent / "strangers"


def test_aud_2_7_a_settlement_of_other_cards_than_were_entered_is_named_with_its_seat(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Hashes, leaves, checkpoint and manifest fit, and it is settled rightly: but seat 1 held other cards."""
    status = main([str(STRANGERS / "settled-with-other-cards.zip"), "--replay"])
    said = capsys.readouterr().out
    wrong = [line for line in said.splitlines() if line.startswith("WRONG")]
    assert status == 1
    # Where it was found, and once more in the summary.
    said_twice = (
        "WRONG         entry 45 of chain 1/table/901: its input is not what was entered of the round: seat 1 (cards)"
    )
    assert wrong == [said_twice] * 2
    assert "undecided" not in said
