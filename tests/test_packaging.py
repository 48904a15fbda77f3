"""What gets installed: page and server by wheel and sdist, no developer tools by `make play`.

`tests/server/test_installed.py` starts what the wheel installs.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from email.policy import default
from pathlib import Path

import pytest
from packaging.metadata import Metadata
from readme_renderer import markdown
from trove_classifiers import classifiers

import contrada

ROOT = Path(__file__).parents[1]
LARGEST = 8 << 20  # bytes of a wheel
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
METADATA = f"contrada-{contrada.__version__}.dist-info"


def build(project: Path, out: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    wanted = [word for target in targets for word in ("--target", target)]
    command = [sys.executable, "-m", "hatchling", "build", *wanted]
    return subprocess.run(
        [*command, "--directory", str(out)],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with wheel and sdist, as `make dist` builds them."""
    folder = tmp_path_factory.mktemp("dist")
    done = build(ROOT, folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> zipfile.ZipFile:
    (found,) = dist.glob("*.whl")
    assert found.stat().st_size <= LARGEST
    return zipfile.ZipFile(found)


def test_the_wheel_has_all_that_is_needed(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert set(NEEDED) - names == set()
    assert any(name.startswith("contrada/server/page/assets/") for name in names)
    for name in ("LICENSE", "NOTICE"):
        packed = wheel.read(f"{METADATA}/licenses/{name}")
        assert packed == (ROOT / name).read_bytes()


def test_the_sdist_has_the_page_and_all_sources(dist: Path) -> None:
    """A wheel can be built from it without Node.js, and the project can be worked on."""
    (found,) = dist.glob("*.tar.gz")
    with tarfile.open(found) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {f"src/{name}" for name in NEEDED} - names == set()
    assert {"deploy/install.sh", "deploy/contrada.service"} - names == set()  # a release has them
    tracked = {path.name for path in ROOT.iterdir() if path.is_file() and path.name[0] != "."}
    assert tracked - names == set()
    assert not [name for name in names if "node_modules" in name or ".venv" in name]


@pytest.mark.soak
def test_a_wheel_can_be_built_from_the_sdist(dist: Path, tmp_path: Path) -> None:
    (found,) = dist.glob("*.tar.gz")
    with tarfile.open(found) as packed:
        packed.extractall(tmp_path, filter="data")
    (project,) = tmp_path.iterdir()
    done = build(project, tmp_path / "out", "wheel")
    assert done.returncode == 0, done.stderr
    ours, theirs = ([*folder.glob("*.whl")] for folder in (dist, tmp_path / "out"))
    assert [set(zipfile.ZipFile(each).namelist()) for each in theirs] == [
        set(zipfile.ZipFile(each).namelist()) for each in ours
    ]


def test_the_description_can_be_shown(wheel: zipfile.ZipFile) -> None:
    """By a package index, which has neither the pictures nor the other pages."""
    text = wheel.read(f"{METADATA}/METADATA").decode()
    Metadata.from_email(text, validate=True)  # what `twine check` does, and so does the rest
    metadata = message_from_string(text, policy=default)
    assert metadata["Description-Content-Type"] == "text/markdown"
    description = metadata.get_content()
    assert "uvx --from" in description
    assert re.findall(r"\]\((?![a-z]+:)[^)]*\)|<\w+", description) == []
    shown = markdown.render(description)
    assert shown is not None
    assert re.search(r"<h2[^>]*>Quick start<", shown)
    assert "<td>Urbino</td>" in shown
    ours = {str(each) for each in metadata.get_all("Classifier", [])}
    assert ours - classifiers == set()
    assert "Topic :: Games/Entertainment :: Board Games" in ours


def test_the_changelog_has_a_date_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (first, *_) = re.findall(r"^## (.*)$", changelog, re.MULTILINE)
    assert re.fullmatch(rf"{contrada.__version__} - \d{{4}}-\d\d-\d\d", first)


def test_the_notice_is_up_to_date() -> None:
    notice = runpy.run_path(str(ROOT / "web" / "notice.py"))["text"]()
    assert (ROOT / "NOTICE").read_text(encoding="utf-8") == notice, "run make notice"
    assert re.search(r"^svelte [\d.]+: MIT$", notice, re.MULTILINE)
    assert "Bitstream Vera" in notice


def test_without_the_page_there_is_no_wheel(tmp_path: Path) -> None:
    copied = ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py")
    for name in copied:
        shutil.copy(ROOT / name, tmp_path)
    package = tmp_path / "src" / "contrada"
    package.mkdir(parents=True)
    shutil.copy(ROOT / "src" / "contrada" / "__init__.py", package)
    done = build(tmp_path, tmp_path / "out", "wheel")
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


def test_dist_is_built_with_the_page() -> None:
    run = commands("dist")
    assert run.index("run build") < run.index("hatchling build")


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
