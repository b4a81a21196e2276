"""Decisions, hands and the settlement of a round as they are entered (OPS 5.3 to 5.7)."""

from collections.abc import Mapping
from typing import Any

from tables.games.cards import replace_hands
from tables.games.errors import gettext_noop
from tables.games.game import wrong_state
from tables.games.high_card_flush.contest import missing_cards
from tables.games.high_card_flush.cover import on_layout
from tables.games.high_card_flush.forfeit import forfeited_stake, has_live_bonus, in_bank
from tables.games.high_card_flush.hands import HAND_SIZE
from tables.games.high_card_flush.reading import (
    verify_decision,
    verify_raise,
)
from tables.games.high_card_flush.settle_document import KEY, settle_document
from tables.games.high_card_flush.settlement import DEAD, settlement_order
from tables.games.high_card_flush.states import (
    BETTING,
    DEALT,
    SETTLED,
    SHORT_FOR_RAISE,
    SHOWDOWN,
    chips_seen,
    player_in_round,
    verify_chip_unit,
    verify_stack,
)
from tables.games.high_card_flush.wagers import RAISE
from tables.games.money import MOST_CHIPS
from tables.games.reading import ROWS, read_rows, verify_amount
from tables.games.values import JSON, FlagCode, Leg, Outcome, RoundView


def enter_decisions(view: RoundView, sent: Mapping[str, Any]) -> Outcome:
    """Fold, Raise or walk away, by seat; the showdown starts when all have decided (HCF 3.2, 3.3; OPS 5.3)."""
    if view.state not in (DEALT, SHOWDOWN):
        raise wrong_state(
            gettext_noop("The cards are not dealt yet: nobody can decide.")
            if view.state == BETTING
            else gettext_noop("The round is settled: a decision can only be corrected by the floor.")
        )
    rows = read_rows(sent, "decisions", ("decision",), ("raise", "seen"))
    decisions = dict(view.play["decisions"])
    before: JSON = {}
    after: JSON = {}
    legs: list[Leg] = []
    recounted: dict[int, int] = {}
    for row in rows:
        seat, new = row["seat"], _read_decision(view, row)
        old = decisions.get(str(seat))
        if old == new:
            continue
        legs += _decision_legs(view, seat, old, -1) + _decision_legs(view, seat, new, 1)
        _take_seen(view, row, old, recounted)
        decisions[str(seat)], before[str(seat)], after[str(seat)] = new, old, new
    everybody = len(decisions) == len(view.play["wagers"])
    needs = _signatures_for(view, after, recounted)
    return Outcome(
        SHOWDOWN if everybody else DEALT,
        {**view.play, "decisions": decisions, "decided": True},
        {"decisions": before},
        {"decisions": after},
        legs=legs,
        flags=chips_seen(recounted),
        needs=needs[0] if needs else None,
        also_needs=needs[1:],
        recounted=recounted,
    )


def enter_hands(view: RoundView, sent: Mapping[str, Any]) -> Outcome:
    """Hands by seat, checked against each other as they come in; null takes one back (HCF 2.3; OPS 5.5)."""
    if view.state != SHOWDOWN:
        raise wrong_state(
            gettext_noop("The round is settled: a hand can only be corrected by the floor.")
            if view.state == SETTLED
            else gettext_noop("Hands are entered once all have decided.")
        )
    rows = read_rows(sent, "hands", ("cards",))
    for row in rows:
        if row["seat"] != view.button:
            player_in_round(view, row["seat"])
    hands = replace_hands({int(seat): cards for seat, cards in view.play["hands"].items()}, rows, HAND_SIZE)
    entered = {str(seat): cards for seat, cards in hands.items()}
    changed = [str(row["seat"]) for row in rows]
    return Outcome(
        SHOWDOWN,
        {**view.play, "hands": entered, "shown": True},
        {"hands": {seat: view.play["hands"].get(seat) for seat in changed}},
        {"hands": {seat: entered.get(seat) for seat in changed}},
    )


def settle_round(view: RoundView, _sent: Mapping[str, Any]) -> Outcome:
    """Settle every bet from what was entered, under the rules the round was opened under (OPS 5.7)."""
    if view.state != SHOWDOWN:
        raise wrong_state(
            gettext_noop("The round is settled already.")
            if view.state == SETTLED
            else gettext_noop("Not everybody has decided: the round cannot be settled yet.")
        )
    needed = hands_needed(view)
    if needed:
        raise missing_cards(needed[0])
    document = settle_input(view)
    output = settle_document(document, lambda _rules: view.rules.terms)
    dead = [
        {"code": FlagCode.DEAD_HAND.value, "seat": seat["seat"]} for seat in output["seats"] if seat["outcome"] == DEAD
    ]
    return Outcome(
        SETTLED,
        dict(view.play),
        {},
        {},
        legs=_settlement_legs(view, output),
        flags=[*output["flags"], *dead],
        answer={"settlement": output},
        settlement=(document, output),
    )


def settle_input(view: RoundView) -> JSON:
    """The round as an input of the `settle` calculator, with its whole house rules (AUD 1.2)."""
    told = {**view.play, "designated_player": view.button or 0, "bank": view.bank_declared}
    return {"game": KEY, "rules": dict(view.rules.as_written), **recorded_input(told)}


def recorded_input(told: Mapping[str, Any]) -> JSON:
    """What was entered of a round, as its input has it: the designated player with the bank, and each seat with all of it."""
    hands, designated = told["hands"], told["designated_player"]
    return {
        "designated_player": {"seat": designated, "bank": told["bank"], **_cards(hands, designated)},
        "seats": [
            {"seat": int(seat), **wagers, **told["decisions"].get(seat, {}), **_cards(hands, int(seat))}
            for seat, wagers in sorted(told["wagers"].items(), key=lambda item: int(item[0]))
        ],
    }


def hands_needed(view: RoundView) -> list[int]:
    """The seats whose hands are still to be entered: in settlement order, the designated player last."""
    return [seat for seat in seats_that_show(view) if str(seat) not in view.play["hands"]]


def seats_that_show(view: RoundView) -> list[int]:
    """The seats whose hands are compared, of those that have decided: in settlement order, the designated player last.

    A hand that folded shows where it still has a bonus to play for (HCF 3.3, 6.5).
    """
    decisions = view.play["decisions"]
    shown = [
        int(seat)
        for seat, decision in decisions.items()
        if decision["decision"] == RAISE or has_live_bonus(view.rules.terms, on_layout(view.play["wagers"][seat]))
    ]
    order = settlement_order(view.rules.terms, view.button or 0, shown)
    if shown:
        order.append(view.button or 0)
    return order


def _cards(hands: Mapping[str, str], seat: int) -> JSON:
    return {"cards": hands[str(seat)]} if str(seat) in hands else {}


def _read_decision(view: RoundView, row: JSON) -> JSON:
    seat, decision = row["seat"], row["decision"]
    ante = player_in_round(view, seat)["ante"]
    verify_decision(seat, decision, has_raise="raise" in row)
    if decision != RAISE:
        return {"decision": decision}
    amount = row["raise"]
    verify_amount(seat, "raise", amount, least=0, most=MOST_CHIPS)
    verify_raise(seat, ante, amount)
    # What is above the cap of the hand is found at the showdown and goes back then (HCF 3.4). A multiple of the Ante is always placed in the chips of the Ante, also when that was taken outside the unit.
    if amount % ante:
        verify_chip_unit(view, seat, "raise", amount)
    return {"decision": RAISE, "raise": amount}


def _decision_legs(view: RoundView, seat: int, decision: JSON | None, sign: int) -> list[Leg]:
    """What a decision moves, or with the sign turned what taking it back moves."""
    if decision is None:
        return []
    if decision["decision"] == RAISE:
        amount = decision["raise"] * sign
        return [Leg("seat", seat, -amount), Leg("pot", None, amount)]
    lost = forfeited_stake(view, view.play["wagers"][str(seat)], decision) * sign
    return [Leg("pot", None, -lost), Leg("bank", None, lost)] if lost else []


def _take_seen(view: RoundView, row: JSON, old: JSON | None, recounted: dict[int, int]) -> None:
    """A Raise beyond the tracked stack is taken when the dealer sees the chips (OPS 2.2)."""
    seen = ROWS.read_flag(row.get("seen", False), "seen", row["seat"])
    needed = row.get("raise", 0) - (old or {}).get("raise", 0)
    short = needed - view.stacks[row["seat"]].chips
    if short <= 0:
        return
    if not seen:
        verify_stack(view, row["seat"], needed, SHORT_FOR_RAISE)
    recounted[row["seat"]] = short


def _signatures_for(view: RoundView, made: JSON, recounted: Mapping[int, int]) -> list[str]:
    """The acts of the matrix that some decisions come to (OPS 1.4).

    Chips that appear between look and Raise let a player raise 1x the Ante, as they could have before the deal; no more.
    """
    wagers = view.play["wagers"]
    is_large = any(made[str(seat)]["raise"] > wagers[str(seat)]["ante"] for seat in recounted)
    comes_to = {
        "change_decision_after_hand": bool(made) and view.play.get("shown", False),
        "raise_on_seen_chips": is_large,
    }
    return [act for act, is_needed in comes_to.items() if is_needed]


def _settlement_legs(view: RoundView, output: JSON) -> list[Leg]:
    """Stakes and winnings to the players, losses to the bank, the rake of dead hands back (HCF 8, 9.5)."""
    legs: list[Leg] = []
    rake_due = {str(seat["seat"]): seat["rake"] for seat in output["seats"]}
    rake_due[str(view.button)] = output["designated_player"]["rake"]
    for seat in output["seats"]:
        number = str(seat["seat"])
        layout = sum(view.play["wagers"][number].values()) + view.play["decisions"][number].get("raise", 0)
        collected = in_bank(view, number)
        moved = [
            Leg("pot", None, collected - layout),
            Leg("bank", None, -seat["net"] - collected),
            Leg("seat", seat["seat"], layout + seat["net"]),
        ]
        legs += [leg for leg in moved if leg.amount]
    for number, paid in view.play["rake"].items():
        back = paid - rake_due[number]
        legs += [Leg("rake", None, -back), Leg("seat", int(number), back)]
    return legs
