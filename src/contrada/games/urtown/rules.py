"""The rules of Urtown, compiled; docs/rules/urtown.md in code, and nothing else.

A decision is a number below `DECISIONS`: a tile of one's first or second colour with the square it
goes to, or skipping. A tile fits nine squares, the money tile any, so tile and square together
number 27 * 9 + 81 for each colour.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from contrada.kernel import boards
from contrada.kernel.bits import count_ones, lowest_one, whole
from contrada.kernel.boards import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Squares,
    contains,
    count,
    first,
    flood,
    intersection,
    is_empty,
    meet,
    minus,
    next_to,
    nth,
    shift,
    single,
    union,
    without_first,
)
from contrada.kernel.chance import Generator, below, shuffle
from contrada.kernel.jit import EntryPoint, allocating, compiled, constants
from contrada.kernel.operations import State

BOARD = boards.board(9, 9)
SQUARES = 81

# URTOWN-TILES-1: numbers, letters, symbols, money; a set of them is one word.
TILES = 28
NUMBER, LETTER, SYMBOL, MONEY = constants(0, 9, 18, 27)
ALL_TILES = np.uint64((1 << TILES) - 1)
NO_TILES = np.uint64(0)
_ONE = np.uint64(1)

MOST_SEATS = 5
MOST_COLOURS = 5
RACK = 5  # URTOWN-SETUP-1
PILE = TILES - RACK
PLACEMENTS = PILE + 1  # URTOWN-END-1: the pile goes, then one more

NOBODY, NO_TILE, NO_COLOUR, NONE_YET = constants(-1, -1, -1, 0)

PER_COLOUR = 27 * 9 + SQUARES
(SKIP,) = constants(2 * PER_COLOUR)
DECISIONS = 2 * PER_COLOUR + 1

# The rules a decision may be refused by; `refusal` returns one of them.
(
    PERMITTED,
    PLACE_1,
    PLACE_3,
    PLACE_4,
    CAPTURE_1,
    CAPTURE_3,
    END_1,
    DUO_1,
    DUO_2,
    DUO_3,
) = constants(*range(10))
RULE_IDS = (
    "",
    "URTOWN-PLACE-1",
    "URTOWN-PLACE-3",
    "URTOWN-PLACE-4",
    "URTOWN-CAPTURE-1",
    "URTOWN-CAPTURE-3",
    "URTOWN-END-1",
    "URTOWN-DUO-1",
    "URTOWN-DUO-2",
    "URTOWN-DUO-3",
)

# Columns of a standing: both are better when smaller, so they are written negative.
SCORE, CAPTURES = constants(0, 1)
MEASURES = 2

STATE = np.dtype(
    [
        ("tiles", np.uint64, (MOST_COLOURS, 2)),  # [colour]: the squares its tiles lie on
        ("takeable", np.uint64, (MOST_COLOURS, 2)),  # [colour]: of these, what may be captured
        ("racks", np.uint64, (MOST_COLOURS,)),  # [colour]: a set of tiles
        ("shown", np.uint64, (MOST_COLOURS,)),  # [colour]: tiles of the rack that all know
        ("captured", np.uint64, (MOST_SEATS, MOST_COLOURS)),  # [captor, colour]: a set of tiles
        ("pile_sizes", np.int64, (MOST_COLOURS,)),
        ("placed", np.int64, (MOST_COLOURS,)),
        ("seats", np.int64),
        ("to_move", np.int64),
        ("literal", np.int64),  # option capture
        ("blockers", np.int64),  # option scoring
        ("lying", np.int8, (SQUARES,)),  # [square]: the tile there, or NO_TILE
        ("piles", np.int8, (MOST_COLOURS, PILE)),  # [colour]: the next tile is the last one
        ("unused", np.int8, (4,)),  # fills the record up: padding would not be copied reliably
    ],
    align=True,
)


# --- Tiles and squares ---------------------------------------------------------------------------


def _fitting_squares(tile: int) -> list[int]:
    """URTOWN-PLACE-1 with BOARD-1 and BOARD-2: the squares a tile fits, in rising order."""
    if tile < LETTER:
        return [row * 9 + tile for row in range(9)]
    if tile < SYMBOL:
        return [(tile - int(LETTER)) * 9 + column for column in range(9)]
    if tile < MONEY:
        down, across = divmod(tile - int(SYMBOL), 3)
        corner = 27 * down + 3 * across
        return [corner + 9 * row + column for row in range(3) for column in range(3)]
    return list(range(SQUARES))


FITTING = np.array([boards.from_list(_fitting_squares(tile)) for tile in range(TILES)], np.uint64)
# The square that a decision below PER_COLOUR names, and the decision that a tile and square have.
SQUARE_OF = np.array([s for tile in range(TILES) for s in _fitting_squares(tile)], np.int64)
TILE_OF = np.array([tile for tile in range(TILES) for _ in _fitting_squares(tile)], np.int64)
DECISION_OF = np.full((TILES, SQUARES), -1, np.int64)
DECISION_OF[TILE_OF, SQUARE_OF] = np.arange(PER_COLOUR)


@compiled
def fitting(tile: int) -> Squares:
    """Return the squares a tile fits."""
    return FITTING[tile, 0], FITTING[tile, 1]


@compiled
def only(tile: int) -> np.uint64:
    """Return the set of one tile."""
    return _ONE << np.uint64(tile)


@compiled
def holds(tiles: np.uint64, tile: int) -> bool:
    """Whether a tile is in a set of tiles."""
    return bool(tiles & only(tile) != NO_TILES)


@compiled
def tile_at(state: State, square: int) -> int:
    """Return the tile on a square, or NO_TILE."""
    return whole(state.lying[square])


@compiled
def in_pile(state: State, colour: int, place: int) -> int:
    """Return a tile of a pile, counted from its bottom."""
    return whole(state.piles[colour, place])


@compiled
def of_colour(state: State, colour: int) -> Squares:
    """Return the squares of one colour's tiles."""
    return state.tiles[colour, 0], state.tiles[colour, 1]


@compiled
def takeable_of(state: State, colour: int) -> Squares:
    """Return the squares of one colour's tiles that may be captured."""
    return state.takeable[colour, 0], state.takeable[colour, 1]


@compiled
def colour_at(state: State, square: int) -> int:
    """Return the colour of the tile on a square, or NO_COLOUR."""
    for colour in range(MOST_COLOURS):
        if contains(of_colour(state, colour), square):
            return colour
    return NO_COLOUR


@compiled
def empty_squares(state: State) -> Squares:
    """Return the squares without a tile."""
    rest = BOARD.everywhere
    for colour in range(MOST_COLOURS):
        rest = minus(rest, of_colour(state, colour))
    return rest


# --- Seats and colours ---------------------------------------------------------------------------


@compiled
def colours_each(state: State) -> int:
    """Return how many colours a seat plays (URTOWN-DUO-1)."""
    return np.int64(2) if state.seats == 2 else np.int64(1)  # type: ignore[return-value]


@compiled
def colours(state: State) -> int:
    """Return how many colours are in play."""
    return state.seats * colours_each(state)  # type: ignore[no-any-return]


@compiled
def owner(state: State, colour: int) -> int:
    """Return the seat that plays a colour."""
    return colour // colours_each(state)


@compiled
def is_finished(state: State, colour: int) -> bool:
    """Whether the colour's owner has placed the tile after the pile's last (URTOWN-END-1)."""
    return bool(state.placed[colour] == PLACEMENTS)


@compiled
def has_finished(state: State, seat: int) -> bool:
    """Whether all colours of a seat are finished."""
    for colour in range(seat * colours_each(state), (seat + 1) * colours_each(state)):
        if not is_finished(state, colour):
            return False
    return True


# --- Capturing -----------------------------------------------------------------------------------


@compiled
def crowded(tiles: Squares) -> Squares:
    """Return the tiles that touch two or more others of the set."""
    across, back = shift(BOARD, tiles, EAST), shift(BOARD, tiles, WEST)
    up, down = shift(BOARD, tiles, NORTH), shift(BOARD, tiles, SOUTH)
    opposite = union(intersection(across, back), intersection(up, down))
    corner = intersection(union(across, back), union(up, down))
    return intersection(tiles, union(opposite, corner))


@compiled
def splits(tiles: Squares, square: int) -> bool:
    """Whether a group falls into several when the tile on a square is taken (URTOWN-CAPTURE-1)."""
    without = minus(tiles, single(square))
    touching = intersection(next_to(BOARD, square), without)
    if is_empty(touching):
        return False
    return not is_empty(minus(touching, flood(BOARD, single(first(touching)), without)))


@compiled
def may_be_taken(state: State, colour: int) -> Squares:
    """Return the colour's tiles that may be captured.

    A tile that touches at most one other of its colour never splits a group; with the option
    `literal` only such tiles may be taken (URTOWN-CAPTURE-1 to -3).
    """
    tiles = of_colour(state, colour)
    rest = crowded(tiles)
    takeable = minus(tiles, rest)
    if state.literal:
        return takeable
    while not is_empty(rest):
        square = first(rest)
        rest = without_first(rest)
        if not splits(tiles, square):
            takeable = union(takeable, single(square))
    return takeable


@compiled
def settle(state: State, colour: int) -> None:
    """Work out anew what may be captured of a colour whose tiles have changed."""
    low, high = may_be_taken(state, colour)
    state.takeable[colour, 0] = low
    state.takeable[colour, 1] = high


@compiled
def open_to(state: State, seat: int) -> Squares:
    """Return the squares where a seat may put some tile (URTOWN-PLACE-2, -3, DUO-3)."""
    squares = empty_squares(state)
    for colour in range(colours(state)):
        if owner(state, colour) != seat:
            squares = union(squares, takeable_of(state, colour))
    return squares


# --- Skipping and the end ------------------------------------------------------------------------


@compiled
def can_place(state: State, seat: int) -> bool:
    """Whether a seat with an unfinished colour has a tile that fits somewhere."""
    squares = open_to(state, seat)
    for colour in range(seat * colours_each(state), (seat + 1) * colours_each(state)):
        if not is_finished(state, colour):
            rest = state.racks[colour]
            while rest != NO_TILES:
                if meet(fitting(lowest_one(rest)), squares):
                    return True
                rest &= rest - _ONE
    return False


@compiled
def somebody_can_place(state: State) -> bool:
    """Whether the game goes on (URTOWN-SKIP-1)."""
    for seat in range(state.seats):  # noqa: SIM110 - compiled code has no generators
        if can_place(state, seat):
            return True
    return False


@compiled
def pass_turn(state: State) -> None:
    """Let the next seat that has not finished move; end the game if nobody can place."""
    seat = state.to_move
    following = NOBODY
    for step in range(1, state.seats + 1):
        other = (seat + step) % state.seats
        if following == NOBODY and not has_finished(state, other):
            following = other
        if following != NOBODY and can_place(state, other):
            state.to_move = following
            return
    state.to_move = NOBODY


# --- The operations every game provides ----------------------------------------------------------


@allocating
def deal(state: State, colour: int, generator: Generator) -> None:
    """Shuffle a colour's tiles and draw its rack (URTOWN-SETUP-1)."""
    order = np.arange(TILES)
    shuffle(generator, order, TILES)
    state.racks[colour] = NO_TILES
    for place in range(RACK):
        state.racks[colour] |= only(order[place])
    for place in range(PILE):
        state.piles[colour, place] = order[RACK + place]
    state.pile_sizes[colour] = PILE


@allocating
def start(state: State, seats: int, options: npt.NDArray[np.int64], seed: int) -> None:
    """Set up: piles shuffled, racks drawn, a random seat begins, all from the seed."""
    generator = np.empty(1, np.uint64)
    generator[0] = seed
    state.tiles[:] = 0
    state.takeable[:] = 0
    state.racks[:] = 0
    state.shown[:] = 0
    state.captured[:] = 0
    state.pile_sizes[:] = 0
    state.placed[:] = 0
    state.lying[:] = NO_TILE
    state.piles[:] = NO_TILE
    state.seats = seats
    state.literal = options[0]
    state.blockers = options[1]
    state.to_move = below(generator, seats)
    for colour in range(colours(state)):
        deal(state, colour, generator)


@compiled
def to_move(state: State) -> int:
    """Return the seat that decides next, or -1 when the game is over."""
    return state.to_move  # type: ignore[no-any-return]


@compiled
def turn_begins(state: State) -> bool:  # noqa: ARG001 - every turn is one decision
    """Whether the next decision is the first of a turn."""
    return True


@compiled
def colour_to_play(state: State, which: int) -> int:
    """Return the first or second colour of the seat to move."""
    return state.to_move * colours_each(state) + which  # type: ignore[no-any-return]


@compiled
def legal(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the legal decisions in rising order; return how many there are."""
    if state.to_move == NOBODY:
        return NONE_YET
    squares = open_to(state, state.to_move)
    size = NONE_YET
    for which in range(colours_each(state)):
        colour = colour_to_play(state, which)
        tiles = NO_TILES if is_finished(state, colour) else state.racks[colour]
        while tiles != NO_TILES:
            tile = lowest_one(tiles)
            tiles &= tiles - _ONE
            rest = intersection(fitting(tile), squares)
            while not is_empty(rest):
                decisions[size] = which * PER_COLOUR + DECISION_OF[tile, first(rest)]
                rest = without_first(rest)
                size += 1
    if size == NONE_YET:
        decisions[0] = SKIP
        size += 1
    return size


@compiled
def capture(state: State, square: int) -> None:
    """Take the tile on a square out of play, face up before the captor (URTOWN-CAPTURE-4)."""
    colour = colour_at(state, square)
    state.captured[state.to_move, colour] |= only(tile_at(state, square))
    low, high = minus(of_colour(state, colour), single(square))
    state.tiles[colour, 0] = low
    state.tiles[colour, 1] = high
    settle(state, colour)


@compiled
def draw(state: State, colour: int) -> None:
    """Draw a tile of the colour just placed, if there is one (URTOWN-DRAW-1, DUO-2)."""
    if state.pile_sizes[colour] > 0:
        state.pile_sizes[colour] -= 1
        top = state.pile_sizes[colour]
        state.racks[colour] |= only(in_pile(state, colour, top))
        state.piles[colour, top] = NO_TILE


@compiled
def place(state: State, colour: int, tile: int, square: int) -> None:
    """Place a tile, capturing what lies there, and draw."""
    if state.lying[square] != NO_TILE:
        capture(state, square)
    state.lying[square] = tile
    low, high = union(of_colour(state, colour), single(square))
    state.tiles[colour, 0] = low
    state.tiles[colour, 1] = high
    state.racks[colour] &= ~only(tile)
    state.shown[colour] &= ~only(tile)
    state.placed[colour] += 1
    settle(state, colour)
    draw(state, colour)
    if state.seats == 2 and is_finished(state, colour):
        state.shown[colour] = NO_TILES  # the rack is set aside, face up (URTOWN-DUO-2)


@compiled
def show_racks(state: State) -> None:
    """Show what the seat that skips has in hand (URTOWN-SKIP-2)."""
    for which in range(colours_each(state)):
        colour = colour_to_play(state, which)
        if not is_finished(state, colour):
            state.shown[colour] = state.racks[colour]


@compiled
def apply(state: State, decision: int) -> None:
    """Carry out a legal decision in place."""
    if decision == SKIP:
        show_racks(state)
    else:
        which, rest = divmod(decision, PER_COLOUR)
        place(state, colour_to_play(state, which), TILE_OF[rest], SQUARE_OF[rest])
    pass_turn(state)


@compiled
def revealed(before: State, after: State) -> bool:
    """Whether a decision has shown what was hidden: a tile drawn, a rack, or all at the end."""
    if after.to_move == NOBODY:
        return True
    lies_as_before = True
    for colour in range(colours(before)):
        drawn = after.pile_sizes[colour] != before.pile_sizes[colour]
        finished = is_finished(after, colour) and not is_finished(before, colour)
        if drawn or (finished and before.seats == 2):
            return True
        lies_as_before &= bool(after.placed[colour] == before.placed[colour])
    return lies_as_before  # it was a skip, which shows the rack


# --- Refusals ------------------------------------------------------------------------------------


@compiled
def refuse_taking(state: State, colour: int, square: int) -> int:
    """Why the tile of this colour on a square may not be taken."""
    if contains(takeable_of(state, colour), square):
        return PERMITTED
    return CAPTURE_1 if splits(of_colour(state, colour), square) else CAPTURE_3


@compiled
def refuse_placing(state: State, which: int, tile: int, square: int) -> int:
    """Why the seat to move may not put this tile on this square, which it fits."""
    if which >= colours_each(state):
        return DUO_1
    colour = colour_to_play(state, which)
    if is_finished(state, colour):
        return DUO_2
    if not holds(state.racks[colour], tile):
        return PLACE_4
    lies = colour_at(state, square)
    if lies == NO_COLOUR:
        return PERMITTED
    if lies == colour:
        return PLACE_3
    return DUO_3 if owner(state, lies) == state.to_move else refuse_taking(state, lies, square)


@compiled
def refusal(state: State, decision: int) -> int:
    """Return the rule that refuses a decision, or PERMITTED."""
    if state.to_move == NOBODY:
        return END_1
    if decision == SKIP:
        return PLACE_1 if can_place(state, state.to_move) else PERMITTED
    which, rest = divmod(decision, PER_COLOUR)
    return refuse_placing(state, which, TILE_OF[rest], SQUARE_OF[rest])


@compiled
def pieces_left(state: State, square: int) -> Squares:
    """Return what would be left of a group if the tile on a square were taken."""
    tiles = of_colour(state, colour_at(state, square))
    return minus(flood(BOARD, single(square), tiles), single(square))


# --- Scoring -------------------------------------------------------------------------------------


@compiled
def write_groups(state: State, colour: int, squares: npt.NDArray[np.uint64]) -> int:
    """Write the set of squares of each group of a colour; return how many (URTOWN-GROUP-1)."""
    size = NONE_YET
    rest = of_colour(state, colour)
    while not is_empty(rest):
        group = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, group)
        squares[size, 0], squares[size, 1] = group
        size += 1
    return size


@compiled
def count_groups(state: State, colour: int) -> int:
    """Count the groups of a colour."""
    size = NONE_YET
    rest = of_colour(state, colour)
    while not is_empty(rest):
        rest = minus(rest, flood(BOARD, single(first(rest)), rest))
        size += 1
    return size


@compiled
def captures(state: State, seat: int) -> int:
    """Count the tiles a seat has captured."""
    total = NONE_YET
    for colour in range(MOST_COLOURS):
        total += count_ones(state.captured[seat, colour])
    return total


@compiled
def most_captured_of_one(state: State, seat: int) -> int:
    """Count the captured tiles of the colour captured most (URTOWN-BLOCKERS-1)."""
    if state.seats == 2:
        return captures(state, seat)
    most = NONE_YET
    for colour in range(MOST_COLOURS):
        most = max(most, count_ones(state.captured[seat, colour]))
    return most


@compiled
def standing(state: State, rows: npt.NDArray[np.int64]) -> None:
    """Write each seat's score and captures (URTOWN-SCORE-1, -2, DUO-4, BLOCKERS-1)."""
    for seat in range(state.seats):
        score = NONE_YET
        for colour in range(seat * colours_each(state), (seat + 1) * colours_each(state)):
            score += count_groups(state, colour)
        if state.blockers:
            score += most_captured_of_one(state, seat)
        rows[seat, SCORE] = -score
        rows[seat, CAPTURES] = -captures(state, seat)


# --- What is hidden ------------------------------------------------------------------------------


@compiled
def shuffle_pile(state: State, colour: int, generator: Generator) -> None:
    """Put the tiles left in a pile into another order, which says nothing about the old one."""
    tiles = NO_TILES
    for place in range(state.pile_sizes[colour]):
        tiles |= only(in_pile(state, colour, place))
    for place in range(state.pile_sizes[colour]):
        state.piles[colour, place] = lowest_one(tiles)
        tiles &= tiles - _ONE
    shuffle(generator, state.piles[colour], state.pile_sizes[colour])


@allocating
def deal_unseen(state: State, colour: int, generator: Generator) -> None:
    """Deal anew the tiles that only the owner or nobody knows, between rack and pile."""
    unseen = np.empty(TILES, np.int64)
    size = NONE_YET
    hidden = state.racks[colour] & ~state.shown[colour]
    in_rack = count_ones(hidden)
    for place in range(state.pile_sizes[colour]):
        hidden |= only(in_pile(state, colour, place))
    while hidden != NO_TILES:
        unseen[size] = lowest_one(hidden)
        hidden &= hidden - _ONE
        size += 1
    shuffle(generator, unseen, size)
    state.racks[colour] = state.shown[colour]
    for place in range(in_rack):
        state.racks[colour] |= only(unseen[place])
    for place in range(in_rack, size):
        state.piles[colour, place - in_rack] = unseen[place]


@compiled
def reimagine(state: State, seat: int, generator: Generator) -> None:
    """Deal anew, in place, what the seat cannot see: others' racks and all piles.

    While the game goes on all know that somebody can place, so deals in which nobody could are
    dealt again. At the end the racks lie open and only the order of piles is unknown.
    """
    over = state.to_move == NOBODY
    while True:
        for colour in range(colours(state)):
            if over or owner(state, colour) == seat or is_finished(state, colour):
                shuffle_pile(state, colour, generator)
            else:
                deal_unseen(state, colour, generator)
        if over or somebody_can_place(state):
            return


# --- What is to be seen, for views ---------------------------------------------------------------


@compiled
def survey(
    state: State,
    sets: npt.NDArray[np.uint64],
    squares: npt.NDArray[np.int64],
    ends: npt.NDArray[np.int64],
    rows: npt.NDArray[np.int64],
) -> int:
    """Write each colour's owner, whether it is finished, how many groups it has, and their squares.

    `ends` tells where the squares of each group end. Return how many colours there are.
    """
    size, groups = NONE_YET, NONE_YET
    for colour in range(colours(state)):
        rows[colour, 0] = owner(state, colour)
        rows[colour, 1] = is_finished(state, colour)
        rows[colour, 2] = write_groups(state, colour, sets)
        for group in range(rows[colour, 2]):
            rest = (sets[group, 0], sets[group, 1])
            while not is_empty(rest):
                squares[size] = first(rest)
                rest = without_first(rest)
                size += 1
            ends[groups] = size
            groups += 1
    return colours(state)


# --- Full turns, counted and drawn without listing them ------------------------------------------


@compiled
def count_turns(state: State) -> int:
    """Count the turns of the seat to move."""
    if state.to_move == NOBODY:
        return NONE_YET
    squares = open_to(state, state.to_move)
    total = NONE_YET
    for which in range(colours_each(state)):
        colour = colour_to_play(state, which)
        tiles = NO_TILES if is_finished(state, colour) else state.racks[colour]
        while tiles != NO_TILES:
            total += count(intersection(fitting(lowest_one(tiles)), squares))
            tiles &= tiles - _ONE
    return max(total, 1)  # or skipping


@compiled
def play_random_turn(state: State, generator: Generator) -> None:
    """Play one of the turns, each equally likely."""
    index = below(generator, count_turns(state))
    squares = open_to(state, state.to_move)
    for which in range(colours_each(state)):
        colour = colour_to_play(state, which)
        tiles = NO_TILES if is_finished(state, colour) else state.racks[colour]
        while tiles != NO_TILES:
            tile = lowest_one(tiles)
            tiles &= tiles - _ONE
            fits = intersection(fitting(tile), squares)
            if index < count(fits):
                place(state, colour, tile, nth(fits, index))
                pass_turn(state)
                return
            index -= count(fits)
    apply(state, SKIP)


# --- What Python asks beside the operations ------------------------------------------------------

_RECORD = from_dtype(STATE)
_SET = types.UniTuple(types.uint64, 2)
_NUMBER = types.int64
_LIST, _ROWS = types.Array(_NUMBER, 1, "C"), types.Array(_NUMBER, 2, "C")
_SETS = types.Array(types.uint64, 2, "C")

ENTRY_POINTS = {
    "owner": EntryPoint(owner, _NUMBER(_RECORD, _NUMBER)),
    "colours": EntryPoint(colours, _NUMBER(_RECORD)),
    "colour_to_play": EntryPoint(colour_to_play, _NUMBER(_RECORD, _NUMBER)),
    "colour_at": EntryPoint(colour_at, _NUMBER(_RECORD, _NUMBER)),
    "has_finished": EntryPoint(has_finished, types.boolean(_RECORD, _NUMBER)),
    "somebody_can_place": EntryPoint(somebody_can_place, types.boolean(_RECORD)),
    "settle": EntryPoint(settle, types.void(_RECORD, _NUMBER)),
    "pieces_left": EntryPoint(pieces_left, _SET(_RECORD, _NUMBER)),
    "survey": EntryPoint(survey, _NUMBER(_RECORD, _SETS, _LIST, _LIST, _ROWS)),
}
