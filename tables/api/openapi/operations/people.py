"""People and roles: what their addresses take and answer."""

from collections.abc import Mapping
from typing import Any

from tables.api.openapi.operation import Operation, house_act
from tables.api.openapi.shapes import COUNT, FLAG, HASH, TEXT, TIME, WHOLE, many, one_of, or_null, record, ref
from tables.games.values import JSON
from tables.models import StaffChange
from tables.policy import Role

ROLE = one_of(*(role for role in Role if role != Role.SYSTEM))
KIND = one_of(*StaffChange.Kind)
STATE = one_of(*StaffChange.State)
SIGNED = {"signature": ref("Signature")}
PIN: JSON = {**TEXT, "format": "password", "description": "Six digits, none trivial; kept hashed."}
PASSWORD: JSON = {**TEXT, "format": "password", "maxLength": 128}
BY_HIM = {"badge": "9001", "secret": "the admin's own password"}

LANGUAGE: JSON = {**TEXT, "maxLength": 8, "description": "Its code, as in nl; empty is the house's."}

CHANGED = record(change=WHOLE, kind=KIND, badge=TEXT, state=STATE)
LEFT = record(badge=TEXT, roles=many(ROLE), active=FLAG, tapped_out_at=or_null(WHOLE))
SECOND = "Another person than who asked, and than whom it is about: compliance by a plain yes, an admin signed."

PERSON = record(
    badge=TEXT,
    name=TEXT,
    licence=TEXT,
    active=FLAG,
    locked=FLAG,
    roles=many(record(role=ROLE, given_by=or_null(TEXT), confirmed_by=or_null(TEXT), given_at=TIME)),
)
STAFF_CHANGE = record(
    change=WHOLE,
    kind=KIND,
    badge=TEXT,
    name=or_null(TEXT),
    roles=many(ROLE),
    state=STATE,
    requested_by=TEXT,
    requested_at=TIME,
    expires_at=TIME,
    decided_by=or_null(TEXT),
    decided_at=or_null(TIME),
)


REVIEW = record(
    roles=HASH,
    people=COUNT,
    held=COUNT,
    last=or_null(record(time=TIME, badge=TEXT, words=TEXT, roles=HASH)),
)


def _asked(summary: str, example: JSON, *optional: str, **properties: JSON) -> Operation:
    """A request: signed by the admin with their own password, in effect when a second person confirms it."""
    body = record("signature", *optional, **properties, **SIGNED)
    more = "Signed by the admin who asks, with their own password; in effect when a second person confirms it within 24 hours."
    return house_act("people", summary, CHANGED, body, example={**example, "signature": BY_HIM}, more=more)


def _decided(summary: str, **more: Any) -> Operation:
    return house_act(
        "people",
        summary,
        CHANGED,
        record("signature", **SIGNED),
        expires="The request has run out (`expired`).",
        **more,
    )


def _taken(summary: str) -> Operation:
    more = "Signed by an admin with their own password; in effect at once. The last admin and the last compliance officer stay."
    return house_act("people", summary, LEFT, record("signature", **SIGNED), example={"signature": BY_HIM}, more=more)


PEOPLE: Mapping[str, Operation] = {
    "list_people": Operation(
        "people",
        "Who holds which role, given and confirmed by whom, and what is asked for",
        record(people=many(PERSON), changes=many(STAFF_CHANGE), review=REVIEW, decided=many(STAFF_CHANGE)),
        more="For admins and compliance. `changes` wait for a second person; `decided` are the last that do not.",
    ),
    "request_person": _asked(
        "Ask for a new person",
        {"badge": "2003", "name": "Nora", "roles": ["floor"], "pin": "940275", "password": "at least twelve letters"},
        *("licence", "pin", "password"),
        badge={**TEXT, "maxLength": 16},
        name={**TEXT, "maxLength": 80},
        licence={**TEXT, "maxLength": 40},
        roles=many(ROLE),
        pin=PIN,
        password=PASSWORD,
    ),
    "request_roles": _asked("Ask for further roles for a person", {"roles": ["dealer"]}, roles=many(ROLE)),
    "request_secrets": _asked(
        "Ask for a new PIN or password for a person",
        {"pin": "940275"},
        *("pin", "password"),
        pin=PIN,
        password=PASSWORD,
    ),
    "confirm_people": _decided("Confirm a request about people: it takes effect", more=SECOND),
    "reject_people": _decided("Reject a request about people", more=SECOND),
    "withdraw_staff_change": _decided("Withdraw one's own request about people"),
    "revoke_role": _taken("Take a role away"),
    "deactivate_person": _taken("A person leaves: roles, sessions and tokens end"),
    "choose_language": house_act(
        "people",
        "Choose the language in which one reads one's pages; an empty text is the house's",
        record(badge=TEXT, language=LANGUAGE),
        record(language=LANGUAGE),
        example={"language": "nl"},
    ),
    "review_roles": house_act(
        "people",
        "Sign that who holds which role is as it should be",
        record(roles=HASH, people=COUNT, held=COUNT),
        record("signature", words={**TEXT, "maxLength": 200, "minLength": 1}, **SIGNED),
        example={"words": "looked at with the roster", "signature": {"badge": "3001", "secret": "a password"}},
        more="By compliance or an admin, with their own signature; the address names the list as `review.roles` gives it.",
    ),
    "unlock_badge": house_act("people", "A badge locked after failures may try again", record(badge=TEXT)),
}
