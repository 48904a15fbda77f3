"""The wheel: it has the page and all that a server needs, and is not built without."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
NEEDED = (
    "contrada/server/page/index.html",
    "contrada/server/page/element/contrada-board.js",
    "contrada/server/migrations/versions/0001_tables.py",
    "contrada/games/urbe/components.toml",
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
