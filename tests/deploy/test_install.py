"""The script in a fresh Debian and a fresh Ubuntu: it installs, and what it installs serves.

It is run again, brings up to date, and sets up a service that systemd starts, and starts again
after a crash. These are soak tests: they need root, debootstrap, and ten minutes for each system.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.deploy.booted import Booted, groups
from tests.deploy.web_servers import ROOT, found
from tests.server.serving import HOST, PATIENCE
from tests.test_packaging import build

pytestmark = pytest.mark.soak


class System(NamedTuple):
    """What debootstrap installs, and the Python of it."""

    suite: str
    mirror: str
    components: str
    python: str


SYSTEMS = (
    System(
        "bookworm",
        os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian"),
        "main",
        "3.11",
    ),
    System(
        "noble",
        os.environ.get("UBUNTU_MIRROR", "http://archive.ubuntu.com/ubuntu"),
        "main,universe",
        "3.12",
    ),
)
RECIPES = Path("/usr/share/debootstrap/scripts")
SAME_RECIPE = "jammy"  # for releases of Ubuntu that this debootstrap does not know yet
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    # The packages that Contrada needs come from a folder: this machine knows where to get them.
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": "/srv/wheels",
}
SCRIPT = "/srv/contrada/deploy/install.sh"
MOUNTED = {"proc": "proc", "dev": "devtmpfs", "dev/shm": "tmpfs"}


class Machine:
    """A fresh Debian in a folder, with the files of a release in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.release = root / "srv" / "contrada"

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["chroot", str(self.root), *command],
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
        )

    def does(self, *command: str) -> str:
        done = self.run(*command)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def path(self, inside: str) -> Path:
        return self.root / inside.lstrip("/")


@pytest.fixture(scope="module", params=SYSTEMS, ids=[each.suite for each in SYSTEMS])
def machine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Machine]:
    if os.geteuid() != 0 or found("debootstrap") is None:
        pytest.skip("this needs root and debootstrap")
    system: System = request.param
    root = tmp_path_factory.mktemp("machine") / "root"
    tool = found("debootstrap")
    assert tool is not None
    command = [tool, "--variant=minbase", f"--components={system.components}"]
    recipe = [] if (RECIPES / system.suite).exists() else [str(RECIPES / SAME_RECIPE)]
    command += [system.suite, str(root), system.mirror, *recipe]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    with ExitStack() as mounted:
        for place, kind in MOUNTED.items():
            subprocess.run(["mount", "-t", kind, kind, str(root / place)], check=True)
            mounted.callback(subprocess.run, ["umount", "--lazy", str(root / place)], check=True)
        (root / "dev" / "shm").chmod(0o1777)
        yield delivered(Machine(root), system.python)


def delivered(machine: Machine, python: str) -> Machine:
    """Bring a release to the machine, and the packages that it needs with its Python."""
    for name in ("deploy", "constraints.txt"):
        source = ROOT / name
        machine.release.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, machine.release / name)
    done = build(ROOT, machine.release / "dist", "wheel")
    assert done.returncode == 0, done.stderr
    (wheel,) = (machine.release / "dist").glob("*.whl")
    packages = str(machine.root / "srv" / "wheels")
    pip = [sys.executable, "-m", "pip", "--quiet"]
    wanted = ["--constraint", str(ROOT / "constraints.txt"), str(wheel)]
    # First those that have to be built, which suit every Python; then those for this one.
    subprocess.run([*pip, "wheel", "--wheel-dir", packages, *wanted], check=True)
    only = ["--only-binary=:all:", f"--python-version={python}", "--find-links", packages]
    subprocess.run([*pip, "download", "--dest", packages, *only, *wanted], check=True)
    return machine


def test_it_installs_what_serves(machine: Machine) -> None:
    refused = machine.run(SCRIPT)  # nothing is changed yet
    assert (refused.returncode, refused.stderr) == (
        1,
        "install.sh: there is no systemd here; use --no-systemd\n",
    )
    assert not machine.path("/opt/contrada").exists()
    said = machine.does(SCRIPT, "--no-systemd")
    assert "contrada 0.1.0 is installed; its settings are in /etc/contrada/contrada.env" in said
    for tool in ("cc", "gcc", "node", "npm", "git"):
        assert machine.run("which", tool).returncode != 0
    assert machine.path("/var/lib/contrada").stat().st_mode & 0o777 == 0o700
    settings = machine.path("/etc/contrada/contrada.env")
    assert settings.stat().st_mode & 0o777 == 0o640
    findings = json.loads(machine.does("contrada", "doctor", "--port", "0", "--json"))
    assert {each["what"] for each in findings if each["health"] == "bad"} == set()
    assert [each["health"] for each in findings if each["what"] == "cache"] == ["good"]
    assert_it_serves(machine)
    owner = machine.path("/var/lib/contrada").stat().st_uid
    assert owner != 0
    assert machine.path("/var/lib/contrada/contrada.db").stat().st_uid == owner


def assert_it_serves(machine: Machine) -> None:
    """Start the server as the guide says, and open the page."""
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    command = ["chroot", str(machine.root), "contrada", "serve", "--port", str(port)]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert f":{port}/" in server.stdout.readline()
        until = time.monotonic() + PATIENCE
        while b'"loading"' in (games := read(port, "/api/games")):
            assert time.monotonic() < until
            time.sleep(0.1)
        assert b'"waiting"' not in games
        assert b'"compiling"' not in games
        assert b"<title>" in read(port, "/")
        server.terminate()
    assert server.returncode == 0


def read(port: int, path: str) -> bytes:
    with urllib.request.urlopen(f"http://{HOST}:{port}{path}", timeout=PATIENCE) as answer:
        return bytes(answer.read())


def test_it_can_be_run_again_and_brings_up_to_date(machine: Machine) -> None:
    """The same wheel changes nothing; another one is installed beside it, and only one stays."""
    current = machine.path("/opt/contrada/current")
    first = current.readlink()
    settings = machine.path("/etc/contrada/contrada.env")
    settings.write_text(settings.read_text() + "# mine\n")
    said = machine.does(SCRIPT, "--no-systemd")
    assert f"{first} is installed already" in said
    assert current.readlink() == first
    (wheel,) = (machine.release / "dist").glob("*.whl")
    for _ in range(2):
        with wheel.open("ab") as file:  # what comes after the end of an archive does not matter
            file.write(b"\0")
        before = current.readlink()
        machine.does(SCRIPT, "--no-systemd", "--no-warm")
        there = machine.path("/opt/contrada").iterdir()
        kept = {each.name for each in there if not each.is_symlink()}
        assert kept == {before.name, current.readlink().name}
    assert "# mine" in settings.read_text()
    assert machine.does("contrada", "--version") == "contrada 0.1.0\n"


def test_the_service_is_installed(machine: Machine) -> None:
    machine.does("apt-get", "-qq", "install", "-y", "--no-install-recommends", "systemd")
    said = machine.does(SCRIPT, "--no-warm")
    assert "Contrada will start with this machine" in said
    assert machine.does("systemctl", "is-enabled", "contrada").strip() == "enabled"
    assert machine.does("systemd-analyze", "verify", "--man=no", "contrada.service") == ""


def test_the_service_serves_and_comes_back_after_a_crash(machine: Machine) -> None:
    """With all that the unit forbids it; nothing outside reaches this machine."""
    if groups() is None:
        pytest.skip("this machine has no control groups")
    booted = Booted(machine.root)
    try:
        page = answers(booted)
        assert "<title>Contrada</title>" in page
        first = main_process(booted)
        booted.does("sh", "-c", f"kill -KILL {first}")
        until(lambda: main_process(booted) not in ("0", first))
        assert answers(booted) == page
        until(lambda: booted.run("sh", "-c", "ls /var/lib/contrada/backups/*.db").returncode == 0)
        booted.does("contrada", "admin", "backup", "/var/lib/contrada/saved.db")
        findings = json.loads(booted.does("contrada", "doctor", "--json"))
        assert [each for each in findings if each["health"] == "bad"] == []
        booted.does("systemctl", "stop", "contrada")
        booted.does("contrada", "admin", "check")
    finally:
        booted.switch_off()


def main_process(booted: Booted) -> str:
    return booted.does("systemctl", "show", "--property=MainPID", "--value", "contrada")


def answers(booted: Booted) -> str:
    """Return the page, as soon as there is one."""
    ask = "import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:8000/').read().decode())"
    command = ("/opt/contrada/current/bin/python", "-c", ask)
    until(lambda: booted.run(*command).returncode == 0)
    return booted.does(*command)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)
