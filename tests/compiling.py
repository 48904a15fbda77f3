"""`python -m tests.compiling` compiles the rules of all games side by side, for tests that follow.

Workers of pytest load the same games in the same order, so one would compile while others wait.
"""

from __future__ import annotations

import multiprocessing

from contrada import games
from contrada.games import contract


def compile_rules(name: str) -> None:
    definition = games.definition(name)
    contract.load(definition)
    contract.load_observation(definition)


if __name__ == "__main__":
    # The newest games have the most rules, so start with them.
    with multiprocessing.get_context("spawn").Pool() as pool:
        pool.map(compile_rules, reversed(games.NAMES), chunksize=1)
