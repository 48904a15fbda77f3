"""Games a second with 1 and with 2 workers, in processes and on Ray.

Both take turns on the same games of Urbe, so the ratio means more than either figure. The time runs
from the first result to the last: a long study starts its workers once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import contrada
from contrada.lab.balance import Study
from contrada.lab.cluster import Cluster
from contrada.lab.engines import Engine
from contrada.lab.processes import Processes

GAMES, ROUNDS = 60, 3
PLAYER = "search:iterations=40"
PLACES: dict[str, Callable[[int], Engine]] = {
    "processes": Processes,
    "Ray": lambda workers: Cluster(workers=workers),
}


def games_a_second(study: Study, engine: Engine) -> float:
    """Play all games of a study; the first ones do not count, nor do those of the others' start."""
    moments = [time.perf_counter() for _ in engine.run(study.play, study.tasks())]
    begun = len(moments) // 4  # all workers are there by then
    return (len(moments) - begun) / (moments[-1] - moments[begun - 1])


def main() -> None:
    """Print a line for each place."""
    study = Study(contrada.game("urbe"), seats=3, games=GAMES, player=PLAYER)
    for name, place in PLACES.items():
        found = [
            [games_a_second(study, place(workers)) for workers in (1, 2)] for _ in range(ROUNDS)
        ]
        one, two = (median(each[index] for each in found) for index in (0, 1))
        ratio = median(pair[1] / pair[0] for pair in found)
        figures = f"{one:.1f} games a second with 1 worker, {two:.1f} with 2"
        print(f"{name}: {figures}: {ratio:.2f} times")


if __name__ == "__main__":
    main()
