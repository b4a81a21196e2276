"""The end of a round of a draw game: the hands shown and the settlement (DRAW 0.1, OPS 5.5, 5.7)."""

from collections.abc import Mapping
from typing import Any

from tables.games.cards import replace_hands
from tables.games.draw.betting import SETTLED, SHOWDOWN, seats_that_show
from tables.games.draw.hands import HAND_SIZE, deck_mask
from tables.games.draw.movement import balances, settled_balances
from tables.games.draw.reading import missing_cards
from tables.games.draw.round import hand_of, settle_input
from tables.games.draw.rules import DrawRules
from tables.games.draw.settle_document import settle_document
from tables.games.errors import RuleError, gettext_noop
from tables.games.game import wrong_state
from tables.games.reading import read_rows
from tables.games.values import Outcome, RoundView, legs_between


def enter_hands(rules: DrawRules, view: RoundView, sent: Mapping[str, Any]) -> Outcome:
    """Enter hands by seat, checked against each other as they come in; null takes one back (DRAW 0.1; OPS 5.5)."""
    _verify_showdown(view)
    if not seats_that_show(hand_of(rules, view)):
        raise wrong_state(gettext_noop("All but one dropped: nobody shows a hand."))
    rows = read_rows(sent, "hands", ("cards",))
    for row in rows:
        _verify_player(view, row["seat"])
    written = {int(seat): cards for seat, cards in view.play["hands"].items()}
    hands = replace_hands(written, rows, HAND_SIZE, deck_mask(view.rules.terms.deck))
    entered = {str(seat): cards for seat, cards in hands.items()}
    changed = [str(row["seat"]) for row in rows]
    return Outcome(
        SHOWDOWN,
        {**view.play, "hands": entered, "shown": True},
        {"hands": {seat: view.play["hands"].get(seat) for seat in changed}},
        {"hands": {seat: entered.get(seat) for seat in changed}},
    )


def settle_round(rules: DrawRules, view: RoundView, _sent: Mapping[str, Any]) -> Outcome:
    """Share out the pots from what was entered, under the rules the round was opened under (OPS 5.7)."""
    _verify_showdown(view)
    needed = hands_needed(rules, view)
    if needed:
        raise missing_cards(needed[0])
    terms, document = view.rules.terms, settle_input(rules, view)
    output = settle_document(rules, document, lambda _rules: terms)
    return Outcome(
        SETTLED,
        dict(view.play),
        {},
        {},
        legs=legs_between(balances(terms, hand_of(rules, view)), settled_balances(terms, output)),
        answer={"settlement": output},
        settlement=(document, output),
        markers_out={seat["seat"]: seat["markers_out"] for seat in output["seats"] if "markers_out" in seat},
    )


def hands_needed(rules: DrawRules, view: RoundView) -> list[int]:
    """Return the seats whose hands are still to be entered, in the order in which they act."""
    return [seat for seat in seats_that_show(hand_of(rules, view)) if str(seat) not in view.play["hands"]]


def _verify_showdown(view: RoundView) -> None:
    if view.state == SETTLED:
        raise wrong_state(gettext_noop("The round is settled: it can only be corrected by the floor."))
    if view.state != SHOWDOWN:
        raise wrong_state(gettext_noop("The betting is not over yet."))


def _verify_player(view: RoundView, seat: int) -> None:
    if all(entry["seat"] != seat for entry in view.play["seats"]):
        raise RuleError("bad_seat", gettext_noop("Seat %(seat)s does not play this hand."), seat=seat)
