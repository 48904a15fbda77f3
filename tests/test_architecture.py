"""Which part may import which, and where games may be named; read from the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from contrada.games import NAMES, definition

SOURCES = Path(__file__).parents[1] / "src" / "contrada"
MODULES = sorted(SOURCES.rglob("*.py"))
FOLDERS = {path.parent.name for path in SOURCES.glob("games/*/__init__.py")}  # finished or not

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
    "environments": {"environments", "bots", "games", "kernel", "errors"},
    "notebooks": {
        *("notebooks", "bots", "record", "replay", "games", "errors"),
        "contrada",
    },
    "lessons": {"lessons", "lab", "bots", "games", "errors"},
    "server": {
        *("server", "lessons", "lab", "bots", "record", "replay", "shuffle", "games", "errors"),
        "contrada",
    },
    "cli": {
        *(
            "cli",
            "server",
            "bots",
            "environments",
            "lab",
            "record",
            "replay",
            "shuffle",
            "games",
            "errors",
        ),
        "contrada",
    },
    "contrada": {"environments", "games", "errors"},
    "__main__": {"cli"},  # `python -m contrada` is the command line
}
# What each room of the server may import of the others; nothing but the application knows HTTP.
BELOW = {"settings", "times", "titles", "wire", "db", "runtime"}
SERVER_MAY_IMPORT = {
    "settings": set(),
    "times": set(),
    "titles": set(),
    "logs": set(),
    "wire": {"wire"},
    "db": {"db", "settings", "times"},
    "runtime": {"runtime", "wire", "db", "settings"},
    "tables": {"tables", *BELOW},
    "links": {"links", *BELOW},
    "lobby": {"tables", *BELOW},
    "admin": {"admin", "house", "people", "tables", *BELOW},
    "house": {"house", "people", "tables", *BELOW},
    "notices": {"notices", "tables", *BELOW},
    "people": {"people", "notices", "lobby", "tables", *BELOW},
    "search": {"search", "tables", *BELOW},
    "dispatch": {"lobby", "search", "tables", *BELOW},
    "services": {
        "admin",
        "dispatch",
        "house",
        "links",
        "lobby",
        "notices",
        "people",
        "search",
        "tables",
        *BELOW,
    },
    "http": {"http", "services", "house", "links", "lobby", "people", "search", "tables", *BELOW},
    "app": {"http", "services", *BELOW},
    "thinker": {"search", "tables", *BELOW},
    "run": {"admin", "app", "house", "http", "notices", "thinker", "logs", *BELOW},
}
LONGEST_CHAIN = 14  # modules of the server that import each other one after the other
NAME_NO_GAME = (
    *("kernel", "record", "replay", "shuffle", "bots", "lab", "lessons", "server", "cli"),
    *("games", "environments", "notebooks"),
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
    """Yield every module of ours that a file imports, even inside functions."""
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
    """Yield every string in the code, except default values and docstrings."""
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


# --- The rooms of the server ---------------------------------------------------------------------


def room_of(module: str) -> str:
    """Return the folder of the server that a module is in, or the module itself."""
    return module.removeprefix("contrada.server").strip(".").split(".")[0]


def server_imports() -> dict[str, set[str]]:
    """Return which modules of the server each of them imports."""
    return {
        module_name(path): {
            module for module in ours(path) if module.startswith("contrada.server.")
        }
        for path in (SOURCES / "server").rglob("*.py")
    }


@pytest.mark.parametrize(("module", "imported"), server_imports().items())
def test_arrows_between_the_rooms_of_the_server_hold(module: str, imported: set[str]) -> None:
    room = room_of(module)
    assert not room or room in SERVER_MAY_IMPORT, f"say what {room} may import"
    allowed = SERVER_MAY_IMPORT.get(room, set())
    assert {other for other in imported if room_of(other) not in allowed} == set()


def test_modules_of_the_server_do_not_import_each_other_in_a_ring() -> None:
    TopologicalSorter(server_imports()).prepare()  # CycleError names the ring


def test_chains_of_imports_within_the_server_are_short() -> None:
    imported = server_imports()
    chains: dict[str, list[str]] = {}
    for module in TopologicalSorter(imported).static_order():
        longest = max((chains[other] for other in sorted(imported[module])), key=len, default=[])
        chains[module] = [module, *longest]
    longest = max(chains.values(), key=len)
    assert len(longest) <= LONGEST_CHAIN, " > ".join(longest)


# --- Games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_games_do_not_know_each_other(game: str) -> None:
    for path in (SOURCES / "games" / game).rglob("*.py"):
        folders = {module.split(".")[2] for module in ours(path) if module.count(".") >= 2}
        assert folders & FOLDERS <= {game}


@pytest.mark.parametrize("game", NAMES)
def test_rules_stand_on_the_kernel_and_named_sources(game: str) -> None:
    """Compiled code is cached under a hash of the kernel and of the files a game names."""
    named = {module_name(path) for path in definition(game).sources if path.suffix == ".py"}
    for path in definition(game).sources:
        if path.suffix == ".py":
            others = {m for m in ours(path) if part_of(m) not in ("kernel", "errors")}
            assert others <= named, f"{path.name} imports what is not in the sources of {game}"


@pytest.mark.parametrize("game", NAMES)
def test_pictures_know_no_rule(game: str) -> None:
    for path in files_of(game, "picture"):
        assert not any(module.startswith(f"contrada.games.{game}.rules") for module in ours(path))


def files_of(game: str, room: str) -> list[Path]:
    """Return the files of a game's package, or the one file that a small game has instead."""
    folder = SOURCES / "games" / game
    return sorted([*folder.glob(f"{room}.py"), *folder.glob(f"{room}/*.py")])


ROOMS = {
    "": {"__init__", "explain", "view", "view_types", "account", "observation"},
    "rules": {
        *("__init__", "state", "decisions", "setup", "operations", "refusals", "scoring"),
        "consistency",
    },
    "notation": {"__init__", "names", "turns", "positions"},
    "picture": {"__init__", "svg", "terminal", "words"},
    "evaluate": {"__init__", "features", "choices"},
}


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_the_same_files(game: str) -> None:
    folder, evaluated = SOURCES / "games" / game, definition(game).evaluation is not None
    for room, wanted in ROOMS.items():
        if not is_one_file(folder, room) and (evaluated or room != "evaluate"):
            assert wanted <= {path.stem for path in (folder / room).glob("*.py")}, room
    if not is_one_file(folder, "rules"):
        assert (folder / "rules" / "hidden.py").exists() == definition(game).facts.hidden
    assert (folder / "weights.json").exists() == evaluated


def is_one_file(folder: Path, room: str) -> bool:
    """Whether a game is small enough not to need the package."""
    return (folder / f"{room}.py").exists()


@pytest.mark.parametrize("game", NAMES)
def test_compiled_code_is_kept_under_a_hash_of_all_files_of_its_package(game: str) -> None:
    evaluation = definition(game).evaluation
    assert set(files_of(game, "rules")) <= set(definition(game).sources)
    assert set(files_of(game, "evaluate")) <= set(evaluation.sources if evaluation else ())


def test_games_are_found_by_name_in_one_place() -> None:
    """Importing by name elsewhere would escape these checks; only users' own bots may."""
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
