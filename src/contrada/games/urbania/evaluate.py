"""What a player of Urbania looks at: prospects of every seat, and what speaks for a decision.

Nothing here decides anything: how much each column matters is fitted from games. Points still to
come are guessed from how long the game will last and how fast cities and prices grow in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.games.contract import Evaluation
from contrada.games.urbania import components, rules
from contrada.games.urbania.rules import (
    ACTION,
    BOARD,
    BUILDING,
    CARD,
    CARD_COINS,
    CARD_RAINBOW_COINS,
    CARD_RAINBOW_WORKERS,
    CARD_SUIT,
    CARD_WORKERS,
    DEAR,
    DEAR_ENOUGH,
    DECLINE,
    DISTRICT,
    DRAW_PILE,
    DRAW_POOL,
    DRAW_PROJECT,
    DRAWING,
    HIRE,
    HIRING,
    ICON,
    KINDS,
    LAST_VALUE,
    MOST_SUBMITTED,
    NEAR_RENEWAL,
    NEIGHBOURHOOD,
    NOBODY,
    PAIR,
    PAY,
    PAY_SUBSIDY,
    PROJECT_FIRST,
    PROJECT_KIND,
    PROJECT_POINTS,
    PROJECT_SECOND,
    RENEW,
    RENEWING,
    RESIDENTIAL,
    SUBMIT,
    SUITS,
    SWEEP,
    TILE_CARD,
    TILE_POINTS,
    TILE_WORKERS,
    ZERO,
    district_spaces,
    price,
    rainbow_signs,
    renewed,
    signs_of_suit,
    type_at,
    value_of,
    worth,
)
from contrada.kernel import sets
from contrada.kernel.bits import whole
from contrada.kernel.boards import (
    Squares,
    count,
    first,
    is_empty,
    minus,
    neighbours,
    without_first,
)
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.seats import mover

Table = npt.NDArray[np.float64]

FEATURES = (
    "points",
    "submitted projects now",
    "submitted projects to come",
    "projects in hand",
    "places for projects without one",
    "income a turn",
    "income to come",
    "income others can hire away",
    "value of specialists held",
    "workers in hand",
    "coins in hand and on the table",
    "rainbow signs",
    "signs of colours wanted",
    "best renewal payable",
    "second renewal payable",
    "best hire payable",
    "actions of this turn",
    "turn to come in this round",
    "last actions",
    "renewal or hire under way",
    "cards to draw",
    "contract",
)
(
    POINTS,
    SUBMITTED_NOW,
    SUBMITTED_TO_COME,
    PROJECTS_IN_HAND,
    PLACES_LEFT,
    INCOME,
    INCOME_TO_COME,
    INCOME_THREATENED,
    VALUE_HELD,
    WORKERS,
    COINS,
    RAINBOW,
    WANTED,
    BEST_RENEWAL,
    SECOND_RENEWAL,
    BEST_HIRE,
    ACTIONS,
    TURN_TO_COME,
    LAST_ACTIONS,
    UNDER_WAY,
    CARDS_TO_DRAW,
    CONTRACT,
) = constants(*range(len(FEATURES)))

CHOICES = (
    "draws a project",
    "a project is wanted",
    "draws from the pile",
    "draws from the pool",
    "workers on the card",
    "coins on the card",
    "rainbow signs on the card",
    "renewal the card makes payable",
    "hire the card makes payable",
    "draws a resource too late",
    "draws into a poor hand",
    "sweeps",
    "declines",
    "renews",
    "points at once",
    "own projects gain",
    "own income gains",
    "income of others gains",
    "card icon",
    "cards it takes",
    "hires",
    "value of the specialist",
    "income won",
    "income denied",
    "submits",
    "prospect of the project",
    "prospect while time runs out",
    "worse than another project in hand",
    "starts the end phase",
    "starts the end phase ahead",
    "worth of the card paid",
    "surplus paid",
    "rainbow sign paid",
    "coins kept on the table",
    "workers lost with coins",
    "suit needed elsewhere",
    "pays the contract",
)
(
    DRAWS_PROJECT,
    PROJECT_WANTED,
    DRAWS_PILE,
    DRAWS_POOL,
    CARD_SHOWS_WORKERS,
    CARD_SHOWS_COINS,
    CARD_SHOWS_RAINBOW,
    OPENS_RENEWAL,
    OPENS_HIRE,
    TOO_LATE,
    POOR_HAND,
    SWEEPS,
    DECLINES,
    RENEWS,
    POINTS_AT_ONCE,
    OWN_PROJECTS,
    OWN_INCOME,
    OTHERS_INCOME,
    CARD_ICON,
    CARDS_TAKEN,
    HIRES,
    VALUE,
    INCOME_WON,
    INCOME_DENIED,
    SUBMITS,
    PROSPECT,
    PROSPECT_IN_HASTE,
    WORSE_PROJECT,
    STARTS_END,
    STARTS_END_AHEAD,
    WORTH_PAID,
    SURPLUS,
    RAINBOW_PAID,
    COINS_KEPT,
    WORKERS_LOST,
    NEEDED_ELSEWHERE,
    PAYS_CONTRACT,
) = constants(*range(len(CHOICES)))

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
    """What may be expected of the rest of the game."""

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
    fewest = whole(rules.SPACES)
    for district in range(ALL_DISTRICTS):
        undeveloped = count(minus(district_spaces(district), renewed(state)))
        fewest = min(fewest, undeveloped - NEAR_RENEWAL)
    return max(fewest, ZERO)


@compiled
def hires_to_the_end(state: State) -> int:
    """Count the hires that start the end phase: those of the dearest specialists (END-1)."""
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
    """Guess how many turns, of all seats together, it takes until the end phase starts."""
    if state.end_turns > 0:
        return 0.0
    renewals, hires = renewals_to_the_end(state), hires_to_the_end(state)
    nearest = MOST_TURNS_A_STEP * min(renewals, hires)
    return min(nearest, TURNS_A_RENEWAL * renewals + TURNS_A_HIRE * hires)


@compiled
def outlook(state: State, wait: float) -> Outlook:
    """Guess what the rest of the game brings."""
    seats = whole(state.seats)
    if state.end_turns > 0:
        turns = float(whole(state.end_turns))
    else:
        turns = wait + 1.3 * seats
    undeveloped = rules.SPACES - count(renewed(state))
    renewal = min(1.0, RENEWALS_A_TURN * turns / max(undeveloped, rules.ONE))
    return Outlook(1.0 + wait / seats, turns, renewal)


@compiled
def turns_to_come(state: State, seat: int, rounds: float) -> float:
    """Count, or guess, a seat's turns still to be scored, with the one under way (END-2)."""
    seats = whole(state.seats)
    if state.end_turns > 0:
        left = whole(state.end_turns) - (seat - mover(state)) % seats
        return float((left + seats - 1) // seats) if left > 0 else 0.0
    return rounds + int(moves_in_this_round(state, seat))


@compiled
def moves_in_this_round(state: State, seat: int) -> bool:
    """Whether a seat's turn of this round is under way or still to come."""
    seats, starter = whole(state.seats), whole(state.starter)
    return (seat - starter) % seats >= (mover(state) - starter) % seats


@compiled
def actions_of_turn(state: State, seat: int) -> int:
    """Count the actions a seat may still begin in the turn under way."""
    if seat != mover(state):
        return ZERO
    return whole(state.actions_left) - int(state.due != ACTION)


@compiled
def actions_to_come(state: State, seat: int, turns: float) -> float:
    """Count, or guess, the actions a seat may still begin."""
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
    """Guess how much a specialist's value still rises."""
    value = whole(state.specialists[specialist])
    return min(float(LAST_VALUE - value), ahead.turns * float(HIRES_A_TURN[value]))


@compiled
def turns_kept(state: State, value: int, turns: float) -> float:
    """Guess in how many of its turns a seat still has a specialist of this value."""
    return turns / (1.0 + HIRES_A_TURN[value] * whole(state.seats) * turns / 2)  # type: ignore[no-any-return]


@compiled
def growth_of(state: State, project: int, ahead: Outlook) -> float:
    """Guess how many points a project still gains."""
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
    """Guess what a project is worth at the end."""
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


@compiled
def fee(state: State, seat: int) -> int:
    """Return what submitting costs now (URBANIA-SUBMIT-2)."""
    return whole(state.points[seat]) // 10


@compiled
def can_be_hired_away(state: State, specialist: int) -> bool:
    """Whether somebody else than its holder has the coins for a specialist."""
    value = whole(state.specialists[specialist])
    if value >= LAST_VALUE:
        return False
    for seat in range(whole(state.seats)):
        coins = coins_for(state, seat, specialist, rainbow_coins(state, seat))
        if seat != whole(state.holders[specialist]) and coins >= value:
            return True
    return False


# --- What could be done --------------------------------------------------------------------------


@compiled
def renewable_spaces(state: State) -> Squares:
    """Return the undeveloped buildings that touch a renewed one (URBANIA-RENEW-1)."""
    return minus(neighbours(BOARD, renewed(state)), renewed(state))


@compiled
def income_gain(state: State, seat: int, kind: int, turns: float) -> float:
    """Return what a seat's specialists earn more until the end if this type is renewed."""
    if kind == RESIDENTIAL or whole(state.holders[kind]) != seat:
        return 0.0
    return turns_kept(state, whole(state.specialists[kind]), turns)


@compiled
def gain_by_renewing(state: State, seat: int, space: int, turns: float) -> float:
    """Guess the points that a renewal brings a seat: the building's, by projects, by income."""
    kind, district = type_at(state, space), DISTRICT[space]
    gain = TILE_POINTS[whole(state.tiles[space])] + income_gain(state, seat, kind, turns)
    gain += project_gain_by_renewing(state.submitted[seat], kind, district)
    if free_places(state, seat) > 0:
        gain += IN_HAND * project_gain_by_renewing(state.project_hands[seat], kind, district)
    return gain  # type: ignore[no-any-return]


@compiled
def gain_by_hiring(state: State, seat: int, specialist: int, turns: float) -> float:
    """Guess the points that a hire brings a seat: by income and projects."""
    kept = turns_kept(state, whole(state.specialists[specialist]) + 1, turns)
    gain = whole(state.buildings[specialist]) * kept
    gain += project_gain_by_hiring(state.submitted[seat], specialist)
    if free_places(state, seat) > 0:
        gain += IN_HAND * project_gain_by_hiring(state.project_hands[seat], specialist)
    return gain


@compiled
def best_renewals(state: State, seat: int, turns: float) -> tuple[float, float]:
    """Return the gains by the best renewal payable, and by the best of another colour."""
    workers = workers_by_suit(state, seat)
    most = max(workers)
    best, second, colour = 0.0, 0.0, rules.NO_COLOUR
    rest = renewable_spaces(state)
    while not is_empty(rest):
        space = first(rest)
        rest = without_first(rest)
        kind = type_at(state, space)
        has = most if kind == RESIDENTIAL else workers[kind]
        if has < TILE_WORKERS[whole(state.tiles[space])]:
            continue
        gain = gain_by_renewing(state, seat, space, turns)
        if gain > best:
            if kind != colour:
                second = best
            best, colour = gain, kind
        elif gain > second and kind != colour:
            second = gain
    return best, second


@compiled
def is_free(state: State, seat: int, specialist: int) -> bool:
    """Whether a seat could hire a specialist if it had the coins (URBANIA-HIRE-2, TRACK-2)."""
    value, holder = whole(state.specialists[specialist]), whole(state.holders[specialist])
    return holder != seat and value < LAST_VALUE


@compiled
def best_hire(state: State, seat: int, coins: Colours, turns: float) -> float:
    """Return the gain by the best hire payable."""
    best = 0.0
    for specialist in range(ZERO, SUITS):
        value = whole(state.specialists[specialist])
        if is_free(state, seat, specialist) and coins[specialist] >= value:
            best = max(best, gain_by_hiring(state, seat, specialist, turns))
    return best


# --- Features of the seats -----------------------------------------------------------------------


@compiled
def write_projects(state: State, seat: int, ahead: Outlook, actions: float, row: Table) -> None:
    """Write what a seat's projects promise."""
    now, to_come = 0.0, 0.0
    projects = state.submitted[seat]
    while projects != 0:
        project = sets.first_of(projects)
        projects = sets.without_first(projects)
        now += value_of(state, project)
        to_come += growth_of(state, project, ahead)
    in_hand = sets.size_of(state.project_hands[seat])
    places = min(free_places(state, seat), whole(actions))
    used = min(places, in_hand)
    prospects = prospects_in_hand(state, seat, used, ahead)
    row[SUBMITTED_NOW] = now / 50
    row[SUBMITTED_TO_COME] = to_come / 50
    row[PROJECTS_IN_HAND] = (prospects - used * fee(state, seat)) / 50
    row[PLACES_LEFT] = (places - used) / 3


@compiled
def write_specialists(state: State, seat: int, ahead: Outlook, turns: float, row: Table) -> None:
    """Write what a seat's specialists earn, and what others could take away."""
    income, to_come, threatened, held = ZERO, 0.0, ZERO, ZERO
    for specialist in range(ZERO, SUITS):
        if whole(state.holders[specialist]) == seat:
            buildings, value = (
                whole(state.buildings[specialist]),
                whole(state.specialists[specialist]),
            )
            later = ahead.renewal * (TILES_OF_TYPE - buildings) / 2
            income += buildings
            to_come += (buildings + later) * turns_kept(state, value, turns)
            held += value
            if can_be_hired_away(state, specialist):
                threatened += buildings
    row[INCOME] = income * min(turns, 1.0) / 10
    row[INCOME_TO_COME] = to_come / 50
    row[INCOME_THREATENED] = threatened * min(turns, 3.0) / 20
    row[VALUE_HELD] = held * min(turns, 1.0) / 10


@compiled
def signs_wanted(state: State, seat: int) -> float:
    """Add up the workers and coins of the colours that a seat's projects look at."""
    signs = ZERO
    projects = state.submitted[seat] | state.project_hands[seat]
    while projects != 0:
        project = sets.first_of(projects)
        projects = sets.without_first(projects)
        suit = PROJECT_FIRST[project]
        if PROJECT_KIND[project] == BUILDING:
            signs += signs_of_suit(state.hands[seat], suit, IN_WORKERS)
        elif PROJECT_KIND[project] > BUILDING:
            signs += coins_of_suit(state, seat, suit)
            if PROJECT_KIND[project] == PAIR:
                signs += coins_of_suit(state, seat, PROJECT_SECOND[project])
    return float(signs)


@compiled
def write_cards(state: State, seat: int, turns: float, actions: float, row: Table) -> None:
    """Write what a seat's cards can pay, as far as there is time for it."""
    hand, table = state.hands[seat], state.tables[seat]
    rainbow_workers = rainbow_signs(hand, IN_WORKERS)
    rainbow = rainbow_signs(hand, IN_COINS) + rainbow_signs(table, IN_COINS)
    workers, coins = rainbow_workers, rainbow
    for suit in range(ZERO, SUITS):
        workers += signs_of_suit(hand, suit, IN_WORKERS)
        coins += coins_of_suit(state, seat, suit)
    time = min(1.0, actions / 4)
    row[WORKERS] = time * workers / 10
    row[COINS] = time * coins / 10
    row[RAINBOW] = time * (rainbow + rainbow_workers) / 4
    row[WANTED] = time * signs_wanted(state, seat) / 10
    row[CONTRACT] = time * whole(state.contracts[seat])
    row[BEST_RENEWAL] = 0.0
    row[SECOND_RENEWAL] = 0.0
    row[BEST_HIRE] = 0.0
    if actions >= 1.0:
        best, second = best_renewals(state, seat, turns)
        row[BEST_RENEWAL] = best / 10
        row[SECOND_RENEWAL] = second / 10
        row[BEST_HIRE] = best_hire(state, seat, coins_by_suit(state, seat), turns) / 20


@compiled
def gain_under_way(state: State, seat: int, turns: float) -> float:
    """Return the gain that the seat to move is paying for."""
    if seat != mover(state):
        return 0.0
    if state.due == RENEWING:
        return gain_by_renewing(state, seat, whole(state.target), turns)
    if state.due == HIRING:
        return gain_by_hiring(state, seat, whole(state.target), turns)
    return 0.0


@compiled
def cards_to_draw(state: State, seat: int) -> int:
    """Count the cards that the seat to move draws in the action under way."""
    if seat != mover(state):
        return ZERO
    return whole(state.cards_due) if state.due == DRAWING else int(state.due == CARD)


@compiled
def stage_of(state: State, wait: float) -> float:
    """Return how far the game is, 0 to 1: the last two fifths are the end phase."""
    if state.end_turns > 0:
        return 1.0 - 0.4 * whole(state.end_turns) / (2 * whole(state.seats))
    return 0.6 * (1.0 - min(1.0, wait / LONGEST_WAIT))


@compiled
def features(state: State, table: Table) -> float:
    """Write each seat's features, `table[seat, feature]`; return the stage of the game, 0 to 1."""
    wait = wait_for_the_end(state)
    ahead = outlook(state, wait)
    for seat in range(whole(state.seats)):
        turns = turns_to_come(state, seat, ahead.rounds)
        actions = actions_to_come(state, seat, turns)
        row = table[seat]
        row[POINTS] = whole(state.points[seat]) / 50
        row[ACTIONS] = actions_of_turn(state, seat) / 2
        row[TURN_TO_COME] = int(moves_in_this_round(state, seat))
        row[LAST_ACTIONS] = max(0.0, 1.0 - actions / 6)
        row[UNDER_WAY] = gain_under_way(state, seat, turns) / 10
        row[CARDS_TO_DRAW] = cards_to_draw(state, seat) / 2
        write_projects(state, seat, ahead, actions, row)
        write_specialists(state, seat, ahead, turns, row)
        write_cards(state, seat, turns, actions, row)
    return stage_of(state, wait)


# --- Features of the decisions -------------------------------------------------------------------


class Chooser(NamedTuple):
    """What the seat to move knows before looking at single decisions."""

    seat: int
    turns: float
    later: float  # actions after the one that is due or under way
    ahead: Outlook
    workers: Colours
    coins: Colours
    poverty: float


@compiled
def chooser(state: State) -> Chooser:
    """Look around once for all decisions."""
    seat = mover(state)
    ahead = outlook(state, wait_for_the_end(state))
    turns = turns_to_come(state, seat, ahead.rounds)
    later = actions_to_come(state, seat, turns) - int(state.due == ACTION)
    workers, coins = workers_by_suit(state, seat), coins_by_suit(state, seat)
    poverty = max(0.0, 1.0 - rules.count_hand(state, seat) / 6)
    return Chooser(seat, turns, later, ahead, workers, coins, poverty)


@compiled
def write_draw(state: State, me: Chooser, source: int, row: Table) -> None:
    """Write what speaks for drawing a card from a source."""
    if source == DRAW_PROJECT:
        places = min(float(free_places(state, me.seat)), me.later)
        in_hand = sets.size_of(state.project_hands[me.seat])
        row[DRAWS_PROJECT] = 1.0
        row[PROJECT_WANTED] = max(0.0, places - in_hand) / 3
        return
    row[TOO_LATE] = max(0.0, 1.0 - me.later / 3)
    row[POOR_HAND] = me.poverty
    if source == DRAW_PILE:
        row[DRAWS_PILE] = 1.0
        return
    row[DRAWS_POOL] = 1.0
    write_pool_card(state, me, whole(state.pool[source - DRAW_POOL]), row)


@compiled
def write_pool_card(state: State, me: Chooser, kind: int, row: Table) -> None:
    """Write what a card of the pool would be good for."""
    row[CARD_SHOWS_WORKERS] = CARD_WORKERS[kind] / 3
    row[CARD_SHOWS_COINS] = CARD_COINS[kind] / 3
    row[CARD_SHOWS_RAINBOW] = float(CARD_RAINBOW_WORKERS[kind] + CARD_RAINBOW_COINS[kind])
    if me.later >= 1.0:
        row[OPENS_RENEWAL] = renewal_made_payable(state, me, kind) / 10
        row[OPENS_HIRE] = hire_made_payable(state, me, kind) / 20


@compiled
def renewal_made_payable(state: State, me: Chooser, card: int) -> float:
    """Return the best gain by a renewal that only this card makes payable."""
    best = 0.0
    if CARD_WORKERS[card] + CARD_RAINBOW_WORKERS[card] == 0:
        return best
    most = max(me.workers)
    with_card = me.workers[CARD_SUIT[card]] + worth(card, CARD_SUIT[card], IN_WORKERS)
    if CARD_RAINBOW_WORKERS[card] > 0:
        with_card = max(with_card, most + CARD_RAINBOW_WORKERS[card])
    rest = renewable_spaces(state)
    while not is_empty(rest):
        space = first(rest)
        rest = without_first(rest)
        needs, kind = TILE_WORKERS[whole(state.tiles[space])], type_at(state, space)
        if kind == RESIDENTIAL:
            opens = most < needs <= with_card
        else:
            has = me.workers[kind]
            opens = has < needs <= has + worth(card, kind, IN_WORKERS)
        if opens:
            best = max(best, gain_by_renewing(state, me.seat, space, me.turns))
    return best


@compiled
def hire_made_payable(state: State, me: Chooser, card: int) -> float:
    """Return the best gain by a hire that only this card makes payable."""
    best = 0.0
    for specialist in range(ZERO, SUITS):
        value = whole(state.specialists[specialist])
        has = me.coins[specialist]
        opens = has < value <= has + worth(card, specialist, IN_COINS)
        if opens and is_free(state, me.seat, specialist):
            best = max(best, gain_by_hiring(state, me.seat, specialist, me.turns))
    return best


@compiled
def cards_taken(state: State, colour: int, coins: int, wanted: int) -> int:
    """Count the cards that pay a price if the dearest go first."""
    cards, paid = ZERO, ZERO
    for place in range(rules.PAYABLE[coins, colour]):
        pay = rules.BY_RANK[coins, colour, place]
        for _ in range(rules.held_for(state, pay)):
            if paid >= wanted:
                return cards
            cards += 1
            paid += rules.WORTH[coins, colour, pay]
    return cards


@compiled
def cards_for_renewal(state: State, me: Chooser, kind: int, needs: int) -> int:
    """Count the cards that a renewal takes, for a residential building in the best colour."""
    if kind != RESIDENTIAL:
        return cards_taken(state, kind, ZERO, needs)
    fewest = whole(LAST_VALUE)
    for suit in range(ZERO, SUITS):
        if me.workers[suit] >= needs:
            fewest = min(fewest, cards_taken(state, suit, ZERO, needs))
    return fewest


@compiled
def project_share(state: State, me: Chooser, submitted: float, in_hand: float) -> float:
    """Add what submitted projects gain and, less surely, those in hand."""
    return submitted + (IN_HAND * in_hand if free_places(state, me.seat) > 0 else 0.0)


@compiled
def write_renewal(state: State, me: Chooser, space: int, row: Table) -> None:
    """Write what speaks for renewing a building."""
    tile, kind, district = whole(state.tiles[space]), type_at(state, space), DISTRICT[space]
    own = project_gain_by_renewing(state.submitted[me.seat], kind, district)
    in_hand = project_gain_by_renewing(state.project_hands[me.seat], kind, district)
    row[RENEWS] = 1.0
    row[POINTS_AT_ONCE] = TILE_POINTS[tile] / 7
    row[OWN_PROJECTS] = project_share(state, me, own, in_hand) / 6
    if kind != RESIDENTIAL and whole(state.holders[kind]) != NOBODY:
        mine = whole(state.holders[kind]) == me.seat
        kept = turns_kept(state, whole(state.specialists[kind]), me.turns)
        row[OWN_INCOME if mine else OTHERS_INCOME] = kept / 5
    row[CARD_ICON] = int(TILE_CARD[tile])
    row[CARDS_TAKEN] = cards_for_renewal(state, me, kind, TILE_WORKERS[tile]) / 3
    undeveloped = count(minus(district_spaces(district), renewed(state)))
    write_end(state, me, undeveloped == NEAR_RENEWAL + 1, row)


@compiled
def write_hire(state: State, me: Chooser, specialist: int, row: Table) -> None:
    """Write what speaks for hiring a specialist."""
    value, holder = price(state, specialist, IN_COINS), whole(state.holders[specialist])
    income = whole(state.buildings[specialist])
    own = project_gain_by_hiring(state.submitted[me.seat], specialist)
    in_hand = project_gain_by_hiring(state.project_hands[me.seat], specialist)
    row[HIRES] = 1.0
    row[VALUE] = value / 5
    row[POINTS_AT_ONCE] = income / 7
    row[INCOME_WON] = income * turns_kept(state, value + 1, me.turns) / 20
    if holder != NOBODY:
        theirs = turns_to_come(state, holder, me.ahead.rounds)
        row[INCOME_DENIED] = income * turns_kept(state, value, theirs) / 20
    row[OWN_PROJECTS] = project_share(state, me, own, in_hand) / 6
    row[CARD_ICON] = int(ICON[value + 1])
    row[CARDS_TAKEN] = cards_taken(state, specialist, rules.ONE, value) / 3
    write_end(state, me, value + 1 == DEAR and hires_to_the_end(state) == 1, row)


@compiled
def write_end(state: State, me: Chooser, starts: bool, row: Table) -> None:
    """Write whether a decision starts the end phase, and how far ahead the seat is then."""
    if starts and state.end_turns == 0:
        row[STARTS_END] = 1.0
        row[STARTS_END_AHEAD] = lead(state, me.seat) / 20


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


@compiled
def write_submission(state: State, me: Chooser, project: int, row: Table) -> None:
    """Write what speaks for submitting a project."""
    prospect = prospect_of(state, project, me.ahead)
    best = prospects_in_hand(state, me.seat, rules.ONE, me.ahead)
    row[SUBMITS] = 1.0
    row[PROSPECT] = (prospect - fee(state, me.seat)) / 30
    row[PROSPECT_IN_HASTE] = row[PROSPECT] * max(0.0, 1.0 - me.later / 6)
    row[WORSE_PROJECT] = (best - prospect) / 10


@compiled
def write_payment(state: State, me: Chooser, source: int, kind: int, row: Table) -> None:
    """Write what a card paid next is worth here, and what is lost with it."""
    coins = bool(state.due == HIRING)
    value = worth(kind, whole(state.colour), coins)
    missing = price(state, whole(state.target), coins) - whole(state.paid_worth)
    row[WORTH_PAID] = value / 3
    row[SURPLUS] = max(ZERO, value - missing) / 3
    suit = CARD_SUIT[kind]
    if coins:
        row[RAINBOW_PAID] = CARD_RAINBOW_COINS[kind]
        if source == rules.FROM_HAND:
            row[WORKERS_LOST] = (CARD_WORKERS[kind] + CARD_RAINBOW_WORKERS[kind]) / 3
            row[NEEDED_ELSEWHERE] = best_of_suit(state, me, suit) / 10
    else:
        row[RAINBOW_PAID] = CARD_RAINBOW_WORKERS[kind]
        row[COINS_KEPT] = (CARD_COINS[kind] + CARD_RAINBOW_COINS[kind]) / 3
        row[NEEDED_ELSEWHERE] = best_of_suit(state, me, suit) / 10


@compiled
def best_of_suit(state: State, me: Chooser, suit: int) -> float:
    """Return the best gain by another renewal that cards of a suit pay for."""
    best = 0.0
    rest = renewable_spaces(state)
    while not is_empty(rest):
        space = first(rest)
        rest = without_first(rest)
        target = state.due == RENEWING and space == whole(state.target)
        payable = me.workers[suit] >= TILE_WORKERS[whole(state.tiles[space])]
        if type_at(state, space) == suit and payable and not target:
            best = max(best, gain_by_renewing(state, me.seat, space, me.turns))
    return best


@compiled
def write_decision(state: State, me: Chooser, decision: int, row: Table) -> None:
    """Write what speaks for one decision."""
    if decision < SWEEP:
        write_draw(state, me, decision, row)
    elif decision == SWEEP:
        row[SWEEPS] = 1.0
        row[TOO_LATE] = max(0.0, 1.0 - me.later / 3)
    elif decision == DECLINE:
        row[DECLINES] = 1.0
    elif decision < HIRE:
        write_renewal(state, me, decision - RENEW, row)
    elif decision < SUBMIT:
        write_hire(state, me, decision - HIRE, row)
    elif decision < PAY:
        write_submission(state, me, decision - SUBMIT, row)
    elif decision == PAY_SUBSIDY:
        row[PAYS_CONTRACT] = 1.0
    else:
        source, kind = divmod(decision - PAY, KINDS)
        write_payment(state, me, source, kind, row)


@compiled
def choices(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write features of the first `size` decisions, all legal: `table[index, feature]`."""
    me = chooser(state)
    for index in range(size):
        row = table[index]
        for column in range(len(CHOICES)):
            row[column] = 0.0
        write_decision(state, me, decisions[index], row)


EVALUATION = Evaluation(
    features=FEATURES,
    choices=CHOICES,
    functions={"features": features, "choices": choices},
    weights=Path(__file__).with_name("weights.json"),
    sources=(Path(__file__),),
)
