"""The settlement calculator: one text line or parsed document in, one answer out."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from tables.games.errors import RuleError, gettext_noop, quoted
from tables.games.game import Game
from tables.games.house_rules import is_house_rules, read_house_rules
from tables.games.reading import RepeatedKeyError, without_repeats
from tables.games.registry import GAMES
from tables.games.rule_values import bad_rules
from tables.games.values import FIRST_RULINGS, LATEST_RULINGS

# Longer numbers are no amount anyway, and reading them as whole numbers takes time that grows with their square.
_LONGEST_WHOLE_NUMBER = 40


def settle_line(line: str | bytes, absent_rulings: int = LATEST_RULINGS) -> dict[str, Any]:
    """The answer to one line of JSON: a settlement document, or `{"error": ...}` for an input that breaks a rule."""
    try:
        return settle_document(read_json(line), absent_rulings)
    except RuleError as error:
        return error_document(error)
    except RecursionError:
        # Also quoting what was found in a message goes as deep as the input.
        return error_document(RuleError("bad_json", gettext_noop("The input is nested too deeply.")))


def settle_document(document: Mapping[str, Any], absent_rulings: int = LATEST_RULINGS) -> dict[str, Any]:
    """Settle one parsed input of any game; raises the first RuleError in the order of the codes.

    `absent_rulings` are the rulings of an input that names none (HCF 9.6).
    """
    game = _game_of(document)
    return game.settle_document(document, partial(read_terms, game, absent_rulings))


def settle_recorded(document: Mapping[str, Any]) -> dict[str, Any]:
    """Settle an input that was written down: without a word of its rulings, the first hold for ever (HCF 9.6)."""
    return settle_document(document, FIRST_RULINGS)


def read_terms(game: Game, absent_rulings: int, rules: object) -> Any:
    """The terms in what stands under `rules`: terms in part, or a whole house-rules document; raises `bad_rules`."""
    if not is_house_rules(rules):
        return game.parse_terms(rules, absent_rulings)
    house_rules = read_house_rules(rules, absent_rulings)
    if house_rules.game != game.key:
        template = gettext_noop("Rule %(field)s is %(found)s, but the round is one of %(allowed)s.")
        raise bad_rules(template, key="game", found=house_rules.game, allowed=game.key)
    return house_rules.terms


def read_json(line: str | bytes) -> dict[str, Any]:
    """The JSON object that a text is; raises `bad_json` for anything else."""
    try:
        text = line.decode() if isinstance(line, bytes) else line
        if not text.strip():
            raise RuleError("bad_json", gettext_noop("The input is blank."))
        document = json.loads(
            text,
            object_pairs_hook=without_repeats,
            parse_constant=_refuse_constant,
            parse_int=_whole_number,
        )
    except RepeatedKeyError as error:
        raise RuleError("bad_json", gettext_noop("The key %(found)s stands twice."), found=quoted(error.key)) from None
    except UnicodeDecodeError:
        raise RuleError("bad_json", gettext_noop("The input is not UTF-8 text.")) from None
    except json.JSONDecodeError as error:
        template = gettext_noop("The input is not JSON: %(reason)s at character %(place)s.")
        raise RuleError("bad_json", template, reason=error.msg, place=error.pos + 1) from None
    if not isinstance(document, dict):
        template = gettext_noop("The input must be a JSON object, not %(found)s.")
        raise RuleError("bad_json", template, found=quoted(document))
    return document


def error_document(error: RuleError) -> dict[str, Any]:
    """How an input that breaks a rule is answered."""
    return {"error": {"code": error.code, "message": str(error), "seat": error.seat}}


def _game_of(document: Mapping[str, Any]) -> Game:
    named = document.get("game")
    game = GAMES.get(named) if isinstance(named, str) else None
    if game is None:
        template = gettext_noop("The game must be one of %(allowed)s, not %(found)s.")
        raise RuleError("unknown_game", template, field="game", allowed=", ".join(GAMES), found=quoted(named))
    return game


def _refuse_constant(name: str) -> float:
    raise RuleError("bad_json", gettext_noop("%(found)s is not a number in JSON."), found=name)


def _whole_number(digits: str) -> int | float:
    return int(digits) if len(digits) <= _LONGEST_WHOLE_NUMBER else float(digits)
