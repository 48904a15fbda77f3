"""First lessons and puzzles of the games: what happens in them, without a word of any language.

`lessons.toml` of each game holds them; docs/lessons.md tells what its entries mean. The words that
go with a step or a puzzle belong to whoever shows it, by its id.
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
Kind = Literal["look", "do", "forbidden"]


@dataclass(frozen=True)
class Step:
    """One thing to look at, to do, or to try in vain."""

    id: str
    kind: Kind
    position: str | None = None  # the board is set up anew; without one it stays as it is
    points: tuple[str, ...] = ()  # squares to point at
    expects: tuple[tuple[Parts, ...], ...] = ()  # for each decision, any of these parts
    tries: Parts | None = None  # what to try; the rest of the decision may be anything
    rule: str | None = None  # that refuses it
    replies: tuple[str, ...] = ()  # turns of the other seats, played at once


@dataclass(frozen=True)
class Puzzle:
    """A position of a real game with one decision that is clearly best."""

    id: str
    position: str
    seat: int  # that is to move, and by whose eyes the position is seen
    best: tuple[str, ...]  # any of these
    value: float  # result to expect of the best one, by search, 0 to 1
    rival: str  # the best of the others
    rival_value: float
    source: str  # the game it comes from


@dataclass(frozen=True)
class Lessons:
    """The first lesson of a game and its puzzles."""

    game: Game
    seats: int
    seat: int  # of the one who learns
    steps: tuple[Step, ...]
    puzzles: tuple[Puzzle, ...]
    options: dict[str, bool | str] = field(default_factory=dict)


@cache
def lessons(name: str) -> Lessons:
    """Read the lesson and the puzzles of a game."""
    data = tomllib.loads(games.read(name, "lessons.toml"))
    lesson = data["lesson"]
    options = lesson.get("options", {})
    return Lessons(
        games.game(name, **options),
        lesson["seats"],
        lesson["seat"],
        tuple(_step(each) for each in lesson["step"]),
        tuple(_puzzle(each) for each in data.get("puzzle", ())),
        options,
    )


def _step(data: dict[str, Any]) -> Step:
    known = {
        **data,
        "points": tuple(data.get("points", ())),
        "expects": tuple(tuple(any_of) for any_of in data.get("expects", ())),
        "replies": tuple(data.get("replies", ())),
    }
    return Step(**known)


def _puzzle(data: dict[str, Any]) -> Puzzle:
    return Puzzle(**{**data, "best": tuple(data["best"])})


# --- Playing them through ------------------------------------------------------------------------


def agrees(parts: Mapping[str, Any], wanted: Parts) -> bool:
    """Whether a decision has these parts, whatever else it has."""
    return all(parts.get(key) == value for key, value in wanted.items())


def matching(game: Game, wanted: Parts) -> list[int]:
    """Return every decision with these parts, legal or not."""
    return [number for number, parts in enumerate(game.parts()) if agrees(parts, wanted)]


def ways(position: Position, wanted: Parts) -> list[list[int]]:
    """Return the legal decisions with these parts, each after what goes without saying."""
    found = set(matching(position.game, wanted))
    straight = [[each] for each in position.legal() if each in found]
    implied = [
        [first, each] for first, after in position.then().items() for each in after if each in found
    ]
    return straight + implied


def played_through(taught: Lessons) -> Iterator[tuple[Step, Position, Position]]:
    """Play a lesson, always the first way; yield each step, where it begins and where it ends."""
    here: Position | None = None
    for step in taught.steps:
        begun = taught.game.position(step.position) if step.position else here
        if begun is None:
            raise ValueError(f"step {step.id!r} has no position, and none comes before it")
        here = begun
        for any_of in step.expects:
            first, *_ = [way for wanted in any_of for way in ways(here, wanted)]
            for decision in first:
                here = here.play_one(decision)
        for reply in step.replies:
            here = here.play(reply)
        yield step, begun, here


def reply_decisions(step: Step, end: Position) -> list[list[int]]:
    """Return the decisions of each reply of a step that has been played to its end."""
    turns = [decisions for _, decisions in end.turns_played()]
    return turns[len(turns) - len(step.replies) :]
