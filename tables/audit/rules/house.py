"""The chain of the house: tables, tap-ins, bars, alerts, checkpoints (AUD 2.6)."""

from bisect import insort
from collections import Counter
from collections.abc import Mapping

from tables.audit.rules.acts import ALERTS_OF_ACTS, ALERTS_OF_HOUSE, EFFECTS_SCHEMA, FLOOR
from tables.audit.rules.desk import DeskRules
from tables.audit.rules.facts import Entry
from tables.audit.rules.judging import CLOCK_SET_BACK, Handler
from tables.audit.rules.moments import GRACE, shifted
from tables.audit.rules.staff import Payload, StaffRules


class HouseRules(DeskRules):
    """Judges the chain of the house, and gathers what those of the tables are judged by."""

    def __init__(self, undecided: Counter[str]) -> None:
        super().__init__(undecided)
        self._acknowledged: set[int] = set()
        self._raised: set[tuple[str, str, str]] = set()
        self._checkpoint: int | None = 0

    def hide(self) -> None:
        """What is hidden here is hidden from the tables too."""
        self.is_hidden = self.facts.is_hidden = True
        self._checkpoint = None

    def judge(self, entry: Entry) -> str:
        """What is wrong with what an entry of good form says."""
        time, table = entry["time"], entry["table"]
        if time == self.time:
            self._note_set_back(time)
        if table is not None and table not in self.facts.tables and entry["act"] != "add_table" and self.miss("-"):
            return f"is about table {table}, which was never added"
        problem = super().judge(entry)
        for alert in entry["payload"].get("effects", {}).get("alerts", ()):
            self._raised.add((alert["kind"], alert["subject"], time))
        return problem

    def _note_set_back(self, time: str) -> None:
        if time not in self.facts.set_back[-1:]:
            insort(self.facts.set_back, time)

    def add_table(self, _entry: Entry, payload: Payload) -> str:
        """A table of a number that there was not."""
        number = payload["after"]["table"]
        if number in self.facts.tables:
            return f"adds table {number}, which is there"
        self.facts.tables.add(number)
        return ""

    def tap_in(self, entry: Entry, payload: Payload) -> str:
        """A dealer takes over a table."""
        badge, table, tap_ins = entry["person"], entry["table"], self.facts.tap_ins
        if (
            payload["after"]["dealer"] != badge
            or payload["sent"]["badge"] != badge
            or payload["sent"]["table"] != table
        ):
            return f"taps in another than {badge}, or at another table than {table}"
        if tap_ins.dealer(table) != payload["before"]["dealer"] and self.miss("-"):
            return f"relieves {payload['before']['dealer']}, but {tap_ins.dealer(table)} was tapped in, says the log"
        if tap_ins.table_of(badge) not in (None, table) and self.miss("-"):
            return f"taps in {badge}, who was tapped in at table {tap_ins.table_of(badge)}"
        tap_ins.begin(entry["sequence"], table, badge, entry["time"])
        return ""

    def tap_out(self, entry: Entry, payload: Payload) -> str:
        """A dealer stops, or the floor ends their tap-in."""
        badge, table = payload["before"]["dealer"], entry["table"]
        if self.facts.tap_ins.dealer(table) != badge and self.miss("-"):
            return f"taps out {badge}, who was not tapped in there, says the log"
        if badge != entry["person"] and entry["role"] != FLOOR:
            return f"taps out {badge}, which only the floor may"
        self.facts.tap_ins.end(table, entry["time"])
        return ""

    def bar_player(self, _entry: Entry, payload: Payload) -> str:
        """A player card is barred from the house."""
        number = payload["bar"]
        if payload["scope"] != "house":
            return "bars from a table, which is entered there"
        if number in self.facts.house_bars:
            return f"sets bar {number}, which there was before"
        self.facts.house_bars[number] = False
        return ""

    def lift_bar(self, _entry: Entry, payload: Payload) -> str:
        """The end of a bar that is there."""
        is_lifted = self.facts.house_bars.get(payload["bar"])
        if is_lifted is None:
            return self.miss(f"lifts bar {payload['bar']}, which nobody set")
        self.facts.house_bars[payload["bar"]] = True
        return f"lifts bar {payload['bar']}, which was lifted before" if is_lifted else ""

    def acknowledge_alert(self, entry: Entry, payload: Payload) -> str:
        """An alert is looked at, by the first who does."""
        seen = payload["after"]
        if seen["alert"] in self._acknowledged:
            return f"acknowledges alert {seen['alert']}, which was acknowledged before"
        self._acknowledged.add(seen["alert"])
        alert = (seen["kind"], seen["subject"], seen["raised_at"])
        if seen["raised_at"] > shifted(entry["time"], GRACE) and not self.facts.is_doubtful(entry["time"], alert[2:]):
            return f"acknowledges an alert of {seen['raised_at']}, which is later"
        if seen["kind"] not in ALERTS_OF_ACTS:
            return ""
        if seen["kind"] not in ALERTS_OF_HOUSE:
            self.facts.acknowledged[alert] = (entry["sequence"], entry["table"] or 0)
        elif alert not in self._raised and self._tells_alerts_since(seen["raised_at"]):
            return self.miss(f"acknowledges an alert of {seen['raised_at']} that no entry raised")
        return ""

    def _tells_alerts_since(self, time: str) -> bool:
        return self.schema >= EFFECTS_SCHEMA and time >= self.schema_since

    def make_checkpoint(self, entry: Entry, payload: Payload) -> str:
        """A checkpoint, one after the other; its time is the greatest of the clock and of what it signs (AUD 2.6)."""
        number, time = payload["checkpoint"]["number"], payload["checkpoint"]["time"]
        if self._checkpoint is not None and number != self._checkpoint + 1:
            return f"makes checkpoint {number} after checkpoint {self._checkpoint}"
        if not self._times.is_real(time) or time < entry["time"]:
            return f"makes a checkpoint of {time[:40]!r}, which is earlier than its own entry, or no moment"
        if time > shifted(entry["time"], GRACE):
            self._note_set_back(time)
            self.undecided[CLOCK_SET_BACK] += 1
        self._checkpoint = number
        self.facts.checkpoint_times[number] = time
        return ""

    def restored(self, _entry: Entry, payload: Payload) -> str:
        """A database that was restored goes on with a new list, after the checkpoint that lay outside (AUD 3.5)."""
        self._checkpoint = payload["first"] - 1
        return ""

    handlers: Mapping[str, Handler] = {
        "restored": restored,
        "bootstrap": StaffRules.bootstrap,
        "add_person": StaffRules.add_person,
        "manage_people": StaffRules.manage_people,
        "confirm_people": StaffRules.confirm_people,
        **dict.fromkeys(("reject_people", "withdraw_staff_change", "expire_staff_change"), StaffRules.decide_people),
        **dict.fromkeys(("revoke_role", "deactivate_person"), StaffRules.take_roles),
        "add_table": add_table,
        "tap_in": tap_in,
        "tap_out": tap_out,
        "sign_in": DeskRules.sign_in,
        "sign": DeskRules.signature,
        **dict.fromkeys(("issue_token", "unlock_badge", "reset_demonstration_secrets"), DeskRules.about_person),
        "bar_player": bar_player,
        "lift_bar": lift_bar,
        "acknowledge_alert": acknowledge_alert,
        "enrol_tablet": DeskRules.enrol_tablet,
        **dict.fromkeys(("revoke_tablet", "unlock_tablet"), DeskRules.change_tablet),
        "export_audit_log": DeskRules.export_audit_log,
        **dict.fromkeys(("cancel_export", "finish_export", "download_export"), DeskRules.about_export),
        "make_checkpoint": make_checkpoint,
    }
