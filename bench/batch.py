"""How many steps a second batches make, with masks and observations, on one core.

With Pgx (`pip install 'contrada[bench]'`), `--against-pgx` lets its Othello and Go 9x9 do the
same, in turns with ours in the same run, with random legal decisions on both sides.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)

WANTED = {"urbino": 1.0, "urtown": 3.0, "urbania": 3.0, "urbe": 3.0}  # million steps a second
WANTED_RATIO = 5
PGX = ("othello", "go_9x9")
SLICE = 20  # steps of the whole batch between two looks at the clock
Advance = Callable[[], int]


def ours(name: str, size: int) -> Advance:
    """Return a function that makes some steps and returns how many."""
    import contrada  # noqa: PLC0415 - after the settings for JAX

    batch = contrada.batch(name, size, seed=1)
    for _ in range(200):  # spread the games over all stages
        batch.step(batch.random_decisions)

    def advance() -> int:
        for _ in range(SLICE):
            batch.step(batch.random_decisions)
        return SLICE * size

    return advance


def pgx(name: str, size: int) -> Advance:
    """Return the same for a game of Pgx, with automatic restart."""
    import jax  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415
    import pgx as library  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415
    from pgx.experimental import auto_reset  # type: ignore  # noqa: PGH003, PLC0415

    environment = library.make(name)
    start = jax.jit(jax.vmap(environment.init))
    step = jax.vmap(auto_reset(environment.step, environment.init))

    def one(carried: Any, _: Any) -> Any:
        state, key = carried
        key, for_choice, for_step = jax.random.split(key, 3)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(for_choice, scores, axis=-1)
        return (step(state, action, jax.random.split(for_step, size)), key), None

    several = jax.jit(lambda carried: jax.lax.scan(one, carried, None, length=SLICE)[0])
    carried = (start(jax.random.split(jax.random.key(1), size)), jax.random.key(2))
    for _ in range(5):
        carried = jax.block_until_ready(several(carried))

    def advance() -> int:
        nonlocal carried
        carried = jax.block_until_ready(several(carried))
        return SLICE * size

    return advance


def rates(sides: dict[str, Advance], seconds: float) -> dict[str, float]:
    """Let all sides work for `seconds` each, in turns; return steps a second of CPU time."""
    done, spent = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0.0)
    while min(spent.values()) < seconds:
        side = min(spent, key=lambda each: spent[each])
        begun = time.process_time()
        done[side] += sides[side]()
        spent[side] += time.process_time() - begun
    return {side: done[side] / spent[side] for side in sides}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    options.add_argument("--seconds", type=float, default=3.0, help="for each game")
    options.add_argument("--size", type=int, default=1024, help="games in a batch")
    options.add_argument("--against-pgx", action="store_true")
    chosen = options.parse_args()
    sides = {name: ours(name, chosen.size) for name in WANTED}
    if chosen.against_pgx:
        sides |= {f"pgx {name}": pgx(name, chosen.size) for name in PGX}
    found = rates(sides, chosen.seconds)
    if chosen.json:
        print(json.dumps(found, indent=2))
        return
    for side, rate in found.items():
        wanted = f"   wanted {WANTED[side]:.0f}" if side in WANTED else ""
        print(f"{side:<14}{rate / 1e6:>8.2f} million steps/s{wanted}")
    if chosen.against_pgx:
        for name in WANTED:
            ratios = (f"{found[name] / found[f'pgx {other}']:.1f}× {other}" for other in PGX)
            print(f"{name:<14}{', '.join(ratios)}   wanted {WANTED_RATIO}×")


if __name__ == "__main__":
    main()
