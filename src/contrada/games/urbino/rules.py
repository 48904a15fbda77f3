"""The rules of Urbino, compiled; docs/rules/urbino.md in code, and nothing else.

A decision is a number below `DECISIONS`: an architect placed during set-up, an architect
repositioned, staying, a building erected, naming who builds first, or skipping.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from contrada.kernel import boards
from contrada.kernel.boards import (
    EAST,
    NORTH,
    NOWHERE,
    SOUTH,
    WEST,
    Squares,
    behind,
    between,
    contains,
    count,
    first,
    flood,
    intersection,
    is_empty,
    is_joined,
    meet,
    minus,
    neighbours,
    next_to,
    nth,
    open_rays,
    shift,
    single,
    union,
    without_first,
)
from contrada.kernel.chance import Generator, below
from contrada.kernel.decisions import write_squares
from contrada.kernel.jit import EntryPoint, compiled, constants
from contrada.kernel.operations import State

BOARD = boards.board(9, 9)
SQUARES = 81

BLACK, WHITE, NOBODY = constants(0, 1, -1)
LOWER, UPPER = constants(0, 1)  # the architects, by their squares
HOUSE, PALACE, TOWER = constants(0, 1, 2)
SUPPLY = np.array([18, 6, 3], np.int64)  # URBINO-SETUP-1
POINTS = np.array([1, 2, 3], np.int64)  # URBINO-SCORE-1
BUILDINGS = 2 * (18 + 6 + 3)

# URBINO-MONUMENT-1, from the cheapest to the dearest; each doubles its three buildings.
NO_MONUMENT, TOWN_WALL, DUCAL_PALACE, CATHEDRAL = constants(*range(4))
MONUMENT_EXTRA = np.array([0, 3, 5, 8], np.int64)

# What is due: an architect (set-up), naming, the first building, a turn, the turn's building.
ARCHITECT, NAME, FIRST, TURN, BUILD, OVER = constants(*range(6))

_after_repositioning = SQUARES + 2 * SQUARES
_after_erecting = _after_repositioning + 1 + 3 * SQUARES
PLACE, REPOSITION, STAY, ERECT = constants(
    0,  # + square
    SQUARES,  # + architect * SQUARES + square
    _after_repositioning,
    _after_repositioning + 1,  # + kind * SQUARES + square
)
NAME_BLACK, NAME_WHITE, SKIP = constants(*range(_after_erecting, _after_erecting + 3))
DECISIONS = _after_erecting + 3

NO_SQUARE, NONE_YET = constants(-1, 0)
(FIRST_DISTRICT,) = constants(2 * 3 + 1 + 2)  # among the sets of `survey`
(MANY,) = constants(1 << 40)  # more turns than any position has

# The rules a decision may be refused by; `refusal` returns one of them.
(
    PERMITTED,
    SETUP_2,
    SETUP_3,
    SETUP_4,
    SETUP_5,
    TURN_1,
    TURN_2,
    TURN_3,
    TURN_5,
    TURN_7,
    LOT_3,
    DISTRICT_3,
    TWIN_1,
    TWIN_2,
    SUPPLY_1,
) = constants(*range(15))
RULE_IDS = (
    "",
    "URBINO-SETUP-2",
    "URBINO-SETUP-3",
    "URBINO-SETUP-4",
    "URBINO-SETUP-5",
    "URBINO-TURN-1",
    "URBINO-TURN-2",
    "URBINO-TURN-3",
    "URBINO-TURN-5",
    "URBINO-TURN-7",
    "URBINO-LOT-3",
    "URBINO-DISTRICT-3",
    "URBINO-TWIN-1",
    "URBINO-TWIN-2",
    "URBINO-SUPPLY-1",
)

# Columns of a standing, compared in this order: URBINO-SCORE-5, MONUMENT-5, SCORE-6.
SCORE, CATHEDRALS, DUCAL_PALACES, TOWN_WALLS, TOWERS, PALACES, HOUSES = constants(*range(7))
MEASURES = 7

STATE = np.dtype(
    [
        ("buildings", np.uint64, (2, 3, 2)),  # [seat, kind]: a set of squares
        ("architects", np.int64, (2,)),  # the lower square first: they are alike
        ("supply", np.int64, (2, 3)),  # [seat, kind]
        ("due", np.int64),
        ("to_move", np.int64),
        ("skips", np.int64),  # in a row, just now
        ("monuments", np.int64),
    ],
    align=True,
)


# --- What stands where ---------------------------------------------------------------------------


@compiled
def standing_of(state: State, seat: int, kind: int) -> Squares:
    """Return the squares of a seat's buildings of one kind."""
    return state.buildings[seat, kind, 0], state.buildings[seat, kind, 1]


@compiled
def of_kind(state: State, kind: int) -> Squares:
    """Return the squares of both seats' buildings of one kind."""
    return union(standing_of(state, BLACK, kind), standing_of(state, WHITE, kind))


@compiled
def of_seat(state: State, seat: int) -> Squares:
    """Return the squares of all buildings of one seat."""
    low = union(standing_of(state, seat, HOUSE), standing_of(state, seat, PALACE))
    return union(low, standing_of(state, seat, TOWER))


@compiled
def built(state: State) -> Squares:
    """Return the squares of all buildings."""
    return union(of_seat(state, BLACK), of_seat(state, WHITE))


@compiled
def architects(state: State) -> Squares:
    """Return the squares of the architects placed so far."""
    stand = NOWHERE
    for architect in range(2):
        if state.architects[architect] != NO_SQUARE:
            stand = union(stand, single(state.architects[architect]))
    return stand


@compiled
def unoccupied(state: State) -> Squares:
    """Return the squares with neither building nor architect (URBINO-LOT-2)."""
    return minus(minus(BOARD.everywhere, built(state)), architects(state))


# --- Lots ----------------------------------------------------------------------------------------


@compiled
def sight(square: int, buildings: Squares) -> Squares:
    """Return what an architect there sees past the buildings, no other architect in the way."""
    return open_rays(BOARD, square, buildings)


@compiled
def sees(state: State, architect: int) -> Squares:
    """Return the squares an architect sees, the other one stopping sight (URBINO-LOT-1, -2)."""
    square, other = state.architects[architect], state.architects[1 - architect]
    seen = sight(square, built(state))
    if other == NO_SQUARE:
        return seen
    return minus(minus(seen, behind(BOARD, square, other)), single(other))


@compiled
def shared_lots(square: int, sight_there: Squares, other: int, other_sight: Squares) -> Squares:
    """Return the squares that architects on two squares both see (URBINO-LOT-3).

    Each hides from the other what lies behind it. Neither square is in its own sight, so the
    architects' own squares drop out.
    """
    both = intersection(sight_there, other_sight)
    return minus(both, union(behind(BOARD, square, other), behind(BOARD, other, square)))


@compiled
def lots(state: State) -> Squares:
    """Return the building lots where the architects stand now."""
    square, other = state.architects[0], state.architects[1]
    if square == NO_SQUARE or other == NO_SQUARE:
        return NOWHERE
    buildings = built(state)
    return shared_lots(square, sight(square, buildings), other, sight(other, buildings))


# --- Where a building may stand, architects aside ------------------------------------------------


@compiled
def twin_squares(state: State, kind: int) -> Squares:
    """Return the squares next to a building of this kind (URBINO-TWIN-1 to -3)."""
    if kind == HOUSE:
        return NOWHERE
    return neighbours(BOARD, of_kind(state, kind))


@compiled
def twins(state: State, kind: int, square: int) -> Squares:
    """Return the buildings of this kind next to the square."""
    return intersection(of_kind(state, kind), next_to(BOARD, square))


@compiled
def parting_squares(state: State, seat: int) -> Squares:
    """Return the squares where the seat's building would leave a colour in two blocks of one
    district (URBINO-DISTRICT-3).

    Districts hold one block of a colour at most. So a new building parts its own colour if it
    touches a district that has a block of that colour, but not the block; and the other colour if
    it touches two districts that both have a block of it.
    """
    own, rest = of_seat(state, seat), built(state)
    parting, near_other = NOWHERE, NOWHERE
    while not is_empty(rest):
        district = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, district)
        near = neighbours(BOARD, district)
        block = intersection(district, own)
        if not is_empty(block):
            parting = union(parting, minus(near, neighbours(BOARD, block)))
        if block != district:
            parting = union(parting, intersection(near, near_other))
            near_other = union(near_other, near)
    return parting


@compiled
def sites(state: State, seat: int) -> Squares:
    """Return the unbuilt squares where the seat's building would part no colour."""
    unbuilt = minus(BOARD.everywhere, built(state))
    return minus(unbuilt, parting_squares(state, seat))


@compiled
def sites_for(state: State, seat: int, kind: int, all_sites: Squares) -> Squares:
    """Return the sites where the seat may erect this kind (URBINO-SUPPLY-1 and TWIN)."""
    if state.supply[seat, kind] == 0:
        return NOWHERE
    return minus(all_sites, twin_squares(state, kind))


@compiled
def sites_of_each_kind(state: State, seat: int) -> tuple[Squares, Squares, Squares]:
    """Return the sites for a house, a palace and a tower."""
    ground = sites(state, seat)
    return (
        sites_for(state, seat, HOUSE, ground),
        sites_for(state, seat, PALACE, ground),
        sites_for(state, seat, TOWER, ground),
    )


@compiled
def sites_of_any_kind(state: State, seat: int) -> Squares:
    """Return the sites where the seat may erect something."""
    house, palace, tower = sites_of_each_kind(state, seat)
    return union(house, union(palace, tower))


# --- Where an architect may go -------------------------------------------------------------------


@compiled
def can_build_here(state: State) -> bool:
    """Whether the seat to move can erect a building where the architects stand."""
    return meet(lots(state), sites_of_any_kind(state, state.to_move))


@compiled
def shares_lot(stays: int, lot: int, buildings: Squares, free: Squares) -> Squares:
    """Return the free squares where the other architect shares a lot with the one that stays.

    Sight works both ways, so these are the squares the lot itself "sees", except those behind the
    architect that stays and those between it and the lot. The square that an architect leaves is
    unoccupied from then on (URBINO-TURN-4), hence sight past buildings only.
    """
    seen_from = intersection(sight(lot, buildings), free)
    return minus(seen_from, union(behind(BOARD, lot, stays), between(BOARD, stays, lot)))


@compiled
def destinations(state: State, goes: int) -> Squares:
    """Return where an architect may go so that a building is possible (URBINO-TURN-1, -3)."""
    buildings, free = built(state), unoccupied(state)
    stays = state.architects[1 - goes]
    squares = NOWHERE
    rest = intersection(sight(stays, buildings), sites_of_any_kind(state, state.to_move))
    while not is_empty(rest):
        squares = union(squares, shares_lot(stays, first(rest), buildings, free))
        rest = without_first(rest)
    return squares


@compiled
def can_build_somehow(state: State) -> bool:
    """Whether the seat to move need not skip (URBINO-TURN-5)."""
    if can_build_here(state):
        return True
    return not (is_empty(destinations(state, LOWER)) and is_empty(destinations(state, UPPER)))


# --- The operations every game provides ----------------------------------------------------------


@compiled
def start(state: State, seats: int, options: npt.NDArray[np.int64], seed: int) -> None:  # noqa: ARG001
    """Set up an empty board (URBINO-SETUP-1)."""
    state.buildings[:] = 0
    state.architects[:] = NO_SQUARE
    for seat in range(2):
        for kind in range(3):
            state.supply[seat, kind] = SUPPLY[kind]
    state.due = ARCHITECT
    state.to_move = BLACK
    state.skips = 0
    state.monuments = options[0]


@compiled
def to_move(state: State) -> int:
    """Return the seat that decides next, or -1 when the game is over."""
    return state.to_move  # type: ignore[no-any-return]


@compiled
def turn_begins(state: State) -> bool:
    """Whether the next decision is the first of a turn.

    Black's naming of Black belongs to the turn in which Black then builds.
    """
    return bool(state.due != BUILD and not (state.due == FIRST and state.to_move == BLACK))


@compiled
def legal_buildings(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write what the seat to move can erect where the architects stand."""
    here = lots(state)
    house, palace, tower = sites_of_each_kind(state, state.to_move)
    size = write_squares(decisions, NONE_YET, ERECT, intersection(here, house))
    size = write_squares(decisions, size, ERECT + SQUARES, intersection(here, palace))
    return write_squares(decisions, size, ERECT + 2 * SQUARES, intersection(here, tower))


@compiled
def legal_placements(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write how the seat to move can begin a turn; skipping if it cannot (URBINO-TURN-5)."""
    size = write_squares(decisions, NONE_YET, REPOSITION, destinations(state, LOWER))
    size = write_squares(decisions, size, REPOSITION + SQUARES, destinations(state, UPPER))
    if can_build_here(state):
        decisions[size] = STAY
        size += 1
    if size == 0:
        decisions[0] = SKIP
        size = 1
    return size


@compiled
def legal(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the legal decisions in rising order; return how many there are."""
    if state.due == ARCHITECT:
        return write_squares(decisions, NONE_YET, PLACE, unoccupied(state))
    if state.due == NAME:
        decisions[0], decisions[1] = NAME_BLACK, NAME_WHITE
        return 2
    if state.due == TURN:
        return legal_placements(state, decisions)
    if state.due == OVER:
        return 0
    return legal_buildings(state, decisions)


@compiled
def put_architects(state: State, square: int, other: int) -> None:
    """Put the architects on two squares, one of which may be NO_SQUARE."""
    if other != NO_SQUARE and other < square:
        square, other = other, square
    state.architects[0] = square
    state.architects[1] = other


@compiled
def place_architect(state: State, square: int) -> None:
    """Black places the first architect, White the second (URBINO-SETUP-2, -3)."""
    if state.to_move == WHITE:
        state.due = NAME
    put_architects(state, square, state.architects[0])
    state.to_move = 1 - state.to_move


@compiled
def erect(state: State, kind: int, square: int) -> None:
    """Erect a building of the seat to move and pass the turn (URBINO-TURN-2)."""
    seat = state.to_move
    grown = union(standing_of(state, seat, kind), single(square))
    state.buildings[seat, kind, 0] = grown[0]
    state.buildings[seat, kind, 1] = grown[1]
    state.supply[seat, kind] -= 1
    state.to_move = 1 - seat
    state.due = TURN


@compiled
def skip(state: State) -> None:
    """Skip; the second skip in a row ends the game (URBINO-TURN-7)."""
    state.skips += 1
    state.to_move = 1 - state.to_move
    if state.skips == 2:
        state.due = OVER
        state.to_move = NOBODY


@compiled
def begin_building(state: State) -> None:
    """From here on the turn ends with a building, so nobody is skipping."""
    state.due = BUILD
    state.skips = 0


@compiled
def apply(state: State, decision: int) -> None:
    """Carry out a legal decision in place."""
    if decision < REPOSITION:
        place_architect(state, decision - PLACE)
    elif decision < STAY:
        architect, square = divmod(decision - REPOSITION, SQUARES)
        put_architects(state, square, state.architects[1 - architect])
        begin_building(state)
    elif decision == STAY:
        begin_building(state)
    elif decision < NAME_BLACK:
        kind, square = divmod(decision - ERECT, SQUARES)
        erect(state, kind, square)
    elif decision == SKIP:
        skip(state)
    else:
        state.due = FIRST
        state.to_move = BLACK if decision == NAME_BLACK else WHITE


@compiled
def reimagine(state: State, seat: int, generator: Generator) -> None:
    """Deal nothing anew: both seats see everything."""


@compiled
def revealed(before: State, after: State) -> bool:  # noqa: ARG001 - every game has this operation
    """Whether a decision has shown what was hidden: nothing ever is."""
    return False


# --- Refusals ------------------------------------------------------------------------------------


@compiled
def refuse_placing(state: State, square: int) -> int:
    """Why an architect may not be placed on this square during set-up."""
    if contains(architects(state), square):
        return SETUP_3
    return PERMITTED


@compiled
def refuse_repositioning(state: State, architect: int, square: int) -> int:
    """Why this architect may not go to this square."""
    if state.due == BUILD or not contains(unoccupied(state), square):
        return TURN_1
    return PERMITTED if contains(destinations(state, architect), square) else TURN_3


@compiled
def refuse_erecting(state: State, kind: int, square: int) -> int:
    """Why the seat to move may not erect this kind on this square, a building being due."""
    if state.supply[state.to_move, kind] == 0:
        return SUPPLY_1
    if not contains(lots(state), square):
        return LOT_3
    if contains(parting_squares(state, state.to_move), square):
        return DISTRICT_3
    if contains(twin_squares(state, kind), square):
        return TWIN_1 if kind == TOWER else TWIN_2
    return PERMITTED


@compiled
def refuse_in_setup(state: State, decision: int) -> int:
    """Why a decision may not be taken before the first building stands."""
    if state.due == ARCHITECT:
        if decision < REPOSITION:
            return refuse_placing(state, decision - PLACE)
        return SETUP_2 if state.to_move == BLACK else SETUP_3
    if state.due == NAME:
        return PERMITTED if NAME_BLACK <= decision <= NAME_WHITE else SETUP_4
    if ERECT <= decision < NAME_BLACK:
        kind, square = divmod(decision - ERECT, SQUARES)
        return refuse_erecting(state, kind, square)
    return SETUP_5


@compiled
def refuse_in_turn(state: State, decision: int) -> int:
    """Why a decision may not be taken in a turn."""
    if decision < REPOSITION:
        return SETUP_3
    if decision < STAY:
        architect, square = divmod(decision - REPOSITION, SQUARES)
        return refuse_repositioning(state, architect, square)
    if decision == STAY:
        if state.due == BUILD:
            return TURN_1
        return PERMITTED if can_build_here(state) else TURN_2
    if decision < NAME_BLACK:
        if state.due == TURN:
            return TURN_1
        kind, square = divmod(decision - ERECT, SQUARES)
        return refuse_erecting(state, kind, square)
    if decision == SKIP:
        if state.due == BUILD:
            return TURN_2
        return TURN_5 if can_build_somehow(state) else PERMITTED
    return SETUP_4


@compiled
def refusal(state: State, decision: int) -> int:
    """Return the rule that refuses a decision, or PERMITTED."""
    if state.due == OVER:
        return TURN_7
    if state.due == TURN or state.due == BUILD:
        return refuse_in_turn(state, decision)
    return refuse_in_setup(state, decision)


@compiled
def blocks_apart(state: State, seat: int, square: int) -> Squares:
    """Return the buildings of each colour that a new building would leave in several blocks."""
    new = single(square)
    district = flood(BOARD, new, union(built(state), new))
    apart = NOWHERE
    for colour in range(2):
        blocks = intersection(district, of_seat(state, colour))
        whole = union(blocks, new) if colour == seat else blocks
        if not is_joined(BOARD, whole):
            apart = union(apart, blocks)
    return apart


@compiled
def breach(state: State) -> int:
    """Return a rule that the buildings on the board break together, or PERMITTED.

    In play this cannot happen; a position that somebody wrote down is checked with it.
    """
    for kind in range(HOUSE, TOWER + 1):
        if meet(of_kind(state, kind), twin_squares(state, kind)):
            return TWIN_1 if kind == TOWER else TWIN_2
    rest = built(state)
    while not is_empty(rest):
        district = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, district)
        for seat in range(BLACK, WHITE + 1):
            blocks = intersection(district, of_seat(state, seat))
            if not is_joined(BOARD, blocks):
                return DISTRICT_3
    return PERMITTED


# --- Scoring -------------------------------------------------------------------------------------


@compiled
def in_line(middle: Squares, ends: Squares) -> bool:
    """Whether some square of `middle` has `ends` on both sides, across or up and down."""
    across = intersection(shift(BOARD, ends, EAST), shift(BOARD, ends, WEST))
    along = intersection(shift(BOARD, ends, NORTH), shift(BOARD, ends, SOUTH))
    return meet(middle, union(across, along))


@compiled
def dearest_monument(state: State, seat: int, block: Squares) -> int:
    """Return the monument scored in a block (URBINO-MONUMENT-1 to -3)."""
    if not state.monuments:
        return NO_MONUMENT
    houses = intersection(block, standing_of(state, seat, HOUSE))
    palaces = intersection(block, standing_of(state, seat, PALACE))
    towers = intersection(block, standing_of(state, seat, TOWER))
    if in_line(palaces, towers):
        return CATHEDRAL
    if in_line(houses, palaces):
        return DUCAL_PALACE
    return TOWN_WALL if in_line(houses, houses) else NO_MONUMENT


@compiled
def worth(state: State, seat: int, district: Squares) -> tuple[int, int, int, int, int]:
    """Return what decides a district, in order: points, monument, towers, palaces, houses."""
    houses = count(intersection(district, standing_of(state, seat, HOUSE)))
    palaces = count(intersection(district, standing_of(state, seat, PALACE)))
    towers = count(intersection(district, standing_of(state, seat, TOWER)))
    monument = dearest_monument(state, seat, intersection(district, of_seat(state, seat)))
    plain = houses * POINTS[HOUSE] + palaces * POINTS[PALACE] + towers * POINTS[TOWER]
    return plain + MONUMENT_EXTRA[monument], monument, towers, palaces, houses


@compiled
def scorer(state: State, district: Squares) -> int:
    """Return who scores a district, or NOBODY (URBINO-SCORE-2 to -4, MONUMENT-4)."""
    shared = meet(district, of_seat(state, BLACK)) and meet(district, of_seat(state, WHITE))
    black, white = worth(state, BLACK, district), worth(state, WHITE, district)
    if not shared or black == white:
        return NOBODY
    return BLACK if black > white else WHITE


@compiled
def add_district(state: State, seat: int, district: Squares, row: npt.NDArray[np.int64]) -> None:
    """Add a district that the seat scores to its row of the standing."""
    points, monument, towers, palaces, houses = worth(state, seat, district)
    row[SCORE] += points
    row[CATHEDRALS] += monument == CATHEDRAL
    row[DUCAL_PALACES] += monument == DUCAL_PALACE
    row[TOWN_WALLS] += monument == TOWN_WALL
    row[TOWERS] += towers
    row[PALACES] += palaces
    row[HOUSES] += houses


@compiled
def standing(state: State, rows: npt.NDArray[np.int64]) -> None:
    """Write each seat's sum and what breaks a tie (URBINO-SCORE-5, -6, MONUMENT-5)."""
    rows[:] = 0
    rest = built(state)
    while not is_empty(rest):
        district = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, district)
        seat = scorer(state, district)
        if seat != NOBODY:
            add_district(state, seat, district, rows[seat])


@compiled
def write_districts(state: State, squares: npt.NDArray[np.uint64]) -> int:
    """Write the set of squares of each district; return how many there are."""
    size = NONE_YET
    rest = built(state)
    while not is_empty(rest):
        district = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, district)
        squares[size, 0], squares[size, 1] = district
        size += 1
    return size


# --- What is to be seen, for views ---------------------------------------------------------------


@compiled
def describe_district(state: State, district: Squares, row: npt.NDArray[np.int64]) -> None:
    """Write both seats' points and monuments in a district, and who scores it."""
    for seat in range(BLACK, WHITE + 1):
        points, monument, _, _, _ = worth(state, seat, district)
        row[seat] = points
        row[2 + seat] = monument
    row[4] = scorer(state, district)


@compiled
def write_sets(state: State, sets: npt.NDArray[np.uint64]) -> int:
    """Write the sets of squares that a view lists; return how many there are.

    Each seat's houses, palaces and towers, the lots, what each architect sees, each district.
    """
    for seat in range(BLACK, WHITE + 1):
        for kind in range(HOUSE, TOWER + 1):
            sets[3 * seat + kind, 0], sets[3 * seat + kind, 1] = standing_of(state, seat, kind)
    sets[6, 0], sets[6, 1] = lots(state)
    for architect in range(LOWER, UPPER + 1):
        seen = NOWHERE if state.architects[architect] == NO_SQUARE else sees(state, architect)
        sets[7 + architect, 0], sets[7 + architect, 1] = seen
    return FIRST_DISTRICT + write_districts(state, sets[FIRST_DISTRICT:])


@compiled
def survey(
    state: State,
    sets: npt.NDArray[np.uint64],
    squares: npt.NDArray[np.int64],
    ends: npt.NDArray[np.int64],
    districts: npt.NDArray[np.int64],
) -> int:
    """Write all that a view lists, at once; return how many lists of squares there are.

    `ends` tells where the squares of each set end, `districts` has a row for each of them.
    """
    size, lists = NONE_YET, write_sets(state, sets)
    for each in range(lists):
        listed = (sets[each, 0], sets[each, 1])
        size = write_squares(squares, size, NONE_YET, listed)
        ends[each] = size
        if each >= FIRST_DISTRICT:
            describe_district(state, listed, districts[each - FIRST_DISTRICT])
    return lists


# --- Full turns, counted and drawn without listing them ------------------------------------------


@compiled
def kinds_at(square: int, each: tuple[Squares, Squares, Squares]) -> int:
    """Count the kinds that may stand on a square."""
    kinds = np.int64(0)
    for kind in range(HOUSE, TOWER + 1):
        kinds += contains(each[kind], square)
    return kinds  # type: ignore[return-value]


@compiled
def count_buildings(here: Squares, each: tuple[Squares, Squares, Squares]) -> int:
    """Count what can be erected on these lots."""
    house, palace, tower = each
    low = count(intersection(here, house)) + count(intersection(here, palace))
    return low + count(intersection(here, tower))


@compiled
def count_repositionings(
    state: State, goes: int, each: tuple[Squares, Squares, Squares], limit: int
) -> tuple[int, int, Squares]:
    """Count the turns in which this architect goes, lot by lot, until they exceed a limit.

    Return how many turns come before the lot where they do, that lot, and where the architect may
    go to share it; or, if they stay within the limit, how many there are and NO_SQUARE.
    """
    buildings, free = built(state), unoccupied(state)
    stays = state.architects[1 - goes]
    before = np.int64(0)
    house, palace, tower = each
    rest = intersection(sight(stays, buildings), union(house, union(palace, tower)))
    while not is_empty(rest):
        lot = first(rest)
        rest = without_first(rest)
        squares = shares_lot(stays, lot, buildings, free)
        turns = count(squares) * kinds_at(lot, each)
        if before + turns > limit:
            return before, lot, squares  # type: ignore[return-value]
        before += turns
    return before, NO_SQUARE, NOWHERE  # type: ignore[return-value]


@compiled
def count_parts(state: State, each: tuple[Squares, Squares, Squares]) -> tuple[int, int, int]:
    """Count the turns in which both architects stay, the lower one goes, the upper one goes."""
    staying = count_buildings(lots(state), each)
    if state.due != TURN:
        return staying, NONE_YET, NONE_YET
    lower_going, _, _ = count_repositionings(state, LOWER, each, MANY)
    upper_going, _, _ = count_repositionings(state, UPPER, each, MANY)
    return staying, lower_going, upper_going


@compiled
def count_turns(state: State) -> int:
    """Count the full turns of the seat to move."""
    if state.due == OVER:
        return 0
    if state.due == ARCHITECT:
        return count(unoccupied(state))
    staying, lower_going, upper_going = count_parts(state, sites_of_each_kind(state, state.to_move))
    if state.due == NAME:
        return staying + 1  # or naming White
    return max(staying + lower_going + upper_going, 1)  # or skipping


@compiled
def erect_nth(
    state: State, here: Squares, each: tuple[Squares, Squares, Squares], index: int
) -> None:
    """Erect the building with this index among those possible on some lots."""
    for kind in range(HOUSE, TOWER + 1):
        squares = intersection(here, each[kind])
        if index < count(squares):
            erect(state, kind, nth(squares, index))
            return
        index -= count(squares)


@compiled
def go_and_erect_nth(
    state: State, goes: int, each: tuple[Squares, Squares, Squares], index: int
) -> None:
    """Play the turn with this index among those in which an architect goes."""
    before, lot, squares = count_repositionings(state, goes, each, index)
    kind, place = divmod(index - before, count(squares))
    put_architects(state, nth(squares, place), state.architects[1 - goes])
    begin_building(state)
    erect_nth(state, single(lot), each, kind)


@compiled
def play_random_turn(state: State, generator: Generator) -> None:
    """Play one of the full turns, each equally likely."""
    if state.due == ARCHITECT:
        free = unoccupied(state)
        place_architect(state, nth(free, below(generator, count(free))))
        return
    each = sites_of_each_kind(state, state.to_move)
    staying, lower_going, upper_going = count_parts(state, each)
    naming = int(state.due == NAME)
    index = below(generator, max(staying + naming + lower_going + upper_going, 1))
    if index < staying:
        if naming:
            apply(state, NAME_BLACK)
        elif state.due == TURN:
            begin_building(state)
        erect_nth(state, lots(state), each, index)
    elif naming:
        apply(state, NAME_WHITE)
    elif index < staying + lower_going:
        go_and_erect_nth(state, LOWER, each, index - staying)
    elif index < staying + lower_going + upper_going:
        go_and_erect_nth(state, UPPER, each, index - staying - lower_going)
    else:
        skip(state)


# --- What Python asks beside the operations ------------------------------------------------------

_RECORD = from_dtype(STATE)
_SET = types.UniTuple(types.uint64, 2)
_NUMBER = types.int64
_LIST, _ROWS = types.Array(_NUMBER, 1, "C"), types.Array(_NUMBER, 2, "C")
_SETS = types.Array(types.uint64, 2, "C")

ENTRY_POINTS = {
    "unoccupied": EntryPoint(unoccupied, _SET(_RECORD)),
    "sees": EntryPoint(sees, _SET(_RECORD, _NUMBER)),
    "twins": EntryPoint(twins, _SET(_RECORD, _NUMBER, _NUMBER)),
    "blocks_apart": EntryPoint(blocks_apart, _SET(_RECORD, _NUMBER, _NUMBER)),
    "breach": EntryPoint(breach, _NUMBER(_RECORD)),
    "can_build_here": EntryPoint(can_build_here, types.boolean(_RECORD)),
    "can_build_somehow": EntryPoint(can_build_somehow, types.boolean(_RECORD)),
    "survey": EntryPoint(survey, _NUMBER(_RECORD, _SETS, _LIST, _LIST, _ROWS)),
}
