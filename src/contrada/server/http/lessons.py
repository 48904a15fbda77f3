"""Lessons and puzzles over HTTP, as decisions and parts: for clients that know no rules."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict

from contrada import games, lessons
from contrada.server.http.dependencies import GameInPath, TheServices, refusals
from contrada.server.services import Services

KEPT = "public, max-age=3600"  # by clients and proxies
Parts = dict[str, str | int]
Options = dict[str, bool | str]


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Step(_Data):
    """A step of a lesson."""

    id: str
    kind: Literal["look", "do", "forbidden"]
    position: str | None  # the board is set up anew
    points: list[str]  # squares to point at
    expects: list[list[Parts]]  # for each decision, any of these parts
    tries: Parts | None  # what to try
    rule: str | None  # that refuses it
    replies: list[list[int]]  # turns of the other seats, as decisions


class Lesson(_Data):
    """The first lesson of a game."""

    options: Options
    seats: int
    seat: int  # of the one who learns
    steps: list[Step]


class Puzzle(_Data):
    """A position with one decision that is clearly best."""

    id: str
    options: Options
    position: str
    seat: int
    best: list[list[int]]  # any of these, each with what goes without saying before it
    value: float  # result to expect of it
    rival: list[int]  # the best of the others
    rival_value: float
    source: str


class GameLearning(_Data):
    """The lesson and the puzzles of a game."""

    lesson: Lesson
    puzzles: list[Puzzle]


class Learning(_Data):
    """All lessons and puzzles, by game."""

    lessons: dict[str, Lesson]
    puzzles: dict[str, list[Puzzle]]


router = APIRouter()


@router.get("/api/lessons", responses=refusals())
async def all_lessons(response: Response, services: TheServices) -> Learning:
    """Tell what there is to learn, once all games are ready."""
    found = {name: await _learning(services, name) for name in games.NAMES}
    response.headers["Cache-Control"] = KEPT
    return Learning(
        lessons={name: each.lesson for name, each in found.items()},
        puzzles={name: each.puzzles for name, each in found.items()},
    )


@router.get("/api/lessons/{game}", responses=refusals(404))
async def lessons_of(game: GameInPath, response: Response, services: TheServices) -> GameLearning:
    """Tell what there is to learn of a game."""
    found = await _learning(services, game)
    response.headers["Cache-Control"] = KEPT
    return found


async def _learning(services: Services, name: str) -> GameLearning:
    await services.readiness.need(name)
    return await asyncio.to_thread(_read, name)


@cache
def _read(name: str) -> GameLearning:
    taught = lessons.lessons(name)
    puzzles = [_puzzle(taught, each) for each in taught.puzzles]
    return GameLearning(lesson=_lesson(taught), puzzles=puzzles)


def _lesson(taught: lessons.Lessons) -> Lesson:
    steps = [
        Step(
            id=step.id,
            kind=step.kind,
            position=step.position,
            points=list(step.points),
            expects=[[dict(parts) for parts in any_of] for any_of in step.expects],
            tries=dict(step.tries) if step.tries else None,
            rule=step.rule,
            replies=lessons.reply_decisions(step, end),
        )
        for step, _, end in lessons.played_through(taught)
    ]
    return Lesson(options=taught.options, seats=taught.seats, seat=taught.seat, steps=steps)


def _puzzle(taught: lessons.Lessons, puzzle: lessons.Puzzle) -> Puzzle:
    here = taught.game.position(puzzle.position)
    return Puzzle(
        id=puzzle.id,
        options=taught.options,
        position=puzzle.position,
        seat=puzzle.seat,
        best=[here.read(text) for text in puzzle.best],
        value=puzzle.value,
        rival=here.read(puzzle.rival),
        rival_value=puzzle.rival_value,
        source=puzzle.source,
    )
