"""The files of `deploy/`: the script, the unit and the containers fit together, and are strict."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from contrada.cli.main import app
from tests.deploy.web_servers import DEPLOY, ROOT, found

SCRIPT = DEPLOY / "install.sh"
UNIT = DEPLOY / "contrada.service"
MOST_EXPOSED = 15  # tenths; systemd calls up to 2.0 "OK", most services have more than 9.0
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
IN_CONTAINERS = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")


def run(*command: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


# --- The script ----------------------------------------------------------------------------------


def test_every_shell_can_read_the_script() -> None:
    assert SCRIPT.read_text(encoding="utf-8").startswith("#!/bin/sh\n")
    assert SCRIPT.stat().st_mode & 0o111
    assert run("sh", "-n", str(SCRIPT)).stderr == ""
    checker = found("shellcheck")
    if checker:
        assert run(checker, "--shell=sh", str(SCRIPT)).stdout == ""


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--whel", "x"], "there is no option --whel"),
        (["--wheel"], "--wheel needs a file"),
        (["--wheel", "a.whl", "--version", "0.1.0"], "give either --wheel or --version"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(options: list[str], said: str) -> None:
    answer = run("sh", str(SCRIPT), *options)
    assert answer.returncode == 2
    assert answer.stderr == f"install.sh: {said}; see install.sh --help\n"


def test_the_script_tells_its_options() -> None:
    answer = run("sh", str(SCRIPT), "--help")
    assert answer.returncode == 0
    text = SCRIPT.read_text(encoding="utf-8")
    known = set(re.findall(r"^ {6}(--[a-z-]+)\)", text, re.MULTILINE))
    assert known == set(re.findall(r"^  (--[a-z-]+)", answer.stdout, re.MULTILINE))


# --- The unit ------------------------------------------------------------------------------------


def settings_of_unit() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        name, mark, value = line.partition("=")
        if mark and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def test_the_unit_runs_what_the_script_installs() -> None:
    text, unit = SCRIPT.read_text(encoding="utf-8"), settings_of_unit()
    places = dict(re.findall(r"^([A-Z]+)=(\S+)", text, re.MULTILINE))
    assert unit["ExecStart"] == [f"{places['PLACE']}/current/bin/contrada serve $CONTRADA_OPTIONS"]
    assert unit["EnvironmentFile"] == [f"{places['SETTINGS']}/contrada.env"]
    assert unit["User"] == unit["Group"] == [places["PERSON"]]
    assert places["DATA"] == f"/var/lib/{unit['StateDirectory'][0]}"
    assert places["CACHE"] == f"/var/cache/{unit['CacheDirectory'][0]}"


@pytest.fixture
def checked_unit(tmp_path: Path) -> str:
    """The unit with a program that exists here."""
    if found("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    text = UNIT.read_text(encoding="utf-8")
    copy = tmp_path / UNIT.name
    copy.write_text(text.replace("/opt/contrada/current/bin/contrada", sys.executable))
    return str(copy)


def test_systemd_understands_the_unit(checked_unit: str) -> None:
    answer = run("systemd-analyze", "verify", "--man=no", checked_unit)
    assert (answer.returncode, answer.stderr) == (0, "")


def test_the_unit_is_hardened(checked_unit: str) -> None:
    threshold = f"--threshold={MOST_EXPOSED}"
    answer = run(
        "systemd-analyze", "security", "--offline=true", "--no-pager", threshold, checked_unit
    )
    assert answer.returncode == 0, answer.stdout


# --- Containers ----------------------------------------------------------------------------------


def steps() -> list[tuple[str, str]]:
    joined = re.sub(r"\\\n\s*", "", IN_CONTAINERS)
    lines = [line for line in joined.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def test_the_image_is_made_by_the_script_alone() -> None:
    done = [rest for word, rest in steps() if word == "RUN"]
    assert len(done) == 1
    assert done[0].startswith("/tmp/contrada/install.sh --no-systemd && rm -rf ")
    assert [rest for word, rest in steps() if word == "USER"] == ["contrada"]
    assert [word for word, _ in steps()][-2:] == ["ENTRYPOINT", "CMD"]


def test_the_image_gets_what_it_copies() -> None:
    """Nothing else of the project is sent to whoever builds it."""
    (copied,) = (rest.split()[:-1] for word, rest in steps() if word == "COPY")
    ignore = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert ignore[0] == "*"
    assert sorted(ignore[1:]) == sorted(f"!{name}" for name in copied)
    for name in copied:
        assert name == "dist/*.whl" or (ROOT / name).is_file()


def test_the_services_fit_together() -> None:
    services = COMPOSE["services"]
    ours, database, caddy = (services[name] for name in ("contrada", "database", "caddy"))
    assert ours["build"] == {"context": "..", "dockerfile": "deploy/Dockerfile"}
    assert "ports" not in ours
    assert "ports" not in database
    assert ours["environment"]["CONTRADA_DATABASE"].endswith("@database/contrada")
    assert database["environment"]["POSTGRES_USER"] == "contrada"
    assert caddy["environment"]["CONTRADA_SERVER"] == "contrada:8000"
    mounted = [each.partition(":")[0] for one in services.values() for each in one["volumes"]]
    kept = {name for name in mounted if not name.startswith(".")}
    assert kept == set(COMPOSE["volumes"])
    wanted = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    assert wanted == set(
        re.findall(r"^([A-Z_]+)=", (DEPLOY / "compose.env").read_text(), re.MULTILINE)
    )


def test_the_server_knows_its_options() -> None:
    """Those in the compose file, in the Dockerfile, and in the examples for web servers."""
    given = [*COMPOSE["services"]["contrada"]["command"], IN_CONTAINERS.splitlines()[-1]]
    for name in ("nginx.conf", "Caddyfile"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        given += [line for line in text.splitlines() if line.startswith("#   --")]
    used = set(re.findall(r"--[a-z-]+", " ".join(given)))
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    assert {"--proxy", "--origin", "--host", "--public-url"} == used
    assert used <= {option for each in serve.params for option in each.opts}
