"""Every text of a page that a person sees or hears, and the words in it that did not go through gettext."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

UNSEEN = {"script", "style", "code"}
SPOKEN = {"aria-label", "title", "placeholder", "alt", "data-lost"}
VOID = {"meta", "link", "input", "img", "br", "hr", "path", "circle", "rect", "line", "use"}
WORD = re.compile(r"(?<![\w])[A-Za-z]{2,}(?![\w])")
# What nobody translates: names of people, houses and devices, currencies and zones, languages by their own name.
NAMES = {
    *(
        "Aa",
        "Casino",
        "of",
        "the",
        "Tests",
        "Ada",
        "Ines",
        "Dana",
        "Dora",
        "Frank",
        "Petra",
        "Sam",
        "Felt",
        "EUR",
        "UTC",
        "Croupier",
    ),
    *("English", "Nederlands", "Italiano", "Español"),
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    *(
        "January",
        "February",
        "March",
        "April",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
}


class Texts(HTMLParser):
    """Gathers texts and spoken attributes, those of each language the page says of itself."""

    def __init__(self) -> None:
        super().__init__()
        self.path: list[tuple[str, str]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go down, and take what is spoken of the element."""
        self.found += [value for name, value in attrs if name in SPOKEN and value]
        if tag not in VOID:
            self.path.append((tag, dict(attrs).get("lang") or ""))

    def handle_endtag(self, tag: str) -> None:
        """Go up again."""
        while self.path and self.path.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Take a text that is seen."""
        if data.strip() and not UNSEEN & {tag for tag, _lang in self.path}:
            self.found.append(" ".join(data.split()))


def untranslated(html: str) -> Iterator[str]:
    """Yield each text of the page with a word in plain letters."""
    reader = Texts()
    reader.feed(html)
    for text in reader.found:
        if set(WORD.findall(text)) - NAMES:
            yield text


def in_plain_words(*responses: Any) -> list[str]:
    """Return the texts of some answers that did not go through gettext, each once."""
    return sorted({text for response in responses for text in untranslated(response.content.decode())})
