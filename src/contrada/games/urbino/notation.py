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

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from contrada.errors import NotationError, quoted
from contrada.games.plain import plain
from contrada.games.urbino import rules
from contrada.kernel.boards import from_list, to_list
from contrada.kernel.operations import State

COLUMNS, ROWS = "abcdefghi", "123456789"
SEAT_LETTERS = "bw"
KIND_LETTERS = "hpt"
DUE_WORDS = ("architect", "name", "first", "turn", "build", "over")
VARIANTS = ("base", "monuments")
SKIP_TEXT = "pass"
STAY_TEXT = "stay"
NAME_TEXTS = {"black": int(rules.NAME_BLACK), "white": int(rules.NAME_WHITE)}

separator = " "
implied = frozenset({int(rules.STAY), int(rules.NAME_BLACK)})

_SQUARE = "[a-i][1-9]"
_BUILDING = re.compile(rf"([123])({_SQUARE})")
_REPOSITION = re.compile(rf"({_SQUARE})-({_SQUARE})")
_ROW = re.compile(r"[1-9hptHPT]{1,9}")


SQUARE_NAMES = tuple(column + row for row in ROWS for column in COLUMNS)


def square_name(square: int) -> str:
    """Write a square: 0 is a1, 80 is i9."""
    return SQUARE_NAMES[square]


def read_square(name: str) -> int:
    """Read a square that is known to be written as one."""
    return ROWS.index(name[1]) * 9 + COLUMNS.index(name[0])


# --- Decisions and turns -------------------------------------------------------------------------


def decision_text(state: State, decision: int) -> str:
    """Write one decision."""
    if decision < rules.REPOSITION:
        return square_name(decision - rules.PLACE)
    if decision < rules.STAY:
        architect, square = divmod(decision - rules.REPOSITION, rules.SQUARES)
        stands = int(state.architects[architect])
        start = "?" if stands == rules.NO_SQUARE else square_name(stands)
        return f"{start}-{square_name(square)}"
    if decision == rules.STAY:
        return STAY_TEXT
    if decision < rules.NAME_BLACK:
        kind, square = divmod(decision - rules.ERECT, rules.SQUARES)
        return f"{kind + 1}{square_name(square)}"
    if decision == rules.SKIP:
        return SKIP_TEXT
    return next(text for text, number in NAME_TEXTS.items() if number == decision)


def turn_text(state: State, decisions: Sequence[int]) -> str:
    """Write a turn: what is implied by a building is left out, naming White is a pass."""
    if list(decisions) == [rules.NAME_WHITE]:
        return SKIP_TEXT
    said = [d for d in decisions if d not in implied] or decisions
    return ",".join(decision_text(state, decision) for decision in said)


def turn_as_seen(state: State, decisions: Sequence[int], _seat: int | None) -> str:
    """Write a turn as a seat sees it: all see it whole."""
    return turn_text(state, decisions)


def turn_squares(state: State, decisions: Sequence[int]) -> list[str]:
    """Name the squares of a turn in the order touched: left, gone to, built on."""
    text = turn_text(state, decisions)
    return re.findall(_SQUARE, text)


def read_turn(state: State, text: str) -> list[int]:
    """Read a decision or a turn; says nothing about whether the rules allow it."""
    first, comma, second = text.partition(",")
    if comma:
        return [_read_reposition(state, first, text), _read_building(second, text)]
    if _BUILDING.fullmatch(text):
        return [*_said_by_building(state), _read_building(text, text)]
    if re.fullmatch(_SQUARE, text):
        return [int(rules.PLACE) + read_square(text)]
    if text == SKIP_TEXT:
        return [int(rules.NAME_WHITE if state.due == rules.NAME else rules.SKIP)]
    if text == STAY_TEXT:
        return [int(rules.STAY)]
    if text in NAME_TEXTS:
        return [NAME_TEXTS[text]]
    return [_read_reposition(state, text, text)]


def _said_by_building(state: State) -> list[int]:
    """Return the decision that a building alone implies here."""
    if state.due == rules.TURN:
        return [int(rules.STAY)]
    return [int(rules.NAME_BLACK)] if state.due == rules.NAME else []


def _read_building(part: str, text: str) -> int:
    found = _BUILDING.fullmatch(part)
    if not found:
        raise _no_turn(text)
    kind = int(found[1]) - 1
    return int(rules.ERECT) + kind * rules.SQUARES + read_square(found[2])


def _read_reposition(state: State, part: str, text: str) -> int:
    found = _REPOSITION.fullmatch(part)
    if not found:
        raise _no_turn(text)
    stand = [int(square) for square in state.architects]
    left, reached = read_square(found[1]), read_square(found[2])
    if left not in stand:
        raise NotationError(f"{quoted(text)} moves an architect from {found[1]}, but none is there")
    return int(rules.REPOSITION) + stand.index(left) * rules.SQUARES + reached


def _no_turn(text: str) -> NotationError:
    return NotationError(
        f"{quoted(text)} is no turn of Urbino; expected for instance e5, 1d4, h1-i7,1g5 or pass"
    )


# --- Positions -----------------------------------------------------------------------------------


def position_text(state: State) -> str:
    """Write a position on one line."""
    marks = _marks(state)
    return line_text(plain(state), [marks.get(square, " ") for square in range(rules.SQUARES)])


def line_text(state: State, marks: Sequence[str]) -> str:
    """Write a position on one line, given the mark of each square and the rest of the state."""
    stand = [square_name(square) for square in state.architects if square != rules.NO_SQUARE]
    rows = "/".join("".join(marks[row * 9 : row * 9 + 9]) for row in reversed(range(9)))
    for run in reversed(range(1, 10)):  # the longest first, so that each is taken whole
        rows = rows.replace(" " * run, str(run))
    seat = "-" if state.to_move == rules.NOBODY else SEAT_LETTERS[state.to_move]
    due, variant = DUE_WORDS[state.due], VARIANTS[state.monuments]
    return f"{rows} {','.join(stand) or '-'} {seat} {due} {state.skips} {variant}"


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
    """Return for how many seats a position's text is."""
    return 2


def read_position(state: State, text: str) -> None:
    """Read a position into a state that has been set up with the wanted variant."""
    fields = text.split(" ")
    if len(fields) != 6:
        raise NotationError(
            "a position of Urbino has six parts with one space between, for instance "
            f"'9/9/9/9/9/9/9/9/9 - b architect 0 base'; {quoted(text)} has {len(fields)}"
        )
    board, architects, seat, due, skips, variant = fields
    _read_board(state, board)
    _read_architects(state, architects)
    state.due = _choice(due, DUE_WORDS, "what is due")
    seat_index = _choice(seat, SEAT_LETTERS + "-", "the seat to move")
    state.to_move = (rules.BLACK, rules.WHITE, rules.NOBODY)[seat_index]
    state.skips = _choice(skips, "012", "the number of skips")
    if _choice(variant, VARIANTS, "the variant") != state.monuments:
        raise NotationError(
            f"the position is of the variant {variant!r}, but the game is set up for "
            f"{VARIANTS[state.monuments]!r}"
        )
    _check_position(state)


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
                f"there are {len(squares)} buildings {building_letter(seat, kind)!r}, but a seat "
                f"has {rules.SUPPLY[kind]}"
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
    if len(names) > 2 or not all(re.fullmatch(_SQUARE, name) for name in names):
        raise NotationError(
            f"the architects are two squares such as h1,d8, or one, or -, not {quoted(text)}"
        )
    squares = [read_square(name) for name in names]
    if squares != sorted(set(squares)):
        raise NotationError(
            f"the architects stand on two squares, the lower row first, then by column; {text} "
            "is not in that order"
        )
    for architect in range(2):
        stands = architect < len(squares)
        state.architects[architect] = squares[architect] if stands else rules.NO_SQUARE


def _check_position(state: State) -> None:
    """Refuse what cannot come up in a game."""
    built = _marks(state)
    stand = [int(square) for square in state.architects if square != rules.NO_SQUARE]
    for square in stand:
        if square in built:
            raise NotationError(f"an architect and a building are both on {square_name(square)}")
    _check_due(state, len(stand), len(built))
    broken = rules.breach(state)
    if broken != rules.PERMITTED:
        raise NotationError(f"the buildings break {rules.RULE_IDS[broken]}")
    if built:
        _check_skips(state)


def _check_due(state: State, stand: int, built: int) -> None:
    """Refuse a stage of the game that does not fit what is on the board."""
    due, seat = int(state.due), int(state.to_move)
    word = DUE_WORDS[due]
    if due in (rules.ARCHITECT, rules.NAME, rules.FIRST):
        wanted = {rules.ARCHITECT: seat, rules.NAME: 2, rules.FIRST: 2}[due]
        if built or stand != wanted or seat == rules.NOBODY or (due == rules.NAME and seat):
            raise NotationError(
                f"{word!r} cannot be due with this seat to move, {stand} of 2 architects placed "
                f"and {built} of {rules.BUILDINGS} buildings erected"
            )
        if state.skips:
            raise NotationError("nobody can have skipped before the first building stands")
    elif stand != 2 or not built:
        raise NotationError(f"{word!r} cannot be due before both architects and a building stand")
    elif (due == rules.OVER) != (seat == rules.NOBODY):
        raise NotationError("the game is over if, and only if, nobody is to move")


def _check_skips(state: State) -> None:
    """Refuse skips that were not forced: a skip leaves all as it was, so it can be asked again."""
    due, seat = int(state.due), int(state.to_move)
    skips = int(state.skips)
    if due == rules.BUILD and (skips or not rules.can_build_here(state)):
        raise NotationError("'build' is due only where a building is possible, with no skips")
    if (due == rules.OVER) != (skips == 2):
        raise NotationError("the game is over if, and only if, both have just skipped")
    skipped = {0: [], 1: [1 - seat], 2: [rules.BLACK, rules.WHITE]}[skips]
    for other in skipped:
        state.to_move = other
        could_build = rules.can_build_somehow(state)
        state.to_move = seat
        if could_build:
            name = ("Black", "White")[other]
            raise NotationError(f"{name} cannot have skipped: a building is possible")
