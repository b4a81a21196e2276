"""Reading what a page sends: fields, numbers, command ids, credentials; the act judges what it means."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest

from tables.actions.people.credentials import Credentials
from tables.errors import BadField
from tables.errors import gettext_noop as _
from tables.policy import Act
from tables.queries.numbers import LARGEST_KEY, read_cursor, read_number
from tables.stamp import CommandId

LONGEST_INPUT = 20_000
FOLLOW_UP_FIELDS = ("act", "command", "input")


@dataclass(frozen=True, slots=True)
class SentAct:
    """One act as the tablet sends it: under which command id, decided on which version, and what was on the screen.

    `dealer` is the badge of the dealer who was tapped in when it was tapped; None where the page does not say.
    """

    name: str
    command_id: CommandId
    version: int
    input: dict[str, Any]
    seen: str
    dealer: str | None
    credentials: Credentials | None = None
    epoch: int | None = None
    """The epoch of the page it was tapped on; None where the page does not say (AUD 3.5)."""
    follow_up: "SentAct | None" = None
    """What is done in the same request once this is done, on the version that it makes."""

    @property
    def act(self) -> Act | None:
        """The act of the matrix, if there is one of this name."""
        try:
            return Act(self.name)
        except ValueError:
            return None


def read_act(fields: Mapping[str, str]) -> SentAct:
    """Read the form of an act; raises BadField for one that is not whole."""
    command_id = CommandId.sent(fields.get("command", ""), field="command")
    version = read_number(fields.get("version", ""), LARGEST_KEY)
    if version is None:
        raise BadField(_("%(field)s must be a whole number."), field="version")
    badge = fields.get("badge", "")
    sent = SentAct(
        name=fields.get("act", ""),
        command_id=command_id,
        version=version,
        input=_read_object(fields.get("input", "{}"), "input"),
        seen=fields.get("seen", "")[:40],
        dealer=fields.get("dealer"),
        credentials=Credentials(badge, fields.get("secret", "")) if badge else None,
        epoch=read_number(fields.get("epoch", ""), LARGEST_KEY),
    )
    return replace(sent, follow_up=_read_follow_up(fields["follow_up"], sent)) if "follow_up" in fields else sent


def _read_follow_up(text: str, first: SentAct) -> SentAct:
    """The act that follows in the same request: by the same dealer, unsigned, with a command id of its own."""
    document = _read_object(text, "follow_up")
    name, command, arguments = (document.get(key) for key in ("act", "command", "input"))
    if len(document) != len(FOLLOW_UP_FIELDS) or not isinstance(name, str) or not isinstance(arguments, dict):
        raise BadField(
            _("%(field)s must have exactly %(allowed)s."), field="follow_up", allowed=", ".join(FOLLOW_UP_FIELDS)
        )
    command_id = CommandId.sent(command if isinstance(command, str) else "", field="follow_up")
    return replace(first, name=name, command_id=command_id, input=arguments, credentials=None)


def read_command(fields: Mapping[str, str]) -> CommandId:
    """Return the command id that a form was served with, so that a form sent twice is one act; a new one for none.

    Raises BadField for a text that no page has given out.
    """
    sent = fields.get("command", "")
    return CommandId.sent(sent, field="command") if sent else CommandId.fresh("page")


def cursor_of(request: HttpRequest) -> int | None:
    """Return the key before which a page of a list starts; None, for the newest, where the address has none."""
    return read_cursor(request.GET.get("before", ""))


def _read_object(text: str, field: str) -> dict[str, Any]:
    try:
        document = json.loads(text) if len(text) <= LONGEST_INPUT else None
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise BadField(_("%(field)s must be a JSON object."), field=field)
    return document


def new_seed() -> str:
    """Return a beginning of command ids for a page that is served; the page counts on from there."""
    return secrets.token_hex(12)
