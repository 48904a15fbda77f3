"""Points (URBE-SCORE, CHAR, EIGHT-2) and the standing."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbe.rules.city import CENTRE, CORNERS, LINES, SQUARE_CELLS, SQUARES, touching
from contrada.games.urbe.rules.decrees import colours, decree_points, decrees_met, placement_met
from contrada.games.urbe.rules.state import (
    ALMONER,
    CASTELLAN,
    CASTLE,
    CHANCELLOR,
    CHURCH,
    DECREES_EACH,
    GREY,
    KEEPER,
    NOT_YET,
    NOTHING,
    OVER,
    PAINTER,
    SIDE_VP,
    SURVEYOR,
    TILE_COLOUR,
    TILE_POWER,
    TILE_VP,
    USEFUL_VP,
    cells,
    is_grey,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.sets import first_of, has, without_first

(SCORE,) = constants(0)
MEASURES = 1


@compiled
def tile_worth(state: State, seat: int, location: int) -> int:
    """Return the VP of a placed tile, with what a castle or church gains or loses there."""
    tile = whole(state.cities[seat, location])
    worth = whole(TILE_VP[tile])
    if TILE_POWER[tile] == CASTLE:
        worth += int(has(CORNERS, location)) - int(has(CENTRE, location))
    elif TILE_POWER[tile] == CHURCH:
        worth += min(whole(3), cheap_neighbours(state, seat, location))
    return worth


@compiled
def cheap_neighbours(state: State, seat: int, cell: int) -> int:
    """Count the tiles of 1 or 2 VP that touch a cell (GREY-CHURCH)."""
    found = ZERO
    rest = touching(ONE << cell) & cells(state, seat)
    while rest != 0:
        found += TILE_VP[state.cities[seat, first_of(rest)]] <= 2
        rest = without_first(rest)
    return found


@compiled
def tile_points(state: State, seat: int) -> int:
    """Return the points of the tiles placed (URBE-SCORE-1)."""
    points = ZERO
    rest = whole(state.placed[seat])
    while rest != 0:
        points += tile_worth(state, seat, first_of(rest))
        rest = without_first(rest)
    return points


@compiled
def character_points(state: State, seat: int) -> int:
    """Return the points of the guild's character (URBE-CHAR-2)."""
    if state.sides[seat] == NOT_YET:
        return ZERO
    points = ZERO
    rest = cells(state, seat)
    while rest != 0:
        tile = whole(state.cities[seat, first_of(rest)])
        points += SIDE_VP[state.guilds[seat], state.sides[seat], tile]
        rest = without_first(rest)
    return points


@compiled
def fountain_points(state: State, seat: int) -> int:
    """Return the points of the fountains (URBE-FOUNTAIN-1)."""
    points = ZERO
    for square in range(SQUARES):
        points += state.fountains[seat, square]
    return points


@compiled
def count_fountains(state: State, seat: int) -> int:
    """Count the fountains of a city."""
    found = ZERO
    for square in range(SQUARES):
        found += state.fountains[seat, square] > 0
    return found


@compiled
def count_tiles_of_one(state: State, seat: int) -> int:
    """Count the tiles of 1 VP of a city."""
    found = ZERO
    rest = whole(state.placed[seat])
    while rest != 0:
        found += TILE_VP[state.cities[seat, first_of(rest)]] == 1
        rest = without_first(rest)
    return found


@compiled
def count_full_lines(state: State, seat: int) -> int:
    """Count the rows and columns of a city that are full."""
    found = ZERO
    filled = cells(state, seat)
    for line in range(len(LINES)):
        found += LINES[line] & ~filled == 0
    return found


@compiled
def has_four_colours(state: State, seat: int, square: int) -> bool:
    """Whether four tiles of different colours form a square; a town hall has none here."""
    found = ZERO
    rest = SQUARE_CELLS[square] & cells(state, seat)
    while rest != 0:
        found |= ONE << TILE_COLOUR[state.cities[seat, first_of(rest)]]
        rest = without_first(rest)
    return found == (ONE << GREY) - 1


@compiled
def count_painted_squares(state: State, seat: int) -> int:
    """Count the squares of a city that have four colours."""
    found = ZERO
    for square in range(SQUARES):
        found += has_four_colours(state, seat, square)
    return found


@compiled
def count_grey_tiles(state: State, seat: int) -> int:
    """Count the grey tiles of a city, including borders and places outside the grid."""
    found = ZERO
    rest = whole(state.placed[seat])
    while rest != 0:
        found += is_grey(whole(state.cities[seat, first_of(rest)]))
        rest = without_first(rest)
    return found


@compiled
def count_for_useful(state: State, seat: int) -> int:
    """Count what the seat's useful character scores (URBE-EIGHT-2)."""
    useful = state.useful[seat]
    if useful == KEEPER:
        return count_fountains(state, seat)
    if useful == ALMONER:
        return count_tiles_of_one(state, seat)
    if useful == SURVEYOR:
        return count_full_lines(state, seat)
    if useful == PAINTER:
        return count_painted_squares(state, seat)
    if useful == CASTELLAN:
        return count_grey_tiles(state, seat)
    return decrees_met(state, seat)[0] if useful == CHANCELLOR else ZERO


@compiled
def useful_points(state: State, seat: int) -> int:
    """Return the points of the useful character (URBE-EIGHT-2)."""
    if state.useful[seat] == NOTHING:
        return ZERO
    return count_for_useful(state, seat) * USEFUL_VP[state.useful[seat]]  # type: ignore[no-any-return]


@compiled
def write_sheet_parts(
    state: State,
    worths: npt.NDArray[np.int64],
    points: npt.NDArray[np.int64],
    met: npt.NDArray[np.int64],
) -> None:
    """Write the parts of every seat's score sheet, all at once.

    `worths` of the tile at each location, `points` of both characters, and the placements `met`
    of each decree.
    """
    for number in range(ZERO, state.seats):
        seat = whole(number)
        rest = whole(state.placed[seat])
        while rest != 0:
            location = first_of(rest)
            rest = without_first(rest)
            worths[seat, location] = tile_worth(state, seat, location)
        points[seat, 0] = character_points(state, seat)
        points[seat, 1] = useful_points(state, seat)
        coloured = colours(state, seat)
        for which in range(DECREES_EACH):
            decree = whole(state.decrees[seat, which])
            met[seat, which] = NOTHING if decree == NOTHING else placement_met(coloured, decree)


@compiled
def score(state: State, seat: int) -> int:
    """Return all points of a seat as things stand (URBE-SCORE-1)."""
    city = tile_points(state, seat) + character_points(state, seat)
    secret = decree_points(state, seat)
    return city + secret + fountain_points(state, seat) + useful_points(state, seat)


@compiled
def secret_points(state: State, seat: int) -> int:
    """Return the points that others may not know yet: decrees are shown at the end (URBE-SETUP-5).

    The Chancellor counts decrees.
    """
    if state.due == OVER:
        return ZERO
    chancellor = useful_points(state, seat) if state.useful[seat] == CHANCELLOR else ZERO
    return decree_points(state, seat) + chancellor


@compiled
def standing(state: State, rows: npt.NDArray[np.int64]) -> None:
    """Write each seat's score as everyone may know it."""
    for seat in range(ZERO, state.seats):
        rows[seat, SCORE] = score(state, whole(seat)) - secret_points(state, whole(seat))
