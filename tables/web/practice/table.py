"""A table to learn at: a value that acts make into another, under the rules and the rights of a real one (TAB 4.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from random import Random
from typing import Any, NamedTuple, cast

from tables.demonstration.house.rules import EURO, FOUR_PLAYER, HEADS_UP, MAIN_FLOOR
from tables.errors import NeedsSignature, NotAllowed, Stale
from tables.errors import gettext_noop as _
from tables.games.cards import DECK, card_text
from tables.games.house_rules import read_new_house_rules
from tables.games.table.acts import ACTS, apply
from tables.games.table.change import Change
from tables.games.table.state import ENDED, Moment, NumberedRules, TableState
from tables.games.values import JSON
from tables.policy import MATRIX, Act, Role, permission
from tables.web.shared.forms import SentAct

MANAGER_BADGE, MANAGER_PIN = "7777", "246810"
"""Who signs at practice tables; printed on the page, known nowhere else."""
MOST_COMMANDS = 100
WHOLE_DECK = len(DECK)


class Setting(NamedTuple):
    """What is practised: the house rules, how many seats the table has, and the players there with their euros."""

    rules: JSON
    seat_count: int
    players: Mapping[int, int]
    hand_size: int


SETTINGS: Mapping[str, Setting] = {
    setting.rules["game"]: setting
    for setting in (
        Setting(MAIN_FLOOR, 7, {1: 800, 2: 1500, 3: 500, 4: 2000, 5: 1000, 7: 650}, 7),
        Setting(HEADS_UP, 2, {1: 300, 2: 300}, 5),
        Setting(FOUR_PLAYER, 4, {1: 200, 2: 350, 3: 120, 4: 500}, 5),
    )
}


class LastRound(NamedTuple):
    """The round before the coming one."""

    number: int
    state: str
    void_reason: str


class Mistyped(NamedTuple):
    """A hand that was typed otherwise than it was dealt for practice: the cards that lay there, and those typed for them."""

    seat: int
    dealt: str
    typed: str


@dataclass(frozen=True, slots=True)
class Practice:
    """One practice table and what a page needs of it beyond the value: version, settlement, the cards dealt to type."""

    begun: datetime
    table: TableState
    version: int = 1
    settlement: JSON | None = None
    last_round: LastRound | None = None
    cards: Mapping[int, str] | None = None
    """By seat, of the newest round; None before the first."""
    mistyped: Sequence[Mistyped] = ()
    """In the round that ended last."""
    done: tuple[str, ...] = ()
    """The command ids of the newest acts, so that an act sent again is done once."""

    @property
    def number(self) -> int:
        """What the pages know the table by: another with each beginning, and no number of a real table."""
        return -int(self.begun.timestamp())


def begin(game: str, now: datetime) -> Practice:
    """An open table with its players."""
    setting = SETTINGS[game]
    table = TableState(number=0, seat_count=setting.seat_count, in_force=rules_of(game))
    table = apply(table, "open_table", {}, Moment(now)).table
    for stay, (seat, euros) in enumerate(setting.players.items(), start=1):
        table = apply(table, "sit", {"seat": seat, "buy_in": euros * EURO}, Moment(now, stay=stay)).table
    return Practice(now, table)


@cache
def rules_of(game: str) -> NumberedRules:
    """The house rules of the practice tables of a game: the demonstration's."""
    rules = read_new_house_rules(SETTINGS[game].rules)
    return NumberedRules(1, rules.document(), rules)


def with_rules(practice: Practice, rules: NumberedRules | None) -> Practice:
    """The practice table under some rules, which are the same in every round; None takes them out where it is kept."""
    table, round_ = practice.table, practice.table.round
    if round_ is not None:
        round_ = replace(round_, rules=cast(NumberedRules, rules))
    return replace(practice, table=replace(table, in_force=rules, round=round_))


def perform(practice: Practice, sent: SentAct, now: datetime, chance: Random) -> tuple[Practice, JSON]:
    """The table after an act, and what the act answers; the same table where the act was done before.

    Raises TableError or RuleError as a real table does.
    """
    if sent.command_id in practice.done:
        return practice, {}
    if sent.name not in ACTS or sent.act is None:
        raise NotAllowed(_("There is nothing of that at a practice table."))
    if sent.version != practice.version:
        raise Stale(
            _("The table has moved on from version %(version)s to %(present)s."),
            version=sent.version,
            present=practice.version,
        )
    require(sent.act, sent)
    stay = 1 + max((player.stay for player in practice.table.players.values()), default=0)
    change = apply(practice.table, sent.name, sent.input, Moment(now, stay=stay))
    for needed in change.needs:
        require(Act(needed), sent)
    after = after_change(practice, change, chance)
    return replace(after, done=(*after.done, str(sent.command_id))[-MOST_COMMANDS:]), change.answer


def overdue(practice: Practice, now: datetime, chance: Random) -> Practice:
    """The table once everything is done that time brings: players whose time to act is up (DRAW 2.7)."""
    while (round_ := practice.table.round) and round_.deadline and round_.deadline < now and _expires(practice, now):
        change = apply(practice.table, "expire_action", {"number": round_.number}, Moment(now))
        practice = after_change(practice, change, chance)
    return practice


def _expires(practice: Practice, now: datetime) -> bool:
    """Whether the clock itself ends the time; the dealer's own clock waits for the dealer."""
    round_ = practice.table.round
    return round_ is not None and round_.game.expiry(round_.view(practice.table.stacks, Moment(now))) is not None


def require(act: Act, sent: SentAct) -> None:
    """Raise NotAllowed or NeedsSignature unless a dealer may do the act, or the manager of practice tables signs it."""
    granted = permission(act, Role.DEALER)
    if granted is not None and not granted.signed:
        return
    if not any(cell.signed for cell in MATRIX[act].values()):
        raise NotAllowed(_("Only %(roles)s may do this."), roles=", ".join(MATRIX[act]) or "nobody")
    if sent.credentials is None:
        raise NeedsSignature(NeedsSignature.PLAIN, roles=Role.FLOOR.value, field="signature")
    if (sent.credentials.badge, sent.credentials.secret) != (MANAGER_BADGE, MANAGER_PIN):
        raise NotAllowed(
            _("Badge or PIN is wrong: those of the practice manager stand on the page."), field="signature"
        )


def after_change(practice: Practice, change: Change, chance: Random) -> Practice:
    """The practice table after what an act did: rounds that open are dealt cards to type, rounds that end are compared."""
    after = replace(practice, table=change.table, version=practice.version + 1)
    if change.settlement is not None:
        after = replace(after, settlement=change.settlement[1])
    if practice.table.round is None and change.table.round is not None:
        after = replace(after, cards=_dealt(change.table, chance), mistyped=(), settlement=None)
    if change.round is not None and change.round.state in ENDED:
        last = LastRound(change.round.number, change.round.state, change.round.void_reason)
        after = replace(after, last_round=last, mistyped=compared(after.cards, change.round.play), settlement=None)
    return after


def _dealt(table: TableState, chance: Random) -> dict[int, str]:
    """A hand for everybody who sits there, from one deck, in the order of their seats."""
    size, terms = SETTINGS[table.rules.game].hand_size, table.rules.terms.document()
    ranks = int(terms.get("deck", WHOLE_DECK)) // 4
    deck = [card for card in DECK if card % 13 >= 13 - ranks]
    chance.shuffle(deck)
    return {
        seat: "".join(card_text(card) for card in deck[size * place : size * (place + 1)])
        for place, seat in enumerate(table.players)
    }


def compared(cards: Mapping[int, str] | None, play: Mapping[str, Any]) -> list[Mistyped]:
    """The hands that were typed otherwise than they were dealt for practice."""
    found = []
    for seat, dealt in (cards or {}).items():
        typed = play.get("hands", {}).get(str(seat))
        if typed and (lay := _without(dealt, typed)):
            found.append(Mistyped(seat, lay, _without(typed, dealt)))
    return found


def _without(cards: str, others: str) -> str:
    """The cards of one hand that are not in the other."""
    there = {others[place : place + 2] for place in range(0, len(others), 2)}
    return "".join(
        cards[place : place + 2] for place in range(0, len(cards), 2) if cards[place : place + 2] not in there
    )
