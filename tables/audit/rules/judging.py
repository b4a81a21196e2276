"""What is judged of an entry in every chain: its form, and that its author may act in the role it names (AUD 2.6)."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tables.audit.rules.acts import ACTS, ANYWHERE, DEALER, ROLE_NOT_HELD, ROLES, SCHEMAS, SYSTEM, ActRule
from tables.audit.rules.facts import NEVER, Entry, HouseFacts, Span
from tables.audit.rules.moments import Times

PEOPLE_HIDDEN = "who was added and holds which role: entries of the house before it are left out or cannot be believed"
BEFORE_HIDDEN = "what an entry refers to: entries of its chain before it are left out or cannot be believed"
CLOCK_SET_BACK = "what was earlier, in the chain of the house or at a table: a clock was set back about then"
OTHER_PAYLOAD = "its payload is not one that an entry of its act has"

Handler = Callable[[Any, Entry, Mapping[str, Any]], str]
"""What is wrong with an entry of one act, given also its payload; where nothing is, the handler notes what it says."""


class Judge:
    """Goes through one chain, entry by entry; whatever an entry holds, it answers with a sentence and raises nothing."""

    place = ""
    handlers: Mapping[str, Handler] = {}

    def __init__(self, facts: HouseFacts, undecided: Counter[str]) -> None:
        self.facts = facts
        self.undecided = undecided
        self.is_hidden = False
        """Whether entries before were left out, or cannot be believed."""
        self.time = ""
        self.schema = min(SCHEMAS)
        self.schema_since = ""
        """The time of the first entry of the schema that the chain has now."""
        self.first_schema: int | None = None
        self._times = Times()
        self._authors: dict[tuple[str, str], Span] = {}

    def take(self, entry: Entry) -> str:
        """What is wrong with the next entry; empty where it is what it may be."""
        rule = ACTS.get(entry["act"])
        if rule is None:
            return f"its act {entry['act'][:40]!r} is none that there is"
        problem = self._form(entry, rule) or self._author(entry, rule)
        if not problem:
            try:
                problem = self.judge(entry)
            except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError):
                problem = OTHER_PAYLOAD
        self.time = entry["time"]
        return problem

    def hide(self) -> None:
        """An entry was left out, or cannot be believed: what it said is not known."""
        self.is_hidden = True

    def judge(self, entry: Entry) -> str:
        """What is wrong with what an entry of good form says."""
        handler = self.handlers.get(entry["act"])
        return handler(self, entry, entry["payload"]) if handler else ""

    def miss(self, problem: str) -> str:
        """The problem of something that was not found before; undecided where it may be among what is hidden."""
        if not self.is_hidden:
            return problem
        self.undecided[BEFORE_HIDDEN] += 1
        return ""

    def verify_signature(self, entry: Entry, rule: ActRule) -> str:
        """Say what is wrong with the signature that an act asks for; empty where nothing is."""
        badge = signer_of(entry)
        if badge is None:
            return f"is signed by nobody, though {entry['act']} asks for it"
        if rule.apart and entry["role"] == DEALER and badge == entry["person"]:
            return f"is signed by {badge}, who deals"
        problems = [self.verify_role(badge, role, entry["time"]) for role in sorted(rule.signed_by)]
        return "" if "" in problems else f"is signed by {badge}, who {problems[0]}"

    def verify_role(self, badge: str, role: str, time: str) -> str:
        """Why a person may not act in a role at a time, as the end of a sentence; empty where they may."""
        people = self.facts.people
        span = people.span(badge, role, time)
        if span is not NEVER:
            self._authors[badge, role] = span
            return ""
        if self.facts.is_hidden:
            self.undecided[PEOPLE_HIDDEN] += 1
            return ""
        added = people.added(badge)
        limits = people.limits(badge, role) if added else []
        if self.facts.is_doubtful(time, limits):
            self.undecided[CLOCK_SET_BACK] += 1
            return ""
        return f"did not hold the role {role} then, says the log" if added else "was never added, says the log"

    def _form(self, entry: Entry, rule: ActRule) -> str:
        role, schema = entry["role"], entry["schema"]
        if rule.place not in (self.place, ANYWHERE):
            return f"is of {entry['act']}, which stands in no chain like this"
        if schema not in SCHEMAS:
            return f"its schema {schema} is none that there is"
        if schema < self.schema:
            return f"its schema is {schema}, after entries of schema {self.schema}"
        if not self._times.is_real(entry["time"]):
            return f"its time {entry['time'][:40]!r} is no moment in the one form"
        if role not in rule.roles:
            return f"its role {role[:40]!r} is none that may {entry['act']}" if role in ROLES else _no_role(role)
        if (role == SYSTEM) != (entry["person"] is None) and entry["act"] not in ROLE_NOT_HELD:
            return "names a person, but the role of nobody" if role == SYSTEM else f"names nobody in the role {role}"
        if self.first_schema is None:
            self.first_schema = schema
        if schema > self.schema:
            self.schema, self.schema_since = schema, entry["time"]
        return ""

    def _author(self, entry: Entry, rule: ActRule) -> str:
        role, badge = entry["role"], entry["person"]
        if badge is None:
            return ""
        if entry["act"] not in ROLE_NOT_HELD:
            span = self._authors.get((badge, role), NEVER)
            if not span[0] <= entry["time"] <= span[1]:
                why = self.verify_role(badge, role, entry["time"])
                if why:
                    return f"{badge[:40]} {why}"
        elif self.facts.people.added(badge) is None:
            if not self.facts.is_hidden:
                return f"{badge[:40]} was never added, says the log"
            self.undecided[PEOPLE_HIDDEN] += 1
        if rule.signed_by and role not in rule.unsigned:
            return self.verify_signature(entry, rule)
        return ""


def _no_role(role: str) -> str:
    return f"its role {role[:40]!r} is none that there is"


def signer_of(entry: Entry) -> str | None:
    """The badge that signed an entry; None where there is no signature."""
    signature = entry["payload"].get("signature")
    badge = signature.get("badge") if type(signature) is dict else None
    return badge if type(badge) is str else None
