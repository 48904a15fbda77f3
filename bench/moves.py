"""What a move costs a server: processor time for each, in whole games, beside another checkout.

Some tables move at once, and the next ones when both seats of all of them hold the new positions.
So a busy machine makes it slower, but hardly changes what is in a commit. With `--against DIR` a
server from another checkout plays the same games, in turns with ours; go by the ratio then, because
on a busy machine the absolute figures depend on who else is using the caches.

    python bench/moves.py
    python bench/moves.py --database postgresql --against ../before
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import uvloop

from bench.load import Table
from bench.server import ROOT, Server, database

EARLY = 13  # decisions: as far as `bench/server.py` plays


class Side:
    """A server from one checkout, and the tables played on it."""

    def __init__(self, name: str, server: Server, tables: int) -> None:
        self.name, self.server = name, server
        self.tables = [Table(server.address, number) for number in range(tables)]
        self.early, self.late = [0.0, 0], [0.0, 0]  # seconds, moves

    async def open(self) -> None:
        """Open all tables."""
        for table in self.tables:
            await table.sit_down()
        await asyncio.sleep(1)

    async def round(self, at_once: int, number: int) -> None:
        """Let each table make one move, and add up what that took."""
        clock = (~self.server.process.pid << 3) | 2  # of a process, as Linux numbers them
        used, moved = time.clock_gettime(clock), 0
        for start in range(0, len(self.tables), at_once):
            moving = [table for table in self.tables[start : start + at_once] if table.move()]
            moved += len(moving)
            while any(table.is_waiting for table in moving):
                await asyncio.sleep(0.0005)
        spent = self.early if number <= EARLY else self.late
        spent[0] += time.clock_gettime(clock) - used
        spent[1] += moved

    def figures(self) -> dict[str, float]:
        """Return milliseconds for each move, early in the games and after that."""
        found = {"early": self.early, "late": self.late}
        return {name: 1000 * seconds / moves for name, (seconds, moves) in found.items() if moves}


async def measure(wanted: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Play the same games on one server or on both."""
    sources = {"ours": ROOT} | ({"before": wanted.against.resolve()} if wanted.against else {})
    sides = []
    with contextlib.ExitStack() as stack:
        for name, source in sources.items():
            (folder / name).mkdir()
            url = stack.enter_context(database(wanted.database, folder / name))
            report = folder / name / "parts.json" if wanted.parts else None
            server = Server(url, None, report, source)
            stack.callback(server.kill)
            server.wait_until_ready()
            sides.append(Side(name, server, wanted.tables))
        for side in sides:
            await side.open()
        before = [await side.server.parts() for side in sides]
        for number in range(wanted.moves):
            for side in sides if number % 2 else sides[::-1]:
                await side.round(wanted.at_once, number)
        after = [await side.server.parts() for side in sides]
    found: dict[str, Any] = {side.name: side.figures() for side in sides}
    for side, (old, _), (new, _) in zip(sides, before, after, strict=True):
        moves = side.early[1] + side.late[1]
        found[side.name] |= {part: 1000 * (new[part] - old[part]) / moves for part in new}
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    asked.add_argument("--against", type=Path, metavar="DIR", help="another checkout")
    asked.add_argument("--tables", type=int, default=60)
    asked.add_argument("--at-once", type=int, default=10, help="moves at the same moment")
    asked.add_argument("--moves", type=int, default=40, help="of each table")
    asked.add_argument("--runs", type=int, default=1)
    asked.add_argument("--parts", action="store_true", help="processor time by part")
    asked.add_argument("--json", action="store_true")
    wanted = asked.parse_args()
    for _ in range(wanted.runs):
        with tempfile.TemporaryDirectory() as folder:
            found = uvloop.run(measure(wanted, Path(folder)))
        if wanted.json:
            print(json.dumps(found), flush=True)
            continue
        for name, figures in found.items():
            listed = ", ".join(f"{part} {spent:.3f}" for part, spent in figures.items())
            print(f"{name:7} ms a move: {listed}", flush=True)
        if wanted.against:
            ratios = (
                f"{part} {found['ours'][part] / found['before'][part]:.2f}"
                for part in found["ours"]
                if part in found["before"]
            )
            print(f"        ratio: {', '.join(ratios)}   load {os.getloadavg()[0]:.0f}", flush=True)


if __name__ == "__main__":
    main()
