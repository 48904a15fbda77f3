"""The rules that can refuse a decision, and which of them does."""

from __future__ import annotations

from contrada.games.urtown.rules.capturing import splits
from contrada.games.urtown.rules.decisions import (
    PER_COLOUR,
    SKIP,
    SQUARE_OF,
    TILE_OF,
    colour_to_play,
)
from contrada.games.urtown.rules.placing import can_place
from contrada.games.urtown.rules.state import (
    NO_COLOUR,
    NOBODY,
    capturable_of,
    colour_at,
    colours_each,
    is_finished,
    of_colour,
    owner,
)
from contrada.games.urtown.rules.tiles import holds
from contrada.kernel.boards import contains
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.refusals import PERMITTED, RuleIds

RULE_IDS = RuleIds()
PLACE_1 = RULE_IDS.number("URTOWN-PLACE-1")
PLACE_3 = RULE_IDS.number("URTOWN-PLACE-3")
PLACE_4 = RULE_IDS.number("URTOWN-PLACE-4")
CAPTURE_1 = RULE_IDS.number("URTOWN-CAPTURE-1")
CAPTURE_3 = RULE_IDS.number("URTOWN-CAPTURE-3")
END_1 = RULE_IDS.number("URTOWN-END-1")
DUO_1 = RULE_IDS.number("URTOWN-DUO-1")
DUO_2 = RULE_IDS.number("URTOWN-DUO-2")
DUO_3 = RULE_IDS.number("URTOWN-DUO-3")


@compiled
def refuse_capturing(state: State, colour: int, square: int) -> int:
    """Why the tile of this colour on a square may not be captured."""
    if contains(capturable_of(state, colour), square):
        return PERMITTED
    return CAPTURE_1 if splits(of_colour(state, colour), square) else CAPTURE_3


@compiled
def refuse_placing(state: State, which: int, tile: int, square: int) -> int:
    """Why the seat to move may not place this tile on this square, which it fits."""
    if which >= colours_each(state):
        return DUO_1
    colour = colour_to_play(state, which)
    if is_finished(state, colour):
        return DUO_2
    if not holds(state.racks[colour], tile):
        return PLACE_4
    there = colour_at(state, square)
    if there == NO_COLOUR:
        return PERMITTED
    if there == colour:
        return PLACE_3
    return DUO_3 if owner(state, there) == state.to_move else refuse_capturing(state, there, square)


@compiled
def refusal(state: State, decision: int) -> int:
    """Return the rule that refuses a decision, or PERMITTED."""
    if state.to_move == NOBODY:
        return END_1
    if decision == SKIP:
        return PLACE_1 if can_place(state, state.to_move) else PERMITTED
    which, rest = divmod(decision, PER_COLOUR)
    return refuse_placing(state, which, TILE_OF[rest], SQUARE_OF[rest])
