"""Compiled loops over whole games, for any game: playouts and perft.

The loops call the rules directly instead of sharing helpers. The compiler optimises a function
again in every caller, and rules take longest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from contrada.kernel import operations
from contrada.kernel.chance import Generator, below, draw_seed, start_fast
from contrada.kernel.jit import EntryPoint, compiled, constants
from contrada.kernel.operations import (
    apply,
    count_turns,
    forget_key,
    legal,
    play_random_turn,
    standing,
    start,
    to_move,
    turn_begins,
)

Integers = npt.NDArray[np.int64]
(TOP,) = constants(0)


@compiled
def is_ahead(row: Integers, other: Integers) -> bool:
    """Compare two rows of measures: the first difference decides."""
    for measure in range(len(row)):
        if row[measure] != other[measure]:
            return bool(row[measure] > other[measure])
    return False


@compiled
def share_the_win(rows: Integers, results: npt.NDArray[np.float64]) -> None:
    """Give 1 to the winner, or share it equally among winners who tie."""
    seats = len(rows)
    winners = 0
    for seat in range(seats):
        results[seat] = 1.0
        for other in range(seats):
            if is_ahead(rows[other], rows[seat]):
                results[seat] = 0.0
        winners += int(results[seat])
    for seat in range(seats):
        results[seat] /= winners


def playouts_by_decision(
    states: Any,
    options: Integers,
    generator: Generator,
    deal: Generator,
    decisions: Integers,
    rows: Integers,
    results: npt.NDArray[np.float64],
    scores: Integers,
    lengths: Integers,
) -> None:
    """Play whole games, each dealt from its own seed, choosing random decisions."""
    for game in range(len(lengths)):
        start_fast(deal, draw_seed(generator))
        start(states[0], results.shape[1], options, deal)
        lengths[game] = 0
        while to_move(states[0]) >= 0:
            apply(states[0], decisions[below(generator, legal(states[0], decisions))])
            lengths[game] += 1
        standing(states[0], rows)
        share_the_win(rows, results[game])
        for seat in range(results.shape[1]):
            scores[game, seat] = rows[seat, 0]


def playouts_by_turn(
    states: Any,
    options: Integers,
    generator: Generator,
    deal: Generator,
    decisions: Integers,  # noqa: ARG001 - both kinds of playouts have the same signature
    rows: Integers,
    results: npt.NDArray[np.float64],
    scores: Integers,
    lengths: Integers,
) -> None:
    """Play whole games, each dealt from its own seed, choosing random turns."""
    for game in range(len(lengths)):
        start_fast(deal, draw_seed(generator))
        start(states[0], results.shape[1], options, deal)
        lengths[game] = 0
        while to_move(states[0]) >= 0:
            play_random_turn(states[0], generator)
            lengths[game] += 1
        standing(states[0], rows)
        share_the_win(rows, results[game])
        for seat in range(results.shape[1]):
            scores[game, seat] = rows[seat, 0]


def play_to_the_end(states: Any, generator: Generator, decisions: Integers) -> None:
    """Play random decisions from `states[0]` to the end of the game.

    What is drawn on the way does not follow the game's own generator: it could give that away.
    """
    forget_key(states[0], generator)
    while to_move(states[0]) >= 0:
        apply(states[0], decisions[below(generator, legal(states[0], decisions))])


@compiled
def count_from(stack: Any, level: int, depth: int, decisions: Integers) -> int:
    """Count the sequences of `depth` turns from `stack[level]`."""
    if depth == 1 and turn_begins(stack[level]):
        return count_turns(stack[level])
    total = 0
    for index in range(legal(stack[level], decisions[level])):
        stack[level + 1] = stack[level]
        apply(stack[level + 1], decisions[level, index])
        left = depth - 1 if turn_begins(stack[level + 1]) else depth
        if left == 0:
            total += 1
        elif to_move(stack[level + 1]) >= 0:
            total += count_from(stack, level + 1, left, decisions)
    return total


def perft(stack: Any, depth: int, decisions: Integers) -> int:
    """Count the sequences of `depth` turns from `stack[0]`."""
    return count_from(stack, TOP, depth, decisions)


def entry_points(dtype: np.dtype[Any], rules: operations.Rules) -> dict[str, EntryPoint]:
    """Return the loops that these rules support."""
    states = types.Array(from_dtype(dtype), 1, "C")
    numbers, table = operations.INTEGERS, operations.TABLE
    reals = types.Array(types.float64, 2, "C")
    generator = operations.GENERATOR
    playouts = types.void(
        states, numbers, generator, generator, numbers, table, reals, table, numbers
    )
    to_the_end = types.void(states, generator, numbers)
    loops = {
        "playouts_by_decision": EntryPoint(playouts_by_decision, playouts),
        "play_to_the_end": EntryPoint(play_to_the_end, to_the_end),
    }
    if "play_random_turn" in rules:
        loops["playouts_by_turn"] = EntryPoint(playouts_by_turn, playouts)
    if "count_turns" in rules:
        counting = types.int64(states, types.int64, table)
        loops["perft"] = EntryPoint(perft, counting)
    return loops
