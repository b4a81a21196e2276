"""Who sends a request: a person in a session, a program with a person's token, or a tablet with its own."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tables.errors import Locked
from tables.errors import gettext_noop as _
from tables.models import Person, PersonToken, Tablet
from tables.queries.identity import program_of, tablet_of

KEYWORD = b"token"


@dataclass(frozen=True, slots=True)
class TabletAlone:
    """Stands in for the user where a tablet asks: it is known, but no person."""

    is_authenticated: ClassVar[bool] = True
    is_active: ClassVar[bool] = True


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token …`; `request.auth` is the tablet, or the token of a person."""

    def authenticate(self, request: Request) -> tuple[Person, PersonToken] | tuple[TabletAlone, Tablet] | None:
        """Return who sends the request; None if there is no token in it, an error if no person has it."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != KEYWORD:
            return None
        token = words[1].decode("latin-1") if len(words) == 2 else ""
        if tablet := tablet_of(token):
            if tablet.locked_at is not None:
                raise Locked(
                    _("This tablet is locked after too many failures: a floor manager unlocks it with a password.")
                )
            return TabletAlone(), tablet
        if program := program_of(token):
            return program.person, program
        raise AuthenticationFailed(gettext("This token is unknown or revoked."))

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - as the framework calls it
        """What an answer 401 asks for."""
        return "Token"
