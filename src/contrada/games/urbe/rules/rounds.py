"""The order of play in a round, and how one round follows another (URBE-ROUND-1, END-1)."""

from __future__ import annotations

from contrada.games.urbe.rules.market import deal_market, discard_market
from contrada.games.urbe.rules.state import MARKING, MEEPLES, NOBODY, OVER, ROUNDS
from contrada.kernel.bits import ONE, whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import by_seats


@compiled
def in_turn(state: State, place: int) -> int:
    """Return the seat at a place of the turn order, from the round's first player on."""
    return (whole(state.first) + place) % whole(state.seats)


@compiled
def place_of_herald(state: State) -> int:
    """Return the place in the turn order of the seat that has Herald's House."""
    return (whole(state.herald) - whole(state.first)) % whole(state.seats)


@compiled
def marking_seat(state: State, step: int) -> int:
    """Return who marks at a step of marking: Herald's owner before the others (GREY-HERALD)."""
    place = step % whole(state.seats)
    if state.herald == NOBODY:
        return in_turn(state, place)
    if place == 0:
        return whole(state.herald)
    return in_turn(state, place - 1 if place <= place_of_herald(state) else place)


@compiled
def taking_seat(state: State, step: int) -> int:
    """Return who takes back at a step of taking: Herald's owner after the others (GREY-HERALD)."""
    place = step % whole(state.seats)
    if state.herald == NOBODY:
        return in_turn(state, place)
    if place == whole(state.seats) - 1:
        return whole(state.herald)
    return in_turn(state, place if place < place_of_herald(state) else place + 1)


@compiled
def steps_of_market(state: State) -> int:
    """Return how many meeples are placed, and taken back, in a round (URBE-SETUP-3)."""
    return whole(state.seats) * by_seats(state, MEEPLES)


@compiled
def begin_mark(state: State) -> None:
    """Let a seat mark."""
    state.to_move = marking_seat(state, whole(state.step))
    state.due = MARKING
    state.begins = 1


@compiled
def end_round(state: State) -> None:
    """Clear the market and begin the next round, or end the game (URBE-ROUND-1, END-1)."""
    state.step = 0
    discard_market(state)
    if state.round_number == by_seats(state, ROUNDS):
        state.due = OVER
        state.to_move = NOBODY
        return
    deal_market(state)
    state.first = in_turn(state, ONE)
    state.round_number += 1
    begin_mark(state)
