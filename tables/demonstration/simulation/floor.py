"""What the floor of a simulated table does beside the play: corrections, disputes, bars, debts, rules, relief (OPS 1, 2, 4, 5, 6)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from tables.demonstration.house.history import correction
from tables.demonstration.players.moves import DEPUTY, MANAGER, Look, Move
from tables.demonstration.simulation.rule_changes import change_of_rules, rules_restored
from tables.games.values import JSON
from tables.models import Alert, Bar, Dispute, Owed, Ruling, Settlement

OFTEN = 0.08
BACK_TO_THE_BEGINNING, LIFTED, HOUSE_BAR = 0.3, 0.7, 0.5
WAYS = (Owed.Way.SEAT, *Owed.Way)
# "Other" needs words.
BAR_REASONS = [reason for reason in Bar.Reason if reason != Bar.Reason.OTHER]
DISPUTE_REASONS = [reason for reason in Dispute.Reason if reason != Dispute.Reason.OTHER]
RECENT = 6


@dataclass(slots=True)
class Past:
    """What happened at a table in this run: the rounds that were settled, and the house rules it began with."""

    casino_id: int
    table_id: int
    settled: list[int] = field(default_factory=list)

    def learn(self, move: Move, body: JSON) -> None:
        """Remember a round that was settled."""
        if move.act == "settle_round":
            self.settled.append(body["round"])

    def inputs(self, number: int) -> list[JSON]:
        """What each settlement of a round came from, the first one first."""
        found = Settlement.objects.filter(round__table=self.table_id, round__number=number).order_by("version")
        return list(found.values_list("input", flat=True))


def beside(rng: Random, look: Look, past: Past) -> Iterator[Move]:
    """One thing that the floor does now, or nothing."""
    what = rng.choices([thing for thing, _weight in THINGS], [weight for _thing, weight in THINGS])[0]
    yield from what(rng, look, past)


def clear_the_table(_look: Look, past: Past) -> Iterator[Move]:
    """What an earlier run left behind: bars, debts, alerts, another dealer's turn."""
    for bar in Bar.objects.filter(table=past.table_id, lifted_at=None).order_by("pk"):
        yield Move("lift_bar", {"bar_id": bar.pk, "words": "a new evening"}, by=DEPUTY, signed=True)
    for owed in Owed.objects.filter(table=past.table_id, settled_at=None).order_by("pk"):
        sent = {"owed": owed.pk, "how": "written_off", "words": "they never came back"}
        yield Move("settle_owed", sent, by=MANAGER, signed=True)


def restore_the_rules(look: Look, past: Past) -> Iterator[Move]:
    """The house rules as the table was set up with; at an empty table they are in force at once (OPS 4.3)."""
    yield from rules_restored(look, past.table_id)


def _correct(rng: Random, _look: Look, past: Past) -> Iterator[Move]:
    """A round that was settled, newer ones more often; once wrong, it is put right, or put right wrongly."""
    if past.settled:
        number = rng.choice(past.settled[-RECENT:] if rng.random() < 0.7 else past.settled)
        inputs = past.inputs(number)
        yield from correction(rng, number, inputs, back=len(inputs) > 1 and rng.random() < BACK_TO_THE_BEGINNING)


def _disputes(rng: Random, look: Look, past: Past) -> Iterator[Move]:
    """One is opened about the open round or a settled one, or ruled on."""
    opened = Dispute.objects.filter(table=past.table_id, ruling=None).order_by("pk").first()
    if opened is not None:
        sent = {"dispute": opened.pk, "outcome": str(rng.choice(list(Ruling.Outcome))), "words": "as the cards lie"}
        yield Move("rule_on_dispute", sent, by=MANAGER, signed=True)
        return
    current = [look.round["number"]] if look.round else []
    rounds = [*current, *past.settled[-RECENT:]]
    if rounds:
        sent = {
            "number": rng.choice(rounds),
            "reason": str(rng.choice(DISPUTE_REASONS)),
            "seat": rng.choice((None, 1, 2)),
        }
        yield Move("open_dispute", sent)


def _bars(rng: Random, look: Look, past: Past) -> Iterator[Move]:
    """A player is barred, from the table or the house, and the bar is mostly lifted before long."""
    barred = Bar.objects.filter(table__in=(past.table_id,), lifted_at=None) | Bar.objects.filter(
        table=None, lifted_at=None, casino=past.casino_id, player_card__in=[card for card in _cards(look) if card]
    )
    bar = barred.order_by("pk").first()
    if bar is not None:
        if rng.random() < LIFTED:
            yield Move("lift_bar", {"bar_id": bar.pk}, by=MANAGER, signed=True)
        elif not look.round:
            yield from (Move("leave", {"seat": seat}) for seat in look.seats("barred"))
        return
    there = look.seats("playing", "sitting_out")
    if there:
        seat = rng.choice(there)
        scope = "house" if look.seat(seat)["player_card"] and rng.random() < HOUSE_BAR else "table"
        sent = {"seat": seat, "scope": scope, "reason": str(rng.choice(BAR_REASONS))}
        yield Move("bar_player", sent, by=MANAGER, signed=True)


def _cards(look: Look) -> list[str]:
    return [seat.get("player_card", "") for seat in look.state["seats"]]


def _owed(rng: Random, _look: Look, past: Past) -> Iterator[Move]:
    """Something owed is dealt with; from a stack only where the player sits, has it, and is in no round."""
    owed = list(Owed.objects.filter(table=past.table_id, settled_at=None).order_by("pk"))
    if owed:
        how = str(rng.choice(WAYS))
        sent = {"owed": rng.choice(owed).pk, "how": how, "words": "they have gone" if how == "written_off" else ""}
        can_fail = ("wrong_state", "short_chips") if how == "seat" else ()
        yield Move("settle_owed", sent, by=MANAGER, signed=True, may_be_refused=can_fail)


def _rules(rng: Random, look: Look, past: Past) -> Iterator[Move]:
    yield from change_of_rules(rng, look, past.table_id)


def _relief(_rng: Random, _look: Look, past: Past) -> Iterator[Move]:
    """The other dealer takes over."""
    yield Move("tap_in", {})


def _alerts(_rng: Random, _look: Look, past: Past) -> Iterator[Move]:
    """The oldest alert of the table is acknowledged."""
    alert = Alert.objects.filter(table=past.table_id, acknowledged_at=None).order_by("pk").first()
    if alert is not None:
        # Another table's floor is the same two people: they may both be at it.
        yield Move("acknowledge_alert", {"alert_id": alert.pk}, by=MANAGER, may_be_refused=("wrong_state",))


def _suspend(rng: Random, look: Look, past: Past) -> Iterator[Move]:
    """Play stops for a while; what the floor does meanwhile is done all the same (OPS 7.2)."""
    if look.state["table"]["state"] == "open":
        yield Move("suspend_table", {"reason": "a look at the cards"}, by=MANAGER)
        yield from _correct(rng, look, past)
        yield from _owed(rng, look, past)
        yield Move("resume_table", {}, by=DEPUTY)


THINGS: tuple[tuple[Callable[[Random, Look, Past], Iterator[Move]], int], ...] = (
    *((_correct, 8), (_owed, 4), (_rules, 4), (_disputes, 2), (_bars, 2)),
    *((_relief, 1), (_alerts, 2), (_suspend, 1)),
)
