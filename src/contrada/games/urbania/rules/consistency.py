"""What holds of every position that the rules lead to; asked of a position read from text."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbania.rules.end_phase import end_is_near
from contrada.games.urbania.rules.projects import value_of
from contrada.games.urbania.rules.state import CENTRE, DISTRICT, NOTHING, SPACES, TILES
from contrada.kernel.operations import State
from contrada.kernel.sets import members

_CENTRE = sum(1 << space for space in range(SPACES) if DISTRICT[space] == CENTRE)
_WEST, _EAST = (sum(1 << space for space in range(SPACES) if space % 7 == side) for side in (0, 6))


def is_whole_city(state: State) -> bool:
    """Whether every tile of the box lies somewhere (URBANIA-TILES-1)."""
    return sorted(state.tiles.tolist()) == sorted(TILES.tolist())


def centre_is_renewed(renewed: int) -> bool:
    """Whether a set of renewed spaces has all of the centre (URBANIA-SETUP-1)."""
    return not _CENTRE & ~renewed


def renewed_apart(renewed: int) -> int | None:
    """Return the first renewed space that is not joined to the centre (URBANIA-RENEW-1)."""
    reached, grown = 0, _CENTRE
    while reached != grown:
        reached = grown
        across = (reached & ~_WEST) >> 1 | (reached & ~_EAST) << 1
        grown = reached | (across | reached >> 7 | reached << 7) & renewed
    return next(iter(members(renewed & ~reached)), None)


def count_cards(state: State, paid: list[int]) -> npt.NDArray[np.int64]:
    """Count the cards of each kind, wherever they are; `paid` are those of a payment under way."""
    lying = [*state.pile[: state.pile_size].tolist(), *state.pool.tolist(), *paid]
    counts = state.hands.sum(0) + state.tables.sum(0) + state.discards
    np.add.at(counts, [kind for kind in lying if kind != NOTHING], 1)
    return counts  # type: ignore[no-any-return]


def pile_waits(state: State) -> bool:
    """Whether the pile is empty though there are discards to rebuild it from (URBANIA-DRAW-4)."""
    return bool(state.pile_size == 0 and state.discards.any())


def pool_waits(state: State) -> bool:
    """Whether a place of the pool is empty though the pile could fill it (URBANIA-DRAW-5)."""
    return bool(state.pile_size > 0 and (state.pool == NOTHING).any())


def turns_to_the_end(state: State) -> tuple[int, ...]:
    """Return how many turns may be left in the end phase, with this one (URBANIA-END-1, -2).

    The last turn is that of the seat before the start seat, in this round or the next.
    """
    seats = int(state.seats)
    rest = seats - (int(state.to_move) - int(state.starter)) % seats
    return (rest, rest + seats) if end_is_near(state) else (0,)


def points_from_projects(state: State, seat: int) -> int:
    """Add up what a seat's submitted projects are worth (URBANIA-END-3)."""
    return sum(int(value_of(state, project)) for project in members(state.submitted[seat]))
