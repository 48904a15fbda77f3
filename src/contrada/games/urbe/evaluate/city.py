"""Features of decisions in the city: placing and swapping."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbe.components import GUILDS
from contrada.games.urbe.evaluate.columns import (
    GAIN,
    KEEPS_MASON,
    KEEPS_WAREHOUSES,
    PLACE_BESIDE,
    PLACE_FOUNTAINS,
    PLACE_MET,
    PLACE_PLAN,
    PLACE_SQUARES,
    PLACE_USEFUL,
    PLACE_WHERE,
    Table,
)
from contrada.games.urbe.evaluate.plans import (
    IN_HAND_AS,
    TILE_KIND,
    cards_left,
    city_of,
    decree_hopes,
    in_every_colour,
)
from contrada.games.urbe.rules.city import (
    BORDER,
    CELLS,
    CENTRE,
    CORNERS,
    LINES,
    LOCATIONS,
    PAIR_CELLS,
    SQUARE_CELLS,
    SQUARES,
    touching,
)
from contrada.games.urbe.rules.decisions import KEEP, NO_SWAP, PLACE, SWAP
from contrada.games.urbe.rules.decrees import NO_BITS, ONE_BIT, TOWN_HALL_BITS
from contrada.games.urbe.rules.scoring import cheap_neighbours
from contrada.games.urbe.rules.state import (
    CASTLE,
    CHURCH,
    FOUNTAIN_VP,
    GREY,
    PAINTER,
    SURVEYOR,
    TILE_COLOUR,
    TILE_POWER,
    TILE_VP,
    TOWN_HALL,
    USEFUL_VP,
    cells,
    is_grey,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover
from contrada.kernel.sets import first_of, has, size_of, without_first


@compiled
def colours_of(tile: int, cell: int) -> np.uint64:
    """Return which colours a tile on a cell has for decrees."""
    if TILE_POWER[tile] == TOWN_HALL:
        return TOWN_HALL_BITS << np.uint64(cell)
    if is_grey(tile):
        return NO_BITS
    return ONE_BIT << np.uint64(CELLS * TILE_COLOUR[tile] + cell)


@compiled
def fountains_earned(state: State, filled: int, cell: int) -> int:
    """Return the points of the fountains that a tile on a cell earns."""
    full = ZERO
    for square in range(SQUARES):
        full += has(SQUARE_CELLS[square], cell) and SQUARE_CELLS[square] & ~filled == 0
    dear = min(full, whole(state.fountains_left[0]))
    cheap = min(full - dear, whole(state.fountains_left[1]))
    return dear * FOUNTAIN_VP[0] + cheap * FOUNTAIN_VP[1]  # type: ignore[no-any-return]


@compiled
def squares_begun(filled: int, cell: int) -> float:
    """Return how much a tile on a cell advances squares: half for two tiles, one for three."""
    begun = 0.0
    for square in range(SQUARES):
        if has(SQUARE_CELLS[square], cell):
            empty = size_of(SQUARE_CELLS[square] & ~filled)
            begun += 1.0 if empty == 1 else (0.3 if empty == 2 else 0.0)
    return begun


@compiled
def gained_by_where(state: State, seat: int, tile: int, cell: int) -> int:
    """Return what a castle or church gains or loses on a cell, and a church next to it gains."""
    if TILE_POWER[tile] == CASTLE:
        return int(has(CORNERS, cell)) - int(has(CENTRE, cell))
    if TILE_POWER[tile] == CHURCH:
        return min(ONE + ONE + ONE, cheap_neighbours(state, seat, cell))
    if TILE_VP[tile] > 2:
        return ZERO
    gained = ZERO
    rest = touching(ONE << cell) & cells(state, seat)
    while rest != 0:
        gained += TILE_POWER[state.cities[seat, first_of(rest)]] == CHURCH
        rest = without_first(rest)
    return gained


@compiled
def useful_gain(state: State, seat: int, tile: int, filled: int, cell: int) -> float:
    """Return what Surveyor or Painter gains by a tile on a cell, with a part for a beginning."""
    useful = whole(state.useful[seat])
    gain = 0.0
    if useful == SURVEYOR:
        for line in range(len(LINES)):
            if has(LINES[line], cell):
                empty = size_of(LINES[line] & ~filled)
                gain += 1.0 if empty == 0 else (0.3 if empty == 1 else 0.0)
    elif useful == PAINTER and not is_grey(tile):
        for square in range(SQUARES):
            if has(SQUARE_CELLS[square], cell):
                gain += painted(state, seat, tile, SQUARE_CELLS[square] & ~(ONE << cell))
    return gain * USEFUL_VP[useful] if gain != 0.0 else 0.0


@compiled
def painted(state: State, seat: int, tile: int, others: int) -> float:
    """Return 1 if a tile makes a square of four colours with others, less if some are missing."""
    seen, size = ONE << TILE_COLOUR[tile], ONE
    rest = others & cells(state, seat)
    while rest != 0:
        seen |= ONE << TILE_COLOUR[state.cities[seat, first_of(rest)]]
        rest = without_first(rest)
        size += 1
    if size_of(seen) < size or has(seen, GREY):
        return 0.0
    return 1.0 if size == GUILDS else (0.3 if size == GUILDS - 1 else 0.0)


@compiled
def write_on_cell(
    state: State, seat: int, tile: int, cell: int, hopes: tuple[float, float], row: Table
) -> None:
    """Write what a tile on a cell gains."""
    coloured, _, hand = city_of(state, seat)
    filled = cells(state, seat) | ONE << cell
    coloured |= colours_of(tile, cell)
    city = (coloured, in_every_colour(filled), hand - IN_HAND_AS[TILE_KIND[tile]])
    met, likely_all = decree_hopes(state, seat, city, cards_left(state, seat))
    row[PLACE_PLAN] = (likely_all - hopes[1]) / GAIN
    row[PLACE_MET] = (met - hopes[0]) / GAIN
    row[PLACE_FOUNTAINS] = fountains_earned(state, filled, cell) / GAIN
    row[PLACE_SQUARES] = squares_begun(filled, cell) / 2.0
    row[PLACE_BESIDE] = size_of(touching(ONE << cell) & filled) / 4.0
    row[PLACE_WHERE] = gained_by_where(state, seat, tile, cell) / 3.0
    row[PLACE_USEFUL] = useful_gain(state, seat, tile, filled, cell) / GAIN


@compiled
def write_placings(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write what placing each tile in each place gains."""
    seat = mover(state)
    hopes = decree_hopes(state, seat, city_of(state, seat), cards_left(state, seat))
    for index in range(size):
        if decisions[index] == KEEP:
            table[index, KEEPS_WAREHOUSES] = 1.0
            continue
        slot, location = divmod(decisions[index] - PLACE, LOCATIONS)
        if location < BORDER:
            tile = whole(state.waiting[seat, slot])
            write_on_cell(state, seat, tile, location, hopes, table[index])


@compiled
def write_swaps(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write what swapping two tiles does for decrees, castles and churches."""
    seat = mover(state)
    city, cards = city_of(state, seat), cards_left(state, seat)
    met, likely_all = decree_hopes(state, seat, city, cards)
    for index in range(size):
        if decisions[index] == NO_SWAP:
            table[index, KEEPS_MASON] = 1.0
            continue
        pair = decisions[index] - SWAP
        one, other = PAIR_CELLS[pair, 0], PAIR_CELLS[pair, 1]
        tile, second = whole(state.cities[seat, one]), whole(state.cities[seat, other])
        if TILE_KIND[tile] != TILE_KIND[second]:
            coloured = city[0] & ~in_every_colour(ONE << one | ONE << other)
            coloured |= colours_of(tile, other) | colours_of(second, one)
            after, all_after = decree_hopes(state, seat, (coloured, city[1], city[2]), cards)
            table[index, PLACE_PLAN] = (all_after - likely_all) / GAIN
            table[index, PLACE_MET] = (after - met) / GAIN
        where = gained_by_where(state, seat, tile, other) + gained_by_where(
            state, seat, second, one
        )
        where -= gained_by_where(state, seat, tile, one)
        where -= gained_by_where(state, seat, second, other)
        table[index, PLACE_WHERE] = where / 3.0
