"""Estimates of the rest of the game: how long it lasts, and what scores points."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.games.urbania import components
from contrada.games.urbania.rules.end_phase import DEAR, DEAR_ENOUGH, NEAR_RENEWAL
from contrada.games.urbania.rules.payments import rainbow_signs, signs_of_suit
from contrada.games.urbania.rules.projects import value_of
from contrada.games.urbania.rules.state import (
    ACTION,
    BUILDING,
    DISTRICT,
    LAST_VALUE,
    MOST_SUBMITTED,
    NEIGHBOURHOOD,
    PAIR,
    PROJECT_FIRST,
    PROJECT_KIND,
    PROJECT_POINTS,
    PROJECT_SECOND,
    RESIDENTIAL,
    SPACES,
    SUITS,
    TILE_POINTS,
    district_spaces,
    renewed,
    type_at,
)
from contrada.kernel import sets
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.boards import count, minus
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover

Table = npt.NDArray[np.float64]

DISTRICTS = len(components.DISTRICTS)
ALL_DISTRICTS = np.int64(DISTRICTS)
TILES_OF_TYPE = components.TILES_OF_TYPE[0]
IN_WORKERS, IN_COINS = False, True

# How fast games of fair players go; turns are those of all seats together.
TURNS_A_RENEWAL, TURNS_A_HIRE = 1.1, 1.6  # on the way to the end phase
MOST_TURNS_A_STEP = 4.0  # if one way is nearly done, the other does not matter
LONGEST_WAIT = 29.0  # before the end phase in a new game
RENEWALS_A_TURN = 0.67
# [value]: how often a specialist is hired in a turn; dear ones change hands less
HIRES_A_TURN = np.array([0.1, 0.11, 0.11, 0.09, 0.06, 0.025, 0.012, 0.006, 0.003, 0.0])
IN_HAND = 0.5  # how sure a project in hand is to be submitted


class Outlook(NamedTuple):
    """Estimates of the rest of the game."""

    rounds: float  # full ones after this one
    turns: float  # of all seats together
    renewal: float  # chance of an undeveloped building to be renewed


class Colours(NamedTuple):
    """A number for each suit."""

    factory: int
    bank: int
    hospital: int
    business: int
    school: int
    park: int


# --- How long it lasts ---------------------------------------------------------------------------


@compiled
def renewals_to_the_end(state: State) -> int:
    """Count the renewals that start the end phase, in the district nearest to it (END-1)."""
    fewest = whole(SPACES)
    for district in range(ALL_DISTRICTS):
        undeveloped = count(minus(district_spaces(district), renewed(state)))
        fewest = min(fewest, undeveloped - NEAR_RENEWAL)
    return max(fewest, ZERO)


@compiled
def hires_to_the_end(state: State) -> int:
    """Count the hires that start the end phase: those of the most expensive specialists (END-1)."""
    total = ZERO
    for specialist in range(SUITS):
        value = whole(state.specialists[specialist])
        dearer = ZERO
        for other in range(SUITS):
            others = whole(state.specialists[other])
            dearer += others > value or (others == value and other < specialist)
        if dearer < DEAR_ENOUGH:
            total += max(ZERO, DEAR - value)
    return total


@compiled
def wait_for_the_end(state: State) -> float:
    """Estimate how many turns, of all seats together, are left until the end phase starts."""
    if state.end_turns > 0:
        return 0.0
    renewals, hires = renewals_to_the_end(state), hires_to_the_end(state)
    nearest = MOST_TURNS_A_STEP * min(renewals, hires)
    return min(nearest, TURNS_A_RENEWAL * renewals + TURNS_A_HIRE * hires)


@compiled
def outlook(state: State, wait: float) -> Outlook:
    """Estimate the rest of the game."""
    seats = whole(state.seats)
    if state.end_turns > 0:
        turns = float(whole(state.end_turns))
    else:
        turns = wait + 1.3 * seats
    undeveloped = SPACES - count(renewed(state))
    renewal = min(1.0, RENEWALS_A_TURN * turns / max(undeveloped, ONE))
    return Outlook(1.0 + wait / seats, turns, renewal)


@compiled
def turns_to_come(state: State, seat: int, rounds: float) -> float:
    """Count or estimate a seat's remaining turns that score, including this one (END-2)."""
    seats = whole(state.seats)
    if state.end_turns > 0:
        left = whole(state.end_turns) - (seat - mover(state)) % seats
        return float((left + seats - 1) // seats) if left > 0 else 0.0
    return rounds + int(moves_in_this_round(state, seat))


@compiled
def moves_in_this_round(state: State, seat: int) -> bool:
    """Whether a seat has yet to finish its turn in this round."""
    seats, starter = whole(state.seats), whole(state.starter)
    return (seat - starter) % seats >= (mover(state) - starter) % seats


@compiled
def actions_of_turn(state: State, seat: int) -> int:
    """Count the actions a seat may still begin in this turn."""
    if seat != mover(state):
        return ZERO
    return whole(state.actions_left) - int(state.due != ACTION)


@compiled
def actions_to_come(state: State, seat: int, turns: float) -> float:
    """Count or estimate the actions a seat may still begin."""
    if seat != mover(state):
        return 2.0 * turns
    return 2.0 * (turns - 1.0) + float(actions_of_turn(state, seat))


# --- Cards, projects and specialists of a seat ---------------------------------------------------


@compiled
def with_contract(state: State, seat: int, cards: int) -> int:
    """Add a seat's contract to what cards give; it needs one beside it (URBANIA-SUBSIDY-1)."""
    return cards + whole(state.contracts[seat]) if cards > 0 else ZERO


@compiled
def workers_for(state: State, seat: int, suit: int, rainbow: int) -> int:
    """Add up the workers a seat could pay in a suit."""
    own = signs_of_suit(state.hands[seat], suit, IN_WORKERS)
    return with_contract(state, seat, rainbow + own)


@compiled
def workers_by_suit(state: State, seat: int) -> Colours:
    """Add up the workers a seat could pay in each suit."""
    rainbow = rainbow_signs(state.hands[seat], IN_WORKERS)
    return Colours(
        workers_for(state, seat, whole(0), rainbow),
        workers_for(state, seat, whole(1), rainbow),
        workers_for(state, seat, whole(2), rainbow),
        workers_for(state, seat, whole(3), rainbow),
        workers_for(state, seat, whole(4), rainbow),
        workers_for(state, seat, whole(5), rainbow),
    )


@compiled
def coins_of_suit(state: State, seat: int, suit: int) -> int:
    """Add up a seat's coins of a suit in the hand and on the table."""
    in_hand = signs_of_suit(state.hands[seat], suit, IN_COINS)
    return in_hand + signs_of_suit(state.tables[seat], suit, IN_COINS)


@compiled
def rainbow_coins(state: State, seat: int) -> int:
    """Add up a seat's rainbow coins in the hand and on the table."""
    in_hand = rainbow_signs(state.hands[seat], IN_COINS)
    return in_hand + rainbow_signs(state.tables[seat], IN_COINS)


@compiled
def coins_for(state: State, seat: int, suit: int, rainbow: int) -> int:
    """Add up the coins a seat could pay in a suit."""
    return with_contract(state, seat, rainbow + coins_of_suit(state, seat, suit))


@compiled
def coins_by_suit(state: State, seat: int) -> Colours:
    """Add up the coins a seat could pay in each suit."""
    rainbow = rainbow_coins(state, seat)
    return Colours(
        coins_for(state, seat, whole(0), rainbow),
        coins_for(state, seat, whole(1), rainbow),
        coins_for(state, seat, whole(2), rainbow),
        coins_for(state, seat, whole(3), rainbow),
        coins_for(state, seat, whole(4), rainbow),
        coins_for(state, seat, whole(5), rainbow),
    )


@compiled
def project_gain_by_renewing(projects: int, kind: int, district: int) -> float:
    """Add up what projects gain when a building of a type is renewed in a district."""
    gain = 0.0
    while projects != 0:
        project = sets.first_of(projects)
        projects = sets.without_first(projects)
        about = PROJECT_FIRST[project]
        if PROJECT_KIND[project] == NEIGHBOURHOOD:
            gain += PROJECT_POINTS[project] * int(about == district)
        elif PROJECT_KIND[project] == BUILDING:
            gain += PROJECT_POINTS[project] * int(about == kind)
    return gain


@compiled
def project_gain_by_hiring(projects: int, specialist: int) -> float:
    """Add up what projects gain when a specialist's value rises."""
    gain = 0.0
    while projects != 0:
        project = sets.first_of(projects)
        projects = sets.without_first(projects)
        if PROJECT_KIND[project] > BUILDING and (
            PROJECT_FIRST[project] == specialist or PROJECT_SECOND[project] == specialist
        ):
            gain += PROJECT_POINTS[project]
    return gain


@compiled
def rise(state: State, specialist: int, ahead: Outlook) -> float:
    """Estimate how much a specialist's value will still rise."""
    value = whole(state.specialists[specialist])
    return min(float(LAST_VALUE - value), ahead.turns * float(HIRES_A_TURN[value]))


@compiled
def turns_kept(state: State, value: int, turns: float) -> float:
    """Estimate for how many of its turns a seat will keep a specialist of this value."""
    return turns / (1.0 + HIRES_A_TURN[value] * whole(state.seats) * turns / 2)  # type: ignore[no-any-return]


@compiled
def growth_of(state: State, project: int, ahead: Outlook) -> float:
    """Estimate how many points a project will still gain."""
    about = PROJECT_FIRST[project]
    times = 0.0
    if PROJECT_KIND[project] == NEIGHBOURHOOD:
        undeveloped = count(minus(district_spaces(about), renewed(state)))
        times += ahead.renewal * undeveloped
    elif PROJECT_KIND[project] == BUILDING:
        times += ahead.renewal * (TILES_OF_TYPE - whole(state.buildings[about]))
    else:
        times += rise(state, about, ahead)
        if PROJECT_KIND[project] == PAIR:
            times += rise(state, PROJECT_SECOND[project], ahead)
    return times * PROJECT_POINTS[project]  # type: ignore[no-any-return]


@compiled
def prospect_of(state: State, project: int, ahead: Outlook) -> float:
    """Estimate what a project will be worth at the end."""
    return value_of(state, project) + growth_of(state, project, ahead)


@compiled
def free_places(state: State, seat: int) -> int:
    """Count the projects a seat may still submit (URBANIA-SUBMIT-1)."""
    return MOST_SUBMITTED - sets.size_of(state.submitted[seat])


@compiled
def prospects_in_hand(state: State, seat: int, places: int, ahead: Outlook) -> float:
    """Add up the prospects of the best projects in hand, as many as there are places for."""
    best, second, third = 0.0, 0.0, 0.0
    projects = state.project_hands[seat]
    while projects != 0:
        prospect = prospect_of(state, sets.first_of(projects), ahead)
        projects = sets.without_first(projects)
        if prospect > best:
            best, second, third = prospect, best, second
        elif prospect > second:
            second, third = prospect, second
        elif prospect > third:
            third = prospect
    total = 0.0
    if places > 0:
        total += best
    if places > 1:
        total += second
    if places > 2:
        total += third
    return total


# --- What could be done --------------------------------------------------------------------------


@compiled
def income_gain(state: State, seat: int, kind: int, turns: float) -> float:
    """Return how much more a seat's specialists earn until the end if this type is renewed."""
    if kind == RESIDENTIAL or whole(state.holders[kind]) != seat:
        return 0.0
    return turns_kept(state, whole(state.specialists[kind]), turns)


@compiled
def gain_by_renewing(state: State, seat: int, space: int, turns: float) -> float:
    """Estimate the points of a renewal: the building's, and through projects and income."""
    kind, district = type_at(state, space), DISTRICT[space]
    gain = TILE_POINTS[whole(state.tiles[space])] + income_gain(state, seat, kind, turns)
    gain += project_gain_by_renewing(state.submitted[seat], kind, district)
    if free_places(state, seat) > 0:
        gain += IN_HAND * project_gain_by_renewing(state.project_hands[seat], kind, district)
    return gain  # type: ignore[no-any-return]


@compiled
def gain_by_hiring(state: State, seat: int, specialist: int, turns: float) -> float:
    """Estimate the points of a hire for a seat: through income and projects."""
    kept = turns_kept(state, whole(state.specialists[specialist]) + 1, turns)
    gain = whole(state.buildings[specialist]) * kept
    gain += project_gain_by_hiring(state.submitted[seat], specialist)
    if free_places(state, seat) > 0:
        gain += IN_HAND * project_gain_by_hiring(state.project_hands[seat], specialist)
    return gain


@compiled
def tally(state: State, seat: int) -> int:
    """Add up what a seat would have if the game ended after two more rounds like this."""
    total = whole(state.points[seat])
    projects = state.submitted[seat]
    while projects != 0:
        total += value_of(state, sets.first_of(projects))
        projects = sets.without_first(projects)
    for specialist in range(SUITS):
        if whole(state.holders[specialist]) == seat:
            total += 2 * whole(state.buildings[specialist])
    return total


@compiled
def lead(state: State, seat: int) -> int:
    """Return by how much a seat is ahead of all others, at most 40 points."""
    ahead = whole(40)
    for other in range(whole(state.seats)):
        if other != seat:
            ahead = min(ahead, tally(state, seat) - tally(state, other))
    return max(ahead, -40)
