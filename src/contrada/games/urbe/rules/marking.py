"""Marking tiles of the market (URBE-MARKET), and sending the Archbishop (GREY-CATHEDRAL)."""

from __future__ import annotations

from contrada.games.urbe.rules.decisions import ARCHBISHOP, NO_ARCHBISHOP
from contrada.games.urbe.rules.market import unmarked
from contrada.games.urbe.rules.rounds import begin_mark, steps_of_market
from contrada.games.urbe.rules.state import CARDS_FOR, SENDING_ARCHBISHOP
from contrada.games.urbe.rules.taking import begin_take
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover
from contrada.kernel.sets import first_of, without_first


@compiled
def cards_for(state: State, seat: int, place: int) -> int:
    """Return the cards that could pay for the tile at a place (URBE-TAKE-1, -2)."""
    return CARDS_FOR[state.guilds[seat], state.market[place]] & whole(state.cards[seat])  # type: ignore[no-any-return]


@compiled
def are_two(cards: int, others: int) -> bool:
    """Whether a different card can be taken from each of two sets."""
    both = cards | others
    return cards != 0 and others != 0 and without_first(both) != 0


@compiled
def markable(state: State, seat: int) -> int:
    """Return the places that a seat may mark (URBE-MARKET-2)."""
    mine = whole(state.meeples[seat])
    cards_for_mine = cards_for(state, seat, first_of(mine)) if mine else ZERO
    payable, payable_too = ZERO, ZERO
    rest = unmarked(state)
    while rest != 0:
        place = first_of(rest)
        rest = without_first(rest)
        cards = cards_for(state, seat, place)
        if cards != 0:
            payable |= ONE << place
        if are_two(cards, cards_for_mine):
            payable_too |= ONE << place
    if payable_too != 0:
        return payable_too
    return payable if payable != 0 else unmarked(state)


@compiled
def mark(state: State, place: int) -> None:
    """Put a meeple on a tile (URBE-MARKET-1); the seat with the Archbishop may then send him."""
    seat = mover(state)
    state.meeples[seat] |= ONE << place
    waits = state.archbishop == seat and state.archbishop_mark == 0
    if waits and unmarked(state) != 0:
        state.due = SENDING_ARCHBISHOP
    else:
        next_to_mark(state)


@compiled
def next_to_mark(state: State) -> None:
    """Let the next seat mark, or the first one take."""
    state.step += 1
    if whole(state.step) == steps_of_market(state):
        state.step = 0
        begin_take(state)
    else:
        begin_mark(state)


@compiled
def send_archbishop(state: State, decision: int) -> None:
    """Send the Archbishop to a tile, or not now (GREY-CATHEDRAL)."""
    if decision != NO_ARCHBISHOP:
        state.archbishop_mark = ONE << (decision - ARCHBISHOP)
    next_to_mark(state)
