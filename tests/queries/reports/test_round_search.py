"""AUD 7.2: rounds are searched for in tables that follow the log, and come to the same however they are filled."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tables.games.values import JSON
from tables.jobs.search import fill_search, rebuild_search
from tables.models import Casino, SearchedBet, SearchedRound, SearchMark
from tables.queries.reports import REPORTS
from tables.queries.reports.model import ReportQuery, rows_of
from tables.queries.reports.query import read_report_query
from tables.queries.reports.round_filter import RoundFilter
from tables.queries.search.reach import search_reach
from tests.actions.felt import BETTER, WORSE, settled
from tests.cast import Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def found(part: str = "rounds", **wanted: Any) -> list[JSON]:
    """What the search finds of the last hour."""
    now = datetime.now(UTC)
    query = ReportQuery(
        Casino.objects.get(), now - timedelta(hours=1), now + timedelta(hours=1), rounds=RoundFilter(**wanted)
    )
    return [row for page in rows_of(REPORTS["rounds"].part(part), query) for row in page]


def corrected(cast: Cast) -> int:
    """A round that was corrected under Petra's signature, and one that was void."""
    number = settled(cast)
    cast.act("close_round", number=number)
    hands = [{"seat": 2, "cards": WORSE}, {"seat": 4, "cards": BETTER}]
    cast.act(
        "correct_round",
        number=number,
        corrections={"hands": hands},
        reason="misread_hand",
        words="",
        by="frank",
        signed_by="petra",
    )
    cast.act("void_round", number=cast.open_round(bank_seat=2, bank=10000), reason="red_light")
    return number


def everything() -> tuple[list[Any], list[Any]]:
    """All rows of the search but for their ids."""
    rounds = [{**row, "id": 0} for row in SearchedRound.objects.order_by("table", "number").values()]
    bets = SearchedBet.objects.order_by("round__number", "seat", "bet", "net").values(
        "seat", "stay", "card", "bet", "result", "stake", "net", "time", "round__number"
    )
    return rounds, list(bets)


def test_aud_7_2_a_corrected_round_is_its_dealers_and_counts_for_who_signed(cast: Cast) -> None:
    number = corrected(cast)
    assert fill_search() > 0
    assert [row["round"] for row in found(corrected=True)] == [number]
    (dealer,) = found("by_dealer", corrected=True)
    assert (dealer["dealer"], dealer["corrected"]) == ("1001", 1)
    signed = {row["signed_by"]: row for row in found("by_signer")}
    assert signed["2002"]["corrected"] == 1
    pairs = {(row["what"], row["asked_by"], row["approved_by"]) for row in found("pairs")}
    assert ("correction", "1001", "2002") in pairs
    assert [row["round"] for row in found(void=True)] == [number + 1]


def test_aud_7_2_bets_are_those_of_the_newest_settlement(cast: Cast) -> None:
    """What was won or lost at a seat, by bet and altogether, from and to an amount."""
    corrected(cast)
    fill_search()
    (whole,) = found("bets", seat=4)
    assert whole["won"]
    assert found(seat=4, least=whole["won"]) == found(seat=4, most=whole["won"]) != []
    assert found(seat=4, least=whole["won"] + 1) == []
    assert found(bet="ante", result="win", seat=4)
    assert found(bet="ante", result="lose", seat=4) == []
    assert found("bets", bet="bank")[0]["seat"] == 1


def test_aud_7_2_filled_bit_by_bit_or_anew_it_is_the_same(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """A portion may end anywhere, also within a round; a second run finds nothing more."""
    corrected(cast)
    fill_search()
    at_once = everything()
    assert fill_search() == 0
    monkeypatch.setattr("tables.jobs.search.PORTION", 1)
    assert rebuild_search(cast.casino) > 0
    assert everything() == at_once
    assert len(at_once[0]) == 2


def test_aud_7_2_a_card_finds_its_rounds_wherever_the_player_sat(cast: Cast) -> None:
    """The card stands in the entry in which they sat down, and moves with them."""
    cast.seat_players((1, 4))
    cast.act("sit", seat=7, buy_in=50000, source="cash", player_card="C-77")
    cast.act("move", seat=7, to=6)
    cast.act("leave", seat=6)
    cast.act("sit", seat=2, buy_in=50000, source="cash", player_card="C-88")
    fill_search()
    stays = SearchMark.objects.get(chain=cast.table.chain).memory["stays"]
    assert {seat: card for seat, (_entry, card) in stays.items() if card} == {"2": "C-88"}


def test_aud_7_2_the_page_says_how_far_the_search_is(cast: Cast) -> None:
    settled(cast)
    behind = search_reach(cast.casino.pk)
    assert behind.behind > 0
    fill_search()
    assert search_reach(cast.casino.pk).behind == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("seat", "x"), ("seat", "0"), ("dealer", "a b"), ("bet", "A"), ("result", "1"), ("flag", "none")),
        *(("least", "1.5"), ("most", "--1"), ("corrected", "no"), ("void", "1"), ("card", "x" * 41)),
    ],
)
def test_aud_7_2_what_cannot_be_searched_for_is_said_at_its_name(cast: Cast, name: str, text: str) -> None:
    assert name in read_report_query({name: text}, cast.casino, datetime.now(UTC)).problems
