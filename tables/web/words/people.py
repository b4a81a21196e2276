"""The words of roles and of requests about people."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tables.models import StaffChange
from tables.policy import Role
from tables.web.words import Words


class RoleWords(NamedTuple):
    """A role: its name, and as a sentence names who holds it ("Only a floor manager may do this.")."""

    name: Words
    holder: Words


ROLES: Mapping[str, RoleWords] = {
    Role.DEALER: RoleWords(_("Dealer"), _("a dealer")),
    Role.FLOOR: RoleWords(_("Floor"), _("a floor manager")),
    Role.COMPLIANCE: RoleWords(_("Compliance"), _("compliance")),
    Role.ADMIN: RoleWords(_("Administration"), _("an administrator")),
    Role.INSPECTOR: RoleWords(_("Inspector"), _("an inspector")),
    Role.SYSTEM: RoleWords(_("System"), _("the system")),
}
HOLDERS: Mapping[str, Words] = {**{role: words.holder for role, words in ROLES.items()}, "nobody": _("nobody")}
"""Who may do something, as the sentence of a refusal names them."""
PEOPLES_ROLES: Mapping[str, Words] = {role: ROLES[role].name for role in Role if role != Role.SYSTEM}
"""What people can be given; `system` is for what time brings and is held by nobody."""
STAFF_CHANGES: Mapping[str, Words] = {
    StaffChange.Kind.CREATE_PERSON: _("New person"),
    StaffChange.Kind.GRANT_ROLE: _("New role"),
    StaffChange.Kind.RESET_CREDENTIAL: _("New secrets"),
}
RETURNS = _("Comes back with new secrets")
"""New secrets for a person who had left."""
STAFF_CHANGE_STATES: Mapping[str, Words] = {
    StaffChange.State.REQUESTED: _("waits"),
    StaffChange.State.CONFIRMED: _("confirmed"),
    StaffChange.State.REJECTED: _("rejected"),
    StaffChange.State.WITHDRAWN: _("withdrawn"),
    StaffChange.State.EXPIRED: _("run out"),
}
