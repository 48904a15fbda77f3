"""Urbino as engines of the UCI family write it, such as a fork of Fairy-Stockfish.

Their White moves first, so it is our Black. `A@e5` places an architect; `d4c4te5` repositions one
from d4 to c4 and builds a tower on e5; `d4c4t` builds on the square just left; `a1a1hd6` builds a
house without repositioning, whatever is on a1; and `e5e5` builds nothing: the first building is
handed over, or the turn skipped.
"""

from __future__ import annotations

import re

from contrada.errors import NotationError, quoted
from contrada.games.urbino import rules
from contrada.games.urbino.notation.names import SQUARE
from contrada.games.urbino.notation.positions import squares_of
from contrada.games.urbino.notation.turns import SKIP_TEXT, read_turn
from contrada.kernel.operations import State

VARIANTS = ("urbino", "monuments")
LETTERS = "hpt"  # houses, palaces, towers
ARCHITECTS = "Aa"  # belong to nobody; engines write them like pieces of those who placed them
_PLACE = re.compile(rf"[Aa]@({SQUARE})")
_TURN = re.compile(rf"({SQUARE})({SQUARE})(?:([{LETTERS}])({SQUARE})?)?")


def variant(state: State) -> str:
    """Return what engines call the variant."""
    return VARIANTS[int(state.monuments)]


def fen(state: State) -> str:
    """Write a position as an engine reads it; it expects the beginning of a turn."""
    marks = _marks(state)
    cells = ["".join(marks.get(9 * row + column, ".") for column in range(9)) for row in range(9)]
    board = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in reversed(cells))
    placed = sum(mark in ARCHITECTS for mark in marks.values())
    supply = [
        _of_seat(letter, seat) * int(state.supply[seat, kind])
        for seat in range(2)
        for kind, letter in enumerate(LETTERS)
    ]
    waiting = "".join([ARCHITECTS[placed:], *supply])
    return f"{board}[{waiting}] {'wb'[int(state.to_move)]} - - 0 {_full_move(marks, placed)}"


def read_move(state: State, move: str) -> list[int]:
    """Read the move of an engine as decisions, whether or not the rules allow them."""
    found = _PLACE.fullmatch(move)
    if found:
        return read_turn(state, found[1])
    found = _TURN.fullmatch(move)
    if not found:
        raise NotationError(f"{quoted(move)} is not a move like A@e5, d4c4te5, a1a1hd6 or e5e5")
    left, reached, letter, square = found.groups()
    if letter is None:
        if left != reached:
            raise NotationError(f"{quoted(move)} repositions an architect but builds nothing")
        return read_turn(state, SKIP_TEXT)
    building = f"{LETTERS.index(letter) + 1}{square or left}"
    return read_turn(state, building if left == reached else f"{left}-{reached},{building}")


def _marks(state: State) -> dict[int, str]:
    """Return the letter of each occupied square."""
    stand = [int(square) for square in state.architects if square != rules.NO_SQUARE]
    buildings = {
        square: _of_seat(letter, seat)
        for seat in range(2)
        for kind, letter in enumerate(LETTERS)
        for square in squares_of(state, seat, kind)
    }
    return buildings | dict(zip(stand, ARCHITECTS, strict=False))


def _of_seat(letter: str, seat: int) -> str:
    """Write a letter large for the seat that moves first."""
    return letter if seat else letter.upper()


def _full_move(marks: dict[int, str], placed: int) -> int:
    """Number the move: engines tell by it whether the first building is due."""
    return 1 if placed < len(ARCHITECTS) else 2 + (len(marks) - placed + 1) // 2
