"""Decisions and turns, written and read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contrada.errors import NotationError, quoted
from contrada.games.urbino import rules
from contrada.games.urbino.notation.names import SQUARE, read_square, square_name
from contrada.kernel.operations import State

SKIP_TEXT = "pass"
STAY_TEXT = "stay"
NAME_TEXTS = {"black": int(rules.NAME_BLACK), "white": int(rules.NAME_WHITE)}

separator = " "
implied = frozenset({int(rules.STAY), int(rules.NAME_BLACK)})
_BUILDING = re.compile(rf"([123])({SQUARE})")
_REPOSITION = re.compile(rf"({SQUARE})-({SQUARE})")
_squares_in = re.compile(SQUARE).findall


def _text(decision: int) -> str:
    """Write a decision; of a repositioning, only where it leads."""
    if decision < rules.REPOSITION:
        return square_name(decision - rules.PLACE)
    if decision < rules.STAY:
        return square_name((decision - rules.REPOSITION) % rules.SQUARES)
    if decision == rules.STAY:
        return STAY_TEXT
    if decision < rules.NAME_BLACK:
        kind, square = divmod(decision - rules.ERECT, rules.SQUARES)
        return f"{kind + 1}{square_name(square)}"
    if decision == rules.SKIP:
        return SKIP_TEXT
    return next(text for text, number in NAME_TEXTS.items() if number == decision)


_TEXTS = [_text(decision) for decision in range(rules.DECISIONS)]
_FIRST, _AFTER_LAST = int(rules.REPOSITION), int(rules.STAY)
_NAME_WHITE = NAME_TEXTS["white"]


def decision_text(state: State, decision: int) -> str:
    """Write one decision."""
    text = _TEXTS[decision]
    if not _FIRST <= decision < _AFTER_LAST:
        return text
    stands = int(state.architects[(decision - _FIRST) // rules.SQUARES])
    start = "?" if stands == rules.NO_SQUARE else square_name(stands)
    return f"{start}-{text}"


def turn_text(state: State, decisions: Sequence[int]) -> str:
    """Write a turn, without what its building implies; naming White is a pass."""
    if len(decisions) == 1 and decisions[0] == _NAME_WHITE:
        return SKIP_TEXT
    said = [d for d in decisions if d not in implied] or decisions
    return ",".join([decision_text(state, decision) for decision in said])


def turn_as_seen(state: State, decisions: Sequence[int], _seat: int | None) -> str:
    """Write a turn as a seat sees it: everyone sees all of it."""
    return turn_text(state, decisions)


def turn_squares(state: State, decisions: Sequence[int]) -> list[str]:
    """Name the squares of a turn in order: left by an architect, its new one, built on."""
    return _squares_in(turn_text(state, decisions))


def read_turn(state: State, text: str) -> list[int]:
    """Read a decision or a turn, whether or not the rules allow it."""
    first, comma, second = text.partition(",")
    if comma:
        return [_read_reposition(state, first, text), _read_building(second, text)]
    if _BUILDING.fullmatch(text):
        return [*_said_by_building(state), _read_building(text, text)]
    if re.fullmatch(SQUARE, text):
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
        raise NotationError(
            f"{quoted(text)} repositions an architect from {found[1]}, but there is none"
        )
    return int(rules.REPOSITION) + stand.index(left) * rules.SQUARES + reached


def _no_turn(text: str) -> NotationError:
    return NotationError(
        f"{quoted(text)} is not a turn of Urbino; "
        "expected something like e5, 1d4, h1-i7,1g5 or pass"
    )
