"""Exhaustive search of late positions with two seats and nothing hidden; it estimates nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from contrada.games import contract
from contrada.games.contract import Position
from contrada.kernel import jit, operations
from contrada.kernel.drivers import share_the_win
from contrada.kernel.jit import EntryPoint, compiled, constants
from contrada.kernel.operations import apply, legal, standing, to_move
from contrada.kernel.records import with_attributes

MOST_DEPTH = 60
TOP, NEXT = constants(0, 1)
TOO_MANY = -1.0
Integers = npt.NDArray[np.int64]


@compiled
def best(
    stack: Any,
    level: int,
    decisions: Integers,
    rows: Integers,
    results: npt.NDArray[np.float64],
    budget: Integers,
) -> float:
    """Return what seat 0 gets if both play perfectly, or TOO_MANY."""
    budget[0] -= 1
    if budget[0] < 0 or level + 1 == len(stack):
        return TOO_MANY
    seat = to_move(stack[level])
    if seat < 0:
        standing(stack[level], rows)
        share_the_win(rows, results)
        return results[0]  # type: ignore[no-any-return]
    value = 0.0 if seat == 0 else 1.0
    for index in range(legal(stack[level], decisions[level])):
        stack[level + 1] = stack[level]
        apply(stack[level + 1], decisions[level, index])
        found = best(stack, level + NEXT, decisions, rows, results, budget)
        if found == TOO_MANY:
            return TOO_MANY
        value = max(value, found) if seat == 0 else min(value, found)
        if value == (1.0 if seat == 0 else 0.0):
            break  # nothing is better than a win
    return value


def solve(
    stack: Any,
    decisions: Integers,
    rows: Integers,
    results: npt.NDArray[np.float64],
    budget: Integers,
) -> float:
    """Return the result of seat 0 in `stack[0]`."""
    return best(stack, TOP, decisions, rows, results, budget)


class Exhaustive:
    """Solves positions of one game, unless there is too much to try."""

    def __init__(self, definition: contract.Definition) -> None:
        contract.load(definition)
        self._definition = definition
        stack = types.Array(from_dtype(definition.state), 1, "C")
        signature = types.float64(
            stack, operations.TABLE, operations.TABLE, operations.REALS, operations.INTEGERS
        )
        sources = [*contract.compiled_sources(definition), Path(__file__)]
        name = f"{definition.facts.name}-exhaustive"
        self._solve = jit.load(name, sources, {"solve": EntryPoint(solve, signature)})["solve"]

    def result(self, position: Position, budget: int) -> float | None:
        """Return what seat 0 gets if both play perfectly; None if there is too much to try."""
        facts = self._definition.facts
        stack = np.zeros(MOST_DEPTH, with_attributes(self._definition.state))
        stack[0] = position.state
        found = self._solve(
            stack,
            np.zeros((MOST_DEPTH, facts.decisions), np.int64),
            np.zeros((2, len(facts.measures)), np.int64),
            np.zeros(2),
            np.array([budget], np.int64),
        )
        return None if found == TOO_MANY else float(found)
