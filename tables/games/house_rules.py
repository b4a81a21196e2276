"""The house rules of a table (OPS 4.1): one immutable document, validated as a whole."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tables.games.errors import gettext_noop
from tables.games.game import Game
from tables.games.registry import GAMES
from tables.games.rule_values import (
    bad_rules,
    merged,
    read_chips,
    read_choice,
    read_code,
    read_rules,
    read_whole,
    read_whole_or_none,
)
from tables.games.values import (
    FIRST_RULINGS,
    JSON,
    LATEST_RULINGS,
    MOST_ACTION_SECONDS,
    Changes,
    Designation,
    HouseRules,
    Limit,
    NoTaker,
    Recount,
)

DESIGNATION_DEFAULTS: Mapping[str, Any] = {
    "max_consecutive": None,
    "max_minutes": None,
    "no_taker": NoTaker.CONTINUE.value,
}
CHANGES_DEFAULTS: Mapping[str, Any] = {"notice_minutes": 0, "expire_minutes": 60}
MOST_NOTICE_MINUTES, MOST_EXPIRE_MINUTES = 10_080, 1_440
"""A week of notice, and a day to decide on a change (OPS 4.5)."""
MOST_OF_NEW_RULES = (
    ("changes", "notice_minutes", "changes.notice_minutes", MOST_NOTICE_MINUTES),
    ("changes", "expire_minutes", "changes.expire_minutes", MOST_EXPIRE_MINUTES),
    ("terms", "action_seconds", "action_seconds", MOST_ACTION_SECONDS),
)
"""The part and the key of a time, its name in a message, and the most of it that new rules may have."""
HOUSE_RULES_KEYS = ("game", "terms", "limits", "chip_unit", "designation", "changes", "recount")


def read_house_rules(document: object, absent_rulings: int = FIRST_RULINGS) -> HouseRules:
    """Read a whole document, as it is stored or as a new one; raises `bad_rules` naming the key, also where rules contradict themselves (OPS 4.5).

    Only what has a default in the specification may be left out: parts of terms and designation, changes, and the
    limits of a game that has none or of a bonus that is not offered. `absent_rulings` are those of a document that names none.
    """
    game = _read_game(document)
    has_no_default = ["game", "terms", "limits", "chip_unit", "recount"]
    if game.has_designation:
        has_no_default.append("designation")
    if not game.limit_spots:
        has_no_default.remove("limits")
    found = read_rules(document, "", has_no_default, ("changes", "limits"))
    chip_unit = read_whole(found["chip_unit"], "chip_unit", least=1)
    recount = read_rules(found["recount"], "recount", ("signed_above",))
    terms = game.parse_terms(found["terms"], absent_rulings)
    rules = HouseRules(
        game=game.key,
        terms=game.terms_at_table(terms, chip_unit),
        limits=_read_limits(found.get("limits", {}), game.limit_spots, game.offered_spots(terms), chip_unit),
        chip_unit=chip_unit,
        designation=_read_designation(found["designation"]) if game.has_designation else None,
        changes=_read_changes(found.get("changes", {})),
        recount=Recount(read_whole(recount["signed_above"], "recount.signed_above", least=0)),
        as_written=found,
    )
    game.verify_rules(rules.terms, rules.limits, chip_unit)
    return rules


def read_new_house_rules(document: JSON) -> HouseRules:
    """Read a document that comes in force from now on; raises `bad_rules` as `read_house_rules` does, and for times beyond their bounds.

    A stored document may lie beyond them: it goes on being read, and its times as the bounds (OPS 4.5).
    """
    rules = read_house_rules(document, LATEST_RULINGS)
    for part, key, name, most in MOST_OF_NEW_RULES:
        found = document.get(part, {}).get(key)
        if found is not None and found > most:
            template = gettext_noop("Rule %(field)s must be at most %(most)s, not %(found)s.")
            raise bad_rules(template, key=name, most=most, found=found)
    return rules


def change_house_rules(rules: HouseRules, changes: Mapping[str, Any]) -> HouseRules:
    """Return the rules with the changed parts laid over them, read as a whole (OPS 4.2); raises `bad_rules`.

    Another game brings its own terms, limits and designation, and takes over the rest.
    """
    changed, kept = read_rules(changes, "", (), HOUSE_RULES_KEYS), rules.document()
    if changed.get("game", rules.game) != rules.game:
        kept = {key: kept[key] for key in ("chip_unit", "changes", "recount")}
    document = merged(kept, changed, GAMES[rules.game].replaced_whole)
    return read_new_house_rules(_without_limits_of_what_is_not_offered(document, changed))


def is_house_rules(rules: object) -> bool:
    """Whether what stands under `rules` is meant as a whole house-rules document and not as terms."""
    return isinstance(rules, dict) and any(key in rules for key in HOUSE_RULES_KEYS)


def _read_game(document: object) -> Game:
    named = read_rules(document, "", ("game",), HOUSE_RULES_KEYS[1:])["game"]
    return GAMES[read_choice(named, "game", GAMES)]


def _without_limits_of_what_is_not_offered(document: JSON, changed: Mapping[str, Any]) -> JSON:
    """A change that takes a bet off the table takes its limits with it, unless it names them itself (HCF 6.6)."""
    game, named = _read_game(document), changed.get("limits", {})
    offered = game.offered_spots(game.parse_terms(document.get("terms", {}), LATEST_RULINGS))
    if not isinstance(document.get("limits"), dict) or not isinstance(named, dict):
        return document
    gone = {spot: None for spot in game.limit_spots if spot not in offered and spot not in named}
    return {**document, "limits": {**document["limits"], **gone}}


def _read_limits(
    found: object, spots: tuple[str, ...], offered: tuple[str, ...], chip_unit: int
) -> Mapping[str, Limit | None]:
    limits = read_rules(found, "limits", offered, spots)
    for spot in spots:
        if spot not in offered and limits.get(spot) is not None:
            template = gettext_noop("Rule %(field)s must be null (left empty): this bet is not offered.")
            raise bad_rules(template, key=f"limits.{spot}")
        if spot in offered and limits[spot] is None:
            template = gettext_noop("Rule %(field)s needs a least and a most: this bet is offered.")
            raise bad_rules(template, key=f"limits.{spot}")
    return MappingProxyType(
        {spot: _read_limit(limits[spot], f"limits.{spot}", chip_unit) if spot in offered else None for spot in spots}
    )


def _read_limit(found: object, key: str, chip_unit: int) -> Limit:
    bounds = read_rules(found, key, ("min", "max"))
    for name in ("min", "max"):
        if bounds[name] is None:
            template = gettext_noop("Rule %(field)s needs an amount: this bet is offered.")
            raise bad_rules(template, key=f"{key}.{name}")
    limit = Limit(*(read_chips(bounds[name], f"{key}.{name}", chip_unit) for name in ("min", "max")))
    if limit.min > limit.max:
        template = gettext_noop("Rule %(field)s has a minimum of %(least)s above its maximum of %(most)s.")
        raise bad_rules(template, key=key, least=limit.min, most=limit.max)
    return limit


def _read_designation(found: object) -> Designation:
    given = read_rules(found, "designation", ("min_bank",), DESIGNATION_DEFAULTS)
    rules = {**DESIGNATION_DEFAULTS, **given}
    return Designation(
        min_bank=read_whole(rules["min_bank"], "designation.min_bank", least=0),
        max_consecutive=read_whole_or_none(rules["max_consecutive"], "designation.max_consecutive", least=1),
        max_minutes=read_whole_or_none(rules["max_minutes"], "designation.max_minutes", least=1),
        no_taker=read_code(rules["no_taker"], "designation.no_taker", NoTaker),
    )


def _read_changes(found: object) -> Changes:
    rules = {**CHANGES_DEFAULTS, **read_rules(found, "changes", (), CHANGES_DEFAULTS)}
    notice = read_whole(rules["notice_minutes"], "changes.notice_minutes", least=0)
    expire = read_whole(rules["expire_minutes"], "changes.expire_minutes", least=1)
    return Changes(min(notice, MOST_NOTICE_MINUTES), min(expire, MOST_EXPIRE_MINUTES))
