"""What gets installed: page and server by the wheel, no developer tools by `make play`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NEEDED = (
    "contrada/server/page/index.html",
    "contrada/server/page/element/contrada-board.js",
    "contrada/server/db/migrations/versions/0001_tables.py",
    "contrada/server/links/fonts/DejaVuSans.ttf",
    "contrada/server/links/fonts/LICENSE.txt",
    "contrada/server/links/words.toml",
    "contrada/games/urbe/components.toml",
    "contrada/games/urbino/lessons.toml",
    "contrada/games/urbino/weights.json",
    "contrada/py.typed",
)


def build(project: Path, out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    return subprocess.run(
        [*command, "--directory", str(out)],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_has_all_that_is_needed(tmp_path: Path) -> None:
    done = build(ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert set(NEEDED) - names == set()
    assert any(name.startswith("contrada/server/page/assets/") for name in names)


def test_without_the_page_there_is_no_wheel(tmp_path: Path) -> None:
    copied = ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py")
    for name in copied:
        shutil.copy(ROOT / name, tmp_path)
    package = tmp_path / "src" / "contrada"
    package.mkdir(parents=True)
    shutil.copy(ROOT / "src" / "contrada" / "__init__.py", package)
    done = build(tmp_path, tmp_path / "out")
    assert done.returncode != 0
    assert "run `make page` first" in done.stderr
    assert not list(tmp_path.glob("out/*.whl"))


# --- make ----------------------------------------------------------------------------------------

TOOLS = ("[dev]", "compileall", "contrada warm", "playwright")


def commands(target: str) -> str:
    """Return what make would run in a new clone."""
    outside = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    command = ["make", "--dry-run", "--always-make", target]
    done = subprocess.run(
        command, cwd=ROOT, env=outside, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_playing_needs_no_tools() -> None:
    run = commands("playable")
    assert "pip install" in run
    assert "npm.py install --no-save --silent --omit=dev" in run
    assert not [tool for tool in TOOLS if tool in run]


def test_whoever_changes_the_program_has_the_tools() -> None:
    run = commands("setup")
    assert "'.[dev]'" in run
    assert "npm.py install --no-save --silent\n" in run


@pytest.mark.parametrize("tool", ["mypy", "pytest", "playwright", "hypothesis", "ruff"])
def test_a_server_depends_on_no_tool(tool: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert not [need for need in project["dependencies"] if need.startswith(tool)]
    assert [need for need in project["optional-dependencies"]["dev"] if need.startswith(tool)]


def test_the_page_is_built_without_tools() -> None:
    package = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    assert {"svelte-check", "typescript", "vitest"} == set(package["devDependencies"])
