"""Why something was done, a code first and words second, and who answers for it (AUD 1.3)."""

from collections.abc import Sequence

from tables.actions.act.path import JSON, Desk, need_text
from tables.errors import BadField
from tables.errors import gettext_noop as _


def need_reason(reason: object, words: object, allowed: Sequence[str]) -> JSON:
    """One of the codes, and what was said beside it, which `other` needs; raises `bad_field`."""
    if reason not in allowed:
        raise BadField(_("The reason must be one of %(allowed)s."), field="reason", allowed=", ".join(allowed))
    return {"reason": reason, "words": need_text(words, "words", required=reason == "other")}


def signer_of(desk: Desk) -> int:
    """Who answers for an act of the floor: whoever signed it, for on a tablet it is sent in the dealer's name (OPS 1.3)."""
    signature = desk.stamp.signature
    person_id = signature.person_id if signature else desk.stamp.person_id
    if person_id is None:
        raise AssertionError("what time brings is nobody's to answer for")
    return person_id
