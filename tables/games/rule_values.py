"""Reading the values of house rules: each fault is `bad_rules`, names the key, and says what is allowed."""

from collections.abc import Collection, Mapping
from typing import Any

from tables.games.errors import RuleError, gettext_noop, quoted, quoted_name
from tables.games.money import MAX_AMOUNT, is_whole


def bad_rules(template: str, *, key: str, **params: Any) -> RuleError:
    """The error for a fault in the rules; `key` is the dotted path to it, like caps.per_hand."""
    return RuleError("bad_rules", template, field=key, **params)


def read_object(found: object, key: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    """An object that has every required key and none that is neither required nor optional."""
    if not isinstance(found, dict):
        template = gettext_noop("Rule %(field)s must be an object, not %(found)s.")
        raise bad_rules(template, key=key or "rules", found=quoted(found))
    allowed = [*required, *optional]
    for name in found:
        if name not in allowed:
            template = gettext_noop("Rule %(field)s is not known; allowed here are %(allowed)s.")
            raise bad_rules(template, key=dotted(key, name), allowed=", ".join(allowed))
    for name in required:
        if name not in found:
            template = gettext_noop("Rule %(field)s is missing; needed here are %(needed)s.")
            raise bad_rules(template, key=dotted(key, name), needed=", ".join(required))
    return found


def read_whole(found: object, key: str, least: int, most: int = MAX_AMOUNT) -> int:
    """A whole number from `least` to `most`."""
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
    """An amount of at least one chip, in whole chips; minor units."""
    amount = read_whole(found, key, least=1)
    verify_whole_chips(amount, key, chip_unit)
    return amount


def verify_whole_chips(amount: int, key: str, chip_unit: int) -> None:
    """Raise `bad_rules` for an amount that is not in whole chips (OPS 4.4)."""
    if amount % chip_unit:
        template = gettext_noop("Rule %(field)s is %(found)s, which is not in whole chip units of %(chip_unit)s.")
        raise bad_rules(template, key=key, found=amount, chip_unit=chip_unit)


def read_whole_or_none(found: object, key: str, least: int) -> int | None:
    """A whole number from `least` up, or null for no such rule."""
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


def read_choice(found: object, key: str, allowed: Collection[str]) -> str:
    """One of a few words."""
    if not isinstance(found, str) or found not in allowed:
        raise bad_rules(
            gettext_noop("Rule %(field)s must be one of %(allowed)s, not %(found)s."),
            key=key,
            allowed=", ".join(allowed),
            found=quoted(found),
        )
    return found


def read_flag(found: object, key: str) -> bool:
    """True or false, and nothing that merely looks like it."""
    if not isinstance(found, bool):
        raise bad_rules(
            gettext_noop("Rule %(field)s must be true or false, not %(found)s."), key=key, found=quoted(found)
        )
    return found


def merged(base: Mapping[str, Any], changes: Mapping[str, Any], replaced: Collection[str]) -> dict[str, Any]:
    """`base` with `changes` laid over it, object into object, save that the `replaced` keys are taken whole."""
    result = dict(base)
    for key, change in changes.items():
        kept = result.get(key)
        if key not in replaced and isinstance(kept, Mapping) and isinstance(change, Mapping):
            result[key] = merged(kept, change, replaced)
        else:
            result[key] = change
    return result


def dotted(key: str, name: object) -> str:
    """The path of a key inside another; the outermost object has no name of its own."""
    return f"{key}.{quoted_name(name)}" if key else quoted_name(name)
