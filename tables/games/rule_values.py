"""Reading the values of house rules: each fault is `bad_rules`, names the key, and says what is allowed."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from tables.games.errors import RuleError, gettext_noop, quoted
from tables.games.money import MAX_AMOUNT
from tables.games.reading import RULES, is_whole
from tables.games.values import FIRST_RULINGS, JSON, LATEST_RULINGS


def bad_rules(template: str, *, key: str, **params: Any) -> RuleError:
    """Return the error for a fault in the rules; `key` is the dotted path to it, like caps.per_hand."""
    return RuleError("bad_rules", template, field=key, **params)


def read_rules(found: object, key: str, required: Collection[str], optional: Collection[str] = ()) -> JSON:
    """Return an object that has every required key and none that is neither required nor optional."""
    rules = RULES.read_object(found, key or "rules")
    RULES.verify_keys(rules, required, optional, path=key)
    return rules


def read_whole(found: object, key: str, least: int, most: int = MAX_AMOUNT) -> int:
    """Return a whole number from `least` to `most`."""
    if not is_whole(found, least, most):
        raise bad_rules(
            gettext_noop("Rule %(field)s must be a whole number from %(least)s to %(most)s, not %(found)s."),
            key=key,
            least=least,
            most=most,
            found=quoted(found),
        )
    return found


def read_chips(found: object, key: str, chip_unit: int) -> int:
    """Return an amount of at least one chip, in whole chips; minor units."""
    amount = read_whole(found, key, least=1)
    verify_whole_chips(amount, key, chip_unit)
    return amount


def verify_whole_chips(amount: int, key: str, chip_unit: int) -> None:
    """Raise `bad_rules` for an amount that is not in whole chips (OPS 4.4)."""
    if amount % chip_unit:
        template = gettext_noop("Rule %(field)s is %(found)s, which is not in whole chip units of %(chip_unit)s.")
        raise bad_rules(template, key=key, found=amount, chip_unit=chip_unit)


def read_whole_or_none(found: object, key: str, least: int) -> int | None:
    """Return a whole number from `least` up, or null for no such rule."""
    if found is None:
        return None
    if not is_whole(found, least):
        raise bad_rules(
            gettext_noop("Rule %(field)s must be null or a whole number from %(least)s to %(most)s, not %(found)s."),
            key=key,
            least=least,
            most=MAX_AMOUNT,
            found=quoted(found),
        )
    return found


RULINGS = "rulings"


def read_rulings(found: object) -> int:
    """Return whose rulings hold (HCF 9.6)."""
    return read_whole(found, RULINGS, FIRST_RULINGS, LATEST_RULINGS)


Code = TypeVar("Code", bound=StrEnum)


def read_code(found: object, key: str, codes: type[Code]) -> Code:
    """Return the member of a list of codes that a word names."""
    return codes(read_choice(found, key, [*codes]))


def read_choice(found: object, key: str, allowed: Collection[str]) -> str:
    """Return one of a few words."""
    if not isinstance(found, str) or found not in allowed:
        raise bad_rules(
            gettext_noop("Rule %(field)s must be one of %(allowed)s, not %(found)s."),
            key=key,
            allowed=", ".join(allowed),
            found=quoted(found),
        )
    return found


def merged(base: Mapping[str, Any], changes: Mapping[str, Any], replaced: Collection[str]) -> dict[str, Any]:
    """Return `base` with `changes` laid over it, object into object, save that the `replaced` keys are taken whole."""
    result = dict(base)
    for key, change in changes.items():
        kept = result.get(key)
        if key not in replaced and isinstance(kept, Mapping) and isinstance(change, Mapping):
            result[key] = merged(kept, change, replaced)
        else:
            result[key] = change
    return result
