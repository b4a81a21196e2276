"""Changes of house rules at simulated tables: asked for, decided on, overtaken by time (OPS 4.2, 4.3)."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from tables.demonstration.players.moves import DEPUTY, MANAGER, TIME_PASSES, Look, Move
from tables.games.comparison import differences
from tables.games.draw.terms import CommissionOn, CommissionRound
from tables.games.errors import RuleError
from tables.games.high_card_flush.terms import BonusContest, CoverPolicy, FoldedBonuses
from tables.games.house_rules import change_house_rules, read_house_rules
from tables.games.values import JSON, LATEST_RULINGS
from tables.models import RuleChange, RulesVersion

NOTICES = (0, 0, 0, 1)
"""Minutes of notice, from which the rules in force choose for the change that follows them."""
OWN, REJECTED, WITHDRAWN, CANCELLED, LEFT_ALONE = 0.1, 0.15, 0.1, 0.1, 0.1


def change_of_rules(rng: Random, look: Look, table_id: int) -> Iterator[Move]:
    """A change is asked for where none is open; else it is decided on, withdrawn, cancelled or left to time."""
    found = RuleChange.objects.filter(table=table_id, state__in=RuleChange.OPEN).first()
    if found is None:
        yield _request(look, _wish(rng, _rules_of(table_id, 1), look.state["rules"]["document"]))
    elif found.state == RuleChange.State.APPROVED:
        yield Move(TIME_PASSES, {})
        if rng.random() < CANCELLED:
            yield _decide("cancel_rule_change", found.pk)
    else:
        yield from _decided(rng, found.pk)


def rules_restored(look: Look, table_id: int) -> Iterator[Move]:
    """End every open change, and go back to the rules that the table was set up with."""
    found = RuleChange.objects.filter(table=table_id, state__in=RuleChange.OPEN).first()
    if found is not None:
        act = "cancel_rule_change" if found.state == RuleChange.State.APPROVED else "reject_rule_change"
        yield _decide(act, found.pk)
    yield _request(look, _rules_of(table_id, 1))
    asked = RuleChange.objects.filter(table=table_id, state=RuleChange.State.REQUESTED).first()
    if asked is not None:
        yield _decide("approve_rule_change", asked.pk)


def _decide(act: str, change: int, **more: Any) -> Move:
    # A minute goes by while much else is done.
    return Move(
        act, {"change": change}, by=DEPUTY, signed=True, **{"may_be_refused": ("expired", "wrong_state"), **more}
    )


def _decided(rng: Random, change: int) -> Iterator[Move]:
    chance = rng.random()
    if chance < LEFT_ALONE:
        yield Move(TIME_PASSES, {})
    elif chance < LEFT_ALONE + WITHDRAWN:
        yield Move("withdraw_rule_change", {"change": change}, by=MANAGER, may_be_refused=("wrong_state",))
    elif chance < LEFT_ALONE + WITHDRAWN + REJECTED:
        yield _decide("reject_rule_change", change)
    else:
        if rng.random() < OWN:
            sent = {"change": change}
            yield Move(
                "approve_rule_change", sent, by=MANAGER, signed=True, may_be_refused=("own_change", "wrong_state")
            )
        yield _decide("approve_rule_change", change)


def _request(look: Look, changes: JSON) -> Move:
    """Asked for by the manager; refused where the rules would contradict themselves, or nothing would change."""
    version = look.state["rules"]["version"]
    sent = {"rules": changes, "base_version": version, "reason": "how the evening goes"}
    return Move("request_rule_change", sent, by=MANAGER, refused=_refusal(look.state["rules"]["document"], changes))


def _refusal(document: JSON, changes: JSON) -> str:
    try:
        coming = change_house_rules(read_house_rules(document), changes)
    except RuleError as error:
        return error.code
    return "" if differences(document, coming.document()) else "wrong_state"


def _rules_of(table_id: int, number: int) -> JSON:
    """What a version of the table's rules says, without the game, which does not change."""
    document: JSON = RulesVersion.objects.get(table=table_id, number=number).document
    return {key: value for key, value in document.items() if key != "game"}


def _wish(rng: Random, first: JSON, present: JSON) -> JSON:
    """A few of the rules otherwise, measured by those the table began with; now and then all as they began."""
    if rng.random() < 0.1:
        return first
    wishes = WISHES[present["game"]](rng, first)
    chosen = rng.sample(sorted(wishes), min(len(wishes), rng.choice((1, 1, 2, 3))))
    times = {"notice_minutes": rng.choice(NOTICES), "expire_minutes": rng.choice((1, 60))}
    changes: JSON = {"changes": times} if rng.random() < 0.3 else {}
    for key in chosen:
        part, _dot, name = key.partition(".")
        if name:
            changes[part] = {**changes.get(part, {}), name: wishes[key]}
        else:
            changes[part] = wishes[key]
    # A bonus that is offered again has its limits again (HCF 6.6).
    offered = [spot for spot, won in changes.get("terms", {}).get("bonuses", {}).items() if won != BonusContest.NONE]
    if offered:
        changes["limits"] = {**{spot: first["limits"][spot] for spot in offered}, **changes.get("limits", {})}
    return changes


def _banked(rng: Random, first: JSON) -> Mapping[str, Any]:
    limits = first["limits"]
    ante, flush = limits["ante"], limits["flush"]
    large, amount = flush["max"] * 1000, first["chip_unit"] * rng.choice((1, 2))
    runs = {"3": rng.choice((7, 8, 9)), "4": 60, "5": 100, "6": 500, "7": 1000}
    return {
        "limits.ante": {"min": ante["min"] * rng.choice((1, 2)), "max": ante["max"] * rng.choice((1, 2))},
        "limits.flush": {"min": flush["min"], "max": flush["max"] * rng.choice((1, 2))},
        "designation.min_bank": first["designation"]["min_bank"] * rng.choice((1, 2)),
        "designation.max_consecutive": rng.choice((None, 2, 3)),
        "designation.max_minutes": rng.choice((None, 1, 60)),
        "terms.caps": {
            "per_hand": rng.choice((None, large, flush["min"])),
            "per_round": rng.choice((None, large, 2 * large)),
            "per_round_sharing": rng.choice(("pro_rata", "settlement_order")),
        },
        "terms.rake": {
            "mode": rng.choice(("all_players", "players_only", "designated_player_only")),
            "amount": amount,
            "designated_player_amount": rng.choice((None, 0, 2 * amount)),
        },
        "terms.flush_paytable": rng.choice(({"3": "1:2", "5": 10}, {"4": 2, "5": 10, "6": 50, "7": 200})),
        "terms.bonuses": {spot: rng.choice([*BonusContest]).value for spot in ("flush", "straight_flush")},
        "terms.bonuses_on_fold": rng.choice([*FoldedBonuses]).value,
        "terms.rulings": LATEST_RULINGS,
        "terms.straight_flush_paytable": runs,
        "terms.straight_flush_ace_low": rng.choice((True, False)),
        "terms.exact_tie_bonuses": rng.choice(("push", "independent")),
        "terms.settlement_order": rng.choice(("clockwise", "counter_clockwise")),
        "terms.cover": {"symmetric": rng.choice((True, False)), "policy": rng.choice([*CoverPolicy]).value},
        "chip_unit": rng.choice((first["chip_unit"], first["chip_unit"] * 5, 7)),
    }


def _heads_up(rng: Random, first: JSON) -> Mapping[str, Any]:
    terms = first["terms"]
    value = terms["marker_value"] or 10 * first["chip_unit"]
    return {
        "terms.ante": terms["ante"] * rng.choice((1, 2)),
        "terms.marker_count": rng.choice((0, 2, 3, 5)),
        "terms.marker_value": value * rng.choice((1, 2)),
        "terms.equal_start": rng.choice((True, False)),
        "chip_unit": rng.choice((first["chip_unit"], first["chip_unit"] // 2)),
        "recount.signed_above": first["recount"]["signed_above"] * rng.choice((1, 2)),
    }


def _four_player(rng: Random, first: JSON) -> Mapping[str, Any]:
    terms = first["terms"]
    return {
        "terms.opening_min": terms["opening_min"] * rng.choice((1, 2)),
        "terms.opening_max": terms["opening_max"] * rng.choice((1, 2)),
        "terms.commission_bps": rng.choice((0, 10, 50, 100)),
        "terms.commission_on": rng.choice([*CommissionOn]).value,
        "terms.commission_round": rng.choice([*CommissionRound]).value,
        "terms.clock_mode": rng.choice(("server", "dealer")),
        "chip_unit": rng.choice((first["chip_unit"], first["chip_unit"] // 2)),
        "recount.signed_above": first["recount"]["signed_above"] * rng.choice((1, 2)),
    }


WISHES = {"high_card_flush": _banked, "heads_up_draw": _heads_up, "four_player_draw": _four_player}
