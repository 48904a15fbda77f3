"""What a building changes: its swing, and the best answer to it."""

from __future__ import annotations

from typing import NamedTuple

from contrada.games.urbino.evaluate.districts import (
    MONUMENT,
    NO_BLOCK,
    POINT,
    RANKS,
    USUAL_ROOM,
    City,
    Sites,
    district_of,
    lead,
    prospect,
)
from contrada.games.urbino.rules.scoring import MONUMENT_EXTRA, dearest_of
from contrada.games.urbino.rules.state import (
    BOARD,
    HOUSE,
    NONE_YET,
    PALACE,
    TOWER,
    of_seat,
    standing_of,
)
from contrada.kernel.boards import (
    NOWHERE,
    Squares,
    contains,
    count,
    intersection,
    is_empty,
    meet,
    minus,
    neighbours,
    next_to,
    single,
    union,
)
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


class Joined(NamedTuple):
    """The districts that a building would join, from its owner's side."""

    own: int  # the ranks of the owner's blocks, added up
    other: int  # of the opponent's one block
    lead: int  # in points, so far
    hope: float  # in points, if nobody looks closely
    squares: Squares


@compiled
def joined_at(city: City, seat: int, square: int) -> Joined:
    """Look at the districts beside a square."""
    beside = next_to(BOARD, square)
    own, other, points, hope, squares = NONE_YET, NONE_YET, NONE_YET, 0.0, NOWHERE
    for index in range(city.size):
        district = district_of(city, index)
        if meet(district, beside):
            mine, theirs = city.ranks[index, seat], city.ranks[index, 1 - seat]
            own, other = own + mine, other + theirs
            points += lead(mine, theirs)
            hope += prospect(mine, theirs, USUAL_ROOM, USUAL_ROOM)
            squares = union(squares, district)
    return Joined(own, other, points, hope, squares)


@compiled
def rank_after(state: State, seat: int, kind: int, square: int, joined: Joined) -> int:
    """Return the rank of the block that a building belongs to once it is built."""
    if state.monuments:
        return rank_with_monument(state, seat, kind, square, joined.squares)
    return joined.own + RANKS[kind]  # type: ignore[no-any-return]


@compiled
def rank_with_monument(state: State, seat: int, kind: int, square: int, joined: Squares) -> int:
    """Return that rank if lines of three count (URBINO-MONUMENT-1 to -3)."""
    new = single(square)
    houses = intersection(joined, standing_of(state, seat, HOUSE))
    palaces = intersection(joined, standing_of(state, seat, PALACE))
    towers = intersection(joined, standing_of(state, seat, TOWER))
    if kind == HOUSE:
        houses = union(houses, new)
    elif kind == PALACE:
        palaces = union(palaces, new)
    else:
        towers = union(towers, new)
    plain = count(houses) * RANKS[HOUSE] + count(palaces) * RANKS[PALACE]
    monument = dearest_of(houses, palaces, towers)
    extra = MONUMENT_EXTRA[monument] * POINT + monument * MONUMENT
    return plain + count(towers) * RANKS[TOWER] + extra  # type: ignore[no-any-return]


@compiled
def best_swing(state: State, city: City, seat: int, square: int) -> int:
    """Return the best change of the lead that the seat's buildings make on one of its sites."""
    joined = joined_at(city, seat, square)
    best = -POINT
    for kind in range(HOUSE, TOWER + 1):
        if contains(city.sites[seat][kind], square):
            after = rank_after(state, seat, kind, square, joined)
            best = max(best, lead(after, joined.other) - joined.lead)
    return best


@compiled
def answer_squares(state: State, seat: int, square: int, joined: Joined) -> Squares:
    """Return the squares, sites or not, where the opponent could answer in the same district."""
    new = single(square)
    if joined.other != NO_BLOCK:
        theirs = intersection(joined.squares, of_seat(state, 1 - seat))
        return minus(neighbours(BOARD, theirs), new)
    return minus(neighbours(BOARD, union(joined.squares, new)), new)


@compiled
def best_answer(sites: Sites, near: Squares, kind: int, square: int) -> int:
    """Return the rank of the opponent's best building near a new one, or NO_BLOCK.

    A new palace or tower keeps others of its kind away (URBINO-TWIN-1, -2).
    """
    for answer in range(TOWER, HOUSE - 1, -1):
        spots = intersection(near, sites[answer])
        if answer == kind and kind != HOUSE:
            spots = minus(spots, next_to(BOARD, square))
        if not is_empty(spots):
            return RANKS[answer]  # type: ignore[no-any-return]
    return NO_BLOCK


@compiled
def swing_of_answer(after: int, other: int, answer: int) -> int:
    """Return what the opponent's best answer changes; the opponent need not play it."""
    if answer == NO_BLOCK:
        return NONE_YET
    return max(lead(other + answer, after) - lead(other, after), NONE_YET)
