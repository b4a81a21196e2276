"""What was sent with an act, read by the acts that share it."""

from collections.abc import Sequence

from tables.actions.act.context import JSON
from tables.errors import BadField
from tables.errors import gettext_noop as _
from tables.games.reading import is_storable


def need_text(value: object, name: str, *, most: int = 200, required: bool = True) -> str:
    """Return a text without the spaces around it; raises BadField where it is none, too long, or empty and required."""
    if not isinstance(value, str) or len(value) > most or not is_storable(value):
        raise BadField(_("%(field)s must be text of at most %(most)s characters."), field=name, most=most)
    if required and not value.strip():
        raise BadField(_("%(field)s must not be empty."), field=name)
    return value.strip()


def need_reason(reason: object, words: object, allowed: Sequence[str]) -> JSON:
    """Return one of the codes and the words beside it, which `other` needs (AUD 1.3); raises BadField."""
    if reason not in allowed:
        raise BadField(_("The reason must be one of %(allowed)s."), field="reason", allowed=", ".join(allowed))
    return {"reason": reason, "words": need_text(words, "words", required=reason == "other")}
