"""The pile and the market (URBE-SETUP-2, ROUND-1, MARKET)."""

from __future__ import annotations

from contrada.games.urbe.components import MOST_MARKET
from contrada.games.urbe.rules.state import MARKET_SIZE, NOTHING, TILES
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.chance import shuffle
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import by_seats


@compiled
def rebuild_pile(state: State) -> None:
    """Shuffle the discards into a new pile (URBE-ROUND-1)."""
    size = ZERO
    for tile in range(TILES):
        if state.discards[tile]:
            state.pile[size] = tile
            state.discards[tile] = 0
            size += 1
    shuffle(state.random, state.pile, size)
    state.pile_size = size


@compiled
def take_from_pile(state: State) -> int:
    """Take the next tile; an empty pile is rebuilt first."""
    if state.pile_size == 0:
        rebuild_pile(state)
    state.pile_size -= 1
    top = whole(state.pile_size)
    tile = whole(state.pile[top])
    state.pile[top] = NOTHING
    return tile


@compiled
def deal_market(state: State) -> None:
    """Deal a tile to every place of the market (URBE-SETUP-2, ROUND-1)."""
    for place in range(by_seats(state, MARKET_SIZE)):
        state.market[place] = take_from_pile(state)


@compiled
def discard_market(state: State) -> None:
    """Discard what is left in the market (URBE-ROUND-1)."""
    for place in range(MOST_MARKET):
        tile = whole(state.market[place])
        if tile != NOTHING:
            state.discards[tile] = 1
            state.market[place] = NOTHING


@compiled
def marked(state: State) -> int:
    """Return the places under a meeple, the Archbishop included."""
    places = whole(state.archbishop_mark)
    for seat in range(state.seats):
        places |= state.meeples[seat]
    return places


@compiled
def unmarked(state: State) -> int:
    """Return the places of a full market that nobody marks."""
    return ((ONE << by_seats(state, MARKET_SIZE)) - 1) & ~marked(state)
