"""What goes back or moves after a void or a correction, as rows to be ticked off like a settlement (OPS 5.8)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.queries.tables.documents import MovedDocument, MovedRowDocument, TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.act_sentences import reason_of
from tables.web.tablet.moves import Move
from tables.web.words.floor import CORRECTION_REASONS, MOVED_ACCOUNTS
from tables.web.words.rounds import MOVED_PARTS, VOID_REASONS


@dataclass(frozen=True, slots=True)
class MovedRow:
    """One amount for the dealer's hands, or none where the rest is the floor's."""

    key: str
    who: str
    move: Move
    verb: str
    amount: str
    notes: list[str]

    @property
    def has_to_be_ticked(self) -> bool:
        """Whether chips move now."""
        return bool(self.amount)


@dataclass(frozen=True, slots=True)
class Moved:
    """A void or a correction: what happened, who answers for it, and the rows."""

    sequence: int
    round: int
    title: str
    by: str
    rows: list[MovedRow]


def moved_lists(state: TableStateDocument, figures: MoneyFormat) -> list[Moved]:
    """The lists of a table, the oldest first."""
    return [_moved(one, figures) for one in state["moved"]]


def moved_title(one: MovedDocument) -> str:
    """What happened to which round, and why."""
    if one["act"] == "void_round":
        return _("Round %(number)s is void: %(reason)s") % {
            "number": one["round"],
            "reason": reason_of(VOID_REASONS, one),
        }
    reason = reason_of(CORRECTION_REASONS, one)
    return _("Round %(number)s is corrected: %(reason)s") % {"number": one["round"], "reason": reason}


def _moved(one: MovedDocument, figures: MoneyFormat) -> Moved:
    by = (_("Signed by %(name)s") if one["is_signed"] else _("Entered by %(name)s")) % {"name": one["by"]}
    is_void = one["act"] == "void_round"
    rows = [_row(f"{one['sequence']}-{place}", row, figures, is_void=is_void) for place, row in enumerate(one["rows"])]
    return Moved(one["sequence"], one["round"], moved_title(one), by, rows)


def _row(key: str, row: MovedRowDocument, figures: MoneyFormat, *, is_void: bool) -> MovedRow:
    amount = row["amount"]
    is_of_player = row["seat"] is not None
    who = _("Seat %(seat)s") % {"seat": row["seat"]} if is_of_player else str(MOVED_ACCOUNTS[row["account"]])
    verb = "" if not amount else _verb(amount, is_of_player=is_of_player, is_void=is_void)
    return MovedRow(
        key,
        who,
        _move(amount, is_of_player=is_of_player, is_void=is_void),
        verb,
        figures.amount(abs(amount)) if amount else "",
        _notes(row, figures),
    )


def _move(amount: int, *, is_of_player: bool, is_void: bool) -> Move:
    if not amount:
        return Move.NOTHING
    if (amount > 0) != is_of_player:
        return Move.TAKE
    return Move.RETURN if is_void else Move.PAY


def _verb(amount: int, *, is_of_player: bool, is_void: bool) -> str:
    if not is_of_player:
        return _("Put in") if amount > 0 else _("Take out")
    if amount < 0:
        return _("Take")
    return _("Return") if is_void else _("Pay")


def _notes(row: MovedRowDocument, figures: MoneyFormat) -> list[str]:
    """What the amount is made of, and what of it is not the dealer's to move."""
    notes = [str(MOVED_PARTS[part["kind"]]) % {"amount": figures.amount(part["amount"])} for part in row["parts"]]
    if row["markers"]:
        notes.append(_("markers %(amount)s") % {"amount": figures.signed(row["markers"])})
    if row["has_left"]:
        notes.append(_("has left"))
    if row["owed"]:
        owed = _("the house owes %(amount)s: on the floor's list")
        owes = _("the player owes %(amount)s: on the floor's list")
        notes.append((owed if row["owed"] > 0 else owes) % {"amount": figures.amount(abs(row["owed"]))})
    return notes
