"""People and roles over HTTP: who works here, what is asked for, and what comes of it (OPS 1.4)."""

from collections.abc import Callable

from rest_framework.request import Request
from rest_framework.response import Response

from tables.actions import devices
from tables.actions.act import Answer
from tables.actions.people import decisions as staff_changes
from tables.actions.people import leaving as leavers
from tables.actions.people import requests as people
from tables.actions.people.languages import choose_language
from tables.actions.people.reviews import review_roles
from tables.api.http import callers
from tables.api.http.orders import LONGEST_BADGE, LONGEST_SECRET, Order, read_signed_house_order, read_texts
from tables.api.openapi.schema import Described
from tables.api.views.tables import View, acted
from tables.audit.chain import time_text
from tables.errors import NotAllowed
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Casino, StaffChange
from tables.policy import PEOPLE_READERS, Act
from tables.queries.identity import roles_of
from tables.queries.people import Member, decided_changes, members_of, open_changes
from tables.queries.reviews import last_review, roles_held
from tables.queries.times import moment_text
from tables.stamp import HouseCall

LONGEST_LANGUAGE = 8
SECRETS = {"pin": LONGEST_SECRET, "password": LONGEST_SECRET}
PERSON = {"badge": LONGEST_BADGE, "name": people.LONGEST_NAME, "licence": people.LONGEST_LICENCE, **SECRETS}


class People(View):
    """List the people of the house; ask for a new person."""

    schema = Described(get="list_people", post="request_person")

    def get(self, request: Request) -> Response:
        """List who holds which role, given by whom, and what is asked for; to those who ask and confirm."""
        casino_id = callers.visible_casinos(request)[0]
        if not roles_of(callers.person_of(request).pk, casino_id) & set(PEOPLE_READERS):
            raise NotAllowed(_("Only %(roles)s may do this."), roles=", ".join(PEOPLE_READERS))
        return Response(
            {
                "people": [_member(member) for member in members_of(casino_id)],
                "changes": [_change(change) for change in open_changes(casino_id)],
                "review": _review(casino_id),
                "decided": [_change(change) for change in decided_changes(casino_id)],
            }
        )

    def post(self, request: Request) -> Response:
        """Ask for a new person."""
        order, casino_id = read_signed_house_order(request), callers.visible_casinos(request)[0]
        roles = order.sent.pop("roles", None)
        sent = read_texts(order.sent, PERSON, optional=("licence", "pin", "password"))
        answer = people.request_person(
            HouseCall(casino_id, callers.house_stamp_of(request, Act.MANAGE_PEOPLE, casino_id, order)),
            badge=sent["badge"],
            details={"name": sent["name"], "licence": sent.get("licence", ""), "roles": roles},
            secrets=_secrets(sent),
        )
        return acted(answer)


class Roles(View):
    """Ask for further roles of a person."""

    schema = Described(post="request_roles")

    def post(self, request: Request, badge: str) -> Response:
        """Ask for them."""

        def act(call: HouseCall, order: Order) -> Answer:
            roles = order.sent.pop("roles", None)
            read_texts(order.sent, {})
            return people.request_roles(call, badge=badge, roles=roles)

        return _done(request, Act.MANAGE_PEOPLE, act)


class SecretsOf(View):
    """Ask for a new PIN or password of a person."""

    schema = Described(post="request_secrets")

    def post(self, request: Request, badge: str) -> Response:
        """Ask for it."""

        def act(call: HouseCall, order: Order) -> Answer:
            sent = read_texts(order.sent, SECRETS, optional=("pin", "password"))
            return people.request_secrets(call, badge=badge, secrets=_secrets(sent))

        return _done(request, Act.MANAGE_PEOPLE, act)


class RevokeRole(View):
    """A role that is taken away."""

    schema = Described(post="revoke_role")

    def post(self, request: Request, badge: str, role: str) -> Response:
        """Take it, at once."""

        def act(call: HouseCall, order: Order) -> Answer:
            read_texts(order.sent, {})
            return leavers.revoke_role(call, badge=badge, role=role)

        return _done(request, Act.REVOKE_ROLE, act)


class Deactivate(View):
    """Deactivate a person who leaves."""

    schema = Described(post="deactivate_person")

    def post(self, request: Request, badge: str) -> Response:
        """End all their roles, sessions and tokens."""

        def act(call: HouseCall, order: Order) -> Answer:
            read_texts(order.sent, {})
            return leavers.deactivate_person(call, badge=badge)

        return _done(request, Act.DEACTIVATE_PERSON, act)


class UnlockBadge(View):
    """A badge that is locked after too many failures."""

    schema = Described(post="unlock_badge")

    def post(self, request: Request, badge: str) -> Response:
        """Let it try again."""

        def act(call: HouseCall, order: Order) -> Answer:
            read_texts(order.sent, {})
            return devices.unlock_badge(call, badge=badge)

        return _done(request, Act.UNLOCK_BADGE, act)


class Language(View):
    """The language in which a person reads their pages."""

    schema = Described(post="choose_language")

    def post(self, request: Request) -> Response:
        """Choose it, for oneself."""

        def act(call: HouseCall, order: Order) -> Answer:
            sent = read_texts(order.sent, {"language": LONGEST_LANGUAGE})
            return choose_language(call, language=sent["language"])

        return _done(request, Act.CHOOSE_LANGUAGE, act)


class ReviewRoles(View):
    """The list of who holds what, by its hash, looked at."""

    schema = Described(post="review_roles")

    def post(self, request: Request, roles: str) -> Response:
        """Sign that it is as it should be."""

        def act(call: HouseCall, order: Order) -> Answer:
            words = order.sent.pop("words", None)
            read_texts(order.sent, {})
            return review_roles(call, roles=roles, words=words)

        return _done(request, Act.REVIEW_ROLES, act)


class Decision(View):
    """What comes of a request: each decision is an address of its own."""

    schema = Described()
    act: str = ""

    def post(self, request: Request, change_id: int) -> Response:
        """Confirm, reject or withdraw it."""
        decide = DECISIONS[self.act]

        def act(call: HouseCall, order: Order) -> Answer:
            read_texts(order.sent, {})
            return decide(call, change=change_id)

        return _done(request, Act(self.act), act)


DECISIONS: dict[str, Callable[..., Answer]] = {
    "confirm_people": staff_changes.confirm_change,
    "reject_people": staff_changes.reject_change,
    "withdraw_staff_change": staff_changes.withdraw_change,
}


def _done(request: Request, act: Act, work: Callable[[HouseCall, Order], Answer]) -> Response:
    """One act of the house, in the first house where the person holds a role."""
    order, casino_id = read_signed_house_order(request), callers.visible_casinos(request)[0]
    call = HouseCall(casino_id, callers.house_stamp_of(request, act, casino_id, order))
    return acted(work(call, order))


def _review(casino_id: int) -> JSON:
    """The list as it is to be signed, and its newest review."""
    held, last = roles_held(casino_id), last_review(Casino(pk=casino_id))
    signed = (
        {"time": time_text(last.time), "badge": last.badge, "words": last.words, "roles": last.roles} if last else None
    )
    return {"roles": held.sha256, "people": held.people, "held": held.roles, "last": signed}


def _secrets(sent: dict[str, str]) -> people.Secrets:
    return people.Secrets(sent.get("pin", ""), sent.get("password", ""))


def _member(member: Member) -> JSON:
    return {
        "badge": member.badge,
        "name": member.name,
        "licence": member.licence,
        "active": member.is_active,
        "locked": member.is_locked,
        "roles": [
            {
                "role": held.role,
                "given_by": held.given_by or None,
                "confirmed_by": held.confirmed_by or None,
                "given_at": time_text(held.given_at),
            }
            for held in member.roles
        ],
    }


def _change(change: StaffChange) -> JSON:
    return {
        "change": change.pk,
        "kind": change.kind,
        "badge": change.badge,
        "name": change.details.get("name"),
        "roles": change.details.get("roles", []),
        "state": change.state,
        "requested_by": change.requested_by.badge,
        "requested_at": time_text(change.requested_at),
        "expires_at": time_text(change.expires_at),
        "decided_by": change.decided_by.badge if change.decided_by else None,
        "decided_at": moment_text(change.decided_at),
    }
