"""What a player of Urtown looks at: of a position for each seat, and of each turn.

A capture never splits a group, so a colour's groups grow in number only by its owner's own
placements and shrink by joining squares (open squares beside two or more of its groups) and when a
lone tile is captured. What matters is therefore which groups can still be joined, and whether the
tiles left to place have a home: an open square beside a group. Four tiles stay unused, so four
homeless ones are free.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.games.contract import Evaluation
from contrada.games.urtown.rules import (
    BOARD,
    LETTER,
    MONEY,
    MOST_COLOURS,
    NO_TILES,
    NONE_YET,
    NUMBER,
    PER_COLOUR,
    PLACEMENTS,
    SKIP,
    SQUARE_OF,
    SQUARES,
    SYMBOL,
    TILE_OF,
    TILES,
    captures,
    colour_at,
    colour_to_play,
    colours,
    colours_each,
    empty_squares,
    fitting,
    holds,
    in_pile,
    is_finished,
    most_captured_of_one,
    of_colour,
    only,
    open_to,
    owner,
    takeable_of,
)
from contrada.kernel.bits import Word, count_ones, lowest_one
from contrada.kernel.boards import (
    NOWHERE,
    Squares,
    contains,
    count,
    first,
    flood,
    intersection,
    is_empty,
    meet,
    minus,
    neighbours,
    next_to,
    single,
    union,
    without_first,
)
from contrada.kernel.jit import allocating, compiled, constants
from contrada.kernel.operations import State

FEATURES = (
    "score",
    "captures",
    "lone tiles",
    "joins in hand",
    "joins in the pile",
    "joins in two steps",
    "join by money",
    "joining squares",
    "homeless in hand",
    "homeless to place",
    "distant to place",
    "empty beside",
    "takeable beside",
    "money to place",
    "best placement",
    "to move",
    "last word",
)
(
    F_SCORE,
    F_CAPTURES,
    F_LONE,
    F_JOINS_IN_HAND,
    F_JOINS_IN_PILE,
    F_JOINS_IN_TWO,
    F_JOIN_BY_MONEY,
    F_JOINING_SQUARES,
    F_HOMELESS_IN_HAND,
    F_HOMELESS,
    F_DISTANT,
    F_EMPTY_BESIDE,
    F_TAKEABLE_BESIDE,
    F_MONEY,
    F_BEST_PLACEMENT,
    F_TO_MOVE,
    F_LAST_WORD,
) = constants(*range(len(FEATURES)))

CHOICES = (
    "new group",
    "new group far off",
    "new group late",
    "joins",
    "further own beside",
    "captures",
    "capture costs a point",
    "takes a lone tile",
    "takes from the leader",
    "blocks a join",
    "blocks the leader",
    "houses tiles in hand",
    "houses tiles in the pile",
    "opens joins",
    "open squares won",
    "money",
    "few homes",
    "only tile for a join",
    "covers takeable",
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
    C_TAKES_LONE,
    C_TAKES_FROM_LEADER,
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

Reals = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]

NO_LEADER, NEW_GROUP, NO_PLACEMENT = constants(-1, -1, -2)
OPENING = 8  # placements of a colour
UNUSED = TILES - PLACEMENTS  # URTOWN-END-1: tiles that are never placed
_ONE = np.uint64(1)


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


class Around(NamedTuple):
    """A colour's groups, and the squares beside at least one, two or three of them."""

    groups: int
    lone: int  # groups of one tile
    once: Squares
    twice: Squares
    thrice: Squares


class Outlook(NamedTuple):
    """What a colour has to place and where it would like to."""

    around: Around
    tiles: Squares
    free: Squares  # open to the owner
    hand: Word  # tiles on the rack
    pile: Word
    by_hand: Squares  # what the hand fits, but for the money tile
    by_pile: Squares
    homeless: Word  # tiles of both that fit no open square beside a group


# --- Groups --------------------------------------------------------------------------------------


@compiled
def look_around(tiles: Squares) -> Around:
    """Go over the groups of one colour."""
    groups, lone = NONE_YET, NONE_YET
    once, twice, thrice = NOWHERE, NOWHERE, NOWHERE
    rest = tiles
    while not is_empty(rest):
        group = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, group)
        groups += 1
        if is_empty(without_first(group)):
            lone += 1
        beside = minus(neighbours(BOARD, group), tiles)
        thrice = union(thrice, intersection(twice, beside))
        twice = union(twice, intersection(once, beside))
        once = union(once, beside)
    return Around(groups, lone, once, twice, thrice)


@compiled
def groups_across(tiles: Squares, bridges: Squares) -> int:
    """Count a colour's groups as if it had the bridges, too."""
    groups = NONE_YET
    within = union(tiles, bridges)
    rest = tiles
    while not is_empty(rest):
        rest = minus(rest, flood(BOARD, single(first(rest)), within))
        groups += 1
    return groups


@compiled
def write_beside(tiles: Squares, beside: Words) -> int:
    """Write the squares beside each group; return how many groups there are."""
    groups = NONE_YET
    rest = tiles
    while not is_empty(rest):
        group = flood(BOARD, single(first(rest)), rest)
        rest = minus(rest, group)
        beside[groups, 0], beside[groups, 1] = neighbours(BOARD, group)
        groups += 1
    return groups


# --- Tiles to place ------------------------------------------------------------------------------


@compiled
def tiles_in_pile(state: State, colour: int) -> Word:
    """Return the pile as a set of tiles."""
    tiles = NO_TILES
    for place in range(state.pile_sizes[colour]):
        tiles |= only(in_pile(state, colour, place))
    return tiles


@compiled
def squares_for(tiles: Word) -> Squares:
    """Return the squares that some of the tiles fits; money would fit all and is left out."""
    squares = NOWHERE
    rest = tiles & ~only(MONEY)
    while rest != NO_TILES:
        squares = union(squares, fitting(lowest_one(rest)))
        rest &= rest - _ONE
    return squares


@compiled
def fitting_none_of(tiles: Word, squares: Squares) -> Word:
    """Return the tiles that fit none of the squares."""
    misfits = NO_TILES
    rest = tiles
    while rest != NO_TILES:
        tile = lowest_one(rest)
        rest &= rest - _ONE
        if not meet(fitting(tile), squares):
            misfits |= only(tile)
    return misfits


@compiled
def outlook(state: State, colour: int, free: Squares) -> Outlook:
    """Look at one colour; `free` is what is open to its owner."""
    tiles = of_colour(state, colour)
    around = look_around(tiles)
    hand, pile = state.racks[colour], tiles_in_pile(state, colour)
    homeless = fitting_none_of(hand | pile, intersection(around.once, free))
    return Outlook(around, tiles, free, hand, pile, squares_for(hand), squares_for(pile), homeless)


@compiled
def to_place(state: State, colour: int) -> int:
    """Return how many tiles the colour has yet to place."""
    return PLACEMENTS - state.placed[colour]  # type: ignore[no-any-return]


@compiled
def must_be_placed(tiles: Word) -> int:
    """Return how many of these tiles are placed even if as many as possible stay unused."""
    return max(count_ones(tiles) - UNUSED, NONE_YET)


# --- Features of a position ----------------------------------------------------------------------


@compiled
def best_placement(own: Outlook) -> int:
    """Return by how many groups the best placement now lowers their number: -1 to 2."""
    around, reach = own.around, own.by_hand
    if holds(own.hand, MONEY):
        reach = BOARD.everywhere
    reach = intersection(reach, own.free)
    if not meet(reach, around.once):
        return NEW_GROUP
    return int(meet(reach, around.twice)) + int(meet(reach, around.thrice))


@compiled
def money_could_join(own: Outlook) -> int:
    """Return 1 if the money tile is yet to be placed and some open square joins groups."""
    return int(holds(own.hand | own.pile, MONEY) and meet(own.around.twice, own.free))


@compiled
def write_joins(own: Outlook, left: int, row: Reals) -> None:
    """Count which groups will be one if all goes well: with the hand, the pile, in two steps."""
    around, tiles = own.around, own.tiles
    if around.groups < 2:
        return
    both = intersection(own.free, union(own.by_hand, own.by_pile))
    joining = intersection(around.twice, both)
    now = around.groups
    in_hand = now
    if meet(joining, own.by_hand):
        in_hand = groups_across(tiles, intersection(joining, own.by_hand))
    in_pile = in_hand
    if meet(joining, own.by_pile):
        in_pile = groups_across(tiles, joining)
    in_two = in_pile
    if in_two > 1:
        in_two = groups_across(tiles, intersection(around.once, both))
        row[F_JOIN_BY_MONEY] += money_could_join(own)
    row[F_JOINS_IN_HAND] += min(now - in_hand, left) / 3
    row[F_JOINS_IN_PILE] += min(in_hand - in_pile, left) / 3
    row[F_JOINS_IN_TWO] += min(in_pile - in_two, left // 2) / 3
    row[F_JOINING_SQUARES] += min(count(joining), 10) / 10


@compiled
def write_homes(own: Outlook, row: Reals) -> None:
    """Count tiles without a home: on the rack, and those that must be placed all the same."""
    nearby = intersection(own.around.once, own.free)
    farther = union(nearby, intersection(neighbours(BOARD, nearby), own.free))
    row[F_HOMELESS_IN_HAND] += count_ones(own.homeless & own.hand) / 5
    row[F_HOMELESS] += must_be_placed(own.homeless) / 10
    row[F_DISTANT] += must_be_placed(fitting_none_of(own.homeless, farther)) / 10


@compiled
def write_colour(state: State, colour: int, free: Squares, empty: Squares, row: Reals) -> int:
    """Add one colour's part to its seat's features; return its best placement."""
    own = outlook(state, colour, free)
    around = own.around
    row[F_SCORE] += around.groups / 5
    row[F_LONE] += around.lone / 5
    left = to_place(state, colour)
    if left == 0:
        return NO_PLACEMENT
    write_joins(own, left, row)
    write_homes(own, row)
    beside = intersection(around.once, free)
    in_the_open = count(intersection(beside, empty))
    row[F_EMPTY_BESIDE] += in_the_open / 20
    row[F_TAKEABLE_BESIDE] += (count(beside) - in_the_open) / 10
    row[F_MONEY] += int(holds(own.hand | own.pile, MONEY))
    return best_placement(own)


@compiled
def write_seat(state: State, seat: int, empty: Squares, row: Reals) -> int:
    """Write a seat's features; return how many tiles it has yet to place."""
    row[: len(FEATURES)] = 0.0
    row[F_CAPTURES] = captures(state, seat) / 10
    if state.blockers:
        row[F_SCORE] = most_captured_of_one(state, seat) / 5
    row[F_TO_MOVE] = state.to_move == seat
    free = open_to(state, seat)
    best, left = NO_PLACEMENT, NONE_YET
    for colour in range(seat * colours_each(state), (seat + 1) * colours_each(state)):
        left += to_place(state, colour)
        best = max(best, write_colour(state, colour, free, empty, row))
    row[F_BEST_PLACEMENT] = best if best != NO_PLACEMENT else NONE_YET
    return left


@compiled
def features(state: State, table: Reals) -> float:
    """Write each seat's features; return the stage: the part of all tiles that is placed."""
    empty = empty_squares(state)
    total, fewest = NONE_YET, NONE_YET + 2 * PLACEMENTS
    for seat in range(state.seats):
        left = write_seat(state, seat, empty, table[seat])
        table[seat, F_LAST_WORD] = left
        total += left
        fewest = min(fewest, left)
    for seat in range(state.seats):
        table[seat, F_LAST_WORD] = min(table[seat, F_LAST_WORD] - fewest, 2.0)
    return 1.0 - total / (PLACEMENTS * colours(state))


# --- Features of a turn --------------------------------------------------------------------------


@compiled
def joining_squares(state: State, colour: int, around: Around) -> Squares:
    """Return the squares where a colour could yet join groups, as far as everyone knows."""
    if is_finished(state, colour):
        return NOWHERE
    squares = intersection(around.twice, open_to(state, owner(state, colour)))
    return intersection(squares, squares_for(state.racks[colour] | tiles_in_pile(state, colour)))


@compiled
def look_at_others(state: State, others: Words) -> int:
    """Return which other seat leads: the next one that has the fewest groups.

    Into `others[colour]` go its joining squares, then the squares beside its tiles.
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
    """Say what is taken, and what that costs."""
    colour = colour_at(state, square)
    seat = state.to_move
    row[C_CAPTURES] = 1.0
    row[C_TAKES_FROM_LEADER] = owner(state, colour) == leader
    row[C_TAKES_LONE] = not meet(next_to(BOARD, square), of_colour(state, colour))
    if state.blockers:
        most = most_captured_of_one(state, seat)
        costs = state.seats == 2 or count_ones(state.captured[seat, colour]) == most
        row[C_COSTS] = costs


@compiled
def write_others(state: State, square: int, others: Words, leader: int, row: Reals) -> None:
    """Count whose joins are blocked and who lies beside."""
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
    """Say which groups the tile joins and could join next; return how many it touches."""
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
    """Count the open squares won beside the square, and the homeless tiles that fit them."""
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
    """Say how precious the tile is, and how much needed here."""
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
    """Say how the square lies among the colour's own tiles and on the board."""
    own_beside = intersection(next_to(BOARD, square), own.tiles)
    row[C_COVERS] = count(intersection(own_beside, takeable_of(state, colour))) / 2
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


EVALUATION = Evaluation(
    features=FEATURES,
    choices=CHOICES,
    functions={"features": features, "choices": choices},
    weights=Path(__file__).with_name("weights.json"),
    sources=(Path(__file__),),
)
