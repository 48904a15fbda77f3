"""Placing tiles, earning fountains, and the Mason's swap (URBE-PLACE, FOUNTAIN, GREY)."""

from __future__ import annotations

from contrada.games.urbe.rules.city import (
    BORDER,
    CENTRE,
    EDGE,
    PAIR_CELLS,
    PAIRS,
    SQUARE_CELLS,
    SQUARES,
    open_borders,
    open_cells,
    open_outsides,
)
from contrada.games.urbe.rules.decisions import NO_SWAP, SWAP
from contrada.games.urbe.rules.rounds import end_round, in_turn
from contrada.games.urbe.rules.state import (
    BRIDGE,
    CATHEDRAL,
    CHURCH,
    FOUNTAIN_VP,
    HERALD,
    MASON,
    NOTHING,
    PLACING,
    SWAPPING,
    TILE_POWER,
    WAREHOUSE,
    WATCHTOWER,
    cells,
    has_useful,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover
from contrada.kernel.sets import has


@compiled
def locations_for(tile: int, placed: int) -> int:
    """Return the locations where a tile can be placed in a city."""
    power = TILE_POWER[tile]
    if power == BRIDGE:
        return open_borders(placed)
    if power == WATCHTOWER:
        return open_outsides(placed)
    return open_cells(placed) & EDGE if power == CHURCH else open_cells(placed)


@compiled
def is_warehouse(tile: int) -> bool:
    """Whether a tile need not be placed at once (GREY-WAREHOUSE)."""
    return bool(TILE_POWER[tile] == WAREHOUSE)


@compiled
def can_place(state: State, seat: int) -> bool:
    """Whether some tile that waits can be placed."""
    placed = whole(state.placed[seat])
    for slot in range(state.waiting_size[seat]):
        if locations_for(whole(state.waiting[seat, slot]), placed) != 0:
            return True
    return False


@compiled
def may_keep(state: State) -> bool:
    """Whether the seat to move may end placing: only warehouses can be placed (TAKE-5)."""
    seat = mover(state)
    placed = whole(state.placed[seat])
    for slot in range(state.waiting_size[seat]):
        tile = whole(state.waiting[seat, slot])
        if not is_warehouse(tile) and locations_for(tile, placed) != 0:
            return False
    return True


@compiled
def go_on_placing(state: State) -> None:
    """Let the seat whose turn it is place or swap; skip seats that can do neither."""
    while state.step < state.seats:
        seat = in_turn(state, whole(state.step))
        state.to_move = seat
        if can_place(state, seat):
            state.due = PLACING
            return
        if end_placing(state, seat):
            return
        next_to_place(state)
    end_round(state)


@compiled
def end_placing(state: State, seat: int) -> bool:
    """Put away what a seat has not placed; return whether it may then swap two tiles."""
    discard_unplaced(state, seat)
    if not may_swap_some(state, seat):
        return False
    state.due = SWAPPING
    return True


@compiled
def next_to_place(state: State) -> None:
    """Turn to the next seat."""
    state.step += 1
    state.begins = 1


@compiled
def discard_unplaced(state: State, seat: int) -> None:
    """Discard the tiles that cannot be placed; warehouses are kept (URBE-GREY-1, WAREHOUSE)."""
    kept = ZERO
    for slot in range(state.waiting_size[seat]):
        tile = whole(state.waiting[seat, slot])
        state.waiting[seat, slot] = NOTHING
        if is_warehouse(tile):
            state.waiting[seat, kept] = tile
            kept += 1
        else:
            state.discards[tile] = 1
    state.waiting_size[seat] = kept


@compiled
def take_from_waiting(state: State, seat: int, slot: int) -> int:
    """Take a tile out of those to be placed; the others close up."""
    tile = whole(state.waiting[seat, slot])
    state.waiting_size[seat] -= 1
    last = whole(state.waiting_size[seat])
    for place in range(slot, last):
        state.waiting[seat, place] = state.waiting[seat, place + 1]
    state.waiting[seat, last] = NOTHING
    return tile


@compiled
def place(state: State, slot: int, location: int) -> None:
    """Place a tile (URBE-PLACE-1)."""
    seat = mover(state)
    tile = take_from_waiting(state, seat, slot)
    state.cities[seat, location] = tile
    state.placed[seat] |= ONE << location
    if location < BORDER:
        earn_fountains(state, seat, location)
    if TILE_POWER[tile] == HERALD:
        state.herald = seat
    elif TILE_POWER[tile] == CATHEDRAL:
        state.archbishop = seat


@compiled
def best_fountain(state: State) -> int:
    """Take the most valuable fountain of the supply and return its VP; 0 if there is none."""
    for kind in range(2):
        if state.fountains_left[kind] > 0:
            state.fountains_left[kind] -= 1
            return FOUNTAIN_VP[kind]  # type: ignore[no-any-return]
    return ZERO


@compiled
def earn_fountains(state: State, seat: int, cell: int) -> None:
    """Earn a fountain for every square that a tile on this cell completes (URBE-FOUNTAIN-1)."""
    filled = cells(state, seat)
    for square in range(SQUARES):
        if has(SQUARE_CELLS[square], cell) and SQUARE_CELLS[square] & ~filled == 0:
            state.fountains[seat, square] = best_fountain(state)


@compiled
def is_church(state: State, seat: int, cell: int) -> bool:
    """Whether the tile on a cell is a church."""
    return bool(TILE_POWER[state.cities[seat, cell]] == CHURCH)


@compiled
def may_swap(state: State, seat: int, pair: int) -> bool:
    """Whether the tiles of two cells may be swapped: no church leaves the edge."""
    one, other = PAIR_CELLS[pair, 0], PAIR_CELLS[pair, 1]
    filled = cells(state, seat)
    if not has(filled, one) or not has(filled, other):
        return False
    inward = is_church(state, seat, one) and has(CENTRE, other)
    return not inward and not (is_church(state, seat, other) and has(CENTRE, one))


@compiled
def may_swap_some(state: State, seat: int) -> bool:
    """Whether the Mason has not acted yet, and can (URBE-EIGHT-2)."""
    if not has_useful(state, seat, MASON):
        return False
    for pair in range(PAIRS):  # noqa: SIM110 - compiled code has no generators
        if may_swap(state, seat, pair):
            return True
    return False


@compiled
def swap(state: State, decision: int) -> None:
    """Swap the tiles of two cells, or keep the Mason for later."""
    if decision != NO_SWAP:
        seat = mover(state)
        one, other = PAIR_CELLS[decision - SWAP, 0], PAIR_CELLS[decision - SWAP, 1]
        tile = state.cities[seat, one]
        state.cities[seat, one] = state.cities[seat, other]
        state.cities[seat, other] = tile
        state.power_used[seat] = 1
