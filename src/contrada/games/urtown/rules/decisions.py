"""The numbers of decisions, and what tile and square each one names."""

from __future__ import annotations

import numpy as np

from contrada.games.urtown.rules.state import SQUARES, TILES, colours_each
from contrada.games.urtown.rules.tiles import fitting_squares
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

PER_COLOUR = 27 * 9 + SQUARES
(SKIP,) = constants(2 * PER_COLOUR)
DECISIONS = 2 * PER_COLOUR + 1

# The square that a decision below PER_COLOUR names, and the decision that a tile and square have.
SQUARE_OF = np.array([s for tile in range(TILES) for s in fitting_squares(tile)], np.int64)
TILE_OF = np.array([tile for tile in range(TILES) for _ in fitting_squares(tile)], np.int64)
DECISION_OF = np.full((TILES, SQUARES), -1, np.int64)
DECISION_OF[TILE_OF, SQUARE_OF] = np.arange(PER_COLOUR)


@compiled
def colour_to_play(state: State, which: int) -> int:
    """Return the first or second colour of the seat to move."""
    return state.to_move * colours_each(state) + which  # type: ignore[no-any-return]
