"""In which language a page speaks: its person's, the house's, or the browser's among ours (TAB 4.4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

LONGEST_LIST = 500


@dataclass(frozen=True, slots=True)
class LanguageChoice:
    """A language as it stands in a menu: its code, its name in itself, and whether it is the chosen one."""

    code: str
    name: str
    is_chosen: bool


def speak(language: str) -> str:
    """Let the rest of this request speak a language, or with an empty text that of the house; returns its code."""
    known = {code for code, _name in settings.LANGUAGES}
    # A language that a house had once and has no longer is nobody's fault.
    spoken: str = language if language in known else settings.HOUSE_LANGUAGE
    translation.activate(spoken)
    return spoken


def of_browser(request: HttpRequest, otherwise: str) -> str:
    """Return the first of ours that the browser asks for; `otherwise` where it asks for none."""
    known = [code for code, _name in settings.LANGUAGES]
    for asked, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")[:LONGEST_LIST]):
        found = next((code for code in (asked, asked.partition("-")[0]) if code in known), None)
        if found:
            return found
    return otherwise


def language_choices(chosen: str) -> list[LanguageChoice]:
    """Return the languages there are, each named in itself."""
    return [LanguageChoice(code, name, code == chosen) for code, name in settings.LANGUAGES]


def are_known(codes: Sequence[str]) -> bool:
    """Tell whether each of the codes is a language of ours."""
    return {code for code, _name in settings.LANGUAGES}.issuperset(codes)
