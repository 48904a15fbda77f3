"""What starts the end phase, and how many turns it has (URBANIA-END-1, -2)."""

from __future__ import annotations

from contrada.games.urbania import components
from contrada.games.urbania.rules.state import (
    SUITS,
    district_spaces,
    renewed,
)
from contrada.kernel.bits import ZERO
from contrada.kernel.boards import count, minus
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State

NEAR_RENEWAL = 2  # URBANIA-END-1: so many undeveloped buildings, or fewer, start the end phase
DEAR, DEAR_ENOUGH = 5, 3  # or so many specialists of this value


@compiled
def end_is_near(state: State) -> bool:
    """Whether a district is nearly done or specialists are dear enough (URBANIA-END-1)."""
    for district in range(len(components.DISTRICTS)):
        if count(minus(district_spaces(district), renewed(state))) <= NEAR_RENEWAL:
            return True
    dear = ZERO
    for specialist in range(SUITS):
        dear += state.specialists[specialist] >= DEAR
    return dear >= DEAR_ENOUGH


@compiled
def watch_for_the_end(state: State) -> None:
    """Start the end phase, once: this round, then one more (URBANIA-END-1, -2)."""
    if state.end_turns == 0 and end_is_near(state):
        in_round = (state.to_move - state.starter) % state.seats
        state.end_turns = 2 * state.seats - in_round
