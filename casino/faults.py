"""What is answered where the service itself fails."""

import sys
from http import HTTPStatus

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader

# The database is away for a moment, or sheds load: the same request will do later.
PASSING = (OperationalError, InterfaceError)
AGAIN_AFTER = "2"


def failed(_request: HttpRequest) -> HttpResponse:
    """Answer for an exception that nothing caught: 503 where the database could not be reached, else 500.

    Without the request, as it is drawn where nothing can be relied on: no session, no user, no query.
    """
    if not isinstance(sys.exception(), PASSING):
        return HttpResponse(loader.get_template("500.html").render(), status=HTTPStatus.INTERNAL_SERVER_ERROR)
    answer = HttpResponse(loader.get_template("503.html").render(), status=HTTPStatus.SERVICE_UNAVAILABLE)
    answer["Retry-After"] = AGAIN_AFTER
    return answer
