"""What a page sends, read; what an act makes of it is the act's to say."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tables.errors import BadField
from tables.errors import gettext_noop as _
from tables.policy import Act
from tables.stamp import CommandId

LONGEST_INPUT = 20_000


@dataclass(frozen=True, slots=True)
class SentAct:
    """One act as the tablet sends it: under which command id, decided on which version, and what was on the screen.

    `dealer` is the badge of whoever was tapped in when it was tapped; None where the page does not say.
    """

    name: str
    command_id: CommandId
    version: int
    input: dict[str, Any]
    seen: str
    dealer: str | None
    badge: str = ""
    secret: str = field(default="", repr=False)

    @property
    def act(self) -> Act | None:
        """The act of the matrix, if there is one of this name."""
        return next((act for act in Act if act.value == self.name), None)


def read_act(fields: Mapping[str, str]) -> SentAct:
    """The form of an act; raises BadField for one that is not whole."""
    command_id = CommandId.sent(fields.get("command", ""), field="command")
    version = fields.get("version", "")
    if not version.isdecimal() or len(version) > 18:
        raise BadField(_("%(field)s must be a whole number."), field="version")
    return SentAct(
        name=fields.get("act", ""),
        command_id=command_id,
        version=int(version),
        input=_read_input(fields.get("input", "{}")),
        seen=fields.get("seen", "")[:40],
        dealer=fields.get("dealer"),
        badge=fields.get("badge", "")[:16],
        secret=fields.get("secret", "")[:200],
    )


def read_command(fields: Mapping[str, str]) -> CommandId:
    """Return the command id that a form was served with, so that a press twice is one; where it brings none, a new one.

    Raises BadField for one that no page has made.
    """
    sent = fields.get("command", "")
    return CommandId.sent(sent, field="command") if sent else CommandId.fresh("page")


def _read_input(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text) if len(text) <= LONGEST_INPUT else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadField(_("%(field)s must be a JSON object."), field="input")
    return found


def new_seed() -> str:
    """The beginning of the command ids of a served page; the page counts on from there."""
    return secrets.token_hex(12)
