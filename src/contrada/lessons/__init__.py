"""The games' lessons and puzzles: their positions and moves, but not their texts.

Each game has a `lessons.toml`, and a `puzzles.jsonl` with the puzzles that `contrada lab puzzles`
has found; docs/lessons.md describes the formats. The page has the texts of each step and of each
puzzle in `lessons.toml`, in every language, by its id.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from contrada import games
from contrada.games.contract import Game, Position

Parts = Mapping[str, str | int]
FOUND = "puzzles.jsonl"
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
    level: int | None = None  # the lowest that finds it, if it was asked
    themes: tuple[str, ...] = ()  # of a puzzle without words of its own


@dataclass(frozen=True)
class Outline:
    """What is said about a found puzzle before it is opened."""

    number: int  # among all puzzles of its game, from 1
    id: str
    level: int
    themes: tuple[str, ...]


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


# --- Puzzles that were found ---------------------------------------------------------------------


@cache
def found(name: str) -> tuple[Puzzle, ...]:
    """Load the puzzles of a game that were found by search; they come after those with words."""
    try:
        text = games.read(name, FOUND)
    except FileNotFoundError:  # a new game has none yet
        return ()
    return tuple(_found(json.loads(line)) for line in text.splitlines())


def outlines(name: str) -> list[Outline]:
    """Return what is said about the found puzzles of a game."""
    first = len(lessons(name).puzzles) + 1
    return [
        Outline(number, each.id, each.level or 0, each.themes)
        for number, each in enumerate(found(name), first)
    ]


def puzzle(name: str, number: int) -> Puzzle | None:
    """Return a puzzle by its number: first come those with words, then those that were found."""
    told = lessons(name).puzzles
    if number <= len(told):
        return told[number - 1]
    rest = found(name)
    return rest[number - len(told) - 1] if number <= len(told) + len(rest) else None


def _found(data: dict[str, Any]) -> Puzzle:
    seats, game, _ = data["id"].split("-")
    turn = data.pop("turn")
    source = f"game {game} of contrada lab puzzles, {seats} seats, turn {turn}"
    themes = tuple(data.pop("themes"))
    return Puzzle(**{**data, "best": tuple(data["best"]), "source": source, "themes": themes})


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
