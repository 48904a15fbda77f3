"""The wheel, installed where there is nothing else: it starts, and people play.

The environment has no compiler, no Node.js and no sources, only the packages that Contrada needs.
`tests/deploy/test_install.py` installs those too, in a fresh Debian or Ubuntu.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from playwright.sync_api import ConsoleMessage, expect, sync_playwright

import contrada
from tests.server.people import Company, Somebody
from tests.server.processes import Process, Spawned
from tests.server.serving import http
from tests.server.stored import check_told
from tests.test_packaging import ROOT, build
from tests.web.person import start_browser

pytestmark = pytest.mark.anyio
COMPILED = pytest.param({}, marks=pytest.mark.soak, id="compiled")  # takes half a minute
PLAIN = pytest.param({"NUMBA_DISABLE_JIT": "1"}, id="plain")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an empty environment; return its folder of programs."""
    folder = tmp_path_factory.mktemp("installed")
    done = build(ROOT, folder, "wheel")
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    home = folder / "venv"
    venv.create(home, symlinks=True)
    link_what_is_needed(Path(sysconfig.get_path("purelib", "venv", {"base": str(home)})))
    pip = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python")]
    options = ["--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", *options, str(wheel)], check=True)
    return home / "bin"


def link_what_is_needed(target: Path) -> None:
    """Put the packages that Contrada depends on into an environment, and no others."""
    here = Path(sysconfig.get_path("purelib"))
    for name in dependencies():
        files = metadata.files(name) or []
        for each in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            if not (target / each).exists():
                (target / each).symlink_to(here / each)


def dependencies() -> set[str]:
    """Return the distributions that installing Contrada brings along."""
    found, left = set[str](), [Requirement("contrada")]
    while left:
        wanted = left.pop()
        for line in metadata.requires(wanted.name) or []:
            needed = Requirement(line)
            extras = ["", *wanted.extras]
            is_needed = needed.marker is None or any(
                needed.marker.evaluate({"extra": extra}) for extra in extras
            )
            if is_needed and str(needed) not in found:
                found.add(str(needed))
                left.append(needed)
    return {Requirement(each).name for each in found}


class Installed(Spawned):
    """A server started by the program that the wheel has installed."""

    def __init__(self, programs: Path, log: Path, database: Path, **changes: str) -> None:
        self._programs, self._changes = programs, changes
        super().__init__(log, "--port=0", f"--database={database}")

    def _command(self, *arguments: str) -> list[str]:
        return [str(self._programs / "contrada"), "serve", *arguments]

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": str(self._programs),  # no compiler, no Node.js, no other Python
            "HOME": str(self.log.parent),
            "PYTHONUNBUFFERED": "1",
            **{name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ},
            **self._changes,
        }


@pytest.fixture(params=[PLAIN, COMPILED])
def server(request: pytest.FixtureRequest, installed: Path, tmp_path: Path) -> Iterator[Process]:
    found = Installed(installed, tmp_path / "server.log", tmp_path / "games.db", **request.param)
    yield found.ready()
    found.end()


def opens_in_a_browser(address: str) -> None:
    """The page shows its games, and complains of nothing."""
    with sync_playwright() as playwright, closing(start_browser(playwright)) as browser:
        page = browser.new_page(locale="en-GB", service_workers="block")
        complaints: list[str] = []

        def hear(message: ConsoleMessage) -> None:
            if message.type == "error":
                complaints.append(message.text)

        page.on("console", hear)
        page.on("pageerror", lambda wrong: complaints.append(str(wrong)))
        page.goto(address)
        expect(page.get_by_role("article")).to_have_count(len(contrada.NAMES))
        assert complaints == []


async def test_people_play_what_the_wheel_installed(server: Process, installed: Path) -> None:
    await asyncio.to_thread(opens_in_a_browser, http(server))
    async with Company(server) as company:
        table, players = await company.table()
        state = players[0].tables[table]
        mover = players[state["to_move"]]
        await mover.play(table, mover.tables[table]["legal"][0])
        for each in players:
            await each.sees(table, lambda t: t["ply"] == 1)
    place = subprocess.run(
        [installed / "python", "-c", "import contrada; print(contrada.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=installed,
    ).stdout
    assert Path(place).is_relative_to(installed.parent)
    assert server.stop() == 0


# --- The drill -----------------------------------------------------------------------------------


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of its own, which is soon full."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a disk")
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> Path:
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    return filler


async def plays(players: list[Somebody], table: str) -> dict[str, Any]:
    """Let whoever is to move decide; return the answer, once everybody knows if it was done."""
    ply = max(each.tables[table]["ply"] for each in players)
    state = await players[0].sees(table, lambda t: t["ply"] == ply)
    mover = players[state["to_move"]]
    legal = (await mover.sees(table, lambda t: t["ply"] == ply and t["legal"]))["legal"]
    answer = await mover.say("play", table=table, ply=ply, decisions=[legal[0]])
    if answer["type"] == "done":
        for each in players:
            await each.sees(table, lambda t: t["ply"] > ply)
    return answer


@pytest.mark.soak
async def test_a_drill(installed: Path, tmp_path: Path) -> None:
    """Two people play, a backup is made, the disk fills up, and they play on elsewhere."""

    def command(*words: str | Path) -> None:
        environment = {"PATH": str(installed), "HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
        program = [str(installed / "contrada"), "admin", *map(str, words)]
        subprocess.run(program, env=environment, check=True)

    with small_disk(tmp_path / "disk") as disk:
        games, saved, restored = disk / "games.db", tmp_path / "saved.db", tmp_path / "new.db"
        first = Installed(installed, tmp_path / "first.log", games, NUMBA_DISABLE_JIT="1").ready()
        async with Company(first) as company:
            table, players = await company.table()
            for _ in range(8):
                assert (await plays(players, table))["type"] == "done"
            command("backup", saved, "--database", games)
            assert (await plays(players, table))["type"] == "done"
            filler = fill(disk)
            while (answer := await plays(players, table))["type"] == "done":
                pass
            assert answer["reason"] == "busy"
            filler.unlink()
            assert (await plays(players, table))["type"] == "done"  # nobody had to start it again
            assert first.stop() == 0
            check_told(f"sqlite:///{games}", table, *players)
            command("check", "--database", games)
            command("restore", saved, "--database", restored)
            command("check", "--database", restored)
            second = Installed(installed, tmp_path / "second.log", restored, NUMBA_DISABLE_JIT="1")
            second.ready()
            assert second.port != first.port
            for each in players:
                await each.disconnect()
                each.history.clear()
                await each.connect(second)
                assert (await each.watch(table))["ply"] == 8
            for _ in range(4):
                assert (await plays(players, table))["type"] == "done"
            check_told(f"sqlite:///{restored}", table, *players)
            assert second.stop() == 0
