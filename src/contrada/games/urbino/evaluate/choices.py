"""Features of a decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.games.urbino.evaluate.buildings import (
    Joined,
    answer_squares,
    best_answer,
    best_swing,
    joined_at,
    rank_after,
    swing_of_answer,
)
from contrada.games.urbino.evaluate.columns import (
    ALL_CHOICES,
    BEST_NET,
    BEST_REPLY,
    BEST_SWING,
    CENTRE,
    DENIED,
    FOUNDS,
    GROWS_LONE,
    IS_NAME_WHITE,
    IS_PALACE,
    IS_STAY,
    IS_TOWER,
    JOINS_OPPONENT,
    LEADS_FURTHER,
    LOTS,
    PROSPECT,
    REPLY,
    SETTLES,
    SWING,
    TENS,
    THREAT,
    Decisions,
    Row,
    Table,
)
from contrada.games.urbino.evaluate.districts import (
    NO_BLOCK,
    POINT,
    USUAL_ROOM,
    City,
    any_kind,
    city_of,
    lead,
    margin_of,
    prospect,
    room,
)
from contrada.games.urbino.evaluate.features import reach
from contrada.games.urbino.rules.decisions import ERECT, NAME_WHITE, REPOSITION, SKIP, STAY
from contrada.games.urbino.rules.lots import shared_lots, sight
from contrada.games.urbino.rules.state import (
    BOARD,
    BUILD,
    FIRST,
    HOUSE,
    LOWER,
    NAME,
    NONE_YET,
    PALACE,
    SQUARES,
    TOWER,
    TURN,
    UPPER,
    built,
    of_seat,
)
from contrada.kernel.boards import (
    Squares,
    contains,
    count,
    first,
    intersection,
    is_empty,
    minus,
    neighbours,
    single,
    union,
    without_first,
)
from contrada.kernel.jit import allocating, compiled
from contrada.kernel.operations import State

HOPE = 0.3  # how much a point of prospect counts beside a point of swing
LEAST = -100.0  # worse than any swing


@compiled
def centre(square: int) -> float:
    """Return 1 for the middle of the board, down to 0 in its corners."""
    return 1.0 - (abs(square // 9 - 4) + abs(square % 9 - 4)) / 8.0


class Replies(NamedTuple):
    """The opponent's sites where something can be gained now, the best first."""

    order: npt.NDArray[np.int64]
    swings: Row  # [square], of every site
    size: int
    seen: Squares  # by an architect now


@allocating
def replies_of(state: State, city: City, seat: int) -> Replies:
    """Find what a seat would gain on each of its sites; without neighbours, that is nothing."""
    order, swings = np.empty(SQUARES, np.int64), np.zeros(SQUARES, np.float64)
    size = NONE_YET
    rest = intersection(any_kind(city.sites[seat]), neighbours(BOARD, built(state)))
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
    """Insert a square after those with an equal or better swing."""
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
    """Write which districts the building joins."""
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
    """Write the prospects of the shared district that the building is in."""
    seat, new = state.to_move, single(square)
    block = union(intersection(joined.squares, of_seat(state, seat)), new)
    own_room = room(city.sites[seat], minus(neighbours(BOARD, block), new))
    other_room = room(city.sites[1 - seat], near)
    row[PROSPECT] = (prospect(after, joined.other, own_room, other_room) - joined.hope) / TENS
    if margin_of(after, joined.other) > other_room:
        row[SETTLES] = (after // POINT) / TENS


@compiled
def changed(square: int, joined: Joined) -> Squares:
    """Return the squares where a building changes what the opponent's would gain."""
    district = union(joined.squares, single(square))
    return union(district, neighbours(BOARD, district))


@allocating
def choose_building(state: State, decisions: Decisions, size: int, table: Table) -> None:
    """Write the features of building something."""
    city = city_of(state)
    replies = replies_of(state, city, 1 - state.to_move)
    for index in range(size):
        kind, square = divmod(decisions[index] - ERECT, SQUARES)
        look_at_building(state, city, kind, square, replies, table[index])


class Plans(NamedTuple):
    """The best building for the seat to move on each of its sites."""

    swing: Row  # of the building with the best swing
    gain: Row  # of the building that is best after the answer: swing and some of the prospect
    answer: Row  # what the opponent then gains in the same district
    changed: npt.NDArray[np.uint64]  # see `changed`


@allocating
def plans_of(state: State, city: City, squares: Squares) -> Plans:
    """Plan a building on each of these squares that is a site of the seat to move."""
    plans = Plans(
        np.empty(SQUARES, np.float64),
        np.empty(SQUARES, np.float64),
        np.empty(SQUARES, np.float64),
        np.empty((SQUARES, 2), np.uint64),
    )
    rest = intersection(any_kind(city.sites[state.to_move]), squares)
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
    """Write what the seat to move can do on shared lots, and what the opponent then sees."""
    spots = intersection(shared, sites)
    row[LOTS] = min(count(spots), 10) / 10.0
    row[THREAT] = best_reply(replies, seen, 0.0)
    look_at_lots(spots, seen, plans, replies, row)


@compiled
def look_at_lots(spots: Squares, seen: Squares, plans: Plans, replies: Replies, row: Row) -> None:
    """Write the best use of some lots, with the opponent's best reply."""
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
    city, buildings = city_of(state), built(state)
    sites = any_kind(city.sites[state.to_move])
    sights = sight(state.architects[0], buildings), sight(state.architects[1], buildings)
    plans = plans_of(state, city, union(sights[LOWER], sights[UPPER]))  # one of them stays
    replies = replies_of(state, city, 1 - state.to_move)
    sights_there = np.zeros((SQUARES, 2), np.uint64)  # both architects may go to the same squares
    for index in range(size):
        decision, row = decisions[index], table[index]
        if decision == SKIP:
            continue
        goes, square, there = LOWER, state.architects[LOWER], sights[LOWER]
        if decision == STAY:
            row[IS_STAY] = 1.0
        else:
            goes, square = divmod(decision - REPOSITION, SQUARES)
            there = sights_there[square, 0], sights_there[square, 1]
            if is_empty(there):
                there = sight(square, buildings)
                sights_there[square, 0], sights_there[square, 1] = there
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
