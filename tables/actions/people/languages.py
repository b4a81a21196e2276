"""The language in which a person reads their pages, chosen by themselves (TAB 4.4)."""

from django.conf import settings

from tables.actions.act.context import ActContext
from tables.actions.act.path import in_house
from tables.errors import BadField
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Person
from tables.policy import Act


@in_house(Act.CHOOSE_LANGUAGE)
def choose_language(context: ActContext, *, language: str) -> JSON:
    """Read every page in a language from now on, or with an empty text in that of the house; raises BadField."""
    known = [code for code, _name in settings.LANGUAGES]
    if language and language not in known:
        raise BadField(_("%(field)s must be one of %(allowed)s."), field="language", allowed=", ".join(known))
    person = Person.objects.get(pk=context.stamp.person_id or 0)
    before, person.language = person.language, language
    person.save(update_fields=["language"])
    context.record({"before": {"language": before}, "after": {"language": language}})
    return {"badge": person.badge, "language": language}
