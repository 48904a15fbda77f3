"""What holds of every position that the rules lead to; asked of a position read from text."""

from __future__ import annotations

from contrada.games.urtown.rules.state import PILE, PLACEMENTS, TILES, colours, owner
from contrada.kernel.boards import to_list
from contrada.kernel.operations import State
from contrada.kernel.sets import members


def may_have_captured(state: State, captor: int, colour: int) -> bool:
    """Whether a colour is in play and another seat's (URTOWN-PLACE-2, DUO-3)."""
    return bool(colour < colours(state) and owner(state, colour) != captor)


def each_tile_is_in_one_place(state: State, colour: int) -> bool:
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
    return TILES - int(state.racks[colour]).bit_count() - int(state.pile_sizes[colour])


def pile_fits(state: State, colour: int) -> bool:
    """Whether the pile has as many tiles as are left after so many placements (URTOWN-DRAW-1)."""
    placed = count_placed(state, colour)
    return placed <= PLACEMENTS and int(state.pile_sizes[colour]) == max(PILE - placed, 0)


def shows_what_is_set_aside(state: State, colour: int) -> bool:
    """Whether tiles are shown of a rack that is set aside already (URTOWN-DUO-2)."""
    finished = count_placed(state, colour) == PLACEMENTS
    return bool(finished and state.seats == 2 and state.shown[colour])
