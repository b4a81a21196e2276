"""The lines of a placard: each says one thing of the rules, under a key by which two versions are compared."""

from collections.abc import Iterable
from dataclasses import dataclass

from tables.web.shared.money import MoneyFormat

NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Line:
    """One statement: what it is about, and what holds."""

    key: str
    topic: str
    text: str
    now_and_then: bool = True
    """A change is told as what holds now and what will; otherwise the new sentence says it all."""
    gone: str = ""
    """What is told of it where it stands no longer, while others of its group do; empty where nothing is."""

    @property
    def group(self) -> str:
        """The first part of the key: what the line is one of."""
        return self.key.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table of payments: how many cards, and a line for each column, or none."""

    heading: str
    cells: list[Line | None]


@dataclass(frozen=True, slots=True)
class Payments:
    """Raise caps and pay tables side by side, by the number of cards."""

    columns: list[tuple[str, str]]
    rows: list[Row]

    @property
    def lines(self) -> list[Line]:
        """Every line of it."""
        return [cell for row in self.rows for cell in row.cells if cell is not None]


@dataclass(frozen=True, slots=True)
class Content:
    """All a placard says of one version of the rules."""

    limits: list[Line]
    """In the largest figures."""
    rake: Line
    rules: list[Line]
    payments: Payments | None = None

    @property
    def lines(self) -> list[Line]:
        """Every line, in the order of the placard."""
        return [*self.limits, *(self.payments.lines if self.payments else []), self.rake, *self.rules]


@dataclass(frozen=True, slots=True)
class Money:
    """How the casino writes its amounts, with and without the currency."""

    currency: str
    figures: MoneyFormat

    def amount(self, units: int) -> str:
        """The amount with the currency, for a sentence."""
        return f"{self.currency}{NO_BREAK}{self.figures.amount(units)}"

    def span(self, least: int, most: int) -> str:
        """From the least to the most, in plain figures."""
        low, high = self.figures.amount(least), self.figures.amount(most)
        return f"{low}{NO_BREAK}\N{EN DASH}{NO_BREAK}{high}"


@dataclass(frozen=True, slots=True)
class Coming:
    """What a change brings: the topic, what holds now where that is told, and what will."""

    topic: str
    now: str
    then: str


def coming_lines(now: Content, then: Content) -> list[Coming]:
    """Every statement that another version makes otherwise or not at all, in the order of the placard."""
    standing = {line.key: line for line in now.lines}
    found = []
    for line in then.lines:
        before = standing.pop(line.key, None)
        if before is None or before.text != line.text:
            told = before.text if before is not None and line.now_and_then else ""
            found.append(Coming(line.topic, told, line.text))
    groups = {line.group for line in then.lines}
    ended = [line for line in standing.values() if line.gone and line.group in groups]
    return [*(Coming(line.topic, line.text, line.gone) for line in ended), *found]


def sentences(parts: Iterable[str]) -> str:
    """Some sentences as one text; what does not apply is left out."""
    return " ".join(part for part in parts if part)
