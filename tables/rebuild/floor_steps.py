"""Entries of the floor about a table: corrections, debts, disputes, bars and changes of rules (OPS 2.3, 4, 5.8, 5.9)."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from tables.games.house_rules import change_house_rules
from tables.games.table import seats
from tables.games.table.change import Change
from tables.games.table.clock import restart
from tables.games.table.corrections import correct
from tables.games.table.debts import legs_outside
from tables.games.table.document import numbered_rules, read_moment
from tables.games.table.rules import Boundary, take_due_rules
from tables.games.table.state import ComingRules
from tables.games.values import JSON
from tables.rebuild.entries import Entry
from tables.rebuild.steps import Here, Movement, Step, in_order, movement


def step_of_floor(here: Here, entry: Entry) -> Step:
    """Do an act of the floor; one that is about no table's value changes nothing of it."""
    work = FLOOR.get(entry.act)
    return _nothing(here, entry, moves_version=False) if work is None else work(here, entry)


def _correct_round(here: Here, entry: Entry) -> Step:
    number, payload = entry.round or 0, entry.payload
    made = {name: payload[name] for name in ("version", "replaces", "input", "output", "reason", "words")}
    found = here.memory.settled_round(number, here.table)
    if found is None:
        return replace(_corrected_long_ago(here, entry), settlement=made)
    settled, replaced = found
    done = correct(here.table, settled, payload["input"], (replaced, payload["output"]))
    told: JSON = {"differences": [leg._asdict() for leg in done.legs]}
    if done.shared:
        told["shared"] = [{"seat": leg.seat, "amount": leg.amount} for leg in done.shared]
    change = Change(done.table, told, {}, round_number=number, round=done.table.round, legs=done.legs)
    return Step(change, movement(done.legs, settled.players, here.stays), is_whole=False, settlement=made)


def _settle_owed(here: Here, entry: Entry) -> Step:
    """The stay that owes is named by the entry's own legs; the rest of the movement is the rules'."""
    step, amount = _moved(here, entry), entry.payload["amount"]
    owing = next((leg[1] for leg in step.legs if leg[0] == "owed"), None)
    expected: Movement = [["owed", owing, -amount]]
    if entry.payload["how"] == "seat":
        player = here.table.players[entry.payload["seat"]]
        expected.append(["seat", here.stays.entry_of(player.stay), amount])
    else:
        expected += [[leg.account, None, leg.amount] for leg in legs_outside(amount, entry.payload["how"])]
    return replace(step, legs=in_order(expected))


def _dispute(here: Here, entry: Entry) -> Step:
    """The player who is to act in a disputed round has their time again in full (DRAW 2.7)."""
    round_ = here.table.round
    if round_ is None or round_.number != entry.round:
        return _nothing(here, entry, moves_version=False)
    restarted, told = restart(round_, entry.time)
    change = Change(
        replace(here.table, round=restarted),
        {"clock": told} if told else {},
        {},
        round_number=entry.round,
        round=restarted,
    )
    return Step(change, [], moves_version=bool(told), is_whole=False)


def _bar_player(here: Here, entry: Entry) -> Step:
    stay = here.table.players[entry.payload["seat"]].stay
    here.memory.bars[entry.payload["bar"]] = stay
    return _barred(here, entry, stay)


def _apply_bar(here: Here, entry: Entry) -> Step:
    stay = here.table.players[entry.payload["seat"]].stay
    if entry.sent["barred"]:
        here.memory.bars[entry.payload["bar"]] = stay
    else:
        here.memory.bars.pop(entry.payload["bar"], None)
    return _barred(here, entry, stay)


def _lift_bar(here: Here, entry: Entry) -> Step:
    return _barred(here, entry, here.memory.bars.pop(entry.payload["bar"], None))


def _barred(here: Here, entry: Entry, stay: int | None) -> Step:
    """A stay as the bars that hold now have it; nothing where they have left."""
    player = next((player for player in here.table.players.values() if player.stay == stay), None)
    if player is None:
        return _nothing(here, entry)
    barred = stay in here.memory.bars.values()
    after, withdrawn = seats.set_barred(here.table, player.seat, barred=barred)
    return Step(Change(after, withdrawn, {}), [], is_whole=False)


def _request(here: Here, entry: Entry) -> Step:
    document = change_house_rules(here.table.rules, entry.sent["rules"]).document()
    here.memory.requested = {entry.payload["change"]: document}
    return _nothing(here, entry, moves_version=False)


def _approve(here: Here, entry: Entry) -> Step:
    """The notice begins; where no round is open and none is needed, the change is in force at once (OPS 4.3)."""
    number, base = entry.payload["change"], here.table.version
    document = here.memory.requested.pop(number, None)
    if document is None:
        document = entry.payload["rules_in_force"]["after"]["document"]
    coming = ComingRules(number, base, numbered_rules(base.number + 1, document), read_moment(entry.payload["due_at"]))
    approved = replace(here.table, coming=coming)
    boundary = Boundary(approved) if approved.round else take_due_rules(approved, entry.time)
    change = Change(boundary.table, boundary.payload, {}, in_force=boundary.in_force)
    return Step(change, [], moves_version=boundary.in_force is not None, is_whole=False)


def _end_request(here: Here, entry: Entry) -> Step:
    number = entry.payload["change"]
    here.memory.requested.pop(number, None)
    coming = here.table.coming
    ended = replace(here.table, coming=None) if coming is not None and coming.change == number else here.table
    return Step(Change(ended, {}, {}), [], moves_version=False, is_whole=False)


def _nothing(here: Here, entry: Entry, *, moves_version: bool = True) -> Step:
    return Step(Change(here.table, {}, {}, round_number=entry.round), [], moves_version=moves_version, is_whole=False)


def _moved(here: Here, entry: Entry) -> Step:
    """The table after the legs that an entry states."""
    legs = in_order(entry.effects.get("legs", []))
    seated = {player.stay: player for player in here.table.players.values()}
    for account, sequence, amount in legs:
        stay = here.stays.row_of(sequence) if account == "seat" and sequence is not None else None
        if stay in seated:
            seated[stay] = replace(seated[stay], chips=seated[stay].chips + amount)
    after = here.table.with_players(*seated.values())
    return Step(Change(after, {}, {}, round_number=entry.round), legs, is_whole=False)


def _corrected_long_ago(here: Here, entry: Entry) -> Step:
    """Of a round that is not remembered any more, the entry itself says what moved: stacks, a pot that lies, markers, the match."""
    step = _moved(here, entry)
    table, match = step.change.table, step.change.table.match
    carry = table.carry + sum(amount for account, _stay, amount in step.legs if account == "pot")
    seated, won = {player.stay: player for player in table.players.values()}, Counter[int]()
    for account, sequence, amount in step.legs:
        stay = None if sequence is None else here.stays.row_of(sequence)
        if stay is not None:
            won[stay] += amount
        if stay in seated and account == "markers":
            count = amount // table.rules.terms.marker_value
            seated[stay] = replace(seated[stay], markers_out=seated[stay].markers_out - count)
    if match is not None and match.is_on and match.first_round <= (entry.round or 0):
        match = replace(match, players=tuple(one._replace(net=one.net + won[one.stay]) for one in match.players))
    after = replace(table.with_players(*seated.values()), carry=carry, match=match)
    return replace(step, change=replace(step.change, table=after))


FLOOR: Mapping[str, Callable[[Here, Entry], Step]] = {
    "correct_round": _correct_round,
    "settle_owed": _settle_owed,
    "open_dispute": _dispute,
    "rule_on_dispute": _dispute,
    "bar_player": _bar_player,
    "apply_bar": _apply_bar,
    "lift_bar": _lift_bar,
    "request_rule_change": _request,
    "approve_rule_change": _approve,
    "withdraw_rule_change": _end_request,
    "reject_rule_change": _end_request,
    "cancel_rule_change": _end_request,
    "expire_rule_change": _end_request,
}
