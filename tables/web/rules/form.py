"""House rules as a form: every rule of a document is a field, and what was typed is a document again (OPS 4.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from tables.errors import TableError
from tables.games.errors import RuleError
from tables.games.values import JSON
from tables.queries.numbers import read_number
from tables.web.rules.documents import document_of, fields_of
from tables.web.shared.fields import LARGEST_NUMBER, MoneyField, NumberField, PageForm, TextField
from tables.web.shared.money import MoneyFormat
from tables.web.words.rule_values import value_words
from tables.web.words.rules import (
    CHOICE,
    FLAG,
    FLAGS,
    GROUPS,
    MONEY,
    ODDS,
    Rule,
    group_of,
    is_line,
    rule_of,
)

YES = next(iter(FLAGS))
REASON = "reason"


class FlagField(TextField):
    """Yes or no, as the table of words spells them; what is not yes is no."""

    def clean(self, value: Any) -> bool:
        """Return whether it is yes."""
        return self.to_python(value) == YES


class OddsField(NumberField):
    """Odds to 1: a whole number, or two of them as in 3:2, which the rules judge."""

    def to_python(self, value: Any) -> Any:
        """Return the odds as the rules have them; None where there are none."""
        text = str(value or "").replace(" ", "")
        return text if ":" in text else super().to_python(value)


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A field of the form, its rule, and the rule in force in words."""

    field: forms.BoundField
    rule: Rule
    help: str
    now: str
    is_changed: bool

    @property
    def keyboard(self) -> str:
        """The keyboard that a touch screen shows for it: figures, and a colon where odds are typed."""
        return {MONEY: "decimal", ODDS: "text"}.get(self.rule.kind, "numeric")


class RuleGroup(NamedTuple):
    """The fields under one heading, and what the lines of its table mean."""

    heading: str
    lines_help: str
    rows: list[RuleRow]


class RuleForm(PageForm):
    """The rules of a document beside those in force, and the reason why they are to change."""

    def __init__(
        self, present: Mapping[str, Any], document: JSON, figures: MoneyFormat, typed: Mapping[str, str]
    ) -> None:
        self.figures, self.game = figures, document["game"]
        self.begun = {name: value for name, value in fields_of(document) if name != "game"}
        texts = {name: _text(value, figures, rule_of(name).kind) for name, value in self.begun.items()}
        super().__init__({name: typed.get(name, text).strip() for name, text in [*texts.items(), (REASON, "")]})
        self.in_force = dict(fields_of(present))
        self.fields = {**{name: self._field(name) for name in self.begun}, REASON: TextField()}
        self.rules = {**self.begun, **{name: value for name, value in self.read().items() if name != REASON}}

    @property
    def document(self) -> JSON:
        """The rules as they were typed; one that could not be read is what the form began with."""
        return {"game": self.game, **document_of(self.rules)}

    @property
    def groups(self) -> list[RuleGroup]:
        """The fields under their headings, what is changed most often first; the lines of a table stand last."""
        groups: dict[str, list[str]] = {str(heading): [] for heading in GROUPS.values()}
        for name in sorted(self.rules, key=is_line):
            groups[group_of(name)].append(name)
        return [self._group(heading, names) for heading, names in groups.items() if names]

    @property
    def holds(self) -> bool:
        """Whether every rule could be read, and nothing else is wrong with them."""
        return not self.errors.keys() - {REASON}

    def refuse(self, error: TableError | RuleError, figures: MoneyFormat) -> None:
        """Show a broken rule at its field; terms name themselves without saying that they are terms (OPS 4.5)."""
        named = error.field or ""
        name = self._at(named) or self._at(f"terms.{named}") if isinstance(error, RuleError) else None
        if name is None:
            super().refuse(error, figures)
        else:
            self.add_error(name, self._words(error, name))

    def _at(self, name: str) -> str | None:
        """The field of a rule, or the first of several that stand under its name."""
        return next((one for one in self.rules if one == name or one.startswith(f"{name}.")), None)

    def _words(self, error: TableError | RuleError, name: str) -> str:
        """The sentence of the rule, its name and its amounts as people read them."""
        params = {**error.params, "field": self.fields[name].label}
        if rule_of(name).kind == MONEY:
            amounts = {key: read_number(str(value), LARGEST_NUMBER) for key, value in error.params.items()}
            params |= {key: self.figures.amount(value) for key, value in amounts.items() if value is not None}
        return _(error.template) % params

    def _group(self, heading: str, names: list[str]) -> RuleGroup:
        """The fields of a heading; what all lines of a table have in common is said once."""
        said = [str(rule_of(name).help) for name in names if is_line(name)]
        return RuleGroup(heading, said[0] if said else "", [self._row(name) for name in names])

    def _row(self, name: str) -> RuleRow:
        is_new = name not in self.in_force
        now = "" if is_new else value_words(name, self.in_force[name], self.figures)
        is_changed = is_new or name in self.errors or self.rules[name] != self.in_force[name]
        says = "" if is_line(name) else str(rule_of(name).help)
        return RuleRow(self[name], rule_of(name), says, now, is_changed)

    def _field(self, name: str) -> forms.Field:
        rule = rule_of(name)
        label, required = str(rule.label), not rule.none
        if rule.kind == MONEY:
            return MoneyField(self.figures, label=label, required=required)
        if rule.kind == FLAG:
            return FlagField(label=label)
        if rule.kind == ODDS:
            return OddsField(label=label, required=required)
        return TextField(label=label) if rule.kind == CHOICE else NumberField(label=label, required=required)


def _text(value: Any, figures: MoneyFormat, kind: str) -> str:
    """A rule as it stands in its field."""
    if value is None:
        return ""
    if kind == MONEY:
        return figures.typed(value)
    return str(value).lower() if kind == FLAG else str(value)
