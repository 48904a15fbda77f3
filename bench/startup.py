"""How long until games can be played: everything compiled cold, and from the cache, anew."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import contrada

WARM = (sys.executable, "-m", "contrada", "warm")
MOST_COLD, MOST_CACHED = 60, 1.5  # seconds wanted, on two cores


def load(name: str) -> tuple[str, ...]:
    """Return a command that makes ready a game and its opponents."""
    ready = "from contrada.bots.search_player import SearchPlayer; SearchPlayer"
    return sys.executable, "-c", f"import contrada; {ready}(contrada.game({name!r}))"


def seconds_of(command: tuple[str, ...], cache: str) -> float:
    """Return how long a new process takes."""
    begun = time.perf_counter()
    environment = {**os.environ, "CONTRADA_CACHE": cache}
    subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begun


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        cold = seconds_of(WARM, cache)
        cached = {
            name: min(seconds_of(load(name), cache) for _ in range(5)) for name in contrada.NAMES
        }
    sizes = {name: len(bytes(contrada.game(name).start())) for name in contrada.NAMES}
    if chosen.json:
        figures = {"cold_seconds": cold, "cached_seconds": cached, "position_bytes": sizes}
        print(json.dumps(figures, indent=2))
        return
    print(f"everything compiled, `contrada warm`  {cold:6.1f} s   wanted: at most {MOST_COLD} s")
    for name, seconds in cached.items():
        print(
            f"{name:8} from the cache, with search  {seconds:6.2f} s   "
            f"wanted: at most {MOST_CACHED} s;  a position: {sizes[name]} bytes"
        )


if __name__ == "__main__":
    main()
