"""A position of Urtown as one line of text.

Rows A to I, each tile as a letter for its colour (r b y g v) and a sign for the tile, digits for
runs of empty squares; then the number of seats and the seat to move (counted from 0, `-` when the
game is over), the racks, the piles with the next tile first, the captured tiles of each seat, the
rack tiles that a skip has shown, and the two options:

    9/9/9/9/9/9/9/9/9 3 0 14Am$/25Brl/3678C 9DEFG…/…/… -/-/- -/-/- whole urtown

Signs of tiles: 1-9, A-I, m man, r ring, w woman, l lamp, k skyline, s saxophone, c car, d cards,
p champagne, $. A view's text has `?` for each tile that the seat does not know, and for every tile
of a pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from contrada.games.plain import plain
from contrada.games.urtown import rules
from contrada.games.urtown.notation.names import (
    CAPTURES,
    COLOUR_LETTERS,
    NOTHING,
    SCORINGS,
    TILE_SIGNS,
)
from contrada.kernel.boards import to_list
from contrada.kernel.operations import State
from contrada.kernel.sets import members


def position_text(state: State) -> str:
    """Write a position on one line, with everything that is hidden."""
    table, colours = plain(state), range(rules.colours(state))
    racks = [_signs(members(table.racks[colour])) for colour in colours]
    piles = [_signs(pile(table, colour)) for colour in colours]
    return _text(table, lying(table), racks, piles)


def view_text(
    table: State, board: Mapping[int, tuple[int, int]], known: Sequence[Sequence[int]]
) -> str:
    """Write a plain state with what is known of each rack; `?` stands for every other tile."""
    sizes = [word.bit_count() for word in table.racks]
    racks = [_signs(tiles) + "?" * (sizes[c] - len(tiles)) for c, tiles in enumerate(known)]
    return _text(table, board, racks, ["?" * table.pile_sizes[c] for c in range(len(known))])


def pile(state: State, colour: int) -> list[int]:
    """Return a pile's tiles in the order they will be drawn."""
    return [int(tile) for tile in state.piles[colour] if tile != rules.NO_TILE][::-1]


def _signs(tiles: Iterable[int]) -> str:
    return "".join(TILE_SIGNS[tile] for tile in tiles)


def _text(
    table: State, board: Mapping[int, tuple[int, int]], racks: list[str], piles: list[str]
) -> str:
    colours = len(racks)
    captured = [captured_text(table, captor, colours) for captor in range(table.seats)]
    shown = [_signs(members(table.shown[colour])) for colour in range(colours)]
    return " ".join(
        (
            _board_text(board),
            str(table.seats),
            NOTHING if table.to_move == rules.NOBODY else str(table.to_move),
            *("/".join(part or NOTHING for part in parts) for parts in (racks, piles)),
            *("/".join(part or NOTHING for part in parts) for parts in (captured, shown)),
            CAPTURES[table.singletons],
            SCORINGS[table.blockers],
        )
    )


def lying(table: State) -> dict[int, tuple[int, int]]:
    """Return colour and tile of every square that has a tile, in rising order of squares."""
    colour_at = {
        square: colour
        for colour, (low, high) in enumerate(table.tiles)
        for square in to_list((low, high))
    }
    return {square: (colour_at[square], table.lying[square]) for square in sorted(colour_at)}


def _board_text(board: Mapping[int, tuple[int, int]]) -> str:
    cells = [" "] * rules.SQUARES
    for square, (colour, tile) in board.items():
        cells[square] = COLOUR_LETTERS[colour] + TILE_SIGNS[tile]
    rows = "/".join("".join(cells[row : row + 9]) for row in range(0, rules.SQUARES, 9))
    for run in reversed(range(1, 10)):  # the longest first, or shorter runs would break it up
        rows = rows.replace(" " * run, str(run))
    return rows


def captured_text(state: State, captor: int, colours: int) -> str:
    """Write the tiles a seat has captured, sorted by colour and tile."""
    return "".join(
        COLOUR_LETTERS[colour] + TILE_SIGNS[tile]
        for colour in range(colours)
        for tile in members(state.captured[captor][colour])
    )
