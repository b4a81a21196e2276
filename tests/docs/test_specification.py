"""The specification in docs/spec and what cites it: every cited paragraph is there, every rule is cited by a test."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SPECIFICATION = ROOT / "docs" / "spec"
# Folders at the top that hold what is installed or made, and not what is written.
MADE = {"static-root", "node_modules"}
TEXTS = {".py", ".html", ".js", ".css", ".sql", ".md", ".txt", ".toml", ".jsonl", ""}

PREFIXES = ("HCF", "DRAW", "OPS", "AUD", "LOOK", "TAB", "RUN", "MONEY", "interfaces", "architecture")
TESTED = ("HCF", "DRAW", "OPS", "AUD")
# What no test can assert, each with its reason.
UNTESTED = {
    ("DRAW", "0.5"): "says which other paragraphs are rulings, and rules nothing itself",
}

ANCHOR = re.compile(r'<a id="([a-z]+)-([\d.]+)"></a>\s*(?:\*\*|#{2,3} )([\d.]*\d)')
LINK = re.compile(r"\]\((?P<file>[^)#\s]*)#(?P<anchor>[^)\s]+)\)")
# A citation goes on over the end of a line, also of a comment.
GAP, NUMBER = r"[\s#]+", r"\d+(?:\.\d+)*"
AND = rf"(?:,{GAP}|{GAP}(?:and|or|to){GAP})"
CITATION = re.compile(rf"\b({'|'.join(PREFIXES)}),?{GAP}(?:sections?{GAP})?({NUMBER}(?:{AND}{NUMBER})*)")
NAME = re.compile(rf"def test_({'|'.join(PREFIXES)})_(\d+(?:(?:_(?:to|and))?_\d+)*)", re.IGNORECASE)

Paragraph = tuple[str, str]


@cache
def paragraphs() -> dict[str, list[str]]:
    """The numbers of sections and paragraphs by prefix, in their order; they are anchors, and stand in the text."""
    found: dict[str, list[str]] = {}
    for path in sorted(SPECIFICATION.glob("*.md")):
        for prefix, number, shown in ANCHOR.findall(path.read_text(encoding="utf-8")):
            assert (prefix, number) == (path.stem, shown)
            found.setdefault(prefix, []).append(number)
    return found


def sources(*folders: str) -> Iterator[Path]:
    """Every text of the project, or of some of its folders."""
    tops = [ROOT / folder for folder in folders] or [
        path for path in ROOT.iterdir() if not path.name.startswith(".") and path.name not in MADE
    ]
    for top in tops:
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.suffix in TEXTS and path.is_file() and "__pycache__" not in path.parts:
                yield path


def cited_in(text: str) -> Iterator[Paragraph]:
    """The paragraphs that a text cites in words; of a range its ends and all between them."""
    for prefix, numbers in CITATION.findall(text):
        yield from cited(prefix, re.sub(r"[\s#]+", " ", numbers).replace(",", ""))


def cited_by_names(text: str) -> Iterator[Paragraph]:
    """The paragraphs that stand in names of tests: `test_ops_5_8_...`, `test_draw_1_4_to_1_7_...`, `test_aud_4_...`."""
    for prefix, digits in NAME.findall(text):
        # Digits come in pairs of section and paragraph; one alone is a section.
        written = re.sub(r"(\d+)_(\d+)", r"\1.\2", digits).replace("_", " ")
        yield from cited(next(known for known in PREFIXES if known.lower() == prefix), written)


def cited(prefix: str, numbers: str) -> Iterator[Paragraph]:
    """The paragraphs of some numbers with `to`, `and` or nothing between them."""
    words = [word for word in numbers.split() if word not in ("and", "or")]
    for place, word in enumerate(words):
        if word == "to":
            yield from ((prefix, number) for number in between(prefix, words[place - 1], words[place + 1]))
        else:
            yield prefix, word


def between(prefix: str, first: str, last: str) -> list[str]:
    """The numbers from one to another, sections where these are sections; none where one of them is not there."""
    alike = [number for number in paragraphs().get(prefix.lower(), []) if number.count(".") == first.count(".")]
    if first not in alike or last not in alike:
        return []
    return alike[alike.index(first) : alike.index(last) + 1]


def exists(paragraph: Paragraph) -> bool:
    """Whether the specification has it."""
    prefix, number = paragraph
    return number in paragraphs().get(prefix.lower(), [])


def test_every_paragraph_has_one_anchor() -> None:
    """Its number stands beside it, and no other paragraph has it."""
    for path in SPECIFICATION.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        assert len(ANCHOR.findall(text)) == text.count("<a id=")
    for prefix, numbers in paragraphs().items():
        assert len(numbers) == len(set(numbers)), prefix
    assert {prefix.lower() for prefix in TESTED} <= set(paragraphs())


def test_every_link_to_a_paragraph_leads_there() -> None:
    """Within the specification and from the pages of docs."""
    dead = []
    for path in (ROOT / "docs").rglob("*.md"):
        for match in LINK.finditer(path.read_text(encoding="utf-8")):
            target = (path.parent / match["file"]).resolve() if match["file"] else path
            if target.parent == SPECIFICATION and f'id="{match["anchor"]}"' not in target.read_text(encoding="utf-8"):
                dead.append(f"{path.relative_to(ROOT)}: {match[0]}")
    assert dead == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(OPS 5.8, 5.9)", ["OPS 5.8", "OPS 5.9"]),
        ("as OPS 4.1 to 4.3 say", ["OPS 4.1", "OPS 4.1", "OPS 4.2", "OPS 4.3", "OPS 4.3"]),
        ("HCF 10.2, OPS 5.9; LOOK 1", ["HCF 10.2", "OPS 5.9", "LOOK 1"]),
        ("see interfaces, section 3 and architecture\n    # 4.5.", ["interfaces 3", "architecture 4.5"]),
        ("6-architecture 3.4", ["architecture 3.4"]),
        ("AUD 2 and 3.1", ["AUD 2", "AUD 3.1"]),
        ("in DRAW, 52 cards", ["DRAW 52"]),
    ],
)
def test_a_citation_is_found_in_all_its_forms(text: str, found: list[str]) -> None:
    """One, several, a range, a section, over the end of a line."""
    assert [" ".join(paragraph) for paragraph in cited_in(text)] == found


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("ops_5_10_sent_twice", ["OPS 5.10"]),
        ("aud_4_a_whole_export", ["AUD 4"]),
        ("draw_2_4_2_5_and_2_9_all_stakes", ["DRAW 2.4", "DRAW 2.5", "DRAW 2.9"]),
        ("hcf_8_3_to_8_5_the_walk", ["HCF 8.3", "HCF 8.3", "HCF 8.4", "HCF 8.5", "HCF 8.5"]),
        ("draw_1_9_and_2_6_all_2_598_960_hands", ["DRAW 1.9", "DRAW 2.6"]),
    ],
)
def test_a_citation_is_found_in_a_name(name: str, found: list[str]) -> None:
    """Numbers come in pairs; one alone is a section."""
    assert [" ".join(paragraph) for paragraph in cited_by_names(f"def test_{name}():")] == found


def test_every_cited_paragraph_exists() -> None:
    """Wherever it is cited: code, pages, tests, benches, scripts, documents, decisions."""
    this = Path(__file__).resolve()
    unknown = {}
    for path in sources():
        text = "" if path.resolve() == this else path.read_text(encoding="utf-8")
        missing = {paragraph for paragraph in (*cited_in(text), *cited_by_names(text)) if not exists(paragraph)}
        if missing:
            unknown[str(path.relative_to(ROOT))] = sorted(missing)
    assert unknown == {}


def test_every_rule_is_cited_by_a_test() -> None:
    """Every paragraph of HCF, DRAW, OPS and AUD, in a docstring or a name; what cannot be tested has its reason here."""
    this = Path(__file__).resolve()
    proved: set[Paragraph] = set()
    for path in sources("tests"):
        if path.suffix == ".py" and path.resolve() != this:
            text = path.read_text(encoding="utf-8")
            proved |= {*cited_in(text), *cited_by_names(text)}
    rules = {(prefix, number) for prefix in TESTED for number in paragraphs()[prefix.lower()] if "." in number}
    assert sorted(rules - proved - set(UNTESTED)) == []
    assert set(UNTESTED) <= rules - proved
