"""What a player of Urbino looks at: of a position for each seat, and of a decision.

Points are counted in tens, so that every column is of the order of one. How much each column
matters is fitted from games and kept beside this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.games.contract import Evaluation
from contrada.games.urbino.rules import (
    BLACK,
    BOARD,
    BUILD,
    BUILDINGS,
    CATHEDRAL,
    DUCAL_PALACE,
    ERECT,
    FIRST,
    HOUSE,
    LOWER,
    MONUMENT_EXTRA,
    NAME,
    NAME_WHITE,
    NO_MONUMENT,
    NO_SQUARE,
    NONE_YET,
    PALACE,
    REPOSITION,
    SKIP,
    SQUARES,
    STAY,
    SUPPLY,
    TOWER,
    TOWN_WALL,
    TURN,
    WHITE,
    built,
    in_line,
    lots,
    of_seat,
    shared_lots,
    sight,
    sites_of_each_kind,
    standing_of,
    worth,
    write_districts,
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
    next_to,
    single,
    union,
    without_first,
)
from contrada.kernel.jit import allocating, compiled, constants
from contrada.kernel.operations import State

Row = npt.NDArray[np.float64]
Table = npt.NDArray[np.float64]
Decisions = npt.NDArray[np.int64]
Sites = tuple[Squares, Squares, Squares]  # for a house, a palace and a tower

FEATURES = (
    "points",
    "secured points",
    "points given up",
    "points of lone blocks",
    "points of the largest lone block",
    "expected points",
    "ahead",
    "best swing on turn",
    "best swing waiting",
    "best swing out of reach",
    "sites",
    "towers left",
    "palaces left",
    "on turn",
)
(
    POINTS_NOW,
    SECURED,
    GIVEN_UP,
    LONE,
    LARGEST_LONE,
    EXPECTED,
    AHEAD,
    SWING_ON_TURN,
    SWING_WAITING,
    SWING_OUT_OF_REACH,
    SITES,
    TOWERS_LEFT,
    PALACES_LEFT,
    ON_TURN,
) = constants(*range(len(FEATURES)))
ALL_FEATURES = len(FEATURES)

CHOICES = (
    "palace",
    "tower",
    "swing",
    "prospect",
    "settles a district",
    "founds a district",
    "grows a lone block",
    "joins the opponent",
    "leads further",
    "denied swing",
    "reply",
    "centre",
    "stay",
    "lots",
    "swing of the best lot",
    "net swing of the best lot",
    "reply to the best lot",
    "threat",
    "name White",
)
(
    IS_PALACE,
    IS_TOWER,
    SWING,
    PROSPECT,
    SETTLES,
    FOUNDS,
    GROWS_LONE,
    JOINS_OPPONENT,
    LEADS_FURTHER,
    DENIED,
    REPLY,
    CENTRE,
    IS_STAY,
    LOTS,
    BEST_SWING,
    BEST_NET,
    BEST_REPLY,
    THREAT,
    IS_NAME_WHITE,
) = constants(*range(len(CHOICES)))
ALL_CHOICES = len(CHOICES)

TENS = 10.0
USUAL_ROOM = 3.0  # points that a block may still gain, where nobody has looked
OPEN_BOARD = 40.0  # sites that count as many
HOPE = 0.3  # how much a point of prospect counts beside a point of swing
LEAST = -100.0  # worse than any swing

# The rank of a block is one number that compares as its worth does: points, monument, towers,
# palaces, houses. Without monuments the rank of joined blocks is the sum of theirs.
POINT, MONUMENT, TOWERS_UNIT, PALACES_UNIT = constants(1 << 21, 1 << 18, 1 << 12, 1 << 6)
RANKS = np.array([POINT + 1, 2 * POINT + PALACES_UNIT, 3 * POINT + TOWERS_UNIT], np.int64)
NO_BLOCK = NONE_YET  # the rank of a block that is not there


# --- Districts -----------------------------------------------------------------------------------


class City(NamedTuple):
    """The districts of a position, and where each seat may build if the architects allow it."""

    districts: npt.NDArray[np.uint64]  # [district]: a set of squares
    ranks: npt.NDArray[np.int64]  # [district, seat]
    size: int  # districts there are
    sites: tuple[Sites, Sites]  # [seat][kind]


@allocating
def survey(state: State) -> City:
    """Look at the whole board once."""
    districts = np.empty((BUILDINGS, 2), np.uint64)
    ranks = np.empty((BUILDINGS, 2), np.int64)
    size = write_districts(state, districts)
    for index in range(size):
        district = (districts[index, 0], districts[index, 1])
        ranks[index, BLACK] = rank_of(state, BLACK, district)
        ranks[index, WHITE] = rank_of(state, WHITE, district)
    sites = sites_of_each_kind(state, BLACK), sites_of_each_kind(state, WHITE)
    return City(districts, ranks, size, sites)


@compiled
def district_of(city: City, index: int) -> Squares:
    """Return the squares of a district."""
    return city.districts[index, 0], city.districts[index, 1]


@compiled
def any_kind(sites: Sites) -> Squares:
    """Return the sites where some kind may stand."""
    return union(sites[0], union(sites[1], sites[2]))


@compiled
def rank_of(state: State, seat: int, district: Squares) -> int:
    """Return the rank of a seat's block in a district, NO_BLOCK if it has none."""
    points, monument, towers, palaces, houses = worth(state, seat, district)
    kinds = towers * TOWERS_UNIT + palaces * PALACES_UNIT + houses
    return points * POINT + monument * MONUMENT + kinds


@compiled
def lead(own: int, other: int) -> int:
    """Return the points of a district, own minus the opponent's (URBINO-SCORE-2 to -4)."""
    if own == NO_BLOCK or other == NO_BLOCK:
        return NONE_YET
    if own == other:
        return NONE_YET
    return own // POINT if own > other else -(other // POINT)


@compiled
def margin_of(own: int, other: int) -> float:
    """Return by how many points a block is ahead; what breaks a tie counts as half a point."""
    points = float(own // POINT - other // POINT)
    if points == 0.0 and own != other:
        return 0.5 if own > other else -0.5
    return points


@compiled
def room(sites: Sites, near: Squares) -> float:
    """Return how many points a block may still gain on these squares, beside it.

    The best building counts in full. Of the others few will be erected before this is settled.
    """
    spots = count(intersection(near, any_kind(sites)))
    if spots == 0:
        return 0.0
    best = 3.0 if meet(near, sites[TOWER]) else 2.0 if meet(near, sites[PALACE]) else 1.0
    return best + 0.5 * min(spots - 1, 3)


@compiled
def odds(margin: float, own_room: float, other_room: float) -> float:
    """Return how likely a block wins, the final margin being anything that the rooms allow."""
    if own_room + other_room == 0.0:
        return 0.5 if margin == 0.0 else 1.0 if margin > 0.0 else 0.0
    return min(max((margin + own_room) / (own_room + other_room), 0.0), 1.0)


@compiled
def prospect(own: int, other: int, own_room: float, other_room: float) -> float:
    """Return the points expected of a district, own minus the opponent's."""
    if own == NO_BLOCK or other == NO_BLOCK:
        return 0.0
    won = odds(margin_of(own, other), own_room, other_room)
    return won * (own // POINT) - (1.0 - won) * (other // POINT)


# --- What a building changes ---------------------------------------------------------------------


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
    """Return the rank of the block that a building belongs to once it stands."""
    if state.monuments:
        return rank_with_monument(state, seat, kind, square, joined.squares)
    return joined.own + RANKS[kind]  # type: ignore[no-any-return]


@compiled
def rank_with_monument(state: State, seat: int, kind: int, square: int, joined: Squares) -> int:
    """Return that rank where lines of three count (URBINO-MONUMENT-1 to -3)."""
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
def dearest_of(houses: Squares, palaces: Squares, towers: Squares) -> int:
    """Return the dearest monument among the buildings of a block."""
    if in_line(palaces, towers):
        return CATHEDRAL
    if in_line(houses, palaces):
        return DUCAL_PALACE
    return TOWN_WALL if in_line(houses, houses) else NO_MONUMENT


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
    """Return the rank of the best building of the opponent's near a new one, or NO_BLOCK.

    A new palace or tower keeps its like away (URBINO-TWIN-1, -2).
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
    """Return what the opponent's best answer changes; it need not be given."""
    if answer == NO_BLOCK:
        return NONE_YET
    return max(lead(other + answer, after) - lead(other, after), NONE_YET)


# --- Features of a position ----------------------------------------------------------------------


@compiled
def reach(state: State, seat: int) -> Squares:
    """Return the squares where a seat may build in its next turn, sites or not.

    Whatever one architect sees, the other can nearly always go and see, too.
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
    """Return the squares beside some district, and those beside several."""
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
    """Return how much of the game is over, by what is built and where something can be.

    A building takes more sites than its own from both, so few of them will ever be built on.
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
    city = survey(state)
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


# --- Features of a decision ----------------------------------------------------------------------


@compiled
def centre(square: int) -> float:
    """Return 1 for the middle of the board, down to 0 in its corners."""
    return 1.0 - (abs(square // 9 - 4) + abs(square % 9 - 4)) / 8.0


class Replies(NamedTuple):
    """The opponent's sites where something can be gained as things stand, the best first."""

    order: npt.NDArray[np.int64]
    swings: Row  # [square], of every site
    size: int
    seen: Squares  # by an architect now


@allocating
def replies_of(state: State, city: City, seat: int) -> Replies:
    """Find what a seat would gain on each of its sites."""
    order, swings = np.empty(SQUARES, np.int64), np.zeros(SQUARES, np.float64)
    size = NONE_YET
    rest = any_kind(city.sites[seat])
    while not is_empty(rest):
        square = first(rest)
        rest = without_first(rest)
        swings[square] = best_swing(state, city, seat, square) / TENS
        if swings[square] > 0.0:
            insert(order, size, square, swings)
            size += 1
    return Replies(order, swings, size, reach(state, seat))


@compiled
def insert(order: npt.NDArray[np.int64], size: int, square: int, swings: Row) -> None:
    """Put a square behind those with a swing as good."""
    place = size
    while place > 0 and swings[order[place - 1]] < swings[square]:
        order[place] = order[place - 1]
        place -= 1
    order[place] = square


@compiled
def best_reply(replies: Replies, squares: Squares, least: float) -> float:
    """Return the best swing of the opponent on some squares, or `least` if that is more."""
    for index in range(replies.size):
        square = replies.order[index]
        if replies.swings[square] <= least:
            return least
        if contains(squares, square):
            return replies.swings[square]  # type: ignore[no-any-return]
    return least


@compiled
def look_at_building(
    state: State, city: City, kind: int, square: int, replies: Replies, row: Row
) -> None:
    """Write what a building changes."""
    seat = state.to_move
    joined = joined_at(city, seat, square)
    after = rank_after(state, seat, kind, square, joined)
    row[IS_PALACE] = 1.0 if kind == PALACE else 0.0
    row[IS_TOWER] = 1.0 if kind == TOWER else 0.0
    row[CENTRE] = centre(square)
    row[SWING] = (lead(after, joined.other) - joined.lead) / TENS
    look_at_company(joined, row)
    near = answer_squares(state, seat, square, joined)
    if joined.other != NO_BLOCK:
        look_at_prospect(state, city, square, joined, after, near, row)
    row[DENIED] = max(replies.swings[square], 0.0)
    answer = best_answer(city.sites[1 - seat], intersection(near, replies.seen), kind, square)
    here = swing_of_answer(after, joined.other, answer) / TENS
    row[REPLY] = best_reply(replies, minus(replies.seen, changed(square, joined)), here)


@compiled
def look_at_company(joined: Joined, row: Row) -> None:
    """Write what the building joins."""
    if is_empty(joined.squares):
        row[FOUNDS] = 1.0
    elif joined.other == NO_BLOCK:
        row[GROWS_LONE] = 1.0
    elif joined.own == NO_BLOCK:
        row[JOINS_OPPONENT] = 1.0
    elif joined.own > joined.other:
        row[LEADS_FURTHER] = 1.0


@compiled
def look_at_prospect(
    state: State, city: City, square: int, joined: Joined, after: int, near: Squares, row: Row
) -> None:
    """Write what may be expected of the shared district that the building stands in."""
    seat, new = state.to_move, single(square)
    block = union(intersection(joined.squares, of_seat(state, seat)), new)
    own_room = room(city.sites[seat], minus(neighbours(BOARD, block), new))
    other_room = room(city.sites[1 - seat], near)
    row[PROSPECT] = (prospect(after, joined.other, own_room, other_room) - joined.hope) / TENS
    if margin_of(after, joined.other) > other_room:
        row[SETTLES] = (after // POINT) / TENS


@compiled
def changed(square: int, joined: Joined) -> Squares:
    """Return the squares for which a building changes what the opponent's would gain there."""
    district = union(joined.squares, single(square))
    return union(district, neighbours(BOARD, district))


@allocating
def choose_building(state: State, decisions: Decisions, size: int, table: Table) -> None:
    """Write the features of erecting a building."""
    city = survey(state)
    replies = replies_of(state, city, 1 - state.to_move)
    for index in range(size):
        kind, square = divmod(decisions[index] - ERECT, SQUARES)
        look_at_building(state, city, kind, square, replies, table[index])


class Plans(NamedTuple):
    """What the best building of the seat to move promises on each of its sites."""

    swing: Row  # of the building with the best swing
    gain: Row  # of the building that is best after the answer: swing and some of the prospect
    answer: Row  # what the opponent then gains in the same district
    changed: npt.NDArray[np.uint64]  # see `changed`


@allocating
def plans_of(state: State, city: City) -> Plans:
    """Plan a building on each site of the seat to move."""
    plans = Plans(
        np.empty(SQUARES, np.float64),
        np.empty(SQUARES, np.float64),
        np.empty(SQUARES, np.float64),
        np.empty((SQUARES, 2), np.uint64),
    )
    rest = any_kind(city.sites[state.to_move])
    while not is_empty(rest):
        plan_lot(state, city, first(rest), plans)
        rest = without_first(rest)
    return plans


@compiled
def plan_lot(state: State, city: City, square: int, plans: Plans) -> None:
    """Find the best building on one site."""
    seat = state.to_move
    joined = joined_at(city, seat, square)
    near = answer_squares(state, seat, square, joined)
    plans.changed[square, 0], plans.changed[square, 1] = changed(square, joined)
    plans.swing[square], plans.gain[square], plans.answer[square] = LEAST, LEAST, 0.0
    for kind in range(HOUSE, TOWER + 1):
        if contains(city.sites[seat][kind], square):
            after = rank_after(state, seat, kind, square, joined)
            swing = (lead(after, joined.other) - joined.lead) / TENS
            best = best_answer(city.sites[1 - seat], near, kind, square)
            answer = swing_of_answer(after, joined.other, best) / TENS
            hope = prospect(after, joined.other, USUAL_ROOM, USUAL_ROOM) - joined.hope
            gain = swing + HOPE * hope / TENS
            plans.swing[square] = max(plans.swing[square], swing)
            if gain - answer > plans.gain[square] - plans.answer[square]:
                plans.gain[square], plans.answer[square] = gain, answer


@compiled
def look_at_placement(
    sites: Squares, shared: Squares, seen: Squares, plans: Plans, replies: Replies, row: Row
) -> None:
    """Write what the seat to move can do on shared lots, and what the opponent sees then."""
    spots = intersection(shared, sites)
    row[LOTS] = min(count(spots), 10) / 10.0
    row[THREAT] = best_reply(replies, seen, 0.0)
    look_at_lots(spots, seen, plans, replies, row)


@compiled
def look_at_lots(spots: Squares, seen: Squares, plans: Plans, replies: Replies, row: Row) -> None:
    """Write the best that can be made of some lots, with the opponent's best reply."""
    row[BEST_SWING] = row[BEST_NET] = LEAST
    rest = spots
    while not is_empty(rest):
        lot = first(rest)
        rest = without_first(rest)
        unchanged = minus(seen, (plans.changed[lot, 0], plans.changed[lot, 1]))
        reply = best_reply(replies, unchanged, plans.answer[lot])
        row[BEST_SWING] = max(row[BEST_SWING], plans.swing[lot])
        if plans.gain[lot] - reply > row[BEST_NET]:
            row[BEST_NET], row[BEST_REPLY] = plans.gain[lot] - reply, reply


@allocating
def choose_placement(state: State, decisions: Decisions, size: int, table: Table) -> None:
    """Write the features of repositioning an architect and of staying."""
    city, buildings = survey(state), built(state)
    sites = any_kind(city.sites[state.to_move])
    plans, replies = plans_of(state, city), replies_of(state, city, 1 - state.to_move)
    sights = sight(state.architects[0], buildings), sight(state.architects[1], buildings)
    for index in range(size):
        decision, row = decisions[index], table[index]
        if decision == SKIP:
            continue
        goes, square, there = LOWER, state.architects[LOWER], sights[LOWER]
        if decision == STAY:
            row[IS_STAY] = 1.0
        else:
            goes, square = divmod(decision - REPOSITION, SQUARES)
            there = sight(square, buildings)
        stays, here = state.architects[1 - goes], sights[1 - goes]
        shared = shared_lots(square, there, stays, here)
        row[CENTRE] = centre(square)
        look_at_placement(sites, shared, union(there, here), plans, replies, row)


@compiled
def choices(state: State, decisions: Decisions, size: int, table: Table) -> None:
    """Write the features of the first `size` decisions, all legal."""
    table[:size, :ALL_CHOICES] = 0.0
    if state.due == TURN:
        choose_placement(state, decisions, size, table)
    elif state.due == BUILD or state.due == FIRST:
        choose_building(state, decisions, size, table)
    elif state.due == NAME:
        for index in range(size):
            table[index, IS_NAME_WHITE] = 1.0 if decisions[index] == NAME_WHITE else 0.0
    else:
        for index in range(size):
            table[index, CENTRE] = centre(decisions[index])


EVALUATION = Evaluation(
    features=FEATURES,
    choices=CHOICES,
    functions={"features": features, "choices": choices},
    weights=Path(__file__).with_name("weights.json"),
    sources=(Path(__file__),),
)
