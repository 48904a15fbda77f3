"""The parts of a decision of Urtown, and what it did in a position, as plain data."""

from __future__ import annotations

from typing import Any

from contrada.games.contract import Parts
from contrada.games.urtown import rules
from contrada.games.urtown.notation import TILE_NAMES, square_name
from contrada.kernel.operations import State


def parts(decision: int) -> Parts:
    """Return the parts of a decision, whatever the position."""
    if decision == rules.SKIP:
        return {"does": "skip"}
    which, rest = divmod(decision, rules.PER_COLOUR)
    tile, square = TILE_NAMES[rules.TILE_OF[rest]], square_name(rules.SQUARE_OF[rest])
    return {"does": "place", "which": which, "tile": tile, "square": square}


def account(state: State, decision: int, _seat: int | None) -> dict[str, Any]:
    """Return what a decision did, without the tile that was drawn afterwards."""
    if decision == rules.SKIP:
        return dict(parts(decision))
    which, rest = divmod(decision, rules.PER_COLOUR)
    return {
        **parts(decision),
        "colour": int(rules.colour_to_play(state, which)),
        "captures": _tile_on(state, int(rules.SQUARE_OF[rest])),
    }


def _tile_on(state: State, square: int) -> dict[str, Any] | None:
    colour = int(rules.colour_at(state, square))
    if colour == rules.NO_COLOUR:
        return None
    return {"colour": colour, "tile": TILE_NAMES[state.lying[square]]}
