"""What the forms of staff have in common: a command id, a signature, and a sentence for what was wrong (OPS 1.3)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tables.actions.people.credentials import Credentials
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.policy import Act, Role, permission
from tables.stamp import Signature, Stamp
from tables.web.shared.errors import sentence, status_of
from tables.web.shared.forms import read_command
from tables.web.shared.staff_page import StaffContext

JSON = dict[str, Any]


class Success(NamedTuple):
    """What is said of an act that was done, and on which page."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a form was refused: the sentence, its status, and which form of the page it was."""

    text: str
    status: int
    form: str


def done_or_refused(
    request: HttpRequest, office: StaffContext, form: str, act: Callable[[Stamp], object], success: Success
) -> HttpResponse | Refusal:
    """Sign an act and do it: the next page says that it was done, or a refusal says why it was not."""
    try:
        act(_stamp(request, office))
    except (TableError, RuleError) as error:
        return Refusal(sentence(error, office.figures), status_of(error), form)
    messages.success(request, success.text)
    return redirect(success.address)


def _stamp(request: HttpRequest, office: StaffContext) -> Stamp:
    """Their stamp, signed by the person whose badge and PIN or password stand in the form."""
    command_id, secret = read_command(request.POST), request.POST.get("secret", "")
    credentials = Credentials(request.POST.get("badge", "").strip(), secret) if secret else None
    return office.stamp(office.floor_first, command_id, signature_of(office, credentials, command_id))


def own_signature(
    request: HttpRequest, office: StaffContext, act: Act, role: Role, command_id: str
) -> Signature | None:
    """Prove the password of the person who is signed in; None where the act needs none in this role, or none was typed.

    Raises NotAllowed or Locked.
    """
    cell, secret = permission(act, role), request.POST.get("signature", "")
    if cell is None or not cell.signed or not secret:
        return None
    return signature_of(office, Credentials(office.person.badge, secret), command_id)


def signature_of(office: StaffContext, credentials: Credentials | None, command_id: str) -> Signature | None:
    """Prove credentials for an act of the house; None for none. Raises NotAllowed or Locked."""
    if credentials is None:
        return None
    return credentials.sign(casino_id=office.casino.pk, command_id=command_id)
