"""What the report of access has to tell: an export, a wrong password, an account that nobody used (AUD 7.5)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tables.actions.audit.exports import request_export
from tables.actions.people.sign_in import sign_in
from tables.errors import TableError
from tables.games.values import JSON
from tables.models import Person, RoleGrant
from tables.policy import Role
from tables.queries.reviews import roles_held
from tests.cast import Cast, command_id

LONG = timedelta(days=100)


def held_roles(cast: Cast) -> JSON:
    """The list of who holds what, by its hash."""
    return {"roles": roles_held(cast.casino.pk).sha256}


def something_for_access(cast: Cast) -> None:
    """An export that Ines asked for, a wrong password of Frank's, and Odo, who never signed in since he was given his role."""
    request_export(cast.in_house("ines"), sent={"tables": [12]})
    with pytest.raises(TableError):
        sign_in(casino_id=cast.casino.pk, badge="2001", password="not this one", command_id=command_id())
    unused_account(cast)


def unused_account(cast: Cast, badge: str = "2077") -> Person:
    """A floor manager since 100 days, of whom the log has no entry."""
    person = Person.objects.create(badge=badge, name="Odo")
    given = timezone.now() - LONG
    RoleGrant.objects.create(casino=cast.casino, person=person, role=Role.FLOOR, granted_at=given)
    return person
