"""Reads a position of Urtown from its text; `positions` describes the format."""

from __future__ import annotations

import re
from itertools import pairwise

from contrada.errors import NotationError, quoted
from contrada.games.texts import check_setting, fields
from contrada.games.urtown import rules
from contrada.games.urtown.notation.names import (
    CAPTURES,
    COLOUR_LETTERS,
    COLOURS,
    NOTHING,
    ROWS,
    SCORINGS,
    TILE_NAMES,
    TILE_SIGNS,
    square_name,
)
from contrada.games.urtown.notation.positions import captured_text
from contrada.games.urtown.rules import consistency
from contrada.kernel.boards import from_list
from contrada.kernel.operations import State

_FIELDS = (
    "board",
    "seats",
    "seat to move",
    "racks",
    "piles",
    "captured tiles",
    "shown tiles",
    "capture",
    "scoring",
)
_CELL = re.compile(rf"[1-9]|[{COLOUR_LETTERS}][{re.escape(TILE_SIGNS)}]")


def position_seats(text: str) -> int | None:
    """Return the number of seats in a position's text."""
    found = re.match(r"\S+ ([2-5]) ", text)
    return int(found[1]) if found else None


def read_position(state: State, text: str) -> None:
    """Read a position into a state that has been set up with the wanted seats and options."""
    part = fields(text, _FIELDS, "Urtown")
    check_setting(
        (part["seats"], part["capture"], part["scoring"]),
        (str(state.seats), CAPTURES[state.singletons], SCORINGS[state.blockers]),
    )
    _read_board(state, part["board"])
    _read_captured(state, part["captured tiles"])
    _read_racks_and_piles(state, part["racks"], part["piles"])
    _read_shown(state, part["shown tiles"])
    consistency.check_tiles(state, COLOURS)
    for colour in range(rules.colours(state)):
        state.placed[colour] = consistency.count_placed(state, colour)
        rules.settle(state, colour)
    _read_seat(state, part["seat to move"])
    consistency.check_seat(state)


def _read_board(state: State, board: str) -> None:
    rows = board.split("/")
    if len(rows) != 9:
        raise NotationError(f"the board has {len(rows)} rows, not 9, in {quoted(board)}")
    state.lying[:] = rules.NO_TILE
    found: list[list[int]] = [[] for _ in COLOURS]
    for row, marks in enumerate(rows):
        for square, colour, tile in _read_row(row, marks):
            if colour >= rules.colours(state):
                raise NotationError(f"{COLOURS[colour]} is not in play with {state.seats} seats")
            if rules.DECISION_OF[tile, square] < 0:
                raise NotationError(
                    f"the tile {TILE_NAMES[tile]} cannot be on {square_name(square)}"
                )
            found[colour].append(square)
            state.lying[square] = tile
    for colour, squares in enumerate(found):
        state.tiles[colour] = from_list(squares)


def _read_row(row: int, marks: str) -> list[tuple[int, int, int]]:
    """Return square, colour and tile of each tile in a row."""
    cells = _CELL.findall(marks) if len(marks) <= 18 else []
    width = sum(int(cell) if cell.isdigit() else 1 for cell in cells)
    runs = any(a.isdigit() and b.isdigit() for a, b in pairwise(cells))
    if "".join(cells) != marks or width != 9 or runs:
        raise NotationError(
            f"row {ROWS[row]} of the board, {quoted(marks)}, must be nine squares: a colour letter "
            "and a sign for each tile, and a digit for each run of empty squares"
        )
    found, column = [], 0
    for cell in cells:
        if cell.isdigit():
            column += int(cell)
        else:
            colour, tile = COLOUR_LETTERS.index(cell[0]), TILE_SIGNS.index(cell[1])
            found.append((row * 9 + column, colour, tile))
            column += 1
    return found


def _parts(text: str, size: int, what: str) -> list[str]:
    parts = ["" if part == NOTHING else part for part in text.split("/")]
    if len(parts) != size or "/".join(part or NOTHING for part in parts) != text:
        raise NotationError(
            f"{what} must be {size} parts separated by /, - for none, not {quoted(text)}"
        )
    return parts


def _read_tiles(text: str, what: str, *, ordered: bool) -> list[int]:
    if not all(sign in TILE_SIGNS for sign in text) or len(set(text)) != len(text):
        raise NotationError(f"{what} {quoted(text)} must be different signs of {TILE_SIGNS}")
    tiles = [TILE_SIGNS.index(sign) for sign in text]
    if ordered and tiles != sorted(tiles):
        raise NotationError(f"{what} {quoted(text)} must be in the order of {TILE_SIGNS}")
    return tiles


def _read_racks_and_piles(state: State, racks: str, piles: str) -> None:
    colours = int(rules.colours(state))
    state.piles[:] = rules.NO_TILE
    rack_parts, pile_parts = _parts(racks, colours, "racks"), _parts(piles, colours, "piles")
    for colour, (rack, stack) in enumerate(zip(rack_parts, pile_parts, strict=True)):
        state.racks[colour] = rules.set_of(_read_tiles(rack, "the rack", ordered=True))
        order = _read_tiles(stack, "the pile", ordered=False)
        if len(order) > rules.PILE:
            raise NotationError(f"a pile has at most {rules.PILE} tiles, not {len(order)}")
        state.pile_sizes[colour] = len(order)
        for place, tile in enumerate(reversed(order)):
            state.piles[colour, place] = tile


def _read_captured(state: State, captured: str) -> None:
    state.captured[:] = 0
    for captor, part in enumerate(_parts(captured, int(state.seats), "captured tiles")):
        cells = [part[place : place + 2] for place in range(0, len(part), 2)]
        if any(not _CELL.fullmatch(cell) or cell.isdigit() for cell in cells):
            raise NotationError(f"captured tiles are colour letters and tiles, not {quoted(part)}")
        for cell in cells:
            colour, tile = COLOUR_LETTERS.index(cell[0]), TILE_SIGNS.index(cell[1])
            consistency.check_captured(state, captor, colour, cell)
            state.captured[captor, colour] = int(state.captured[captor, colour]) | 1 << tile
        if captured_text(state, captor, int(rules.colours(state))) != part:
            raise NotationError(f"captured tiles {quoted(part)} must be sorted, each once")


def _read_shown(state: State, known: str) -> None:
    for colour, part in enumerate(_parts(known, int(rules.colours(state)), "shown tiles")):
        tiles = rules.set_of(_read_tiles(part, "the shown tiles", ordered=True))
        if tiles & ~int(state.racks[colour]):
            raise NotationError(f"shown tiles {quoted(part)} are not all on the rack")
        state.shown[colour] = tiles


def _read_seat(state: State, text: str) -> None:
    seats = [str(seat) for seat in range(state.seats)]
    if text != NOTHING and text not in seats:
        raise NotationError(
            f"the seat to move is one of {', '.join(seats)} or -, not {quoted(text)}"
        )
    state.to_move = rules.NOBODY if text == NOTHING else int(text)
