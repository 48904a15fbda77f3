"""What a tile is worth to a seat, and what its next take may gain."""

from __future__ import annotations

import numpy as np

from contrada.games.urbe.components import GUILDS
from contrada.games.urbe.evaluate.plans import FAR, decree_worth, likely, outlook
from contrada.games.urbe.rules.market import marked
from contrada.games.urbe.rules.marking import cards_for
from contrada.games.urbe.rules.state import (
    ALMONER,
    CASTELLAN,
    CHURCH,
    DECREES_EACH,
    MARKET_SIZE,
    MARKING,
    MEEPLES,
    NOTHING,
    PAYS,
    PLACING,
    SENDING_ARCHBISHOP,
    SIDE_VP,
    TAKING_SECOND,
    TILE_COLOUR,
    TILE_POWER,
    TILE_VP,
    TOWN_HALL,
    USEFUL_VP,
    is_grey,
)
from contrada.games.urbe.rules.taking import second_places
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import by_seats
from contrada.kernel.sets import first_of, has, size_of, without_first


@compiled
def tile_gain(state: State, seat: int, tile: int) -> float:
    """Return the points of a tile for a seat, wherever it will be placed."""
    points = whole(TILE_VP[tile])
    if state.sides[seat] >= 0:
        points += SIDE_VP[state.guilds[seat], state.sides[seat], tile]
    if TILE_POWER[tile] == CHURCH:
        points += 1
    if state.useful[seat] == ALMONER and TILE_VP[tile] == 1:
        points += USEFUL_VP[ALMONER]
    elif state.useful[seat] == CASTELLAN and is_grey(tile):
        points += USEFUL_VP[CASTELLAN]
    return float(points)


Needs = tuple[float, float, float, float]


@compiled
def step_of(cards: int, short: int) -> float:
    """Return how much more likely one tile makes it that all come."""
    if short <= 0 or short == FAR:
        return 0.0
    return likely(cards, short - 1) - likely(cards, short)


@compiled
def if_helping(helping: int, colour: int, gain: float) -> float:
    """Return the gain if a colour is among those that help."""
    return gain if has(helping, colour) else 0.0


@compiled
def gain_of_colour(needs: Needs, tile: int) -> float:
    """Return what the colour of a tile is worth for decrees."""
    if TILE_COLOUR[tile] < GUILDS:
        return needs[TILE_COLOUR[tile]]
    if TILE_POWER[tile] == TOWN_HALL:
        return max(needs[0], needs[1], needs[2], needs[3])
    return 0.0


@compiled
def needs_of(state: State, seat: int, city: tuple[np.uint64, np.uint64, int], cards: int) -> Needs:
    """Return what one more tile of each colour is worth to a seat's decrees, each by itself."""
    needs = (0.0, 0.0, 0.0, 0.0)
    for which in range(DECREES_EACH):
        decree = whole(state.decrees[seat, which])
        if decree != NOTHING:
            short, helping = outlook(decree, city[0], city[1], city[2])
            needs = more_needs(
                needs, helping, decree_worth(state, seat, decree) * step_of(cards, short)
            )
    return needs


@compiled
def more_needs(needs: Needs, helping: int, gain: float) -> Needs:
    """Add what a decree gains from one tile of each colour that helps it."""
    return (
        needs[0] + if_helping(helping, ZERO, gain),
        needs[1] + if_helping(helping, ONE, gain),
        needs[2] + if_helping(helping, ONE + ONE, gain),
        needs[3] + if_helping(helping, ONE + ONE + ONE, gain),
    )


@compiled
def pays_both(state: State, seat: int, tile: int, other: int) -> bool:
    """Whether the two halves of one card of a seat pay for two tiles."""
    guild, cards = whole(state.guilds[seat]), whole(state.cards[seat])
    one = PAYS[0, guild, tile] & PAYS[1, guild, other]
    return (one | (PAYS[1, guild, tile] & PAYS[0, guild, other])) & cards != 0  # type: ignore[no-any-return]


@compiled
def want(state: State, seat: int, needs: Needs, tile: int) -> float:
    """Return what a tile is worth to a seat, decrees included."""
    return tile_gain(state, seat, tile) + gain_of_colour(needs, tile)


@compiled
def free_places(state: State) -> int:
    """Return the places of tiles that are in the market and not marked."""
    places = ZERO
    for place in range(by_seats(state, MARKET_SIZE)):
        if state.market[place] != NOTHING:
            places |= ONE << place
    return places & ~marked(state)


@compiled
def best_beside(state: State, seat: int, needs: Needs, tile: int, free: int) -> float:
    """Return the worth of the best second tile that a card for the first one pays for."""
    best = 0.0
    while free != 0:
        other = whole(state.market[first_of(free)])
        free = without_first(free)
        if other != tile and not is_grey(other) and pays_both(state, seat, tile, other):
            best = max(best, want(state, seat, needs, other))
    return best


@compiled
def best_free(state: State, seat: int, needs: Needs, free: int) -> float:
    """Return the worth of the best tile a seat can still mark, with a second tile."""
    best, chosen, rest = 0.0, NOTHING, free
    while rest != 0:
        place = first_of(rest)
        rest = without_first(rest)
        tile = whole(state.market[place])
        # A grey tile comes alone; any other comes with one worth about half of it.
        worth = want(state, seat, needs, tile) * (1.0 if is_grey(tile) else 1.5)
        if worth > best and cards_for(state, seat, place) != 0:
            best, chosen = worth, tile
    if chosen == NOTHING or is_grey(chosen):
        return best
    return want(state, seat, needs, chosen) + best_beside(state, seat, needs, chosen, free)


@compiled
def worth_of_meeples(state: State, seat: int, needs: Needs, free: int) -> float:
    """Return the worth of the tiles under a seat's meeples, with second tiles."""
    worth, rest = 0.0, whole(state.meeples[seat])
    while rest != 0:
        place = first_of(rest)
        rest = without_first(rest)
        tile = whole(state.market[place])
        if cards_for(state, seat, place) != 0:
            worth += want(state, seat, needs, tile)
            if not is_grey(tile):
                worth += best_beside(state, seat, needs, tile, free)
    return worth


@compiled
def best_of(state: State, seat: int, needs: Needs, places: int) -> float:
    """Return the worth of the best tile of some places."""
    best = 0.0
    while places != 0:
        best = max(best, want(state, seat, needs, whole(state.market[first_of(places)])))
        places = without_first(places)
    return best


@compiled
def take_in_sight(state: State, seat: int, needs: Needs, free: int) -> float:
    """Return what a seat will get from this market."""
    if state.due < MARKING or state.due >= PLACING:
        return 0.0
    worth = worth_of_meeples(state, seat, needs, free)
    if state.due <= SENDING_ARCHBISHOP:
        to_mark = by_seats(state, MEEPLES) - size_of(whole(state.meeples[seat]))
        if to_mark > 0:
            worth += to_mark * best_free(state, seat, needs, free)
    elif state.due == TAKING_SECOND and seat == state.to_move:
        worth += best_of(state, seat, needs, second_places(state))
    if state.archbishop == seat and state.archbishop_mark != 0:
        place = first_of(whole(state.archbishop_mark))
        worth += want(state, seat, needs, whole(state.market[place]))
    return worth
