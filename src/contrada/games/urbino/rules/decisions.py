"""The numbers of decisions: where each kind begins, and what is added to that."""

from __future__ import annotations

from contrada.games.urbino.rules.state import SQUARES
from contrada.kernel.jit import constants

_after_repositioning = SQUARES + 2 * SQUARES
_after_erecting = _after_repositioning + 1 + 3 * SQUARES
PLACE, REPOSITION, STAY, ERECT = constants(
    0,  # + square
    SQUARES,  # + architect * SQUARES + square
    _after_repositioning,
    _after_repositioning + 1,  # + kind * SQUARES + square
)
NAME_BLACK, NAME_WHITE, SKIP = constants(*range(_after_erecting, _after_erecting + 3))
DECISIONS = _after_erecting + 3
