"""Counts turns and chooses one at random, without listing them."""

from __future__ import annotations

from contrada.games.urtown.rules.decisions import SKIP, colour_to_play
from contrada.games.urtown.rules.operations import apply, pass_turn
from contrada.games.urtown.rules.placing import open_to, place, tiles_to_place
from contrada.games.urtown.rules.state import NO_TILES, NOBODY, NONE_YET, colours_each
from contrada.games.urtown.rules.tiles import fitting, without_first_tile
from contrada.kernel.bits import lowest_one
from contrada.kernel.boards import count, intersection, nth
from contrada.kernel.chance import Generator, below
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def count_turns(state: State) -> int:
    """Count the turns of the seat to move."""
    if state.to_move == NOBODY:
        return NONE_YET
    squares = open_to(state, state.to_move)
    total = NONE_YET
    for which in range(colours_each(state)):
        colour = colour_to_play(state, which)
        tiles = tiles_to_place(state, colour)
        while tiles != NO_TILES:
            total += count(intersection(fitting(lowest_one(tiles)), squares))
            tiles = without_first_tile(tiles)
    return max(total, 1)  # or skipping


@compiled
def play_random_turn(state: State, generator: Generator) -> None:
    """Play one of the turns, each equally likely."""
    index = below(generator, count_turns(state))
    squares = open_to(state, state.to_move)
    for which in range(colours_each(state)):
        colour = colour_to_play(state, which)
        tiles = tiles_to_place(state, colour)
        while tiles != NO_TILES:
            tile = lowest_one(tiles)
            tiles = without_first_tile(tiles)
            fits = intersection(fitting(tile), squares)
            if index < count(fits):
                place(state, colour, tile, nth(fits, index))
                pass_turn(state)
                return
            index -= count(fits)
    apply(state, SKIP)
