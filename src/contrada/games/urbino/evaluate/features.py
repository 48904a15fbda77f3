"""Features of a position."""

from __future__ import annotations

from contrada.games.urbino.evaluate.buildings import best_swing
from contrada.games.urbino.evaluate.columns import (
    AHEAD,
    ALL_FEATURES,
    EXPECTED,
    GIVEN_UP,
    LARGEST_LONE,
    LONE,
    ON_TURN,
    PALACES_LEFT,
    POINTS_NOW,
    SECURED,
    SITES,
    SWING_ON_TURN,
    SWING_OUT_OF_REACH,
    SWING_WAITING,
    TENS,
    TOWERS_LEFT,
    Row,
    Table,
)
from contrada.games.urbino.evaluate.districts import (
    NO_BLOCK,
    POINT,
    RANKS,
    City,
    any_kind,
    city_of,
    district_of,
    lead,
    margin_of,
    odds,
    room,
)
from contrada.games.urbino.rules.lots import lots, sight
from contrada.games.urbino.rules.state import (
    BLACK,
    BOARD,
    HOUSE,
    NO_SQUARE,
    NONE_YET,
    PALACE,
    SUPPLY,
    TOWER,
    TURN,
    WHITE,
    built,
    of_seat,
)
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
    neighbours,
    union,
    without_first,
)
from contrada.kernel.jit import allocating, compiled
from contrada.kernel.operations import State

OPEN_BOARD = 40.0  # sites that count as many


@compiled
def reach(state: State, seat: int) -> Squares:
    """Return the squares where a seat may build in its next turn, sites or not.

    Whatever one architect sees, the other can nearly always be repositioned to see, too.
    """
    lower, upper = state.architects[0], state.architects[1]
    if lower == NO_SQUARE or upper == NO_SQUARE:
        return NOWHERE
    if state.to_move == seat and state.due != TURN:
        return lots(state)
    buildings = built(state)
    return union(sight(lower, buildings), sight(upper, buildings))


@compiled
def look_at_block(row: Row, own: int, other: int, own_room: float, other_room: float) -> None:
    """Add a block to the columns of its seat."""
    points = (own // POINT) / TENS
    if other == NO_BLOCK:
        row[LONE] += points
        row[LARGEST_LONE] = max(row[LARGEST_LONE], points)
        return
    margin = margin_of(own, other)
    row[EXPECTED] += points * odds(margin, own_room, other_room)
    if margin > 0.0:
        row[POINTS_NOW] += points
        if margin > other_room:
            row[SECURED] += points
    elif margin + own_room < 0.0:
        row[GIVEN_UP] += points


@compiled
def look_at_districts(state: State, city: City, table: Table) -> None:
    """Add every block to the columns of its seat."""
    for index in range(city.size):
        black, white = city.ranks[index, BLACK], city.ranks[index, WHITE]
        black_room = room_in(state, city, BLACK, index)
        white_room = room_in(state, city, WHITE, index)
        if black != NO_BLOCK:
            look_at_block(table[BLACK], black, white, black_room, white_room)
        if white != NO_BLOCK:
            look_at_block(table[WHITE], white, black, white_room, black_room)


@compiled
def room_in(state: State, city: City, seat: int, index: int) -> float:
    """Return how many points a seat's block may still gain in a district."""
    block = intersection(district_of(city, index), of_seat(state, seat))
    return room(city.sites[seat], neighbours(BOARD, block))


@compiled
def squares_by_districts(city: City) -> tuple[Squares, Squares]:
    """Return the squares next to some district, and those next to several."""
    beside, several = NOWHERE, NOWHERE
    for index in range(city.size):
        near = neighbours(BOARD, district_of(city, index))
        several = union(several, intersection(beside, near))
        beside = union(beside, near)
    return beside, several


@compiled
def look_at_swings(state: State, city: City, seat: int, row: Row) -> None:
    """Find the best swing in reach and the best one out of reach."""
    seen = reach(state, seat)
    beside, several = squares_by_districts(city)
    # A monument depends on the very square; otherwise sites beside one district are all alike.
    singly = beside if state.monuments else several
    look_at_squares(state, city, seat, singly, seen, row)
    for index in range(city.size):
        near = minus(neighbours(BOARD, district_of(city, index)), singly)
        own, other = city.ranks[index, seat], city.ranks[index, 1 - seat]
        for kind in range(HOUSE, TOWER + 1):
            spots = intersection(near, city.sites[seat][kind])
            if not is_empty(spots):
                swing = lead(own + RANKS[kind], other) - lead(own, other)
                note_swing(state, seat, swing, meet(spots, seen), row)


@compiled
def look_at_squares(
    state: State, city: City, seat: int, squares: Squares, seen: Squares, row: Row
) -> None:
    """Note the best swing on each of these squares that is a site."""
    rest = intersection(squares, any_kind(city.sites[seat]))
    while not is_empty(rest):
        square = first(rest)
        rest = without_first(rest)
        swing = best_swing(state, city, seat, square)
        note_swing(state, seat, swing, contains(seen, square), row)


@compiled
def note_swing(state: State, seat: int, swing: int, in_reach: bool, row: Row) -> None:
    """Keep a swing if it is the best of its column."""
    column = SWING_OUT_OF_REACH
    if in_reach:
        column = SWING_ON_TURN if state.to_move == seat else SWING_WAITING
    row[column] = max(row[column], swing / TENS)


@compiled
def stage_of(state: State, city: City) -> float:
    """Return how much of the game is over, by what is built and where building is possible.

    A building takes more sites than its own from both seats, so few of them will ever be built
    on.
    """
    left = NONE_YET
    for seat in range(2):
        supply = state.supply[seat, 0] + state.supply[seat, 1] + state.supply[seat, 2]
        left += min(supply, count(any_kind(city.sites[seat])))
    done = count(built(state))
    return done / (done + 0.3 * left) if done else 0.0


@allocating
def features(state: State, table: Table) -> float:
    """Write each seat's features; return the stage of the game, 0 to 1."""
    city = city_of(state)
    table[:2, :ALL_FEATURES] = 0.0
    look_at_districts(state, city, table)
    for seat in range(2):
        row = table[seat]
        look_at_swings(state, city, seat, row)
        row[SITES] = count(any_kind(city.sites[seat])) / OPEN_BOARD
        row[TOWERS_LEFT] = state.supply[seat, TOWER] / SUPPLY[TOWER]
        row[PALACES_LEFT] = state.supply[seat, PALACE] / SUPPLY[PALACE]
        row[ON_TURN] = 1.0 if state.to_move == seat else 0.0
    # Five points ahead are nearly as good as ten.
    ahead = min(max(table[BLACK, POINTS_NOW] - table[WHITE, POINTS_NOW], -0.5), 0.5)
    table[BLACK, AHEAD], table[WHITE, AHEAD] = ahead, -ahead
    return stage_of(state, city)
