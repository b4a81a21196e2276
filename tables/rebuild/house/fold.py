"""Which fold reads an entry of which act; each entry is read once, in the order of its chain (AUD 6.1)."""

from collections.abc import Callable, Iterable, Mapping

from tables.rebuild.house import devices, exports, floor, people, rules
from tables.rebuild.house.book import NO_BASELINE, SECOND_BASELINE, UNREADABLE, Book
from tables.rebuild.house.entry import Entry

Fold = Callable[[Book, Entry], None]
FIRST_WITH_EFFECTS = 2
"""The schema version from which on an entry says all that its act brought about (AUD 1.2)."""

FOLDS: Mapping[str, Fold] = {
    "bootstrap": people.bootstrap,
    "restored": people.begin_epoch,
    "add_person": people.add_person,
    "manage_people": people.manage_people,
    "confirm_people": people.decide,
    "reject_people": people.decide,
    "withdraw_staff_change": people.decide,
    "expire_staff_change": people.decide,
    "revoke_role": people.take_roles,
    "deactivate_person": people.take_roles,
    "choose_language": people.choose_language,
    "enrol_tablet": devices.enrol_tablet,
    "revoke_tablet": devices.revoke_tablet,
    "unlock_tablet": devices.unlock_tablet,
    "sign_in_failed": devices.sign_in_failed,
    "issue_token": devices.issue_token,
    "tap_in": devices.tap_in,
    "tap_out": devices.tap_out,
    "bar_player": floor.bar_player,
    "lift_bar": floor.lift_bar,
    "open_dispute": floor.open_dispute,
    "rule_on_dispute": floor.rule_on_dispute,
    "settle_owed": floor.settle_owed,
    "acknowledge_alert": floor.acknowledge_alert,
    "request_rule_change": rules.request_rule_change,
    "approve_rule_change": rules.approve_rule_change,
    "reject_rule_change": rules.reject_rule_change,
    "withdraw_rule_change": rules.end_rule_change,
    "cancel_rule_change": rules.end_rule_change,
    "expire_rule_change": rules.end_rule_change,
    "export_audit_log": exports.export_audit_log,
    "cancel_export": exports.cancel_export,
    "finish_export": exports.finish_export,
}
"""Acts that say something of these rows; `refused` and all others only raise alerts, or move a change of rules."""
BESIDE: tuple[Fold, ...] = (floor.raise_alerts, rules.end_beside)


def fold_chain(book: Book, entries: Iterable[Entry]) -> None:
    """Read the entries of one chain that are of `FOLDS`, with alerts, or its first, in their order.

    Tables before their house: what a table's act raised is acknowledged in the house. A chain that begins with entries of
    before is read from its baseline on.
    """
    first, waits = None, False
    for entry in entries:
        if first is None:
            first, waits = entry, entry.schema < FIRST_WITH_EFFECTS
        if entry.act == "baseline":
            if waits:
                _read(book, entry, _begin)
                waits = False
            else:
                book.fault(entry, SECOND_BASELINE)
        elif entry.schema >= FIRST_WITH_EFFECTS and not waits:
            for fold in (FOLDS.get(entry.act), *BESIDE):
                if fold is not None:
                    _read(book, entry, fold)
    if first is not None and waits:
        book.fault(first, NO_BASELINE)


def _begin(book: Book, entry: Entry) -> None:
    book.begin(entry, entry.payload["rows"])
    settings = entry.payload.get("settings")
    if settings is not None:
        people.make_casino(book, entry, settings)


def _read(book: Book, entry: Entry, fold: Fold) -> None:
    """Verification names an entry that was changed; here one that cannot be read keeps no other from being read."""
    try:
        fold(book, entry)
    except (KeyError, TypeError, ValueError, AttributeError):
        book.fault(entry, UNREADABLE)
