"""The resource pile, the pool and the discards, and drawing from them (URBANIA-DRAW-1 to -6)."""

from __future__ import annotations

from contrada.games.urbania.rules.decisions import DRAW_PILE, DRAW_POOL, DRAW_PROJECT, SWEEP
from contrada.games.urbania.rules.state import (
    ACTION,
    CARD_RAINBOW_WORKERS,
    CARD_WORKERS,
    DRAWING,
    KINDS,
    NOTHING,
    POOL,
    count_left_of,
    count_left_with,
    count_unseen,
    count_unseen_of,
    count_unsure_of,
    count_unsure_with,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.chance import shuffle
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.seats import mover

# --- What everyone knows of the hands ------------------------------------------------------------

NOT_LEFT, LEFT, UNSURE = constants(0, 1, 2)


@compiled
def remember_hands(state: State) -> None:
    """Note what everyone knows while the pile is empty: all unseen cards are in hands."""
    state.unsure[:] = 0
    for seat in range(state.seats):
        for kind in range(KINDS):
            state.left[seat, kind] = state.hands[seat, kind] - state.known[seat, kind]


@compiled
def was_left(state: State, seat: int, kind: int) -> int:
    """Whether a card that a seat has was already in its hand when the pile was rebuilt.

    The answer is what everyone can work out. UNSURE: the card may also have been drawn since.
    """
    left_with, left_of = count_left_with(state, seat), count_left_of(state, kind)
    if left_with == 0 or left_of == 0:
        return NOT_LEFT
    if left_with == count_unseen(state, seat) + count_unsure_with(state, seat):
        return LEFT  # the seat has drawn none since
    if left_of == count_unseen_of(state, kind) + count_unsure_of(state, kind):
        return LEFT  # the pile had none
    return UNSURE


@compiled
def show_card(state: State, seat: int, kind: int) -> None:
    """Update what everyone knows about the hands before an unseen card leaves one of them."""
    answer = was_left(state, seat, kind)
    if answer == LEFT:
        state.left[seat, kind] -= 1
    elif answer == UNSURE:
        state.unsure[seat, kind] += 1


# --- Pile and pool -------------------------------------------------------------------------------


@compiled
def rebuild_pile(state: State) -> None:
    """Shuffle the discards into a new pile if the old one is empty (URBANIA-DRAW-4)."""
    if state.pile_size > 0:
        return
    remember_hands(state)
    size = ZERO
    for kind in range(KINDS):
        for _ in range(state.discards[kind]):
            state.pile[size] = kind
            size += 1
        state.discards[kind] = 0
    shuffle(state.random, state.pile, size)
    state.pile_size = size


@compiled
def take_from_pile(state: State) -> int:
    """Take the next card of a pile that is not empty.

    Put it where it goes, then call `rebuild_pile`: it notes which cards are in hands.
    """
    state.pile_size -= 1
    top = whole(state.pile_size)
    kind = whole(state.pile[top])
    state.pile[top] = NOTHING
    return kind


@compiled
def fill_pool(state: State) -> None:
    """Fill empty places of the pool, lowest first, while there are cards (URBANIA-DRAW-5)."""
    for place in range(POOL):
        if state.pool[place] == NOTHING and state.pile_size > 0:
            state.pool[place] = take_from_pile(state)
            rebuild_pile(state)


@compiled
def after_discarding(state: State) -> None:
    """Fill an empty pile, and empty places in the pool, now that there are discards."""
    rebuild_pile(state)
    fill_pool(state)


@compiled
def workers_showing(state: State) -> int:
    """Count the worker icons in the pool (URBANIA-DRAW-2, -3)."""
    icons = ZERO
    for place in range(POOL):
        kind = whole(state.pool[place])
        if kind != NOTHING:
            icons += CARD_WORKERS[kind] + CARD_RAINBOW_WORKERS[kind]
    return icons


@compiled
def pool_is_full(state: State) -> bool:
    """Whether every place of the pool has a card."""
    for place in range(POOL):  # noqa: SIM110 - compiled code has no generators
        if state.pool[place] == NOTHING:
            return False
    return True


@compiled
def is_open(state: State, source: int) -> bool:
    """Whether a card can be drawn from a source (URBANIA-DRAW-1, -5)."""
    if source == DRAW_PROJECT:
        return bool(state.project_pile_size > 0)
    if source == DRAW_PILE:
        return bool(state.pile_size > 0)
    return bool(state.pool[source - DRAW_POOL] != NOTHING)


@compiled
def some_source_is_open(state: State) -> bool:
    """Whether a card can be drawn at all."""
    for source in range(DRAW_PROJECT, SWEEP):  # noqa: SIM110 - compiled code has no generators
        if is_open(state, source):
            return True
    return False


@compiled
def draw(state: State, source: int) -> None:
    """Draw one card into the hand of the seat to move; a pool card is replaced at once."""
    seat = mover(state)
    if source == DRAW_PROJECT:
        state.project_pile_size -= 1
        top = whole(state.project_pile_size)
        state.project_hands[seat] |= ONE << whole(state.project_pile[top])
        state.project_pile[top] = NOTHING
    elif source == DRAW_PILE:
        state.hands[seat, take_from_pile(state)] += 1
        rebuild_pile(state)
    else:
        place = source - DRAW_POOL
        kind = whole(state.pool[place])
        state.hands[seat, kind] += 1
        state.known[seat, kind] += 1
        state.pool[place] = NOTHING
        fill_pool(state)


@compiled
def may_sweep(state: State) -> bool:
    """Whether the pool may be swept before the next card (URBANIA-DRAW-2, -3)."""
    drawing = state.due == ACTION or (state.due == DRAWING and not state.swept)
    return bool(drawing and pool_is_full(state) and workers_showing(state) <= 3)


@compiled
def sweep(state: State) -> None:
    """Discard the pool and deal a new one."""
    for place in range(POOL):
        state.discards[whole(state.pool[place])] += 1
        state.pool[place] = NOTHING
    after_discarding(state)
