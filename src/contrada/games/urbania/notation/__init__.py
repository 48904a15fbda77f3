"""How Urbania is written: turns as a log that people can read, positions as a line of text."""

from __future__ import annotations

from contrada.games.urbania.notation.names import (
    CARD_CODES,
    CARDS,
    COLOURS,
    FACES,
    PROJECT_CODES,
    PROJECTS,
    SPECIALISTS,
    TILE_CODES,
    TYPES,
    read_space,
    space_name,
    type_at,
)
from contrada.games.urbania.notation.positions import payment, position_text, view_text
from contrada.games.urbania.notation.reading import position_seats, read_position
from contrada.games.urbania.notation.turns import (
    decision_text,
    implied,
    read_turn,
    separator,
    turn_as_seen,
    turn_squares,
    turn_text,
)
