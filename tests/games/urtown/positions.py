"""Positions for the tests of Urtown, described by what matters in them, from text, and as a twin.

A test describes a table briefly, `at(red="A1 A2", blue="C5", racks={"red": "5m$"})`: squares of
each colour, and tiles by the signs in a position's text. All other tiles are put where the rules
would have them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import contrada
from contrada import Game, Position
from tests.oracles.urtown import FITTING, NEIGHBOURS, SKIP, TILES, Move, Urtown

Chooser = Callable[[Position, random.Random], str]


COLOURS = ("red", "blue", "yellow", "green", "violet")
SIGNS = "123456789ABCDEFGHImrwlkscdp$"
NAME_OF = dict(zip(SIGNS, TILES, strict=True))
PLACEMENTS = 24
SEAT_COUNTS = (2, 3, 4, 5)
SETTINGS = [
    {"capture": capture, "scoring": scoring}
    for capture in ("whole", "singletons")
    for scoring in ("urtown", "blockers")
]

# Who has the tiles of COLUMN_1 and only BLOCKED on the rack can place nothing: these tiles fill
# columns 1 to 3, and capturing one of BEND or INNER_BEND there would split its group. Only their
# ends may be captured: A4, I4, B4 and H4.
COLUMN_1 = "A1 B1 C1 D1 E1 F1 G1 H1 I1"
BEND = "A4 A3 A2 B2 C2 D2 E2 F2 G2 H2 I2 I3 I4"
INNER_BEND = "B4 B3 C3 D3 E3 F3 G3 H3 H4"
BLOCKED = "12mlc"
WALLED_IN: dict[str, Any] = {"red": COLUMN_1, "blue": BEND, "yellow": INNER_BEND}
# Groups that fill columns 1 to 3 and end outside of them: nobody may capture anything there.
SPIRALS: dict[str, Any] = {
    "red": "A4 A3 A2 A1 B1 C1 D1 E1 F1 G1 H1 I1 I2 I3 I4",
    "blue": "B4 B3 B2 C2 D2 E2 F2 G2 H2 H3 H4",
    "yellow": "C4 C3 D3 E3 F3 G3 G4",
}


def urtown(**options: str) -> Game:
    return contrada.game("urtown", **options)


def position(text: str) -> Position:
    """Read a position; its last two words are the options to play with."""
    *_, capture, scoring = text.split(" ")
    return urtown(capture=capture, scoring=scoring).position(text)


def at(**table: Any) -> Position:
    """Set up a table; `table_text` explains the arguments."""
    return position(table_text(**table))


# --- Sparse tables as text -----------------------------------------------------------------------


def table_text(
    *,
    racks: Mapping[str, str] | None = None,
    piles: Mapping[str, str] | None = None,
    captured: Mapping[int, str] | None = None,
    placed: Mapping[str, int] | None = None,
    shown: Mapping[str, str] | None = None,
    seats: int = 3,
    to_move: int | None = 0,
    capture: str = "whole",
    scoring: str = "urtown",
    **squares: str,
) -> str:
    """Write the text of a position.

    `squares` of a colour may name their tile, `red="A1 A2=$"`. `racks` and `piles` name tiles
    that are on a rack or will be drawn next; `captured` names what a seat has captured by
    letters of colours, `{0: "bby"}`. `placed` says how many tiles of a colour have been placed:
    those that are nowhere else have been captured by the seat after the owner.
    """
    colours = COLOURS[: 4 if seats == 2 else seats]
    assert set(squares) <= set(colours), f"{set(squares)} with {seats} seats"
    tables = [
        share_out(
            squares.get(colour, "").split(),
            (racks or {}).get(colour, ""),
            (piles or {}).get(colour, ""),
            captors_of(colour, captured or {}),
            (placed or {}).get(colour, 0),
            seat_after(number, seats),
        )
        for number, colour in enumerate(colours)
    ]
    board = {s: c[0] + sign for c, t in zip(colours, tables, strict=True) for s, sign in t.board}
    before = [
        "".join(c[0] + sign for c, t in zip(colours, tables, strict=True) for sign in t.taken(seat))
        for seat in range(seats)
    ]
    return " ".join(
        (
            board_text(board),
            str(seats),
            "-" if to_move is None else str(to_move),
            slashed(table.rack for table in tables),
            slashed(table.pile for table in tables),
            slashed(before),
            slashed(in_order((shown or {}).get(colour, "")) for colour in colours),
            capture,
            scoring,
        )
    )


class Share(NamedTuple):
    """Where the 28 tiles of one colour are."""

    board: list[tuple[str, str]]  # square, sign
    rack: str
    pile: str
    captured: list[tuple[int, str]]  # captor, sign

    def taken(self, seat: int) -> str:
        return in_order(sign for captor, sign in self.captured if captor == seat)


def captors_of(colour: str, captured: Mapping[int, str]) -> list[int]:
    return [seat for seat, letters in captured.items() for c in letters if c == colour[0]]


def seat_after(colour: int, seats: int) -> int:
    owner = colour // 2 if seats == 2 else colour
    return (owner + 1) % seats


def share_out(
    squares: Sequence[str], rack: str, pile: str, captors: list[int], placed: int, after: int
) -> Share:
    lying = tiles_for(squares, reserved=rack + pile)
    left = [sign for sign in SIGNS if sign not in {*lying.values(), *rack, *pile}]
    captors = captors + [after] * (placed - len(lying) - len(captors))
    captured = [(captor, left.pop()) for captor in captors]
    missing = (4 if len(lying) + len(captors) == PLACEMENTS else 5) - len(rack)
    assert missing >= 0, f"{rack} is more than a rack of this colour has"
    rack, pile = in_order([*rack, *left[:missing]]), "".join([*pile, *left[missing:]])
    return Share(list(lying.items()), rack, pile, captured)


def tiles_for(squares: Sequence[str], reserved: str) -> dict[str, str]:
    """Give each square a tile that fits it, each tile once; a square may name its own."""
    named = dict(square.split("=") for square in squares if "=" in square)
    free = [sign for sign in SIGNS if sign not in {*reserved, *named.values()}]
    square_of: dict[str, str] = {}

    def give(square: str, tried: set[str]) -> bool:
        for sign in free:
            if square in FITTING[NAME_OF[sign]] and sign not in tried:
                tried.add(sign)
                if sign not in square_of or give(square_of[sign], tried):
                    square_of[sign] = square
                    return True
        return False

    for square in squares:
        assert "=" in square or give(square, set()), f"no tile is left for {square}"
    return named | {square: sign for sign, square in square_of.items()}


def in_order(signs: Iterable[str]) -> str:
    return "".join(sorted(signs, key=SIGNS.index))


def slashed(parts: Iterable[str]) -> str:
    return "/".join(part or "-" for part in parts)


def board_text(tiles: Mapping[str, str]) -> str:
    """Write rows A to I with digits for runs of empty squares."""
    rows = ([tiles.get(row + column, "") for column in "123456789"] for row in "ABCDEFGHI")
    return "/".join(
        "".join(
            "".join(cells) if lies else str(len(list(cells))) for lies, cells in groupby(row, bool)
        )
        for row in rows
    )


# --- Twins ---------------------------------------------------------------------------------------


def twin_of(seen: Position) -> Urtown:
    """Set up the plain-Python twin in the same position, from the text."""
    board, seats, seat, racks, piles, captured, shown, capture, scoring = seen.text.split(" ")
    hands = [(named(r), named(p)) for r, p in zip(racks.split("/"), piles.split("/"), strict=True)]
    twin = Urtown(int(seats), 0, [[*rack, *pile] for rack, pile in hands], capture, scoring)
    twin.to_move = None if seat == "-" else int(seat)
    for row, cells in zip("ABCDEFGHI", board.split("/"), strict=True):
        twin.board |= {row + column: tile for column, tile in row_of_tiles(cells)}
    twin.captured = [[tile for _, tile in row_of_tiles(cells)] for cells in captured.split("/")]
    twin.shown = [set(named(signs)) for signs in shown.split("/")]
    out = [*twin.board.values(), *(tile for tiles in twin.captured for tile in tiles)]
    for colour, (rack, pile) in enumerate(hands):
        twin.racks[colour], twin.piles[colour] = rack, pile
        twin.placed[colour] = sum(tile[0] == colour for tile in out)
        twin.finished[colour] = twin.placed[colour] == PLACEMENTS
        if twin.finished[colour] and twin.seats == 2:
            twin.set_aside[colour], twin.racks[colour] = rack, []
    return twin


def named(signs: str) -> list[str]:
    return [NAME_OF[sign] for sign in signs if sign != "-"]


def row_of_tiles(cells: str) -> list[tuple[str, tuple[int, str]]]:
    """Return columns and tiles of a row's text, or only tiles, as captured ones are written."""
    found, column, signs = [], 1, iter(cells.replace("-", ""))
    for sign in signs:
        if sign in "rbygv":
            found.append((str(column), ("rbygv".index(sign), NAME_OF[next(signs)])))
            column += 1
        else:
            column += int(sign)
    return found


def move_text(twin: Urtown, move: Move) -> str:
    """Write a twin's move in our notation."""
    if move == SKIP:
        return "skip"
    colour, tile, square = move
    mark = "x" if square in twin.board else ""
    return f"{COLOURS[colour]} " * (twin.seats == 2) + f"{tile} {mark}{square}"


# --- Games ---------------------------------------------------------------------------------------


def clustering_turn(seen: Position, choose: random.Random) -> str:
    """Choose the turn whose tile touches most of its colour, so that large groups grow."""
    tiles = {tile["square"]: tile["colour"] for tile in seen.view()["tiles"]}
    assert seen.to_move is not None

    def neighbours(turn: str) -> float:
        first, *_ = turn.split(" ")
        colour = COLOURS.index(first) if first in COLOURS else seen.to_move
        beside = NEIGHBOURS.get(turn[-2:], ())  # none for a skip
        return [tiles.get(square) for square in beside].count(colour) + choose.random()

    return max(map(seen.decision_text, seen.legal()), key=neighbours)


def random_turn(seen: Position, choose: random.Random) -> str:
    return seen.decision_text(choose.choice(seen.legal()))


def play_out(start: Position, turn: Chooser, seed: int) -> list[Position]:
    """Play to the end; return all positions."""
    choose = random.Random(seed)
    line = [start]
    while not line[-1].is_over:
        assert len(line) <= start.game.facts.longest_game
        line.append(line[-1].play(turn(line[-1], choose)))
    return line


# --- Examples ------------------------------------------------------------------------------------

EMPTY = "9/9/9/9/9/9/9/9/9"
FULL = f"{SIGNS[:5]}/{SIGNS[:5]}/{SIGNS[:5]}"
PILES = f"{SIGNS[5:]}/{SIGNS[5:]}/{SIGNS[5:]}"
NONE = "-/-/-"
START = f"{EMPTY} 3 0 {FULL} {PILES} {NONE} {NONE} whole urtown"
# Red has placed 5 and C, of which blue has captured C; its rack 1234m, and 1 and m are shown.
SOME = (
    f"9/9/4r54/9/9/9/9/9/9 3 1 1234m/{SIGNS[:5]}/{SIGNS[:5]} "
    f"6789ABDEFGHIrwlkscdp$/{SIGNS[5:]}/{SIGNS[5:]} -/rC/- 1m/-/- whole urtown"
)

OPEN = table_text(blue="C5 D5", racks={"red": "5Cr$"})
THIRD = table_text(blue="C5 D5", racks={"yellow": "5Cr$"}, to_move=2)
FIFTH = table_text(blue="C5 D5", racks={"violet": "5Cr$"}, to_move=4, seats=5)
DUO = table_text(seats=2, yellow="C5", racks={"red": "5", "blue": "D$"})
DUO_SECOND = table_text(seats=2, red="C5", racks={"yellow": "5", "green": "D$"}, to_move=1)
STUCK = table_text(**WALLED_IN, racks={"red": BLOCKED})

EXAMPLES = {
    "start": table_text(),
    "start of two": table_text(seats=2),
    "start of five": table_text(seats=5, to_move=4),
    "a few tiles": table_text(
        red="A1=$ A2 B2 E5", blue="C5=C", yellow="E6=k I9", captured={0: "by", 1: "r"}
    ),
    "blockers": table_text(red="A1", blue="B2", captured={0: "bbyb"}, scoring="blockers"),
    "four": table_text(red="A1", blue="B2", yellow="C3", green="D4", seats=4, to_move=3),
    "two": table_text(
        red="A1 A2", blue="A3", yellow="B1", green="I9=p", captured={1: "rb"}, seats=2
    ),
    "shown": table_text(racks={"blue": "12m"}, shown={"blue": "1m"}),
    "skipped": table_text(**WALLED_IN, racks={"red": BLOCKED}, shown={"red": BLOCKED}, to_move=1),
    "an empty pile": table_text(placed={"blue": 23}, racks={"blue": "5Ck$"}),
    "nothing to draw": table_text(placed={"blue": 23}, racks={"blue": "5Ck$"}, to_move=1),
    "set aside": table_text(seats=2, placed={"red": 24}, racks={"red": "59m$"}),
    "over": table_text(
        red=COLUMN_1, placed=dict.fromkeys(("red", "blue", "yellow"), 24), to_move=None
    ),
    "over for two": table_text(
        seats=2, placed=dict.fromkeys(("red", "blue", "yellow", "green"), 24), to_move=None
    ),
    "over, nobody can place": table_text(
        **WALLED_IN, racks={"red": BLOCKED}, placed={"blue": 24, "yellow": 24}, to_move=None
    ),
    "the first tiles": START,
    "a capture": SOME,
    "singleton captures": START.replace("whole", "singletons"),
    "singleton captures, blockers": START.replace("whole urtown", "singletons blockers"),
    "Third begins": START.replace(" 3 0 ", " 3 2 "),
    "a pile in another order": START.replace(SIGNS[5:], SIGNS[:4:-1], 1),
    "a line to capture from": OPEN,
    "Fifth to move": FIFTH,
    "two racks": DUO,
    "nothing fits": STUCK,
    "two colours finished": table_text(
        seats=2, placed={"red": 24, "green": 23}, shown={"blue": "123"}, racks={"blue": "123"}
    ),
    "over for four": table_text(
        seats=4, placed=dict.fromkeys(("red", "blue", "yellow", "green"), 24), to_move=None
    ),
}


def is_square(seen: Position, name: str) -> bool:
    return re.fullmatch("[A-I][1-9]", name) is not None
