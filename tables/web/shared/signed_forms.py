"""What the forms of staff have in common: a command id, a signature, and a sentence for what was wrong (OPS 1.3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from tables.actions.people.credentials import Credentials
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.games.values import JSON
from tables.policy import Act, Role, permission
from tables.stamp import CommandId, Signature, Stamp
from tables.web.shared.errors import refused, sentence
from tables.web.shared.fields import PageForm, SecretField, TextField
from tables.web.shared.forms import new_seed, read_command
from tables.web.shared.staff_page import StaffContext


class Success(NamedTuple):
    """What is said of an act that was done, and on which page."""

    text: str
    address: str


class SignedForm(PageForm):
    """A form with the badge and the PIN or password of the person who signs it; `key` tells the forms of a page apart."""

    badge = TextField(strip=True)
    secret = SecretField()

    def __init__(self, data: QueryDict, key: str) -> None:
        super().__init__(data)
        self.key = key

    @property
    def credentials(self) -> Credentials | None:
        """What signs the form; None where no secret was typed."""
        fields = self.read()
        return Credentials(fields["badge"], fields["secret"]) if fields["secret"] else None


@dataclass(frozen=True, slots=True)
class Refusal:
    """A form whose act was refused: the sentence, the error, which form of the page it was, and what was typed."""

    text: str
    error: TableError | RuleError
    form: str
    values: Mapping[str, Any]

    def problem_of(self, form: str) -> str:
        """The sentence, where it is about this form of the page; else nothing."""
        return self.text if self.form == form else ""


def done_or_refused(
    request: HttpRequest, office: StaffContext, form: SignedForm, act: Callable[[Stamp], object], success: Success
) -> HttpResponse | Refusal:
    """Sign an act and do it: the next page says that it was done, or a refusal says why it was not."""
    try:
        command_id = read_command(request.POST)
        signature = signature_of(office, form.credentials, command_id)
        act(office.stamp(office.floor_first, command_id, signature))
    except (TableError, RuleError) as error:
        return Refusal(sentence(error, office.figures), error, form.key, form.values)
    messages.success(request, success.text)
    return redirect(success.address)


def with_refusal(page: HttpResponse, refusal: Refusal | None) -> HttpResponse:
    """Return the page with the status of the refusal that it shows, if it shows one."""
    return page if refusal is None else refused(page, refusal.error)


def refusal_context(refusal: Refusal | None) -> JSON:
    """What the template of a page with signed forms shows of a refusal: the refusal, and what was typed (`sent`)."""
    return {"refusal": refusal, "sent": refusal.values if refusal else {}, "command": new_seed()}


def own_signature(
    request: HttpRequest, office: StaffContext, act: Act, role: Role, command_id: CommandId
) -> Signature | None:
    """Prove the password of the person who is signed in; None where the act needs none in this role, or none was typed.

    Raises NotAllowed or Locked.
    """
    cell, secret = permission(act, role), request.POST.get("signature", "")
    if cell is None or not cell.signed or not secret:
        return None
    return signature_of(office, Credentials(office.person.badge, secret), command_id)


def signature_of(office: StaffContext, credentials: Credentials | None, command_id: CommandId) -> Signature | None:
    """Prove credentials for an act of the house; None for none. Raises NotAllowed or Locked."""
    if credentials is None:
        return None
    return credentials.sign(casino_id=office.casino.pk, command_id=command_id)
