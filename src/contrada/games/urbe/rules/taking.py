"""Taking back meeples, paying for tiles, and taking further tiles (URBE-TAKE)."""

from __future__ import annotations

from contrada.games.urbe.rules.decisions import NO_SECOND, NO_TREASURER, SECOND, USE_TREASURER
from contrada.games.urbe.rules.market import marked
from contrada.games.urbe.rules.placing import go_on_placing
from contrada.games.urbe.rules.rounds import steps_of_market, taking_seat
from contrada.games.urbe.rules.state import (
    BY_FLAGS,
    BY_GUILDS,
    CHOOSING_MEEPLE,
    MARKET_SIZE,
    MOST_TILES,
    NOBODY,
    NOTHING,
    PAYING,
    PAYS,
    TAKING_SECOND,
    TREASURER,
    USING_TREASURER,
    has_useful,
    is_grey,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import by_seats, mover
from contrada.kernel.sets import first_of, has, without_first


@compiled
def take_tile(state: State, place: int) -> None:
    """Move a tile from the market to those that the seat to move has to place."""
    seat = mover(state)
    state.waiting[seat, state.waiting_size[seat]] = state.market[place]
    state.waiting_size[seat] += 1
    state.market[place] = NOTHING
    state.tiles_taken += 1


@compiled
def begin_take(state: State) -> None:
    """Let a seat take back a meeple; the Archbishop's tile comes first (GREY-CATHEDRAL)."""
    seat = taking_seat(state, whole(state.step))
    state.to_move = seat
    state.begins = 1
    if state.archbishop == seat and state.archbishop_mark != 0:
        take_tile(state, first_of(whole(state.archbishop_mark)))
        state.archbishop_mark = 0
        state.archbishop = NOBODY
    mine = whole(state.meeples[seat])
    if without_first(mine) != 0:
        state.due = CHOOSING_MEEPLE
    else:
        choose_meeple(state, first_of(mine))


@compiled
def choose_meeple(state: State, place: int) -> None:
    """Choose which meeple is taken back (URBE-TAKE-4)."""
    state.target = place
    state.due = PAYING


@compiled
def paying_cards(state: State, half: int) -> int:
    """Return the cards of the seat to move whose half pays for the tile under the meeple."""
    seat = mover(state)
    return PAYS[half, state.guilds[seat], state.market[state.target]] & whole(state.cards[seat])  # type: ignore[no-any-return]


@compiled
def must_spend(state: State) -> bool:
    """Whether any card will do: for a grey tile, or because none can pay (TAKE-2, -4)."""
    return (
        is_grey(whole(state.market[state.target]))
        or (paying_cards(state, BY_FLAGS) | paying_cards(state, BY_GUILDS)) == 0
    )


@compiled
def play_card(state: State, card: int) -> None:
    """Put away a card and take back the meeple."""
    seat = mover(state)
    state.cards[seat] &= ~(ONE << card)
    state.meeples[seat] &= ~(ONE << whole(state.target))
    state.target = NOTHING


@compiled
def spend(state: State, card: int) -> None:
    """Give up a card; only a grey tile comes with the meeple (URBE-TAKE-2, -4)."""
    place = whole(state.target)
    play_card(state, card)
    if is_grey(whole(state.market[place])):
        take_tile(state, place)
    end_take(state)


@compiled
def pay(state: State, half: int, card: int) -> None:
    """Pay with half a card and take the tile; perhaps another one (URBE-TAKE-1, -3)."""
    take_tile(state, whole(state.target))
    play_card(state, card)
    state.card = card
    state.half = half
    if second_places(state) != 0:
        state.due = TAKING_SECOND
    else:
        ask_treasurer(state)


@compiled
def places_paid_by(state: State, half: int) -> int:
    """Return the places of tiles that this half of the card played pays for (URBE-TAKE-5)."""
    guild, card = whole(state.guilds[state.to_move]), whole(state.card)
    taken = marked(state)
    places = ZERO
    for place in range(by_seats(state, MARKET_SIZE)):
        tile = whole(state.market[place])
        if tile != NOTHING and has(PAYS[half, guild, tile], card) and not has(taken, place):
            places |= ONE << place
    return places


@compiled
def second_places(state: State) -> int:
    """Return the places of tiles that the other half of the card pays for (URBE-TAKE-3)."""
    return places_paid_by(state, BY_FLAGS + BY_GUILDS - whole(state.half))


@compiled
def treasurer_places(state: State) -> int:
    """Return the places of tiles that the Treasurer can add (URBE-EIGHT-2)."""
    if not has_useful(state, mover(state), TREASURER) or state.tiles_taken >= MOST_TILES:
        return ZERO
    return places_paid_by(state, whole(state.half))


@compiled
def ask_treasurer(state: State) -> None:
    """Offer the Treasurer's tile, if there is one, and end the turn otherwise."""
    if treasurer_places(state) != 0:
        state.due = USING_TREASURER
    else:
        end_take(state)


@compiled
def take_second(state: State, decision: int) -> None:
    """Take a second tile, or none."""
    if decision != NO_SECOND:
        take_tile(state, decision - SECOND)
    ask_treasurer(state)


@compiled
def use_treasurer(state: State, decision: int) -> None:
    """Take one more tile, or keep the Treasurer for later."""
    if decision != NO_TREASURER:
        take_tile(state, decision - USE_TREASURER)
        state.power_used[state.to_move] = 1
    end_take(state)


@compiled
def end_take(state: State) -> None:
    """Let the next seat take, or all place."""
    state.card = NOTHING
    state.half = NOTHING
    state.tiles_taken = 0
    state.step += 1
    if whole(state.step) == steps_of_market(state):
        state.step = 0
        state.begins = 1
        go_on_placing(state)
    else:
        begin_take(state)
