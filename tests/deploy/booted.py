"""Boots systemd of a machine in a folder, in namespaces of its own: nothing outside notices."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tests.server.serving import PATIENCE

SYSTEMD = "/lib/systemd/systemd"
# What a container has: devices that do no harm, no other processes, and only `lo` as a network.
BEGIN = f"""
set -eu
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
for name in null zero full random urandom tty; do
  touch "dev/$name"
  mount --bind "/dev/$name" "dev/$name"
done
mount -t cgroup2 cgroup2 sys/fs/cgroup
pivot_root . mnt
umount --lazy /mnt
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  {SYSTEMD} --system --unit=multi-user.target
"""
NAMESPACES = ("--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup")


def groups() -> Path | None:
    """Return where processes can be put into control groups, if this machine has them."""
    for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines():
        _, place, kind, *_ = line.split()
        if kind == "cgroup2":
            return Path(place)
    return None


class Booted:
    """A machine whose systemd runs, until it is switched off."""

    def __init__(self, root: Path) -> None:
        found = groups()
        assert found is not None
        self.root, self._group = root, found / f"contrada-{os.getpid()}"
        self._group.mkdir()
        command = ["unshare", "--fork", *NAMESPACES, "--propagation=private"]
        self._process = subprocess.Popen(
            [*command, "sh", "-c", BEGIN, "sh", str(root)],
            preexec_fn=self._join,  # noqa: PLW1509 - before the namespaces are made
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._first = self._first_process()

    def _join(self) -> None:
        (self._group / "cgroup.procs").write_text(str(os.getpid()))

    def _first_process(self) -> str:
        """Return what the first process of the machine is called out here, once systemd answers."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self._process.poll() is None, "the machine does not boot"
            for child in children.read_text(encoding="utf-8").split():
                self._first = child
                said = self.run("systemctl", "is-system-running", "--wait").stdout.strip()
                if said in ("running", "degraded"):
                    return child
            time.sleep(0.1)
        raise AssertionError("systemd does not answer")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the machine."""
        return subprocess.run(
            ["nsenter", f"--target={self._first}", *NAMESPACES, *command],
            env={"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"},
            capture_output=True,
            text=True,
            check=False,
        )

    def does(self, *command: str) -> str:
        """Run a command that has to succeed."""
        done = self.run(*command)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def switch_off(self) -> None:
        """End everything there at once, as a power cut does."""
        with suppress(ProcessLookupError):
            os.kill(int(self._first), signal.SIGKILL)
        self._process.wait(PATIENCE)
        below = sorted(self._group.rglob("*/"), key=lambda group: len(group.parts), reverse=True)
        for group in (*below, self._group):
            with suppress(OSError):
                group.rmdir()
