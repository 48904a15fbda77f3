"""README and docs are right: examples run, links work, pictures are up to date."""

from __future__ import annotations

import doctest
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer.core
import typer.main

import contrada
from contrada import games, record
from contrada.bots.levels import LEVELS
from contrada.cli import screen
from contrada.cli.main import app
from contrada.games import contract
from contrada.kernel import jit, operations
from tests import guide
from tests.cli.running import Answer, within
from tests.contract import checks, pictures, refusals, texts

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
COMMANDS = DOCS / "commands.md"
SOURCES = ROOT / "src" / "contrada"
PICTURES = DOCS / "pictures"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
# Do not end by themselves, or only after hours.
ENDLESS = ("contrada serve", "contrada think", "contrada mcp", "contrada lab teach")
OF_THE_MACHINE = ("contrada doctor",)  # others may use the port that it looks at
DATABASE = ROOT / "tests" / "server" / "databases" / "0003.db"
RECORDED = Path("tests") / "games" / "urbino" / "abstractplay.jsonl"


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced code blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL)


every_page = pytest.mark.parametrize("page", PAGES, ids=page_name)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with the files that the examples use, and no saved games."""
    (tmp_path / RECORDED).parent.mkdir(parents=True)
    shutil.copy(ROOT / RECORDED, tmp_path / RECORDED)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    example = blocks(DOCS / "records.md", "json")[0]
    (tmp_path / "game.json").write_text(example, encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    games_kept = tmp_path / "kept" / "contrada.db"
    games_kept.parent.mkdir()
    shutil.copy(DATABASE, games_kept)
    monkeypatch.setenv("CONTRADA_DATABASE", str(games_kept))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def contrada_line(
    desk: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Answer]:
    """Run a line that starts with `contrada`."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    command = within(capsys, monkeypatch)
    return lambda line, typed="": command(*shlex.split(line, comments=True)[1:], typing=typed)


# --- Examples ------------------------------------------------------------------------------------


# The game of this tutorial has to be among the games.
with_our_games = pytest.mark.parametrize(
    "page", [page for page in PAGES if page != guide.TUTORIAL], ids=page_name
)


@pytest.mark.usefixtures("desk")
@with_our_games
def test_python_examples_run(page: Path) -> None:
    run_python_examples(page)


def run_python_examples(page: Path) -> None:
    """The examples of a page build on each other."""
    names: dict[str, object] = {}
    options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    runner = doctest.DocTestRunner(optionflags=options)
    for number, block in enumerate(blocks(page, "python"), 1):
        if ">>>" in block:
            name = f"{page_name(page)}, example {number}"
            example = doctest.DocTestParser().get_doctest(block, names, name, str(page), 0)
            runner.run(example, clear_globs=False)
            names = example.globs
        else:
            compile(block, page_name(page), "exec")
    assert runner.failures == 0


def test_the_example_of_the_package_runs() -> None:
    failed, tried = doctest.testmod(contrada)
    assert (failed, tried > 0) == (0, True)


def commands(page: Path) -> list[str]:
    """Return the lines of a page's shell examples that call contrada."""
    lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("contrada ")]


def commands_shown_first(page: Path) -> list[str]:
    """Leave out commands that are also in `commands.md`: running them once is enough."""
    return [line for line in commands(page) if page == COMMANDS or line not in commands(COMMANDS)]


@with_our_games
def test_shell_examples_run(page: Path, desk: Path, contrada_line: Callable[..., Answer]) -> None:
    guide.write(desk, page)  # the files that the page tells to write
    for command in commands_shown_first(page):
        if command.startswith((*ENDLESS, *OF_THE_MACHINE)):
            understood(command)
        elif not command.startswith("contrada play"):
            done = contrada_line(command)
            assert done.status == 0, f"{command}\n{done.err}"


def understood(command: str) -> None:
    """Parse the options of a command without running it."""
    _, name, *arguments = shlex.split(command, comments=True)
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    group.commands[name].make_context(name, arguments)


def test_the_map_names_what_there_is() -> None:
    """Every file it names exists, and every part of the program is in it."""
    page = text_of(DOCS / "architecture.md")
    named = set(re.findall(r"`((?:src|web|tests|bench|docs|examples)/[\w./-]*)`", page))
    assert {name for name in named if not (ROOT / name).exists()} == set()
    for above in (SOURCES, SOURCES / "server"):
        packages = {f"{page_name(init.parent)}/" for init in above.glob("*/__init__.py")}
        assert packages <= named
    modules = {page_name(path) for path in (SOURCES / "server").glob("*.py")}
    assert modules - {"src/contrada/server/__init__.py"} <= named


def test_the_map_names_the_files_of_a_game() -> None:
    page = text_of(DOCS / "architecture.md")
    (table,) = re.findall(
        r"^\| in `src/contrada/games/<game>/`.*?\n\n", page, re.MULTILINE | re.DOTALL
    )
    first_column = "\n".join(line.split("|")[1] for line in table.strip().splitlines()[2:])
    named = set(re.findall(r"`([\w./]+)`", first_column))
    assert {name for name in named if not any(SOURCES.glob(f"games/*/{name}"))} == set()
    folders = [SOURCES / "games" / game for game in games.NAMES]
    found = set.intersection(*({path.name for path in folder.glob("*.py")} for folder in folders))
    assert found <= named


def test_the_screen_of_the_terminal_page_is_real(contrada_line: Callable[..., Answer]) -> None:
    """The test types what the example types; everything else must be the program's output."""
    page = DOCS / "terminal.md"
    (start,) = re.findall(r"^contrada play .*--seed.*$", text_of(page), re.MULTILINE)
    (shown,) = blocks(page, "text")
    typed = re.findall(r"^\w+, [\w ]+> (.*)\n", shown, re.MULTILINE)
    assert typed
    done = contrada_line(start, "".join(f"{line}\n" for line in typed))
    assert lines_of(shown) in lines_of(done.out)


def lines_of(shown: str) -> str:
    return "\n".join(line.rstrip() for line in shown.splitlines()).strip()


def test_the_hint_of_the_docs_has_the_real_headings(contrada_line: Callable[..., Answer]) -> None:
    page = text_of(DOCS / "opponents.md")
    done = contrada_line("contrada hint urbino --iterations 50")
    assert f"\n    {done.out.splitlines()[0].strip()}\n" in page


def test_records_of_the_docs_can_be_read(tmp_path: Path) -> None:
    page = DOCS / "records.md"
    examples = [*blocks(page, "json"), *blocks(page, "jsonl")]
    assert len(examples) >= 3
    for number, example in enumerate(examples):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(example, encoding="utf-8")
        form = record.OURS if f'"{record.OURS}"' in example else "abstractplay"
        assert list(record.read(path, form, recount=True))


def test_every_key_of_a_record_is_described() -> None:
    page = text_of(DOCS / "records.md")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) >= record._KEYS


# --- The game that the guide builds ---------------------------------------------------------------


@pytest.fixture
def sticks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game from docs/adding-a-game.md, assembled from its pieces and registered."""
    guide.write(tmp_path)
    monkeypatch.setattr(games, "__path__", guide.packages(tmp_path))
    monkeypatch.setattr(games, "NAMES", (*games.NAMES, guide.NAME))
    monkeypatch.setattr(refusals, "RULE_PAGES", tmp_path / "docs" / "rules")
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(contract, "_loaded", dict(contract._loaded))
    monkeypatch.setattr(operations, "_rules_by_type", dict(operations._rules_by_type))
    known = set(sys.modules)
    yield guide.NAME
    for module in set(sys.modules) - known:
        if module.startswith("contrada.games.sticks"):
            del sys.modules[module]


def test_the_game_of_the_guide_keeps_the_contract(sticks: str) -> None:
    for many in (False, True):
        game = contrada.game(sticks, many=many)
        checks.check_parts(game)
        texts.check_settings_in_text(game, 2)
        texts.check_view_text(game.start(2, seed=1))
        positions = list(checks.sample(game, 2, seeds=range(5), share=1))
        for position in positions:
            texts.check_decision_texts(position)
            texts.check_turn_texts(position)
            texts.check_position_text(position)
            refusals.check_refusals(position, lambda seen, name: False)
            checks.check_playing_leaves_the_old_position(position)
            checks.check_outcome(position)
            checks.check_views(position, seeds=range(2))
            checks.check_score_sheets(position, seeds=range(2))
            checks.check_revealed(position, seed=0)
            checks.check_accounts(position, seed=0)
            checks.check_previews(position, seed=0)
            pictures.check_picture(position, seat=None)
            assert screen.picture(position, None).plain == str(position)
            if position.is_over:
                texts.check_line_of_turns(position)
        checks.check_reimagining_varies(game, 2, positions)
        assert game.playouts(500).lengths.max() <= game.facts.longest_game
    with pytest.raises(contrada.NotationError, match="cannot be seat"):
        game.position("20 0 many")


def test_the_tutorial_leads_the_game_through_all_rooms(tmp_path: Path) -> None:
    """In a copy of the sources, as it says; as plain Python, which is quick for so small a game."""
    sources = tmp_path / "src" / "contrada"
    shutil.copytree(SOURCES, sources, ignore=shutil.ignore_patterns("page", "site", "__pycache__"))
    guide.write(tmp_path)
    guide.write(tmp_path, guide.TUTORIAL)
    guide.register(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "tests.docs.rooms"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(sources.parent), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "take 3" in done.stdout


# --- What the pages must mention -----------------------------------------------------------------


def test_every_command_has_an_example() -> None:
    known = [
        each.name or each.callback.__name__ for each in app.registered_commands if each.callback
    ]
    known += [group.name for group in app.registered_groups if group.name]
    assert len(known) >= 8
    assert set(known) == {line.split()[1] for line in commands(COMMANDS)}


def test_levels_are_described_as_they_are() -> None:
    page = text_of(DOCS / "opponents.md")
    rows = re.findall(r"^\| (\d) \| (\w+) \| (.+) \|$", page, re.MULTILINE)
    assert rows == [(str(level.number), level.name, level.about) for level in LEVELS]


@pytest.mark.parametrize("game", games.NAMES)
def test_every_game_has_its_pages(game: str) -> None:
    assert (DOCS / "rules" / f"{game}.md").is_file()
    assert (DOCS / "notation" / f"{game}.md").is_file()
    assert games.definition(game).facts.title in text_of(README)


def test_every_decision_has_a_number_of_its_own() -> None:
    listed = DOCS / "decisions" / "README.md"
    pages = [page for page in sorted(listed.parent.glob("*.md")) if page != listed]
    numbers = [int(page.name[:4]) for page in pages]
    assert numbers == sorted(set(numbers))
    assert [place for place, _ in links(listed)] == [page.name for page in pages]


# --- Links, pictures, paths ----------------------------------------------------------------------


def links(page: Path) -> list[tuple[str, str]]:
    """Return the path and the heading of every link inside the project."""
    text = re.sub(r"^```.*?^```$", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(
        r'(?:src|srcset|href)="([^"]+)"', text
    )
    inside = [link for link in found if not re.match(r"[a-z]+:", link)]
    return [(place, heading) for place, _, heading in (link.partition("#") for link in inside)]


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    titles = re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for place, heading in links(page):
        target = (page.parent / place).resolve() if place else page
        assert target.exists(), f"{page_name(page)} links to {place}"
        assert target.is_relative_to(ROOT), f"{page_name(page)} links out of the project: {place}"
        if heading:
            assert heading in headings(target), f"{place} has no heading {heading}"


def test_every_page_can_be_reached_from_the_readme() -> None:
    found, reached = [README], {README}
    while found:
        page = found.pop()
        linked = {(page.parent / place).resolve() for place, _ in links(page) if place}
        further = {target for target in linked if target.suffix == ".md"} - reached
        found += further
        reached |= further
    assert set(PAGES) - reached == set()


def test_pictures_are_up_to_date() -> None:
    script = runpy.run_path(str(PICTURES / "make.py"), run_name="make_pictures")
    assert {path.name for path in PICTURES.glob("*.svg")} == set(script["PICTURES"])
    for name, picture in script["PICTURES"].items():
        assert script["draw"](picture) == text_of(PICTURES / name), f"{name}: run make pictures"


@every_page
def test_no_page_speaks_of_one_machine(page: Path) -> None:
    paths = r"(?<![\w.])(?:/(?:home|root|work|tmp|usr|var|opt|mnt|Users)/|[A-Z]:\\)"
    hosts = r"pypi\.org|pythonhosted|npmjs|localhost:\d"
    # Where the script installs Contrada, on any machine.
    installed = r"/(?:etc|opt|usr/local/bin|var/(?:cache|lib))/contrada\b|/mnt/backups"
    assert re.findall(f"{paths}|{hosts}", re.sub(installed, "", text_of(page))) == []
