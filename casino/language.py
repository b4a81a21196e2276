"""In which language a request is answered, before a view says otherwise (TAB 4.4, docs/decisions/0133)."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from tables.web.shared.language import of_browser, speak
from tables.web.shared.session import person_in

API = "/api/"


class ReaderLanguage:
    """Speaks to a person in their language, to nobody known in the browser's; programs hear English unless they ask.

    The pages of a tablet and the placard choose anew, once they know who stands in front of them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_program = request.path.startswith(API)
        person = None if is_program else person_in(request)
        if person is not None:
            speak(person.language)
        else:
            speak(of_browser(request, settings.LANGUAGE_CODE if is_program else settings.HOUSE_LANGUAGE))
        response = self.get_response(request)
        response.headers.setdefault("Content-Language", translation.get_language() or settings.LANGUAGE_CODE)
        if person is None:
            patch_vary_headers(response, ["Accept-Language"])
        if not response.streaming:
            # The thread goes on to another reader; what is still being written keeps its own.
            translation.deactivate()
        return response
