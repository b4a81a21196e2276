"""PINs, passwords, tokens and codes: how they are checked, and what is stored of them (OPS 1.6)."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from itertools import pairwise

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from tables.errors import BadField
from tables.errors import gettext_noop as _
from tables.games.reading import is_storable
from tables.models import Person

PIN_LENGTH = 6
CODE_DIGITS = 8
PIN, PASSWORD = "pin", "password"


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a badge and a secret belong together, found out before any lock."""

    person: Person | None
    method: str
    holds: bool


def prove(badge: str, secret: str, method: str) -> Proof:
    """Check a PIN or a password; an unknown badge takes the same time as a known one."""
    known = Person.objects.filter(badge=badge, is_active=True) if is_storable(badge) else Person.objects.none()
    person = known.first()
    stored = (person.pin_hash if method == PIN else person.password) if person else ""
    attempt = keyed(secret) if method == PIN else secret
    if not stored:
        make_password(attempt)
        return Proof(person, method, holds=False)
    return Proof(person, method, holds=check_password(attempt, stored))


def method_of(secret: str) -> str:
    """A signature is given with the PIN or the password; six digits are a PIN."""
    return PIN if len(secret) == PIN_LENGTH and secret.isdecimal() else PASSWORD


def keyed(pin: str) -> str:
    """The HMAC of a PIN; its key lies outside the database."""
    return hmac.new(settings.PIN_KEY.encode(), pin.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def fingerprint(secret: str) -> str:
    """What tells one secret from another under a command id, without the key as good as nothing; empty for none."""
    return keyed(f"fingerprint {secret}") if secret else ""


def hash_pin(pin: str, badge: str) -> str:
    """What is stored of a PIN: Argon2 over its HMAC; raises BadField for a PIN that anybody would try first."""
    if len(pin) != PIN_LENGTH or not (pin.isascii() and pin.isdecimal()):
        raise BadField(_("A PIN has %(length)s digits."), field="pin", length=PIN_LENGTH)
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if len(set(pin)) == 1 or steps in ({1}, {9}) or pin == badge.zfill(PIN_LENGTH):
        raise BadField(_("This PIN is too easy to guess: no run, no single digit, not the badge."), field="pin")
    return make_password(keyed(pin))


def hash_password(password: str, person: Person) -> str:
    """What is stored of a password; raises BadField for a weak one."""
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise BadField(
            _("The password will not do: %(why)s"), field="password", why=" ".join(error.messages)
        ) from error
    return make_password(password)


def new_token() -> str:
    """A token for a tablet or a program."""
    return secrets.token_urlsafe(32)


def code_of(command_id: str) -> str:
    """A one-time code that is read from one screen and typed at another.

    It follows from the command id and a key outside the database, so that an act sent again gives the same code
    although no code is ever stored (AUD 1.3).
    """
    return f"{int(keyed(f'enrolment code {command_id}'), 16) % 10**CODE_DIGITS:0{CODE_DIGITS}d}"
