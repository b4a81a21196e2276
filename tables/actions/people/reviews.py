"""The review of roles: somebody looks at who holds what, and signs that it is as it should be (AUD 7.5)."""

from tables.actions.act.context import ActContext
from tables.actions.act.path import in_house
from tables.errors import WrongState
from tables.errors import gettext_noop as _
from tables.games.table.reading import read_text
from tables.games.values import JSON
from tables.policy import Act
from tables.queries.reviews import roles_held


@in_house(Act.REVIEW_ROLES)
def review_roles(context: ActContext, *, roles: str, words: object) -> JSON:
    """Sign the list with this SHA-256; raises WrongState where who holds what has changed since it was shown."""
    read_text(words, "words")
    held = roles_held(context.casino.pk)
    if roles != held.sha256:
        raise WrongState(_("Who holds which role has changed since this list was shown: look at it again."))
    context.record({"people": held.people, "held": held.roles})
    return {"roles": held.sha256, "people": held.people, "held": held.roles}
