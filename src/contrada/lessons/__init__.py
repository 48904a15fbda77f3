"""The games' lessons and puzzles: their positions and moves, but not their texts.

Each game has a `lessons.toml`; docs/lessons.md describes the format. The page has the texts of
each step and puzzle, in every language, by its id.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from contrada import games
from contrada.games.contract import Game, Position

Parts = Mapping[str, str | int]
Kind = Literal["look", "press", "do", "forbidden"]


@dataclass(frozen=True)
class Step:
    """One step of a lesson: something to look at, to press, to do, or to try and have refused."""

    id: str
    kind: Kind
    position: str | None = None  # set up this position; None leaves the board as it is
    points: tuple[tuple[str, ...], ...] = ()  # for each decision, squares and things to point at
    expects: tuple[tuple[Parts, ...], ...] = ()  # for each decision, any of these will do
    tries: Parts | None = None  # parts of the decision to try; the other parts may be anything
    rule: str | None = None  # the rule that refuses it
    replies: tuple[str, ...] = ()  # turns of the other seats, played right after

    @property
    def decisions(self) -> tuple[tuple[Parts, ...], ...]:
        """What is expected to be decided: a press decides nothing yet."""
        return self.expects if self.kind == "do" else ()


@dataclass(frozen=True)
class Puzzle:
    """A position from a real game where one decision is clearly best: a puzzle or an idea."""

    id: str
    position: str
    seat: int  # the seat to move, from which the position is seen
    best: tuple[str, ...]  # any of these is right
    value: float  # expected result of the best one, from 0 to 1, found by search
    rival: str  # the second best
    rival_value: float
    source: str  # the game it comes from


@dataclass(frozen=True)
class Lessons:
    """The first lesson of a game, the ideas of its second lesson, and its puzzles."""

    game: Game
    seats: int
    seat: int  # the learner's
    steps: tuple[Step, ...]
    ideas: tuple[Puzzle, ...]
    puzzles: tuple[Puzzle, ...]
    options: dict[str, bool | str] = field(default_factory=dict)


@cache
def lessons(name: str) -> Lessons:
    """Load the lessons and the puzzles of a game."""
    data = tomllib.loads(games.read(name, "lessons.toml"))
    lesson = data["lesson"]
    options = lesson.get("options", {})
    return Lessons(
        games.game(name, **options),
        lesson["seats"],
        lesson["seat"],
        tuple(_step(each) for each in lesson["step"]),
        tuple(_puzzle(each) for each in data.get("idea", ())),
        tuple(_puzzle(each) for each in data.get("puzzle", ())),
        options,
    )


def _step(data: dict[str, Any]) -> Step:
    known = {
        **data,
        "points": tuple(tuple(things) for things in data.get("points", ())),
        "expects": tuple(tuple(any_of) for any_of in data.get("expects", ())),
        "replies": tuple(data.get("replies", ())),
    }
    return Step(**known)


def _puzzle(data: dict[str, Any]) -> Puzzle:
    return Puzzle(**{**data, "best": tuple(data["best"])})


# --- Playing a lesson ----------------------------------------------------------------------------


def agrees(parts: Mapping[str, Any], wanted: Parts) -> bool:
    """Whether a decision has these parts, and possibly others."""
    return all(parts.get(key) == value for key, value in wanted.items())


def matching(game: Game, wanted: Parts) -> list[int]:
    """Return every decision with these parts, legal or not."""
    return [number for number, parts in enumerate(game.parts()) if agrees(parts, wanted)]


def ways(position: Position, wanted: Parts) -> list[list[int]]:
    """Return the legal decisions with these parts, each after the decisions it implies."""
    found = set(matching(position.game, wanted))
    straight = [[each] for each in position.legal() if each in found]
    implied = [
        [first, each] for first, after in position.then().items() for each in after if each in found
    ]
    return straight + implied


def played_through(taught: Lessons) -> Iterator[tuple[Step, Position, Position]]:
    """Play a first lesson, always the first way; yield each step with its start and its end."""
    here: Position | None = None
    for step in taught.steps:
        begun = taught.game.position(step.position) if step.position else here
        if begun is None:
            raise ValueError(f"step {step.id!r} has no position, and neither has a step before it")
        here = begun
        for any_of in step.decisions:
            first, *_ = [way for wanted in any_of for way in ways(here, wanted)]
            for decision in first:
                here = here.play_one(decision)
        for reply in step.replies:
            here = here.play(reply)
        yield step, begun, here


def reply_decisions(step: Step, end: Position) -> list[list[int]]:
    """Return the decisions of each reply in a step, given the position at its end."""
    turns = [decisions for _, decisions in end.turns_played()]
    return turns[len(turns) - len(step.replies) :]
