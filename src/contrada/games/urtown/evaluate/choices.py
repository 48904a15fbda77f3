"""Features of a turn of Urtown: reasons for and against it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urtown.evaluate.outlook import (
    Around,
    Outlook,
    Reals,
    Words,
    look_around,
    outlook,
    squares_for,
    tiles_in_pile,
    to_place,
    write_beside,
)
from contrada.games.urtown.rules.decisions import (
    PER_COLOUR,
    SKIP,
    SQUARE_OF,
    TILE_OF,
    colour_to_play,
)
from contrada.games.urtown.rules.placing import open_to
from contrada.games.urtown.rules.scoring import most_captured_of_one
from contrada.games.urtown.rules.state import (
    BOARD,
    LETTER,
    MONEY,
    MOST_COLOURS,
    NO_TILES,
    NONE_YET,
    NUMBER,
    PLACEMENTS,
    SQUARES,
    SYMBOL,
    capturable_of,
    colour_at,
    colours,
    colours_each,
    empty_squares,
    is_finished,
    of_colour,
    owner,
)
from contrada.games.urtown.rules.tiles import fitting, only
from contrada.kernel.bits import count_ones
from contrada.kernel.boards import (
    NOWHERE,
    Squares,
    contains,
    count,
    first,
    intersection,
    is_empty,
    meet,
    minus,
    next_to,
    union,
    without_first,
)
from contrada.kernel.jit import allocating, compiled, constants
from contrada.kernel.operations import State

CHOICES = (
    "new group",
    "new group far off",
    "new group late",
    "joins",
    "further own beside",
    "captures",
    "capture costs a point",
    "captures a singleton",
    "captures from the leader",
    "blocks a join",
    "blocks the leader",
    "houses tiles in hand",
    "houses tiles in the pile",
    "opens joins",
    "open squares won",
    "money",
    "few homes",
    "only tile for a join",
    "covers capturable",
    "centre in the opening",
    "colour with more to place",
    "others beside",
)
(
    C_NEW_GROUP,
    C_FAR_OFF,
    C_LATE,
    C_JOINS,
    C_FURTHER_OWN,
    C_CAPTURES,
    C_COSTS,
    C_CAPTURES_SINGLETON,
    C_CAPTURES_FROM_LEADER,
    C_BLOCKS,
    C_BLOCKS_LEADER,
    C_HOUSES_HAND,
    C_HOUSES_PILE,
    C_OPENS_JOINS,
    C_OPEN_WON,
    C_MONEY,
    C_FEW_HOMES,
    C_ONLY_TILE,
    C_COVERS,
    C_CENTRE,
    C_MORE_TO_PLACE,
    C_OTHERS_BESIDE,
) = constants(*range(len(CHOICES)))

(NO_LEADER,) = constants(-1)
OPENING = 8  # placements of a colour


def _tiles_fitting(square: int) -> int:
    """Return the set of number, letter and symbol that fit a square."""
    row, column = divmod(square, 9)
    symbol = row // 3 * 3 + column // 3
    return 1 << int(NUMBER) + column | 1 << int(LETTER) + row | 1 << int(SYMBOL) + symbol


# [square]: the tiles that fit it, without money, which fits everywhere.
TILES_FITTING = np.array([_tiles_fitting(square) for square in range(SQUARES)], np.uint64)
# [square]: 1 in the middle of the board, 0 on its edge.
CENTRALITY = np.array(
    [1 - max(abs(square // 9 - 4), abs(square % 9 - 4)) / 4 for square in range(SQUARES)]
)


@compiled
def joining_squares(state: State, colour: int, around: Around) -> Squares:
    """Return the squares where a colour could still join groups, as far as everyone knows."""
    if is_finished(state, colour):
        return NOWHERE
    squares = intersection(around.twice, open_to(state, owner(state, colour)))
    return intersection(squares, squares_for(state.racks[colour] | tiles_in_pile(state, colour)))


@compiled
def look_at_others(state: State, others: Words) -> int:
    """Return which other seat leads: the next one with the fewest groups.

    `others[colour]` gets its joining squares, then the squares next to its tiles.
    """
    leader, fewest = NO_LEADER, NONE_YET
    for step in range(1, state.seats):
        seat = (state.to_move + step) % state.seats
        score = NONE_YET
        for colour in range(seat * colours_each(state), (seat + 1) * colours_each(state)):
            around = look_around(of_colour(state, colour))
            score += around.groups
            others[colour, 0], others[colour, 1] = joining_squares(state, colour, around)
            others[colour, 2], others[colour, 3] = around.once
        if leader == NO_LEADER or score < fewest:
            leader, fewest = seat, score
    return leader


@compiled
def write_capture(state: State, square: int, leader: int, row: Reals) -> None:
    """Write what is captured, and what that costs."""
    colour = colour_at(state, square)
    seat = state.to_move
    row[C_CAPTURES] = 1.0
    row[C_CAPTURES_FROM_LEADER] = owner(state, colour) == leader
    row[C_CAPTURES_SINGLETON] = not meet(next_to(BOARD, square), of_colour(state, colour))
    if state.blockers:
        most = most_captured_of_one(state, seat)
        costs = state.seats == 2 or count_ones(state.captured[seat, colour]) == most
        row[C_COSTS] = costs


@compiled
def write_others(state: State, square: int, others: Words, leader: int, row: Reals) -> None:
    """Count the joins of others that are blocked, and the other colours next to the square."""
    for colour in range(colours(state)):
        seat = owner(state, colour)
        if seat == state.to_move:
            continue
        if contains((others[colour, 0], others[colour, 1]), square):
            row[C_BLOCKS] += 1.0
            row[C_BLOCKS_LEADER] += int(seat == leader)
        if contains((others[colour, 2], others[colour, 3]), square):
            row[C_OTHERS_BESIDE] += 0.5


@compiled
def write_groups_touched(own: Outlook, square: int, beside: Words, groups: int, row: Reals) -> int:
    """Write which groups the tile joins and could join next; return how many it touches."""
    touched = NONE_YET
    near, elsewhere = NOWHERE, NOWHERE
    for group in range(groups):
        squares = beside[group, 0], beside[group, 1]
        if contains(squares, square):
            near = union(near, squares)
            touched += 1
        else:
            elsewhere = union(elsewhere, squares)
    fits = union(own.by_hand, own.by_pile)
    opened = intersection(intersection(next_to(BOARD, square), own.free), fits)
    opened = minus(intersection(opened, elsewhere), near)
    row[C_OPENS_JOINS] = count(opened) / 2
    row[C_JOINS] = max(touched - 1, NONE_YET)
    row[C_NEW_GROUP] = touched == 0
    row[C_FAR_OFF] = touched == 0 and is_empty(opened)
    return touched


@compiled
def write_homes_won(own: Outlook, square: int, tile: int, row: Reals) -> None:
    """Count the open squares gained next to the square, and the homeless tiles that fit them."""
    homes = NO_TILES
    rest = minus(intersection(next_to(BOARD, square), own.free), own.around.once)
    row[C_OPEN_WON] = count(rest) / 3
    while not is_empty(rest):
        homes |= TILES_FITTING[first(rest)]
        rest = without_first(rest)
    housed = own.homeless & homes & ~only(tile)
    row[C_HOUSES_HAND] = count_ones(housed & own.hand) / 2
    row[C_HOUSES_PILE] = count_ones(housed & own.pile) / 4


@compiled
def write_tile(own: Outlook, square: int, tile: int, touched: int, row: Reals) -> None:
    """Write how valuable the tile is, and how much it is needed here."""
    row[C_MONEY] = tile == MONEY
    if touched:
        homes = count(intersection(fitting(tile), intersection(own.around.once, own.free)))
        row[C_FEW_HOMES] = 1.0 / max(homes, 1)
    if touched > 1:
        others = own.hand & TILES_FITTING[square] & ~only(tile)
        row[C_ONLY_TILE] = others == NO_TILES


@compiled
def write_place(
    state: State, colour: int, square: int, touched: int, own: Outlook, row: Reals
) -> None:
    """Write where the square is on the board and among the colour's tiles."""
    own_beside = intersection(next_to(BOARD, square), own.tiles)
    row[C_COVERS] = count(intersection(own_beside, capturable_of(state, colour))) / 2
    row[C_CENTRE] = CENTRALITY[square] * max(1.0 - state.placed[colour] / OPENING, 0.0)
    # Another tile of a group it touches anyway: the colour spreads less.
    row[C_FURTHER_OWN] = (count(own_beside) - touched) / 2


@compiled
def more_to_place(state: State, which: int) -> float:
    """Return how much more a colour has to place than the seat's other one (URTOWN-DUO-1)."""
    if state.seats != 2:
        return 0.0
    other = colour_to_play(state, 1 - which)
    left = to_place(state, colour_to_play(state, which))
    return (left - to_place(state, other)) / PLACEMENTS


@allocating
def write_choices_of(
    state: State,
    which: int,
    decisions: npt.NDArray[np.int64],
    size: int,
    others: Words,
    leader: int,
    table: Reals,
) -> None:
    """Write the features of all turns that place a tile of one colour."""
    colour = colour_to_play(state, which)
    empty = empty_squares(state)
    own = outlook(state, colour, open_to(state, state.to_move))
    beside = np.empty((PLACEMENTS, 2), np.uint64)
    groups = write_beside(own.tiles, beside)
    more = more_to_place(state, which)
    for index in range(size):
        if decisions[index] // PER_COLOUR != which:
            continue
        row = table[index]
        row[: len(CHOICES)] = 0.0
        rest = decisions[index] % PER_COLOUR
        tile, square = TILE_OF[rest], SQUARE_OF[rest]
        touched = write_groups_touched(own, square, beside, groups, row)
        row[C_LATE] = row[C_NEW_GROUP] * state.placed[colour] / PLACEMENTS
        row[C_MORE_TO_PLACE] = more
        write_place(state, colour, square, touched, own, row)
        write_homes_won(own, square, tile, row)
        write_tile(own, square, tile, touched, row)
        write_others(state, square, others, leader, row)
        if not contains(empty, square):
            write_capture(state, square, leader, row)


@allocating
def choices(
    state: State,
    decisions: npt.NDArray[np.int64],
    size: int,
    table: Reals,
) -> None:
    """Write the features of turns, all legal for the seat to move; skipping has none."""
    if decisions[0] == SKIP:
        table[0, : len(CHOICES)] = 0.0
        return
    others = np.empty((MOST_COLOURS, 4), np.uint64)
    leader = look_at_others(state, others)
    for which in range(colours_each(state)):
        if not is_finished(state, colour_to_play(state, which)):
            write_choices_of(state, which, decisions, size, others, leader, table)
