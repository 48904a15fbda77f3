"""How Urtown is written: turns as a player would note them, and a one-line text for positions.

Turns: the tile, then the square, `5 C5`, `ring B4`, `$ E5`; an `x` before the square marks a
capture, `5 xC5`. With two seats the colour comes first, `red 5 C5`. `skip` is a skip.

Positions: rows A to I, each tile as a letter for its colour (r b y g v) and a sign for the tile,
digits for runs of empty squares; then the number of seats and the seat to move (counted from 0,
`-` when the game is over), the racks, the piles with the next tile first, the captured tiles of
each seat, the rack tiles that a skip has shown, and the two options:

    9/9/9/9/9/9/9/9/9 3 0 14Am$/25Brl/3678C 9DEFG…/…/… -/-/- -/-/- whole urtown

Signs of tiles: 1-9, A-I, m man, r ring, w woman, l lamp, k skyline, s saxophone, c car, d cards,
p champagne, $. A view's text has `?` for each tile that the seat does not know, and in a pile
always.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from contrada.errors import IllegalDecision, NotationError, quoted
from contrada.games.plain import plain
from contrada.games.urtown import rules
from contrada.kernel.boards import Squares, from_list, to_list
from contrada.kernel.operations import State

COLOURS = ("red", "blue", "yellow", "green", "violet")
COLOUR_LETTERS = "rbygv"
SYMBOLS = ("man", "ring", "woman", "lamp", "skyline", "saxophone", "car", "cards", "champagne")
TILE_NAMES = (*"123456789", *"ABCDEFGHI", *SYMBOLS, "$")
TILE_SIGNS = "123456789ABCDEFGHImrwlkscdp$"
ROWS, COLUMNS = "ABCDEFGHI", "123456789"
CAPTURES = ("whole", "literal")
SCORINGS = ("urtown", "blockers")
SKIP_TEXT = "skip"
NOTHING = "-"

separator = ";"
implied: frozenset[int] = frozenset()

_SQUARE = "[A-I][1-9]"
_TURN = re.compile(rf"(?:({'|'.join(COLOURS)}) )?(\S+) (x?)({_SQUARE})")
_CELL = re.compile(rf"[1-9]|[{COLOUR_LETTERS}][{re.escape(TILE_SIGNS)}]")


SQUARE_NAMES = tuple(row + column for row in ROWS for column in COLUMNS)


def square_name(square: int) -> str:
    """Write a square: 0 is A1, 80 is I9."""
    return SQUARE_NAMES[square]


def read_square(name: str) -> int:
    """Read a square that is known to be written as one."""
    return ROWS.index(name[0]) * 9 + COLUMNS.index(name[1])


def tiles_of(word: int) -> list[int]:
    """Return the tiles of a set, in rising order."""
    rest, tiles = int(word), []
    while rest:
        lowest = rest & -rest
        tiles.append(lowest.bit_length() - 1)
        rest ^= lowest
    return tiles


def set_of(tiles: Iterable[int]) -> int:
    """Return the set that holds these tiles."""
    return sum(1 << tile for tile in tiles)


# --- Turns ---------------------------------------------------------------------------------------


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
    """Write a turn as a seat sees it: all see it whole."""
    return turn_text(state, decisions)


def turn_squares(state: State, decisions: Sequence[int]) -> list[str]:
    """Name the square a turn has put a tile on."""
    return re.findall(_SQUARE, turn_text(state, decisions))


def read_turn(state: State, text: str) -> list[int]:
    """Read a turn; a tile on a square it never fits is refused at once, having no number."""
    if text == SKIP_TEXT:
        return [int(rules.SKIP)]
    found = _TURN.fullmatch(text)
    if not found or found[2] not in TILE_NAMES:
        raise NotationError(f"{quoted(text)} is no turn of Urtown; expected {_example(state)}")
    which = _read_colour(state, found[1], text)
    tile, square = TILE_NAMES.index(found[2]), read_square(found[4])
    rest = int(rules.DECISION_OF[tile, square])
    if rest < 0:
        raise _misfit(tile, square)
    if amiss := _amiss_with_mark(state, square, marked=bool(found[3])):
        ours = decision_text(state, which * rules.PER_COLOUR + rest)
        raise NotationError(f"{quoted(text)} is to be written {ours!r}: {amiss}")
    return [which * rules.PER_COLOUR + rest]


def _amiss_with_mark(state: State, square: int, *, marked: bool) -> str:
    """Say what is wrong with the x of a capture; where a rule refuses the turn anyway, nothing."""
    colour = int(rules.colour_at(state, square))
    if state.to_move == rules.NOBODY:
        return ""
    if colour == rules.NO_COLOUR:
        return "there is nothing to capture" if marked else ""
    return (
        "" if marked or rules.owner(state, colour) == state.to_move else "another's tile lies there"
    )


def _example(state: State) -> str:
    if state.seats != 2:
        return "for instance 5 C5, ring xB4"
    first, second = _own_colours(state)
    return f"for instance {first} 5 C5, {second} ring xB4"


def _own_colours(state: State) -> tuple[str, ...]:
    """Name the colours of the seat to move, with two seats."""
    first = max(int(state.to_move), 0) * 2
    return COLOURS[first : first + 2]


def _read_colour(state: State, name: str | None, text: str) -> int:
    """Return whether a turn names the seat's first or second colour."""
    if state.seats != 2:
        if name:
            raise NotationError(f"{quoted(text)} names a colour; that is for two seats only")
        return 0
    if state.to_move == rules.NOBODY:
        return COLOURS.index(name) % 2 if name else 0
    own = _own_colours(state)
    if name not in own:
        raise NotationError(f"{quoted(text)} is to begin with one's own colour, {' or '.join(own)}")
    return own.index(name)


def _misfit(tile: int, square: int) -> IllegalDecision:
    """Refuse a wrong column, row or symbol, pointing at the squares the tile does fit."""
    name = TILE_NAMES[tile]
    if tile < rules.LETTER:
        where = f"into column {name}"
    elif tile < rules.SYMBOL:
        where = f"into row {name}"
    else:
        where = f"onto a square with the symbol {name}"
    squares = tuple(square_name(s) for s in to_list(_fitting(tile)))
    sentence = f"The tile {name} goes {where}, not onto {square_name(square)}"
    return IllegalDecision(rules.RULE_IDS[rules.PLACE_1], sentence, squares)


def _fitting(tile: int) -> Squares:
    return rules.FITTING[tile, 0], rules.FITTING[tile, 1]


# --- Positions -----------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """Write a position on one line, with everything that is hidden."""
    table, colours = plain(state), range(rules.colours(state))
    racks = [_signs(tiles_of(table.racks[colour])) for colour in colours]
    piles = [_signs(pile(table, colour)) for colour in colours]
    return _text(table, lying(table), racks, piles)


def view_text(
    table: State, lies: Mapping[int, tuple[int, int]], known: Sequence[Sequence[int]]
) -> str:
    """Write a plain state with what is known of each rack; `?` stands for every other tile."""
    sizes = [word.bit_count() for word in table.racks]
    racks = [_signs(tiles) + "?" * (sizes[c] - len(tiles)) for c, tiles in enumerate(known)]
    return _text(table, lies, racks, ["?" * table.pile_sizes[c] for c in range(len(known))])


def pile(state: State, colour: int) -> list[int]:
    """Return a pile's tiles in the order they will be drawn."""
    return [int(tile) for tile in state.piles[colour] if tile != rules.NO_TILE][::-1]


def _signs(tiles: Iterable[int]) -> str:
    return "".join(TILE_SIGNS[tile] for tile in tiles)


def _text(
    table: State, lies: Mapping[int, tuple[int, int]], racks: list[str], piles: list[str]
) -> str:
    colours = len(racks)
    captured = [_captured_text(table, captor, colours) for captor in range(table.seats)]
    shown = [_signs(tiles_of(table.shown[colour])) for colour in range(colours)]
    return " ".join(
        (
            _board_text(lies),
            str(table.seats),
            NOTHING if table.to_move == rules.NOBODY else str(table.to_move),
            *("/".join(part or NOTHING for part in parts) for parts in (racks, piles)),
            *("/".join(part or NOTHING for part in parts) for parts in (captured, shown)),
            CAPTURES[table.literal],
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


def _board_text(lies: Mapping[int, tuple[int, int]]) -> str:
    cells = [" "] * rules.SQUARES
    for square, (colour, tile) in lies.items():
        cells[square] = COLOUR_LETTERS[colour] + TILE_SIGNS[tile]
    rows = "/".join("".join(cells[row : row + 9]) for row in range(0, rules.SQUARES, 9))
    for run in reversed(range(1, 10)):  # the longest first, so that each is taken whole
        rows = rows.replace(" " * run, str(run))
    return rows


def _captured_text(state: State, captor: int, colours: int) -> str:
    return "".join(
        COLOUR_LETTERS[colour] + TILE_SIGNS[tile]
        for colour in range(colours)
        for tile in tiles_of(state.captured[captor][colour])
    )


def position_seats(text: str) -> int | None:
    """Return for how many seats a position's text says it is."""
    found = re.match(r"\S+ ([2-5]) ", text)
    return int(found[1]) if found else None


def read_position(state: State, text: str) -> None:
    """Read a position into a state that has been set up with the wanted seats and options."""
    fields = text.split(" ")
    if len(fields) != 9:
        raise NotationError(
            f"{quoted(text)} has {len(fields)} parts; a position of Urtown has nine: board, seats, "
            "seat to move, racks, piles, captured tiles, shown tiles, and two options"
        )
    board, seats, seat, racks, piles, captured, known, capture, scoring = fields
    given = (seats, capture, scoring)
    wanted = (str(state.seats), CAPTURES[state.literal], SCORINGS[state.blockers])
    if given != wanted:
        raise NotationError(
            f"the position is for {' '.join(map(quoted, given))}, but the game is set up for "
            f"{' '.join(wanted)}"
        )
    _read_board(state, board)
    _read_captured(state, captured)
    _read_racks_and_piles(state, racks, piles)
    _read_shown(state, known)
    _check_tiles(state)
    for colour in range(rules.colours(state)):
        rules.settle(state, colour)
    _read_seat(state, seat)


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
    """Return square, colour and tile of what lies in a row."""
    cells = _CELL.findall(marks) if len(marks) <= 18 else []
    width = sum(int(cell) if cell.isdigit() else 1 for cell in cells)
    runs = any(a.isdigit() and b.isdigit() for a, b in pairwise(cells))
    if "".join(cells) != marks or width != 9 or runs:
        raise NotationError(
            f"row {ROWS[row]} of the board, {quoted(marks)}, must be nine squares: a colour letter "
            "and a tile each, and runs of empty squares as one digit"
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
            f"{what} are {size} parts with / between, - for none, not {quoted(text)}"
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
        state.racks[colour] = set_of(_read_tiles(rack, "the rack", ordered=True))
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
            if colour >= rules.colours(state) or rules.owner(state, colour) == captor:
                raise NotationError(f"seat {captor} cannot have captured {cell!r}")
            state.captured[captor, colour] = int(state.captured[captor, colour]) | 1 << tile
        if _captured_text(state, captor, int(rules.colours(state))) != part:
            raise NotationError(f"captured tiles {quoted(part)} must be sorted, each once")


def _read_shown(state: State, known: str) -> None:
    for colour, part in enumerate(_parts(known, int(rules.colours(state)), "shown tiles")):
        tiles = set_of(_read_tiles(part, "the shown tiles", ordered=True))
        if tiles & ~int(state.racks[colour]):
            raise NotationError(f"shown tiles {quoted(part)} are not all on the rack")
        state.shown[colour] = tiles


def _check_tiles(state: State) -> None:
    """Every tile of a colour is in one place, and rack and pile have the sizes they must have."""
    for colour in range(rules.colours(state)):
        name = COLOURS[colour]
        low, high = state.tiles[colour]
        places = [
            [int(state.lying[square]) for square in to_list((low, high))],
            *(tiles_of(state.captured[captor, colour]) for captor in range(state.seats)),
            tiles_of(state.racks[colour]),
            pile(state, colour),
        ]
        if sorted(tile for tiles in places for tile in tiles) != list(range(rules.TILES)):
            raise NotationError(f"each of the {rules.TILES} {name} tiles must be in one place")
        placed = rules.TILES - len(places[-1]) - len(places[-2])
        if placed > rules.PLACEMENTS or len(places[-1]) != max(rules.PILE - placed, 0):
            raise NotationError(
                f"with {placed} {name} tiles placed, its rack and pile cannot have "
                f"{len(places[-2])} and {len(places[-1])} tiles"
            )
        state.placed[colour] = placed
        if placed == rules.PLACEMENTS and state.seats == 2 and state.shown[colour]:
            raise NotationError(f"{name} is finished, so no rack of it is left to be shown")


def _read_seat(state: State, text: str) -> None:
    seats = [str(seat) for seat in range(state.seats)]
    if text != NOTHING and text not in seats:
        raise NotationError(
            f"the seat to move is one of {', '.join(seats)} or -, not {quoted(text)}"
        )
    goes_on = bool(rules.somebody_can_place(state))
    if goes_on == (text == NOTHING):
        raise NotationError("nobody is to move if, and only if, nobody can place a tile")
    state.to_move = rules.NOBODY if text == NOTHING else int(text)
    if goes_on and rules.has_finished(state, state.to_move):
        raise NotationError(f"seat {text} has finished and takes no more turns")
