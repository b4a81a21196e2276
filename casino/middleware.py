"""What every request passes on its way in and every answer on its way out: a limit of the body, and the headers."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext

from casino.headers import DEFAULT_POLICY, HEADERS

TOO_LARGE = 413


class SecurityHeaders:
    """Sets the headers where a view has not set its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", DEFAULT_POLICY)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


class BodyLimit:
    """Refuses a request body that is too large before anything reads it; looks at the announced length only.

    Django's own limit covers forms, not a JSON body that a view reads as a stream.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isdecimal() and int(announced) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return self.get_response(request)
        sentence = gettext("The request is too large.")
        if request.path.startswith("/api/"):
            problem = {"type": "urn:croupier:too_large", "title": sentence, "status": TOO_LARGE}
            problem |= {"detail": sentence, "code": "too_large"}
            return JsonResponse(problem, status=TOO_LARGE, content_type="application/problem+json")
        return HttpResponse(f"{sentence}\n", status=TOO_LARGE, content_type="text/plain; charset=utf-8")
