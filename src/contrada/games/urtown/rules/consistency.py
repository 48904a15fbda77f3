"""Whether a position that somebody wrote down can occur in a game.

The checks are plain Python and raise NotationError; the names of the notation are passed to them.
`check_captured` looks at what has been read so far, `check_tiles` at all tiles, `check_seat` at the
whole position.
"""

from __future__ import annotations

from collections.abc import Sequence

from contrada.errors import NotationError
from contrada.games.urtown.rules.placing import somebody_can_place
from contrada.games.urtown.rules.state import (
    NOBODY,
    PILE,
    PLACEMENTS,
    TILES,
    colours,
    has_finished,
    owner,
)
from contrada.kernel.boards import to_list
from contrada.kernel.operations import State
from contrada.kernel.sets import members


def check_captured(state: State, captor: int, colour: int, written: str) -> None:
    """Check that a captured tile's colour is in play and another seat's (URTOWN-PLACE-2, DUO-3)."""
    if colour >= colours(state) or owner(state, colour) == captor:
        raise NotationError(f"seat {captor} cannot have captured {written!r}")


def check_tiles(state: State, names: Sequence[str]) -> None:
    """Check where the tiles of each colour are; `names` are those of the colours."""
    for colour in range(colours(state)):
        name = names[colour]
        if not _each_tile_is_in_one_place(state, colour):
            raise NotationError(f"each of the {TILES} {name} tiles must be in one place")
        placed = count_placed(state, colour)
        if placed > PLACEMENTS or state.pile_sizes[colour] != max(PILE - placed, 0):
            raise NotationError(
                f"with {placed} {name} tiles placed, its rack and pile cannot have "
                f"{len(members(state.racks[colour]))} and {state.pile_sizes[colour]} tiles"
            )
        if placed == PLACEMENTS and state.seats == 2 and state.shown[colour]:  # URTOWN-DUO-2
            raise NotationError(f"{name} is finished, so it has no rack to show")


def _each_tile_is_in_one_place(state: State, colour: int) -> bool:
    """Whether board, captured tiles, rack and pile together are the tiles of a colour."""
    low, high = state.tiles[colour]
    tiles = [int(state.lying[square]) for square in to_list((low, high))]
    for captor in range(state.seats):
        tiles += members(state.captured[captor, colour])
    tiles += members(state.racks[colour])
    tiles += state.piles[colour, : state.pile_sizes[colour]].tolist()
    return sorted(tiles) == list(range(TILES))


def count_placed(state: State, colour: int) -> int:
    """Count the tiles of a colour that have left rack and pile."""
    return TILES - len(members(state.racks[colour])) - int(state.pile_sizes[colour])


def check_seat(state: State) -> None:
    """Check that the seat to move takes another turn (URTOWN-END-1, -2)."""
    goes_on = bool(somebody_can_place(state))
    if goes_on == (state.to_move == NOBODY):
        raise NotationError("no seat is to move if, and only if, no seat can place a tile")
    if goes_on and has_finished(state, state.to_move):
        raise NotationError(f"seat {state.to_move} has finished and takes no more turns")
