"""What the house says of proofs, secrets, tablets and exports (AUD 2.6)."""

from collections import Counter

from tables.audit.rules.facts import Entry
from tables.audit.rules.staff import Payload, StaffRules


class DeskRules(StaffRules):
    """Judges who proved themselves, and whether the tablet, badge or export that an entry is about is there."""

    def __init__(self, undecided: Counter[str]) -> None:
        super().__init__(undecided)
        self._tablets: dict[int, bool] = {}
        """By its number, whether a tablet is still one."""
        self._exports: set[int] = set()

    def sign_in(self, entry: Entry, payload: Payload) -> str:
        """A session begins, of who acts."""
        return "" if payload["sent"]["badge"] == entry["person"] else f"signs in another than {entry['person']}"

    def signature(self, entry: Entry, payload: Payload) -> str:
        """A secret was proved, by who acts."""
        return "" if payload["badge"] == entry["person"] else f"is the signature of another than {entry['person']}"

    def about_person(self, _entry: Entry, payload: Payload) -> str:
        """A token, new secrets or the end of a lock, of somebody who is there."""
        badge = payload.get("token_for") or payload.get("unlocked") or payload.get("person")
        if badge in self.facts.people.held:
            return ""
        return self.miss(f"is about badge {badge}, which was never added")

    def enrol_tablet(self, _entry: Entry, payload: Payload) -> str:
        """A code, or the tablet that was had for it."""
        if "after" not in payload:
            return ""
        number = payload["after"]["tablet"]
        if number in self._tablets:
            return f"enrols tablet {number}, which was enrolled before"
        self._tablets[number] = True
        return ""

    def change_tablet(self, entry: Entry, payload: Payload) -> str:
        """The end of a tablet, or of its lock."""
        number = payload["after"]["tablet"]
        if number not in self._tablets:
            return self.miss(f"is about tablet {number}, which was never enrolled")
        if not self._tablets[number]:
            return f"is about tablet {number}, which was revoked before"
        self._tablets[number] = entry["act"] != "revoke_tablet"
        return ""

    def export_audit_log(self, _entry: Entry, payload: Payload) -> str:
        """An export is asked for."""
        if payload["export"] in self._exports:
            return f"asks for export {payload['export']}, which was asked for before"
        self._exports.add(payload["export"])
        return ""

    def about_export(self, _entry: Entry, payload: Payload) -> str:
        """What became of an export."""
        number = payload["export"]
        return "" if number in self._exports else self.miss(f"is about export {number}, which nobody asked for")
