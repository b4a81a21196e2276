"""Headers every answer carries: a strict content security policy and what goes with it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponseBase

View = Callable[..., HttpResponseBase]

# Nothing inline, nothing from elsewhere.
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Tablets are shared: going back in history must ask again, and no proxy may keep a page. A 304 stays possible.
    "Cache-Control": "private, no-cache",
}


def policy(**changes: str) -> str:
    """Spell the policy out, with directives replaced by keyword (`style_src="'self' 'unsafe-inline'"`)."""
    directives = POLICY | {name.replace("_", "-"): value for name, value in changes.items()}
    return "; ".join(f"{name} {value}" for name, value in directives.items())


DEFAULT_POLICY = policy()


def content_security_policy(**changes: str) -> Callable[[View], View]:
    """Decorate a view that needs another policy (the API's documentation page)."""
    header = policy(**changes)

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(*args: Any, **kwargs: Any) -> HttpResponseBase:
            response = view(*args, **kwargs)
            response.headers["Content-Security-Policy"] = header
            return response

        return answer

    return decorate
