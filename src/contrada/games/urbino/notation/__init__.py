"""How Urbino is written: Abstract Play's text for turns, and a one-line text for positions.

Turns: `e5` an architect placed; `1d4` a building (1 house, 2 palace, 3 tower), the architects
staying; `h1-i7,1g5` an architect repositioned, then a building; `pass` a skip, or Black naming
White. Single decisions besides: `h1-i7`, `stay`, `black`, `white`. A first building right after
the architects means that Black has named Black.

Positions: rows 9 to 1, as in chess, `h p t` Black's and `H P T` White's buildings, digits for
runs of unbuilt squares; then the architects, the seat to move, what is due, the skips in a row
just now, and the variant:

    9/9/9/9/3h5/9/9/9/9 h1,d8 w turn 0 base
"""

from contrada.games.urbino.notation.names import SQUARE_NAMES, read_square, square_name
from contrada.games.urbino.notation.positions import (
    building_letter,
    line_text,
    position_seats,
    position_text,
    read_position,
    squares_of,
)
from contrada.games.urbino.notation.turns import (
    decision_text,
    implied,
    read_turn,
    separator,
    turn_as_seen,
    turn_squares,
    turn_text,
)
