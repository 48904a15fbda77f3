"""What each architect sees, and the building lots that both see (URBINO-LOT)."""

from __future__ import annotations

from contrada.games.urbino.rules.state import BOARD, NO_SQUARE, built
from contrada.kernel.boards import (
    NOWHERE,
    Squares,
    behind,
    intersection,
    minus,
    open_rays,
    single,
    union,
)
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State


@compiled
def sight(square: int, buildings: Squares) -> Squares:
    """Return what an architect there sees past the buildings, without another architect."""
    return open_rays(BOARD, square, buildings)


@compiled
def sees(state: State, architect: int) -> Squares:
    """Return the squares an architect sees, whose view the other one blocks (URBINO-LOT-1, -2)."""
    square, other = state.architects[architect], state.architects[1 - architect]
    seen = sight(square, built(state))
    if other == NO_SQUARE:
        return seen
    return minus(minus(seen, behind(BOARD, square, other)), single(other))


@compiled
def shared_lots(square: int, sight_there: Squares, other: int, other_sight: Squares) -> Squares:
    """Return the squares that architects on two squares both see (URBINO-LOT-3).

    Each hides from the other what lies behind it. Neither square is in its own sight, so the
    architects' own squares drop out.
    """
    both = intersection(sight_there, other_sight)
    return minus(both, union(behind(BOARD, square, other), behind(BOARD, other, square)))


@compiled
def lots(state: State) -> Squares:
    """Return the building lots with the architects where they are now."""
    square, other = state.architects[0], state.architects[1]
    if square == NO_SQUARE or other == NO_SQUARE:
        return NOWHERE
    buildings = built(state)
    return shared_lots(square, sight(square, buildings), other, sight(other, buildings))
