"""How Urtown is written: turns as a player would note them, positions as one line of text."""

from __future__ import annotations

from contrada.games.urtown.notation.names import (
    CAPTURES,
    COLOURS,
    SCORINGS,
    SQUARE_NAMES,
    TILE_NAMES,
    TILE_SIGNS,
    english,
    read_square,
    square_name,
    tile_value,
)
from contrada.games.urtown.notation.positions import lying, pile, position_text, view_text
from contrada.games.urtown.notation.reading import position_seats, read_position
from contrada.games.urtown.notation.turns import (
    decision_text,
    implied,
    read_turn,
    separator,
    turn_as_seen,
    turn_squares,
    turn_text,
)
