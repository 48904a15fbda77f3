"""How long a view takes: in microseconds, and compared with writing it as JSON.

With `--against DIR` the sources of another checkout do the same, in turns with ours, and the ratio
tells what a change has brought.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
WANTED = {"urbino": 150, "urtown": 400}  # microseconds at most, on one core of a small machine
POSITIONS = 40
ROUNDS = 3


def positions(name: str) -> list[Any]:
    """Return positions spread over a random game with the most seats."""
    import contrada  # noqa: PLC0415 - from the checkout that is measured

    choose = random.Random(1)
    game = contrada.game(name)
    line = [game.start(game.facts.seats[1], seed=1)]
    while not line[-1].is_over:
        line.append(line[-1].play(choose.choice(line[-1].legal())))
    return line[:: max(1, len(line) // POSITIONS)]


def microseconds(work: Callable[[], int], seconds: float) -> float:
    """Return how long a unit of work takes, as the best of several slices."""
    found = []
    for _ in range(5):
        done, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds / 5:
            done += work()
        found.append((time.perf_counter() - begun) / done * 1e6)
    return min(found)


def measure(name: str, seconds: float) -> dict[str, float]:
    """Measure views, alternately for everyone and for the first seat, and writing them as JSON."""
    line = positions(name)
    seen = [each.view(seat) for each in line for seat in (None, 0)]

    def views() -> int:
        return len([each.view(seat) for each in line for seat in (None, 0)])

    def texts() -> int:
        return len([json.dumps(each) for each in seen])

    return {"view": microseconds(views, seconds), "json": microseconds(texts, seconds)}


def elsewhere(sources: Path, name: str, seconds: float) -> dict[str, float]:
    """Measure in a new process with the sources of a checkout."""
    command = [sys.executable, __file__, "--only", name, "--seconds", str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(sources / "src")}
    ran = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(ran.stdout)
    return found


def rows(against: Path | None, seconds: float) -> Iterator[dict[str, Any]]:
    import contrada  # noqa: PLC0415

    for name in contrada.NAMES:
        if against is None:
            yield {"game": name, "wanted": WANTED.get(name), **measure(name, seconds)}
            continue
        pairs = [
            [elsewhere(sources, name, seconds)["view"] for sources in (ROOT, against.resolve())]
            for _ in range(ROUNDS)
        ]
        ours, theirs = (min(each) for each in zip(*pairs, strict=True))
        yield {"game": name, "view": ours, "before": theirs, "ratio": theirs / ours}


def printed(row: dict[str, Any]) -> str:
    line = f"{row['game']:<8} a view {row['view']:>7,.0f} µs"
    if "before" in row:
        return f"{line}   there {row['before']:>7,.0f} µs   {row['ratio']:.1f}× as fast"
    line += f"   {row['view'] / row['json']:.1f}× writing it as JSON"
    return line + (f"   wanted: at most {row['wanted']} µs" if row["wanted"] else "")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    options.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    options.add_argument("--against", type=Path, metavar="DIR", help="another checkout")
    options.add_argument("--only", metavar="GAME", help=argparse.SUPPRESS)  # a child does this
    chosen = options.parse_args()
    if chosen.only:
        print(json.dumps(measure(chosen.only, chosen.seconds)))
        return
    found = list(rows(chosen.against, chosen.seconds))
    print(json.dumps(found, indent=2) if chosen.json else "\n".join(map(printed, found)))


if __name__ == "__main__":
    main()
