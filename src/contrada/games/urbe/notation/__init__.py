"""How Urbe is written: turns as a log that people can read, and a one-line text for positions.

Turns: `side B Goldsmith` and `keep Almoner` choose characters; `mark 5 Fish Hall` puts a meeple on
place 5 of the market, `archbishop 7 Rope Walk` the white one or `no archbishop`. `take Fish Hall by
the flags of purple+blue/wheel` (or by the guilds) pays with half a card; `meeple 5 Fish Hall`
says which meeple, with two. `second 3 Windmill` and `treasurer 3 Windmill` take more, or `no
second`, `no treasurer`. `take River Castle for` a card pays for a grey tile, `leave Fish Hall for`
one when no card can pay. `place Fish Hall on B2`, a bridge on `A1-B1`, a watchtower `above B1`;
`keep` ends placing, `swap A1 B2` is the Mason's, or `no swap`. Commas stand between decisions.

Positions: see docs/notation/urbe.md; every part of the table has its place on the line.
"""

from contrada.games.urbe.notation.names import (
    CARD_TEXTS,
    COLOURS,
    DECREES,
    GUILDS,
    LOCATIONS,
    OUR_COMPONENTS,
    RENAMED,
    SQUARES,
    TILES,
    USEFUL,
    USEFUL_EIGHT,
    cell_name,
    tile_at,
)
from contrada.games.urbe.notation.positions import DUE, LOCATION_CODES, position_text, view_text
from contrada.games.urbe.notation.reading import position_seats, read_position
from contrada.games.urbe.notation.turns import (
    decision_text,
    implied,
    read_turn,
    separator,
    turn_as_seen,
    turn_squares,
    turn_text,
)
