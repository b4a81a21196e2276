"""People in the chain of the house: added, asked for, confirmed by another, leaving (AUD 2.6)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from tables.audit.rules.acts import ADMIN, HOUSE
from tables.audit.rules.facts import Entry, HouseFacts
from tables.audit.rules.judging import PEOPLE_HIDDEN, Judge, signer_of

Payload = Mapping[str, Any]
CREATES, GRANTS = "create_person", "grant_role"


class Asked(NamedTuple):
    """A request about people that nobody has decided on yet."""

    kind: str
    badge: str
    roles: tuple[str, ...]
    by: str


class StaffRules(Judge):
    """Judges what the house says of people; here a role begins and ends with its entry, to the entry."""

    place = HOUSE

    def __init__(self, undecided: Counter[str]) -> None:
        super().__init__(HouseFacts(), undecided)
        self.facts.is_hidden = False
        self._asked: dict[int, Asked] = {}
        self._decided: set[int] = set()

    def verify_role(self, badge: str, role: str, _time: str) -> str:
        """Why a person may not act in a role where the chain stands; empty where they may."""
        held = self.facts.people.held.get(badge)
        if held is not None and role in held:
            return ""
        if self.is_hidden:
            self.undecided[PEOPLE_HIDDEN] += 1
            return ""
        return "was never added, says the log" if held is None else f"did not hold the role {role} then, says the log"

    def bootstrap(self, entry: Entry, payload: Payload) -> str:
        """The casino, with its first people."""
        if entry["sequence"] != 1:
            return "sets up a casino that is there"
        for person in payload["people"]:
            self._add(person, entry["time"])
        return ""

    def add_person(self, entry: Entry, payload: Payload) -> str:
        """A person of a demonstration, or of the start."""
        badge = payload["person"]["badge"]
        if badge in self.facts.people.held:
            return f"adds {badge}, who is there"
        self._add(payload["person"], entry["time"])
        return ""

    def manage_people(self, entry: Entry, payload: Payload) -> str:
        """A request, to be decided on by another person."""
        sent, number = payload["sent"], payload["after"]["change"]
        if signer_of(entry) != entry["person"]:
            return "is not signed by who asks for it"
        if number in self._asked or number in self._decided:
            return f"asks for change {number} of people, which was asked for before"
        if sent["kind"] == CREATES and sent["badge"] in self.facts.people.held:
            return f"asks for a badge {sent['badge']} that there is"
        self._asked[number] = Asked(sent["kind"], sent["badge"], tuple(sent.get("roles", ())), entry["person"])
        return ""

    def confirm_people(self, entry: Entry, payload: Payload) -> str:
        """A second person puts a request into effect, as it was asked for."""
        before, after, person = payload["before"], payload["after"], entry["person"]
        problem = self._open(entry, before["change"])
        asked = self._asked.get(before["change"])
        if problem or asked is None:
            return problem
        said = Asked(before["kind"], before["badge"], tuple(before.get("roles", ())), before["requested_by"])
        if said != asked or (asked.roles and tuple(after["roles"]) != asked.roles):
            return f"confirms another change {before['change']} of people than was asked for"
        if asked.by == person or asked.badge == person:
            return f"{person} confirms what they asked for themselves, or what is about themselves"
        if asked.badge != after["badge"] or (asked.kind == GRANTS and asked.badge not in self.facts.people.held):
            return f"gives roles to {after['badge']}, for whom they were not asked"
        if asked.kind == CREATES:
            self.facts.people.add(asked.badge, entry["time"])
        if asked.roles:
            self.facts.people.give(asked.badge, asked.roles, entry["time"])
        self._decide(before["change"])
        return ""

    def decide_people(self, entry: Entry, payload: Payload) -> str:
        """A request rejected by another, withdrawn by who asked for it, or run out."""
        number, act = payload["before"]["change"], entry["act"]
        problem = self._open(entry, number)
        asked = self._asked.get(number)
        if problem or asked is None:
            return problem
        if act == "reject_people" and asked.by == entry["person"]:
            return "rejects what they asked for themselves"
        if act == "withdraw_staff_change" and asked.by != entry["person"]:
            return f"withdraws change {number} of people, which {asked.by} asked for"
        self._decide(number)
        return ""

    def _open(self, entry: Entry, number: int) -> str:
        if entry["role"] == ADMIN and signer_of(entry) != entry["person"] and entry["act"] != "withdraw_staff_change":
            return "is not signed by who decides it"
        if number in self._decided:
            return f"decides on change {number} of people, which was decided on before"
        return (
            "" if number in self._asked else self.miss(f"decides on change {number} of people, which nobody asked for")
        )

    def _decide(self, number: int) -> None:
        del self._asked[number]
        self._decided.add(number)

    def take_roles(self, entry: Entry, payload: Payload) -> str:
        """Roles that end, and with them the tap-in."""
        badge, people = payload["sent"]["badge"], self.facts.people
        if signer_of(entry) != entry["person"]:
            return "is not signed by who does it"
        held = people.held.get(badge)
        if held is None:
            return self.miss(f"takes roles of {badge}, who was never added")
        taken = set(payload["before"]["roles"]) - set(payload["after"]["roles"])
        if not taken <= held and not self.is_hidden:
            return f"takes roles of {badge} that they did not hold"
        people.take(badge, set(held) if entry["act"] == "deactivate_person" else taken, entry["time"])
        self._authors.clear()
        if payload["after"]["tapped_out_at"] is not None:
            self.facts.tap_ins.end(payload["after"]["tapped_out_at"], entry["time"])
        return ""

    def _add(self, person: Payload, time: str) -> None:
        self.facts.people.add(person["badge"], time)
        self.facts.people.give(person["badge"], person["roles"], time)
