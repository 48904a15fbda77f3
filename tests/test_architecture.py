"""The arrows between the parts of the program, and who may name a game; read from the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from contrada.games import NAMES, definition

SOURCES = Path(__file__).parents[1] / "src" / "contrada"
MODULES = sorted(SOURCES.rglob("*.py"))
FOLDERS = {path.parent.name for path in SOURCES.glob("games/*/rules.py")}  # finished or not

# What each part may import of the others; `contrada` is what the package itself offers.
MAY_IMPORT = {
    "errors": set(),
    "kernel": {"kernel"},
    "games": {"games", "kernel", "errors"},
    "record": {"games", "errors"},
    "replay": {"games"},
    "shuffle": {"games", "kernel", "errors"},
    "bots": {"bots", "games", "kernel", "errors"},
    "lab": {"lab", "bots", "record", "games", "kernel", "errors"},
    "lessons": {"lessons", "lab", "bots", "games"},
    "server": {
        *("server", "lessons", "lab", "bots", "record", "replay", "shuffle", "games", "errors"),
        "contrada",
    },
    "cli": {
        *("cli", "server", "bots", "lab", "record", "replay", "shuffle", "games", "errors"),
        "contrada",
    },
    "contrada": {"games", "errors"},
    "__main__": {"cli"},  # `python -m contrada` is the command line
}
NAME_NO_GAME = (
    *("kernel", "record", "replay", "shuffle", "bots", "lab", "lessons", "server", "cli"),
    "games",
)


def module_name(path: Path) -> str:
    """Return the name that a file is imported by."""
    parts = path.relative_to(SOURCES.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """Return the part of the program that a module belongs to."""
    _, _, rest = module.partition(".")
    return rest.split(".")[0] or "contrada"


def imports(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield every module of ours that is imported anywhere in a file, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from imported_from(node, package)


def imported_from(node: ast.ImportFrom, package: str) -> Iterator[str]:
    """Yield `a.b` or, where `c` is itself a module, `a.b.c` for `from a.b import c`."""
    base = node.module or ""
    if node.level:
        kept = package.split(".")[: 1 - node.level or None]
        base = ".".join([*kept, *filter(None, [node.module])])
    for alias in node.names:
        whole = f"{base}.{alias.name}"
        yield whole if is_module(whole) else base


def is_module(name: str) -> bool:
    place = SOURCES.parent.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def ours(path: Path) -> set[str]:
    """Return the modules of ours that a file imports."""
    name = module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = imports(ast.parse(path.read_text(encoding="utf-8")), package)
    return {module for module in found if module.split(".")[0] == "contrada"}


def strings(tree: ast.AST) -> Iterator[str]:
    """Yield every text in the code, except default values and what is said to readers."""
    passed_over = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.arguments):
            passed_over |= {id(default) for default in (*node.defaults, *node.kw_defaults)}
        elif isinstance(node, ast.Expr):
            passed_over.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in passed_over:
            yield from [node.value] if isinstance(node.value, str) else []


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_arrows_hold(path: Path) -> None:
    part = part_of(module_name(path))
    assert part in MAY_IMPORT, f"say in MAY_IMPORT what {part} may import"
    strangers = {module for module in ours(path) if part_of(module) not in MAY_IMPORT[part]}
    assert strangers == set()


@pytest.mark.parametrize("game", NAMES)
def test_games_do_not_know_each_other(game: str) -> None:
    for path in (SOURCES / "games" / game).rglob("*.py"):
        folders = {module.split(".")[2] for module in ours(path) if module.count(".") >= 2}
        assert folders & FOLDERS <= {game}


@pytest.mark.parametrize("game", NAMES)
def test_rules_stand_on_the_kernel_and_named_sources(game: str) -> None:
    """Compiled code is kept under a hash of the kernel and of the files that a game names."""
    named = {module_name(path) for path in definition(game).sources if path.suffix == ".py"}
    for path in definition(game).sources:
        if path.suffix == ".py":
            others = {m for m in ours(path) if part_of(m) not in ("kernel", "errors")}
            assert others <= named, f"{path.name} imports what is not in the sources of {game}"


@pytest.mark.parametrize("game", NAMES)
def test_pictures_know_no_rule(game: str) -> None:
    assert f"contrada.games.{game}.rules" not in ours(SOURCES / "games" / game / "picture.py")


def test_every_game_has_the_same_files() -> None:
    wanted = {"__init__.py", "rules.py", "notation.py", "explain.py", "view.py", "picture.py"}
    wanted |= {"account.py", "evaluate.py", "view_types.py", "weights.json"}
    for game in NAMES:
        assert wanted <= {path.name for path in (SOURCES / "games" / game).iterdir()}


def test_games_are_found_by_name_in_one_place() -> None:
    """Whoever else imported by name would escape the arrows; users' own bots have none."""
    words = ("import_module", "__import__", "resolve_name")
    dynamic = {
        module_name(path)
        for path in MODULES
        if any(word in path.read_text(encoding="utf-8") for word in words)
    }
    assert dynamic == {"contrada.games", "contrada.bots.entrants"}


def generic_modules() -> list[Path]:
    return [
        path
        for path in MODULES
        if part_of(module_name(path)) in NAME_NO_GAME
        and not set(path.relative_to(SOURCES).parts) & FOLDERS
    ]


@pytest.mark.parametrize("path", generic_modules(), ids=module_name)
def test_generic_code_names_no_game(path: Path) -> None:
    named = [
        text
        for text in strings(ast.parse(path.read_text(encoding="utf-8")))
        if re.search(rf"\b({'|'.join(FOLDERS)})\b", text, re.IGNORECASE)
    ]
    assert named == (list(NAMES) if module_name(path) == "contrada.games" else [])


def test_the_checks_see_what_they_look_for() -> None:
    code = ast.parse(
        "def f(game='urbino'):\n"
        "    'Play urbino.'\n"
        "    print(game or 'Urbino')\n"
        "    from contrada import cli, Game\n"
        "    from ..kernel import jit\n"
        "    import contrada.server.app\n"
    )
    assert set(imports(code, "contrada.games.urbino")) >= {
        "contrada.cli",
        "contrada",
        "contrada.server.app",
    }
    assert "contrada.kernel.jit" in set(imports(code, "contrada.games"))
    assert list(strings(code)) == ["Urbino"]
