"""The form of a correction puts the bank right, and takes hands in and out (OPS 5.8)."""

from tables.models import Settlement
from tables.queries.audit.journal import differences_at
from tests.actions.felt import chips, settled
from tests.cast import Cast
from tests.web.conftest import Browser
from tests.web.floor.test_rounds import as_shown, page_of


def test_ops_5_8_the_bank_of_the_form(cast: Cast, floor: Browser) -> None:
    """As it was declared; sent again it is the same correction, and left empty it is left alone."""
    number = settled(cast)
    address = page_of(cast, number)
    fields = as_shown(floor.client, address)
    assert fields["bank-1"] == "500"
    for typed, said in (("much", "an amount"), ("", "nothing would change")):
        refused = floor.client.post(f"{address}correct/", {**fields, "bank-1": typed})
        assert (refused.status_code, said in refused.context["refusal"].text) == (422, True)
    sent = {**fields, "bank-1": "600", "reason": "wrong_bank", "command": "a-command-of-the-test"}
    for _time in range(2):
        assert floor.client.post(f"{address}correct/", sent).status_code == 302
    newest = Settlement.objects.latest("pk")
    assert (newest.version, newest.reason, newest.output["designated_player"]["bank_before"]) == (
        2,
        "wrong_bank",
        60000,
    )
    assert as_shown(floor.client, address)["bank-1"] == "600"


def test_ops_5_8_hands_of_the_form_in_and_out(cast: Cast, floor: Browser) -> None:
    """One was not dealt, another was not entered; sent again after it was done, it is done once."""
    number = settled(cast, seats=(1, 2, 4, 5))
    address = page_of(cast, number)
    fields = as_shown(floor.client, address)
    assert fields["hand-4"] == "dealt"
    added = {"where-new": "5", "ante-new": "10", "decision-new": "fold"}
    sent = {**fields, **added, "hand-4": "not_dealt", "reason": "wrong_seat", "command": "a-command-of-the-test"}
    for wrong, said in (
        ({"where-new": ""}, "must be a number from 1 to 99"),
        ({"where-new": "five"}, "must be a number from 1 to 99"),
        ({"where-new": "6"}, "Nobody sat at seat 6"),
        ({"where-new": "2"}, "named twice"),
        ({"ante-new": "ten"}, "an amount"),
        ({"ante-new": ""}, "Ante is missing"),
    ):
        refused = floor.client.post(f"{address}correct/", {**sent, **wrong})
        assert (refused.status_code, refused.context["refusal"].text) == (422, refused.context["refusal"].text)
        assert said in refused.context["refusal"].text
        assert 'value="not_dealt" selected' in " ".join(refused.content.decode().split())
    for _time in range(2):
        assert floor.client.post(f"{address}correct/", sent).status_code == 302
    assert [row["seat"] for row in Settlement.objects.latest("pk").input["seats"]] == [2, 5]
    assert Settlement.objects.count() == 2
    assert chips()[4] == 100000
    lines = floor.client.get(address).context["lines"]
    cells = {line.seat: [(hand, net) for hand, net, _differs in line.cells] for line in lines}
    assert (cells[4][1], cells[5][0]) == (("No hand", ""), ("No hand", ""))
    assert (cells[5][1], {line.seat: line.difference for line in lines}[5]) == (("Folded", "\u221210"), "\u221210")
    assert not list(differences_at(cast.table))
