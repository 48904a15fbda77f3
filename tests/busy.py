"""`python tests/busy.py COMMAND…`: run a command three times while two cores are kept busy."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time

RUNS, BURNERS = 3, 2


def burn() -> None:
    while True:
        pass


def main(command: list[str]) -> int:
    """Run the command until it fails, or has passed that many times in a row; return its status."""
    burners = [multiprocessing.Process(target=burn, daemon=True) for _ in range(BURNERS)]
    for burner in burners:
        burner.start()
    for number in range(1, RUNS + 1):
        begun = time.monotonic()
        status = subprocess.run(command, check=False).returncode
        minutes = (time.monotonic() - begun) / 60
        print(f"run {number} of {RUNS}: status {status} after {minutes:.1f} min", flush=True)
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
