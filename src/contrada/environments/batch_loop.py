"""Compiled loops over a batch of games, for any game that writes observations."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from contrada.kernel import operations
from contrada.kernel.chance import Generator, below, draw_seed, start_fast
from contrada.kernel.drivers import Integers, share_the_win
from contrada.kernel.jit import EntryPoint, compiled
from contrada.kernel.operations import apply, legal, observe, standing, start, to_move

Observations = npt.NDArray[np.int16]  # [game, number]
Masks = npt.NDArray[np.bool_]  # [game, decision]
Rewards = npt.NDArray[np.float32]  # [game, seat]
ALL_LEGAL = -1


@compiled
def write_rewards(
    state: Any, rows: Integers, results: npt.NDArray[np.float64], rewards: Any, scores: Integers
) -> None:
    """Write the scores, and rewards that add up to zero: 1 for a win alone."""
    standing(state, rows)
    share_the_win(rows, results)
    seats = len(results)
    for seat in range(seats):
        rewards[seat] = (seats * results[seat] - 1) / (seats - 1)
        scores[seat] = rows[seat, 0]


def first_illegal(decisions: Integers, masks: Masks) -> int:
    """Return the first game whose decision is not legal, or ALL_LEGAL."""
    for game in range(len(decisions)):
        decision = decisions[game]
        if decision < 0 or decision >= masks.shape[1] or not masks[game, decision]:
            return game
    return ALL_LEGAL


def advance(
    states: Any,
    decisions: Integers,
    options: Integers,
    generators: npt.NDArray[np.uint64],
    deal: Generator,
    room: Integers,
    rows: Integers,
    results: npt.NDArray[np.float64],
    observations: Observations,
    masks: Masks,
    rewards: Rewards,
    scores: Integers,
    ended: npt.NDArray[np.bool_],
    movers: Integers,
    drawn: Integers,
) -> None:
    """Take a decision in every game, start again where that ends it, and look at what is next.

    A negative decision starts a game. `deal`, `room`, `rows` and `results` are working space.
    """
    for game in range(len(states)):
        generator = generators[game]
        rewards[game, :] = 0
        ended[game] = False
        if decisions[game] >= 0:
            apply(states[game], decisions[game])
            ended[game] = to_move(states[game]) < 0
        if ended[game]:
            write_rewards(states[game], rows, results, rewards[game], scores[game])
        if ended[game] or decisions[game] < 0:
            start_fast(deal, draw_seed(generator))
            start(states[game], len(results), options, deal)
        mask = masks[game]
        mask[:] = False
        size = legal(states[game], room)
        for place in range(size):
            mask[np.uint64(room[np.uint64(place)])] = True
        drawn[game] = room[below(generator, size)]
        movers[game] = to_move(states[game])
        observations[game, :] = 0
        observe(states[game], movers[game], observations[game])


def seed_all(generators: npt.NDArray[np.uint64], generator: Generator) -> None:
    """Give each game a stream of its own, which does not depend on how many games there are."""
    for game in range(len(generators)):
        start_fast(generators[game], draw_seed(generator))


def entry_points(dtype: np.dtype[Any]) -> dict[str, EntryPoint]:
    """Return the loops for one type of state."""
    states = types.Array(from_dtype(dtype), 1, "C")
    numbers, table, generator = operations.INTEGERS, operations.TABLE, operations.GENERATOR
    generators = types.Array(types.uint64, 2, "C")
    masks, flags = types.Array(types.boolean, 2, "C"), types.Array(types.boolean, 1, "C")
    rewards = types.Array(types.float32, 2, "C")
    observations = types.Array(types.int16, 2, "C")
    advancing = types.void(
        *(states, numbers, numbers, generators, generator, numbers, table, operations.REALS),
        *(observations, masks, rewards, table, flags, numbers, numbers),
    )
    return {
        "first_illegal": EntryPoint(first_illegal, types.int64(numbers, masks)),
        "seed_all": EntryPoint(seed_all, types.void(generators, generator)),
        "advance": EntryPoint(advance, advancing),
    }
