"""Features of a position, for each seat."""

from __future__ import annotations

from contrada.games.urbania.evaluate.prospects import (
    IN_COINS,
    IN_WORKERS,
    LONGEST_WAIT,
    TILES_OF_TYPE,
    Colours,
    Outlook,
    Table,
    actions_of_turn,
    actions_to_come,
    coins_by_suit,
    coins_for,
    coins_of_suit,
    free_places,
    gain_by_hiring,
    gain_by_renewing,
    growth_of,
    moves_in_this_round,
    outlook,
    prospects_in_hand,
    rainbow_coins,
    turns_kept,
    turns_to_come,
    wait_for_the_end,
    workers_by_suit,
)
from contrada.games.urbania.rules.hiring import is_free
from contrada.games.urbania.rules.payments import rainbow_signs, signs_of_suit
from contrada.games.urbania.rules.projects import fee, value_of
from contrada.games.urbania.rules.renewing import renewable_spaces
from contrada.games.urbania.rules.state import (
    BUILDING,
    CARD,
    DRAWING,
    HIRING,
    LAST_VALUE,
    NO_COLOUR,
    PAIR,
    PROJECT_FIRST,
    PROJECT_KIND,
    PROJECT_SECOND,
    RENEWING,
    RESIDENTIAL,
    SUITS,
    TILE_WORKERS,
    type_at,
)
from contrada.kernel import sets
from contrada.kernel.bits import ZERO, whole
from contrada.kernel.boards import first, is_empty, without_first
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.seats import mover

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


@compiled
def can_be_hired_away(state: State, specialist: int) -> bool:
    """Whether anyone other than the employer has the coins for a specialist."""
    value = whole(state.specialists[specialist])
    if value >= LAST_VALUE:
        return False
    for seat in range(whole(state.seats)):
        coins = coins_for(state, seat, specialist, rainbow_coins(state, seat))
        if seat != whole(state.holders[specialist]) and coins >= value:
            return True
    return False


@compiled
def best_renewals(state: State, seat: int, turns: float) -> tuple[float, float]:
    """Return the gains by the best renewal payable, and by the best of another colour."""
    workers = workers_by_suit(state, seat)
    most = max(workers)
    best, second, colour = 0.0, 0.0, NO_COLOUR
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
def best_hire(state: State, seat: int, coins: Colours, turns: float) -> float:
    """Return the gain by the best hire payable."""
    best = 0.0
    for specialist in range(ZERO, SUITS):
        value = whole(state.specialists[specialist])
        if is_free(state, seat, specialist) and coins[specialist] >= value:
            best = max(best, gain_by_hiring(state, seat, specialist, turns))
    return best


@compiled
def write_projects(state: State, seat: int, ahead: Outlook, actions: float, row: Table) -> None:
    """Write the features of a seat's projects."""
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
    """Add up the workers and coins in the colours that a seat's projects score."""
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
    """Write what a seat's cards can pay for in the time that is left."""
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
    """Return the gain of what the seat to move is paying for."""
    if seat != mover(state):
        return 0.0
    if state.due == RENEWING:
        return gain_by_renewing(state, seat, whole(state.target), turns)
    if state.due == HIRING:
        return gain_by_hiring(state, seat, whole(state.target), turns)
    return 0.0


@compiled
def cards_to_draw(state: State, seat: int) -> int:
    """Count the cards that the seat to move still draws in this action."""
    if seat != mover(state):
        return ZERO
    return whole(state.cards_due) if state.due == DRAWING else int(state.due == CARD)


@compiled
def stage_of(state: State, wait: float) -> float:
    """Return how far the game has got, 0 to 1; the last two fifths are the end phase."""
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
