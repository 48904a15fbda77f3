"""Turns of Urtown as a player would note them.

The tile, then the square, `5 C5`, `ring B4`, `$ E5`; an `x` before the square marks a capture,
`5 xC5`. With two seats the colour comes first, `red 5 C5`. `skip` is a skip.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contrada.errors import IllegalDecision, NotationError, quoted
from contrada.games.urtown import rules
from contrada.games.urtown.notation.names import (
    COLOURS,
    TILE_NAMES,
    english,
    read_square,
    square_name,
    tile_value,
)
from contrada.kernel.operations import State

SKIP_TEXT = "skip"

separator = ";"
implied: frozenset[int] = frozenset()

_SQUARE = "[A-I][1-9]"
_TURN = re.compile(rf"(?:({'|'.join(COLOURS)}) )?(\S+) (x?)({_SQUARE})")


def decision_text(state: State, decision: int) -> str:
    """Write one decision."""
    if decision == rules.SKIP:
        return SKIP_TEXT
    which, rest = divmod(decision, rules.PER_COLOUR)
    square = int(rules.SQUARE_OF[rest])
    mark = "x" if _is_capture(state, square) else ""
    words = [TILE_NAMES[rules.TILE_OF[rest]], mark + square_name(square)]
    if state.seats == 2:
        words.insert(0, _own_colours(state)[which])
    elif which:
        words.insert(0, "second")  # no such colour: only a refusal ever says so
    return " ".join(words)


def _is_capture(state: State, square: int) -> bool:
    colour = int(rules.colour_at(state, square))
    return colour != rules.NO_COLOUR and rules.owner(state, colour) != state.to_move


def turn_text(state: State, decisions: Sequence[int]) -> str:
    """Write a turn: it is one decision."""
    return decision_text(state, decisions[0])


def turn_as_seen(state: State, decisions: Sequence[int], _seat: int | None) -> str:
    """Write a turn as a seat sees it: everyone sees all of it."""
    return turn_text(state, decisions)


def turn_squares(state: State, decisions: Sequence[int]) -> list[str]:
    """Return the square where a turn placed a tile."""
    return re.findall(_SQUARE, turn_text(state, decisions))


def read_turn(state: State, text: str) -> list[int]:
    """Read a turn; refuse a tile on a square it never fits, because no decision means that."""
    if text == SKIP_TEXT:
        return [int(rules.SKIP)]
    found = _TURN.fullmatch(text)
    if not found or found[2] not in TILE_NAMES:
        raise NotationError(f"{quoted(text)} is not a turn of Urtown; expected {_example(state)}")
    which = _read_colour(state, found[1], text)
    tile, square = TILE_NAMES.index(found[2]), read_square(found[4])
    rest = int(rules.DECISION_OF[tile, square])
    if rest < 0:
        raise _misfit(tile, square)
    if amiss := _amiss_with_mark(state, square, marked=bool(found[3])):
        ours = decision_text(state, which * rules.PER_COLOUR + rest)
        raise NotationError(f"{quoted(text)} must be written {ours!r}: {amiss}")
    return [which * rules.PER_COLOUR + rest]


def _amiss_with_mark(state: State, square: int, *, marked: bool) -> str:
    """Return what is wrong with the x of a capture; nothing if a rule refuses the turn anyway."""
    colour = int(rules.colour_at(state, square))
    if state.to_move == rules.NOBODY:
        return ""
    if colour == rules.NO_COLOUR:
        return "there is no tile to capture" if marked else ""
    is_own = rules.owner(state, colour) == state.to_move
    return "" if marked or is_own else "it captures a tile"


def _example(state: State) -> str:
    if state.seats != 2:
        return "for instance 5 C5, ring xB4"
    first, second = _own_colours(state)
    return f"for instance {first} 5 C5, {second} ring xB4"


def _own_colours(state: State) -> tuple[str, ...]:
    """Return the colours of the seat to move, in a game for two."""
    first = max(int(state.to_move), 0) * 2
    return COLOURS[first : first + 2]


def _read_colour(state: State, name: str | None, text: str) -> int:
    """Return whether a turn names the seat's first or second colour."""
    if state.seats != 2:
        if name:
            raise NotationError(
                f"{quoted(text)} names a colour, but only games for two seats do that"
            )
        return 0
    if state.to_move == rules.NOBODY:
        return COLOURS.index(name) % 2 if name else 0
    own = _own_colours(state)
    if name not in own:
        raise NotationError(f"{quoted(text)} must begin with your colour, {' or '.join(own)}")
    return own.index(name)


def _misfit(tile: int, square: int) -> IllegalDecision:
    """Refuse a wrong column, row or symbol, pointing at the squares the tile does fit."""
    case, which = tile_value(tile)
    squares = list(map(square_name, rules.fitting_squares(tile)))
    values = {**which, "square": square_name(square)}
    return english.refusal(rules.RULE_IDS[rules.PLACE_1], case, values, squares)
