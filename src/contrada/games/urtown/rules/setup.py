"""Setting up: piles, racks and the first seat, all from the seed (URTOWN-SETUP-1)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urtown.rules.state import NO_TILE, NO_TILES, PILE, RACK, TILES, colours
from contrada.games.urtown.rules.tiles import only
from contrada.kernel.chance import Generator, below, shuffle
from contrada.kernel.jit import allocating, compiled
from contrada.kernel.operations import State


@allocating
def deal(state: State, colour: int, generator: Generator) -> None:
    """Shuffle a colour's tiles and draw its rack (URTOWN-SETUP-1)."""
    order = np.arange(TILES)
    shuffle(generator, order, TILES)
    state.racks[colour] = NO_TILES
    for place in range(RACK):
        state.racks[colour] |= only(order[place])
    for place in range(PILE):
        state.piles[colour, place] = order[RACK + place]
    state.pile_sizes[colour] = PILE


@compiled
def start(state: State, seats: int, options: npt.NDArray[np.int64], generator: Generator) -> None:
    """Set up: piles shuffled, racks drawn, a random seat begins, all from a generator."""
    state.tiles[:] = 0
    state.capturable[:] = 0
    state.racks[:] = 0
    state.shown[:] = 0
    state.captured[:] = 0
    state.pile_sizes[:] = 0
    state.placed[:] = 0
    state.lying[:] = NO_TILE
    state.piles[:] = NO_TILE
    state.seats = seats
    state.singletons = options[0]
    state.blockers = options[1]
    state.to_move = below(generator, seats)
    for colour in range(colours(state)):
        deal(state, colour, generator)
