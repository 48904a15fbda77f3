"""How long until Urbino can be played: compiled cold, and from the cache, in new processes."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import contrada

LOAD = "import contrada; contrada.game('urbino')"


def seconds_to_load(cache: str) -> float:
    begun = time.perf_counter()
    environment = {**os.environ, "CONTRADA_CACHE": cache}
    subprocess.run([sys.executable, "-c", LOAD], env=environment, check=True)
    return time.perf_counter() - begun


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        cold = seconds_to_load(cache)
        warm = min(seconds_to_load(cache) for _ in range(5))
    figures = {
        "cold_compilation_seconds": cold,
        "from_the_cache_seconds": warm,
        "position_bytes": len(bytes(contrada.game("urbino").start())),
    }
    if chosen.json:
        print(json.dumps(figures, indent=2))
        return
    print(f"cold compilation, imports included      {cold:8.1f} s   wanted: at most 20 s")
    print(f"from the cache, imports included        {warm:8.2f} s   wanted: at most 1.5 s")
    print(
        f"a position                              {figures['position_bytes']:8} bytes, at most 512"
    )


if __name__ == "__main__":
    main()
