"""How benchmarks measure: two ways of doing the same work, in turns, in one run.

Machines are shared and noisy, so what counts is the ratio within a run; absolute figures are for
information. Both sides are given the same time, in slices that alternate.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from contrada.games.contract import Game


@dataclass
class Comparison:
    """One figure: how many units a second each side does, and the ratio."""

    name: str
    unit: str
    ours_per_second: float
    twin_per_second: float
    ratio: float
    wanted_ratio: float


def compare(
    name: str,
    unit: str,
    ours: Callable[[], int],
    twin: Callable[[], int],
    wanted: float,
    seconds: float,
) -> Comparison:
    """Let both sides work for about `seconds` each; each call returns the units it has done."""
    done, spent = {ours: 0, twin: 0}, {ours: 0.0, twin: 0.0}
    while min(spent.values()) < seconds:
        side = min(spent, key=lambda each: spent[each])
        begun = time.perf_counter()
        done[side] += side()
        spent[side] += time.perf_counter() - begun
    rate, twin_rate = done[ours] / spent[ours], done[twin] / spent[twin]
    return Comparison(name, unit, rate, twin_rate, rate / twin_rate, wanted)


def report(rows: list[Comparison], *, as_json: bool) -> None:
    """Print the figures."""
    if as_json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    print(f"{'figure':<44}{'ours/s':>14}{'twin/s':>12}{'ratio':>9}{'wanted':>9}")
    for row in rows:
        print(
            f"{row.name + ' (' + row.unit + ')':<44}{row.ours_per_second:>14,.0f}"
            f"{row.twin_per_second:>12,.1f}{row.ratio:>8,.0f}×{row.wanted_ratio:>8,.0f}×"
        )


def playouts(
    game: Game, seats: int, twin: Callable[[int], object], wanted: float, seconds: float
) -> Comparison:
    """Compare whole random games, the deal included; the twin plays one from a seed."""
    seeds, twin_seeds = itertools.count(), itertools.count()

    def ours() -> int:
        return len(game.playouts(200, seed=next(seeds), seats=seats).lengths)

    def its() -> int:
        twin(next(twin_seeds))
        return 1

    options = [name for name, value in game.options.items() if value is True]
    name = ", ".join([f"random playouts by decision, {seats} seats", *options])
    return compare(name, "games", ours, its, wanted, seconds)


def run(about: str | None, rows: Callable[[float], Iterable[Comparison]]) -> None:
    """Read the options of a benchmark and print its figures."""
    options = argparse.ArgumentParser(description=about)
    options.add_argument("--json", action="store_true")
    options.add_argument("--seconds", type=float, default=3.0, help="for each side of a figure")
    chosen = options.parse_args()
    report(list(rows(chosen.seconds)), as_json=chosen.json)
