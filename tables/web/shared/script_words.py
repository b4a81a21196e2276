"""The words of the scripts: the catalogue that a page loads in its own language (TAB 4.4)."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation.trans_real import DjangoTranslation
from django.views.decorators.http import require_GET
from django.views.i18n import JavaScriptCatalog


@require_GET
def script_words(request: HttpRequest, language: str) -> HttpResponse:
    """Return the texts of the scripts in a language, as a script; 404 for a language that is not ours.

    The project's own texts alone: those of the framework have other rules of plural. What is not translated is English.
    """
    if language not in {code for code, _name in settings.LANGUAGES}:
        raise Http404
    folders = [str(folder) for folder in settings.LOCALE_PATHS]
    catalogue = JavaScriptCatalog()
    catalogue.translation = DjangoTranslation(language, domain=catalogue.domain, localedirs=folders)
    response: HttpResponse = catalogue.render_to_response(catalogue.get_context_data())
    return response
