"""A settled round of High Card Flush with what was entered wrong put right, and what that moves (OPS 5.8)."""

from collections.abc import Iterable, Mapping
from typing import Any

from tables.games.cards import replace_hands
from tables.games.errors import RuleError, gettext_noop
from tables.games.high_card_flush.hands import HAND_SIZE
from tables.games.high_card_flush.wagers import BONUS_SPOTS, WAGER_SPOTS
from tables.games.reading import is_whole, read_parts, read_rows, read_seats, verify_amount
from tables.games.values import JSON, Balances, Difference, HouseRules, legs_between

PARTS = ("bank", "wagers", "decisions", "hands", "removed")
_DECIDED = ("decision", "raise")


def corrected(document: Mapping[str, Any], sent: Mapping[str, Any]) -> JSON:
    """An input of `settle` with the bank, and by seat wagers, decisions and hands replaced; a hand of null is taken away.

    Wagers of a seat that had none, with its decision, add a hand that was dealt and not entered; the seats of `removed` go,
    which were entered and not dealt. Raises RuleError.
    """
    read_parts(sent, PARTS)
    seats = {entry["seat"]: dict(entry) for entry in document["seats"]}
    designated = dict(document["designated_player"])
    if "bank" in sent:
        verify_amount(designated["seat"], "bank", sent["bank"], least=0)
        designated["bank"] = sent["bank"]
    if "removed" in sent:
        _take_out(seats, sent)
    decided = read_rows(sent, "decisions", ("decision",), ("raise",)) if "decisions" in sent else []
    if "wagers" in sent:
        wagers = read_rows(sent, "wagers", ("ante",), BONUS_SPOTS)
        seats |= _added(seats | {designated["seat"]: designated}, wagers, decided)
        _replace(seats, wagers, WAGER_SPOTS)
        if "decisions" not in sent:
            _verify_raises(seats.values(), document["rules"].get("chip_unit", 1))
    _replace(seats, decided, _DECIDED)
    if "hands" in sent:
        _replace_hands(seats | {designated["seat"]: designated}, read_rows(sent, "hands", ("cards",)))
    return {**document, "designated_player": designated, "seats": [seats[seat] for seat in sorted(seats)]}


def difference(_rules: HouseRules, old: Mapping[str, Any], new: Mapping[str, Any]) -> Difference:
    """What leads from one output of `settle` to another, the bank still set aside (HCF 8, 9.5; OPS 3.4)."""
    return Difference(legs_between(_settled_balances(old), _settled_balances(new)))


def _settled_balances(output: Mapping[str, Any]) -> Balances:
    """What the round has brought each account, from before the wagers to after the settlement; minor units."""
    designated = output["designated_player"]
    return {
        ("seat", designated["seat"]): -designated["bank_before"] - designated["rake"],
        ("bank", None): designated["bank_after"],
        **{("seat", seat["seat"]): seat["net"] - seat["rake"] for seat in output["seats"]},
        ("rake", None): output["rake"],
    }


def _replace(seats: Mapping[int, JSON], rows: list[JSON], keys: tuple[str, ...]) -> None:
    """Put what each row says in the place of what the seat had under these keys."""
    for row in rows:
        entry = _hand_of(seats, row["seat"])
        for key in keys:
            entry.pop(key, None)
        entry.update(row)


def _verify_raises(entries: Iterable[JSON], unit: int) -> None:
    """Raise `raise_below_ante` for an Ante corrected to more than the Raise that was entered, with what is odd about it."""
    for entry in entries:
        ante, raised = entry["ante"], entry.get("raise")
        if not is_whole(ante, 1) or raised is None or raised >= ante:
            continue
        template = (
            gettext_noop(
                "Seat %(seat)s: an Ante of %(ante)s is not in steps of %(unit)s, and above the Raise of %(raise)s that was "
                "entered. Was it another amount? If it lay there, send the Raise as it was too."
            )
            if ante % unit
            else gettext_noop(
                "Seat %(seat)s: an Ante of %(ante)s is above the Raise of %(raise)s that was entered: "
                "send the Raise as it was too."
            )
        )
        raise RuleError(
            "raise_below_ante", template, seat=entry["seat"], field="ante", ante=ante, unit=unit, **{"raise": raised}
        )


def _replace_hands(seats: Mapping[int, JSON], rows: list[JSON]) -> None:
    written = {seat: entry["cards"] for seat, entry in seats.items() if "cards" in entry}
    for row in rows:
        _hand_of(seats, row["seat"]).pop("cards", None)
    for seat, cards in replace_hands(written, rows, HAND_SIZE).items():
        seats[seat]["cards"] = cards


def _added(seats: Mapping[int, JSON], wagers: list[JSON], decided: list[JSON]) -> dict[int, JSON]:
    """The hands that these wagers add; each needs its decision beside it, so that no slip of a number adds one."""
    deciding = {row["seat"] for row in decided}
    added = [row["seat"] for row in wagers if row["seat"] not in seats]
    for seat in added:
        if seat not in deciding:
            template = gettext_noop("Seat %(seat)s has no hand in this round: to add it, send its decision too.")
            raise RuleError("bad_seat", template, seat=seat)
    return {seat: {"seat": seat} for seat in added}


def _take_out(seats: dict[int, JSON], sent: Mapping[str, Any]) -> None:
    """Take out the hands that were not dealt; one that is named among what was dealt as well is refused."""
    entered = [row.get("seat") for part in ("wagers", "decisions", "hands") for row in _objects(sent.get(part))]
    for seat in read_seats(sent["removed"], "removed"):
        _hand_of(seats, seat)
        if seat in entered:
            template = gettext_noop("Seat %(seat)s is taken out: send nothing else of it.")
            raise RuleError("bad_seat", template, seat=seat)
        del seats[seat]


def _objects(found: object) -> list[JSON]:
    """The objects of a list that is still to be read; none of anything else."""
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def _hand_of(seats: Mapping[int, JSON], seat: int) -> JSON:
    if seat not in seats:
        template = gettext_noop("Seat %(seat)s has no hand in this round: a hand is added by its wagers.")
        raise RuleError("bad_seat", template, seat=seat)
    return seats[seat]
