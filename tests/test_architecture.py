"""Short tails: sizes of functions, classes and files, and no game known by name outside its folder (architecture 1, 4.5)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tables.api.openapi.games import ROUND_STATE
from tables.games.registry import GAMES

ROOT = Path(__file__).resolve().parent.parent
LONGEST_FUNCTION, LONGEST_FILE, LONGEST_CLASS, MOST_PARAMETERS = 40, 300, 150, 5
# Migrations are written by Django, or are statements of SQL.
SOURCES = [
    path
    for folder in ("casino", "local", "tables", "tests", "bench", "script")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
CHECKED = [path for path in SOURCES if "migrations" not in path.parts]

# Each with its reason: what would be lost by splitting it.
EXCEPTIONS = {
    "bench/acts_measured.py::_slice": "the arms of one slice of a measurement, all named",
}
KNOWS_A_GAME = {
    "tables/demonstration": "the demonstration has to be some game's",
    "tables/api/openapi/games.py": "what each game answers, for people who program against it",
    "tables/management/commands/odds.py": "exact edges are counted for this game alone",
    "tables/web/words/games.py": "what a game is called on a page, in the language of the page",
    "tables/web/words/hands.py": "what a hand of each game comes to, in the language of the page",
    "tables/web/words/choices.py": "what the choices among a game's house rules are called, in the language of the page",
    "tables/web/tablet/hcf/": "the screen of a game reads the codes of its bets and choices",
    "tables/web/tablet/registry.py": "which screen a game has",
    "tables/web/why/": "why a settlement is as it is, in the words of the game that made it",
    "tables/web/tablet/cards.py": "the strength of a hand beside its cards, until the game itself describes them",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    """A file as it is named in the repository."""
    return path.relative_to(ROOT).as_posix()


def nodes(path: Path) -> Iterator[ast.AST]:
    """Everything in a file."""
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def lines(node: Function | ast.ClassDef) -> int:
    """From the def, decorators left out, to the last line."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def parameters(node: Function) -> int:
    """What a caller has to know: self and cls are not counted, nor *args and **kwargs."""
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return len([argument for argument in every if argument.arg not in ("self", "cls")])


def too_large() -> dict[str, str]:
    """What is beyond a measure, with how large it is."""
    found = {}
    for path in CHECKED:
        length = len(path.read_text(encoding="utf-8").splitlines())
        if length > LONGEST_FILE:
            found[name_of(path)] = f"{length} lines"
        for node in nodes(path):
            if isinstance(node, Function) and lines(node) > LONGEST_FUNCTION:
                found[f"{name_of(path)}::{node.name}"] = f"{lines(node)} lines"
            if isinstance(node, Function) and parameters(node) > MOST_PARAMETERS:
                found[f"{name_of(path)}::{node.name}"] = f"{parameters(node)} parameters"
            if isinstance(node, ast.ClassDef) and lines(node) > LONGEST_CLASS:
                found[f"{name_of(path)}::{node.name}"] = f"{lines(node)} lines"
    return found


def test_architecture_4_5_short_tails() -> None:
    """Functions, classes, files and lists of parameters; what is longer is named with its reason, and still is."""
    assert {name: size for name, size in too_large().items() if name not in EXCEPTIONS} == {}
    assert set(EXCEPTIONS) <= set(too_large())


def test_architecture_4_4_no_import_inside_a_function() -> None:
    """What a file needs stands at its top."""
    inside = [
        f"{name_of(path)}:{node.lineno}"
        for path in CHECKED
        for function in nodes(path)
        if isinstance(function, Function)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert inside == []


def test_architecture_1_tables_know_no_game_by_name() -> None:
    """Adding a game is an entry in the registry; outside the games nobody asks which one it is."""
    knowing = []
    for path in (ROOT / "tables").rglob("*.py"):
        name = name_of(path)
        if name.startswith(("tables/games/", *KNOWS_A_GAME)):
            continue
        text = path.read_text(encoding="utf-8")
        # A folder of pages may be called after its game; the game's own modules, and its key, stay in their places.
        knowing += [f"{name}: {game}" for game in GAMES if re.search(rf"(?<![./\w]){game}\b|games\.{game}\b", text)]
    assert knowing == []


def test_architecture_1_acts_and_models_know_no_state_of_one_game() -> None:
    """What a state of a game means to the table, its steps say; only the states of every game are known by name."""
    of_one_game = set(ROUND_STATE["enum"]) - {"showdown", "settled", "closed", "void"}
    knowing = [
        f"{name_of(path)}:{node.lineno}: {node.value!r}"
        for folder in ("actions", "models", "queries")
        for path in (ROOT / "tables" / folder).rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.Constant) and node.value in of_one_game
    ]
    assert knowing == []


def test_architecture_4_6_what_is_public_says_what_it_does() -> None:
    """In its docstring; what is private may speak for itself."""
    silent = [
        f"{name_of(path)}::{node.name}"
        for path in CHECKED
        if path.parts[len(ROOT.parts)] in ("casino", "local", "tables")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_") and not ast.get_docstring(node)
    ]
    assert silent == []


def test_architecture_4_what_is_private_is_imported_by_nobody() -> None:
    """Neither a module nor a name with a leading underscore; what others need is public, in tests too."""
    private = [
        f"{name_of(path)}:{node.lineno}"
        for path in CHECKED
        if path.parts[len(ROOT.parts)] != "script"
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom)
        and any(part.startswith("_") for part in [*(node.module or "").split("."), *(name.name for name in node.names)])
        and node.module != "__future__"
    ]
    assert private == []
