"""The wheel, installed where there is nothing else: it starts, and people play.

The environment has no compiler, no Node.js and no sources, only the packages that Contrada needs.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.server.people import Company
from tests.server.processes import Process, Spawned
from tests.server.serving import http
from tests.test_packaging import ROOT, build

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
    here = sysconfig.get_path("purelib", "venv", {"base": str(home)})
    # What Contrada needs is there already; an editable install beside it is not, see `site`.
    (Path(here) / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python")]
    options = ["--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", *options, str(wheel)], check=True)
    return home / "bin"


class Installed(Spawned):
    """A server started by the program that the wheel has installed."""

    def __init__(self, programs: Path, log: Path, **changes: str) -> None:
        self._programs, self._changes = programs, changes
        super().__init__(log, "--port=0", f"--database={log.with_suffix('.db')}")

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
    found = Installed(installed, tmp_path / "server.log", **request.param)
    yield found.ready()
    found.end()


async def test_people_play_what_the_wheel_installed(server: Process, installed: Path) -> None:
    async with httpx2.AsyncClient() as browser:
        page = await browser.get(f"{http(server)}/")
        loads = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page.text)
        assert len(loads) >= 2
        for path in loads:
            assert (await browser.get(http(server) + path)).status_code == 200
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
