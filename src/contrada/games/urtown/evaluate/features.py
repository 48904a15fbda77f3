"""Features of a position of Urtown, for each seat."""

from __future__ import annotations

from contrada.games.urtown.evaluate.outlook import (
    Outlook,
    Reals,
    fitting_none_of,
    groups_across,
    must_be_placed,
    outlook,
    to_place,
)
from contrada.games.urtown.rules.placing import open_to
from contrada.games.urtown.rules.scoring import captures, most_captured_of_one
from contrada.games.urtown.rules.state import (
    BOARD,
    MONEY,
    NONE_YET,
    PLACEMENTS,
    colours,
    colours_each,
    empty_squares,
)
from contrada.games.urtown.rules.tiles import holds
from contrada.kernel.bits import count_ones
from contrada.kernel.boards import Squares, count, intersection, meet, neighbours, union
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

FEATURES = (
    "score",
    "captures",
    "singletons",
    "joins in hand",
    "joins in the pile",
    "joins in two steps",
    "join by money",
    "joining squares",
    "homeless in hand",
    "homeless to place",
    "distant to place",
    "empty beside",
    "capturable beside",
    "money to place",
    "best placement",
    "to move",
    "last word",
)
(
    F_SCORE,
    F_CAPTURES,
    F_SINGLETONS,
    F_JOINS_IN_HAND,
    F_JOINS_IN_PILE,
    F_JOINS_IN_TWO,
    F_JOIN_BY_MONEY,
    F_JOINING_SQUARES,
    F_HOMELESS_IN_HAND,
    F_HOMELESS,
    F_DISTANT,
    F_EMPTY_BESIDE,
    F_CAPTURABLE_BESIDE,
    F_MONEY,
    F_BEST_PLACEMENT,
    F_TO_MOVE,
    F_LAST_WORD,
) = constants(*range(len(FEATURES)))

NEW_GROUP, NO_PLACEMENT = constants(-1, -2)


@compiled
def best_placement(own: Outlook) -> int:
    """Return by how many groups the best placement now reduces their number: -1 to 2."""
    around, reach = own.around, own.by_hand
    if holds(own.hand, MONEY):
        reach = BOARD.everywhere
    reach = intersection(reach, own.free)
    if not meet(reach, around.once):
        return NEW_GROUP
    return int(meet(reach, around.twice)) + int(meet(reach, around.thrice))


@compiled
def money_could_join(own: Outlook) -> int:
    """Return 1 if the money tile is not placed yet and some open square joins groups."""
    return int(holds(own.hand | own.pile, MONEY) and meet(own.around.twice, own.free))


@compiled
def write_joins(own: Outlook, left: int, row: Reals) -> None:
    """Count the groups that could be joined: with the rack, with the pile, in two steps."""
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
    """Count tiles without a home: on the rack, and those that have to be placed anyway."""
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
    row[F_SINGLETONS] += around.singletons / 5
    left = to_place(state, colour)
    if left == 0:
        return NO_PLACEMENT
    write_joins(own, left, row)
    write_homes(own, row)
    beside = intersection(around.once, free)
    in_the_open = count(intersection(beside, empty))
    row[F_EMPTY_BESIDE] += in_the_open / 20
    row[F_CAPTURABLE_BESIDE] += (count(beside) - in_the_open) / 10
    row[F_MONEY] += int(holds(own.hand | own.pile, MONEY))
    return best_placement(own)


@compiled
def write_seat(state: State, seat: int, empty: Squares, row: Reals) -> int:
    """Write a seat's features; return how many tiles it still has to place."""
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
    """Write each seat's features; return the stage: the share of all tiles that are placed."""
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
