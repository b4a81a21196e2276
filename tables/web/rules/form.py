"""House rules as a form: every rule of a document as a field, and what was typed as a document again (OPS 4.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tables.games.errors import RuleError
from tables.queries.numbers import read_number
from tables.web.shared.errors import sentence
from tables.web.shared.money import MoneyFormat
from tables.web.words.rules import CHOICE, FLAG, FLAGS, GROUPS, MONEY, group_of, leaves, rule_of, value_words

JSON = dict[str, Any]

LARGEST_NUMBER = 10**16 - 1


@dataclass(slots=True)
class Field:
    """One rule as it stands in the form."""

    name: str
    label: str
    text: str
    kind: str
    choices: list[tuple[str, str]]
    none: str
    now: str
    """The rule in force, in words."""
    is_changed: bool = False
    problem: str = ""


@dataclass(slots=True)
class RuleForm:
    """The fields by heading, what they come to, and what is wrong."""

    figures: MoneyFormat
    document: JSON
    fields: list[Field] = field(default_factory=list)
    typed: JSON = field(default_factory=dict)
    problem: str = ""
    """What is wrong with no field of the form."""

    @classmethod
    def of(
        cls, present: Mapping[str, Any], document: JSON, figures: MoneyFormat, sent: Mapping[str, str]
    ) -> "RuleForm":
        """The form of a document beside the rules in force, with what was sent of it typed in."""
        form = cls(figures, document)
        in_force = dict(leaves(present))
        for name, value in leaves(document):
            if name != "game":
                form.fields.append(form._field(name, value, in_force, sent))
        form.typed["game"] = document["game"]
        return form

    @property
    def groups(self) -> list[tuple[str, list[Field]]]:
        """The fields under their headings, what is changed most often first."""
        groups: dict[str, list[Field]] = {str(heading): [] for heading in GROUPS.values()}
        for one in self.fields:
            groups[group_of(one.name)].append(one)
        return [(heading, fields) for heading, fields in groups.items() if fields]

    @property
    def holds(self) -> bool:
        """Whether every field could be read, and nothing else is wrong."""
        return not self.problem and not any(one.problem for one in self.fields)

    def refuse(self, error: RuleError) -> None:
        """Show a broken rule at its field; terms name themselves without saying that they are terms (OPS 4.5)."""
        named = error.field or ""
        at_fault = next((one for name in (named, f"terms.{named}") if (one := self._at(name)) is not None), None)
        if at_fault is None:
            self.problem = sentence(error, self.figures)
        else:
            at_fault.problem = self._words(error, at_fault)

    def _at(self, name: str) -> Field | None:
        """The field of a rule, or the first of several that stand under its name."""
        return next((one for one in self.fields if one.name == name or one.name.startswith(f"{name}.")), None)

    def _words(self, error: RuleError, at_fault: Field) -> str:
        """The sentence of the rule, its name and its amounts as people read them."""
        params = {**error.params, "field": at_fault.label}
        if at_fault.kind == MONEY:
            amounts = {key: read_number(str(value), LARGEST_NUMBER) for key, value in error.params.items()}
            params |= {key: self.figures.amount(value) for key, value in amounts.items() if value is not None}
        return _(error.template) % params

    def _field(self, name: str, value: Any, in_force: Mapping[str, Any], sent: Mapping[str, str]) -> Field:
        rule = rule_of(name)
        made = Field(
            name=name,
            label=str(rule.label),
            text=sent.get(name, self._text(rule.kind, value)).strip(),
            kind=rule.kind,
            choices=[(key, str(words)) for key, words in rule.choices.items()],
            none=str(rule.none),
            now=value_words(name, in_force[name], self.figures) if name in in_force else "",
        )
        try:
            read = self._read(rule.kind, made.text, nullable=bool(rule.none))
        except ValueError as error:
            made.problem, read = str(error), value
        made.is_changed = name not in in_force or read != in_force[name] or bool(made.problem)
        _put(self.typed, name, read)
        return made

    def _text(self, kind: str, value: Any) -> str:
        if value is None:
            return ""
        if kind == MONEY:
            whole, rest = divmod(value, 10**self.figures.minor_digits)
            return f"{whole}{self.figures.decimal}{rest:0{self.figures.minor_digits}d}" if rest else str(whole)
        return str(value).lower() if kind == FLAG else str(value)

    def _read(self, kind: str, text: str, *, nullable: bool) -> Any:
        """The value of what was typed; raises ValueError with a sentence."""
        if not text and nullable:
            return None
        if kind == FLAG:
            return text == next(iter(FLAGS))
        if kind == MONEY:
            return self._amount(text)
        if kind == CHOICE:
            return text
        number = read_number(text, LARGEST_NUMBER)
        if number is None:
            raise ValueError(_("A whole number is needed here."))
        return number

    def _amount(self, text: str) -> int:
        units = self.figures.units(text)
        if units is None:
            raise ValueError(_("An amount is needed here, as in %(example)s.") % {"example": self.figures.amount(1250)})
        return units


def _put(document: JSON, name: str, value: Any) -> None:
    *path, last = name.split(".")
    for part in path:
        document = document.setdefault(part, {})
    document[last] = value
