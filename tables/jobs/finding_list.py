"""The findings of a casino as they are listed: what is kept of them outside, and who signed them off (AUD 6.4)."""

from enum import StrEnum
from typing import Annotated, TypedDict

from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.jobs.findings import kept_findings
from tables.models import Casino
from tables.queries.audit.sign_offs import SignOffDocument, sign_offs_of
from tables.queries.values import Time


class FindingState(StrEnum):
    """Where a finding is in its life."""

    OPEN = "open"
    SIGNED_OFF = "signed_off"
    GONE = "gone"


FINDING_STATES = tuple(map(str, FindingState))


class FindingDocument(TypedDict):
    """A finding of the verification."""

    id: str
    part: str
    """Which part of the verification found it."""
    chain: str
    """Of a table or the house; the number of a casino for its checkpoints; empty for the whole database."""
    sequence: int | None
    round: int | None
    words: str
    state: Annotated[str, FindingState]
    first_seen: Time
    since: Time
    """When it was found, or found again after it was gone."""
    last_seen: Time
    gone_since: Time | None
    run: int
    """The newest run that saw it."""
    sign_offs: list[SignOffDocument]


def findings_of(casino: Casino, state: FindingState | None = None) -> list[FindingDocument]:
    """Return the findings of a casino and of the whole database, newest first; of one state, or all."""
    signed = sign_offs_of(casino)
    found = [
        _document(kept, signed.get(kept["id"], []))
        for kept in kept_findings().values()
        if kept["chain"].partition("/")[0] in ("", str(casino.pk))
    ]
    found.sort(key=lambda finding: (finding["since"], finding["chain"], finding["id"]), reverse=True)
    return [finding for finding in found if state is None or finding["state"] == state]


def one_finding(casino: Casino, finding: str) -> FindingDocument:
    """Return one by its id; raises NotFound."""
    for known in findings_of(casino):
        if known["id"] == finding:
            return known
    raise NotFound(_("There is no finding %(finding)s."), finding=finding)


def as_signed(finding: FindingDocument) -> JSON:
    """Return what the entry of a sign-off holds of a finding: what it is, and when it was seen."""
    return {key: value for key, value in finding.items() if key not in ("state", "sign_offs")}


def _document(kept: JSON, sign_offs: list[SignOffDocument]) -> FindingDocument:
    # What was signed off, went and came again has to be looked at again.
    is_signed = any(sign_off["time"] >= kept["since"] for sign_off in sign_offs)
    state = FindingState.GONE if kept["gone_since"] else FindingState.SIGNED_OFF if is_signed else FindingState.OPEN
    return {
        "id": kept["id"],
        "part": kept["part"],
        "chain": kept["chain"],
        "sequence": kept["sequence"],
        "round": kept["round"],
        "words": kept["words"],
        "state": state,
        "first_seen": kept["first_seen"],
        "since": kept["since"],
        "last_seen": kept["last_seen"],
        "gone_since": kept["gone_since"],
        "run": kept["run"],
        "sign_offs": sign_offs,
    }
