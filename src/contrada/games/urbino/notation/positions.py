"""Positions, written and read; the rules decide whether they are possible."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from contrada.errors import NotationError, quoted
from contrada.games.plain import plain
from contrada.games.urbino import rules
from contrada.games.urbino.notation.names import SQUARE, read_square, square_name
from contrada.games.urbino.rules import consistency
from contrada.kernel.boards import from_list, to_list
from contrada.kernel.operations import State

SEAT_LETTERS = "bw"
KIND_LETTERS = "hpt"
VARIANTS = ("base", "monuments")
_ROW = re.compile(r"[1-9hptHPT]{1,9}")
_ROW_STARTS = range(72, -1, -9)  # the squares with which rows 9 to 1 begin


def position_text(state: State) -> str:
    """Write a position on one line."""
    marks = _marks(state)
    return line_text(plain(state), [marks.get(square, " ") for square in range(rules.SQUARES)])


def line_text(state: State, marks: Sequence[str]) -> str:
    """Write a position on one line, given the mark of each square and the rest of the state."""
    stand = [square_name(square) for square in state.architects if square != rules.NO_SQUARE]
    board = "".join(marks)
    rows = "/".join([_row_text(board[start : start + 9]) for start in _ROW_STARTS])
    seat = "-" if state.to_move == rules.NOBODY else SEAT_LETTERS[state.to_move]
    due, variant = rules.DUE_WORDS[state.due], VARIANTS[state.monuments]
    return f"{rows} {','.join(stand) or '-'} {seat} {due} {state.skips} {variant}"


@lru_cache(10_000)
def _row_text(row: str) -> str:
    """Write a row, with digits for runs of unbuilt squares; most moves change one row or none."""
    for run in reversed(range(1, 10)):  # longest first, so that no run is split
        row = row.replace(" " * run, str(run))
    return row


def _marks(state: State) -> dict[int, str]:
    """Return the letter of each building."""
    return {
        square: building_letter(seat, kind)
        for seat, kind in _seats_and_kinds()
        for square in squares_of(state, seat, kind)
    }


def building_letter(seat: int, kind: int) -> str:
    """Return the letter of a building: a capital for White."""
    letter = KIND_LETTERS[kind]
    return letter.upper() if seat == rules.WHITE else letter


def squares_of(state: State, seat: int, kind: int) -> list[int]:
    """Return the squares of a seat's buildings of one kind, in rising order."""
    low, high = state.buildings[seat, kind]
    return to_list((low, high))


def _seats_and_kinds() -> Iterator[tuple[int, int]]:
    return ((seat, kind) for seat in range(2) for kind in range(3))


def position_seats(text: str) -> int | None:  # noqa: ARG001 - there are always two
    """Return the number of seats of a position from its text."""
    return 2


def read_position(state: State, text: str) -> None:
    """Read a position into a state that has been set up with the wanted variant."""
    fields = text.split(" ")
    if len(fields) != 6:
        raise NotationError(
            "a position of Urbino has six parts separated by single spaces, such as "
            f"'9/9/9/9/9/9/9/9/9 - b architect 0 base'; {quoted(text)} has {len(fields)}"
        )
    board, architects, seat, due, skips, variant = fields
    _read_board(state, board)
    _read_architects(state, architects)
    state.due = _choice(due, rules.DUE_WORDS, "what is due")
    seat_index = _choice(seat, SEAT_LETTERS + "-", "the seat to move")
    state.to_move = (rules.BLACK, rules.WHITE, rules.NOBODY)[seat_index]
    state.skips = _choice(skips, "012", "the number of skips")
    if _choice(variant, VARIANTS, "the variant") != state.monuments:
        raise NotationError(
            f"the position is for the variant {variant!r}, but the game is set up for "
            f"{VARIANTS[state.monuments]!r}"
        )
    built = consistency.squares_built(state)
    for square in consistency.squares_of_architects(state):
        if square in built:
            raise NotationError(f"an architect and a building are both on {square_name(square)}")
    consistency.check_position(state)


def _choice(word: str, words: Sequence[str], what: str) -> int:
    if word not in tuple(words):
        raise NotationError(f"{what} is one of {', '.join(words)}, not {quoted(word)}")
    return words.index(word)


def _read_board(state: State, board: str) -> None:
    rows = board.split("/")
    if len(rows) != 9:
        raise NotationError(f"the board has {len(rows)} rows, not 9, in {quoted(board)}")
    found: dict[tuple[int, int], list[int]] = {key: [] for key in _seats_and_kinds()}
    for row, marks in zip(reversed(range(9)), rows, strict=True):
        for column, mark in _read_row(row, marks):
            seat = rules.WHITE if mark.isupper() else rules.BLACK
            found[int(seat), KIND_LETTERS.index(mark.lower())].append(row * 9 + column)
    for (seat, kind), squares in found.items():
        left = int(rules.SUPPLY[kind]) - len(squares)
        if left < 0:
            raise NotationError(
                f"there are {len(squares)} buildings {building_letter(seat, kind)!r}, but each "
                f"seat has only {rules.SUPPLY[kind]}"
            )
        state.buildings[seat, kind] = from_list(squares)
        state.supply[seat, kind] = left


def _read_row(row: int, marks: str) -> Iterator[tuple[int, str]]:
    """Yield the column and mark of each building in a row."""
    width = (
        sum(int(mark) if mark.isdigit() else 1 for mark in marks) if _ROW.fullmatch(marks) else 0
    )
    if width != 9 or re.search("[1-9]{2}", marks):
        raise NotationError(
            f"row {row + 1} of the board, {quoted(marks)}, must be nine squares of h p t, H P T "
            "and runs of unbuilt squares as one digit"
        )
    column = 0
    for mark in marks:
        if mark.isdigit():
            column += int(mark)
        else:
            yield column, mark
            column += 1


def _read_architects(state: State, text: str) -> None:
    names = [] if text == "-" else text.split(",")
    if len(names) > 2 or not all(re.fullmatch(SQUARE, name) for name in names):
        raise NotationError(
            f"the architects are two squares such as h1,d8, or one, or -, not {quoted(text)}"
        )
    squares = [read_square(name) for name in names]
    if squares != sorted(set(squares)):
        raise NotationError(
            f"the architects must be two squares, lower rows first and then by column; {text} "
            "is not in that order"
        )
    for architect in range(2):
        stands = architect < len(squares)
        state.architects[architect] = squares[architect] if stands else rules.NO_SQUARE
