"""Lessons and puzzles, as decisions and parts: for clients that know no rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from contrada.server.wire.refusals import Refusal
from contrada.server.wire.snapshots import PreviewAnswer, Snapshot
from contrada.server.wire.values import Decision, Options

# Some parts of a decision; its others do not matter.
Picks = dict[str, str | int]


class LessonStep(Struct, forbid_unknown_fields=True, kw_only=True):
    """A step of a lesson."""

    id: str
    kind: Literal["look", "press", "do", "forbidden"]
    position: str | None  # sets up the board again
    points: list[list[str]]  # for each decision, squares and things to point at
    expects: list[list[Picks]]  # for each decision, any of these parts
    tries: Picks | None  # what to try
    rule: str | None  # that refuses it
    replies: list[list[Decision]]  # turns of the other seats


class Lesson(Struct, forbid_unknown_fields=True, kw_only=True):
    """The first lesson of a game."""

    options: Options
    seats: int
    seat: int  # the learner's seat
    steps: list[LessonStep]


class Puzzle(Struct, forbid_unknown_fields=True, kw_only=True):
    """A position with one decision that is clearly best: a puzzle or an idea."""

    id: str
    options: Options
    position: str
    seat: int
    best: list[list[Decision]]  # any of these, each with what goes without saying before it
    value: float  # result to expect of it
    rival: list[Decision]  # the best of the others
    rival_value: float
    source: str
    level: int | None  # the lowest that finds it, if that is known
    themes: list[str]  # of a puzzle without words of its own


class FoundPuzzle(Struct, forbid_unknown_fields=True):
    """A puzzle that was found by search, before it is opened."""

    number: int  # among all puzzles of its game, from 1
    id: str
    level: int  # the lowest that finds it
    themes: list[str]


class FoundPuzzles(Struct, forbid_unknown_fields=True):
    """All puzzles of a game that were found by search."""

    puzzles: list[FoundPuzzle]


class Learning(Struct, forbid_unknown_fields=True):
    """The first lesson of a game, the ideas of its second, and its puzzles."""

    lesson: Lesson
    ideas: list[Puzzle]
    puzzles: list[Puzzle]


class AllLearning(Struct, forbid_unknown_fields=True):
    """All lessons and puzzles, by game."""

    lessons: dict[str, Lesson]
    ideas: dict[str, list[Puzzle]]
    puzzles: dict[str, list[Puzzle]]


class LessonTry(Struct, forbid_unknown_fields=True):
    """What is tried in a position: where it would lead, or why it is refused."""

    decisions: list[Decision]
    preview: PreviewAnswer | None
    refused: Refusal | None


class LessonPosition(Struct, forbid_unknown_fields=True):
    """A position that a lesson or puzzle comes by, as `POST /api/study` shows it."""

    text: str  # of the position that was set up
    decisions: list[Decision]  # since
    seat: int  # who looks
    snapshot: Snapshot
    tries: list[LessonTry]


class LessonPositions(Struct, forbid_unknown_fields=True):
    """All positions that the lessons and puzzles of a game come by."""

    positions: list[LessonPosition]
