"""Lessons and puzzles over HTTP, as decisions and parts: for clients that know no rules."""

from __future__ import annotations

import asyncio
from functools import cache

from fastapi import APIRouter, Response

from contrada import games, lessons
from contrada.server.http.dependencies import GameInPath, TheServices, holds, json_answer, refusals
from contrada.server.services import Services
from contrada.server.wire.lessons import AllLearning, Learning, Lesson, LessonStep, Puzzle

KEPT = {"Cache-Control": "public, max-age=3600"}  # by whoever asked
router = APIRouter()


@router.get("/api/lessons", responses=holds(AllLearning) | refusals())
async def all_lessons(services: TheServices) -> Response:
    """Return all lessons and puzzles, once all games are ready."""
    found = {name: await _learning(services, name) for name in games.NAMES}
    told = AllLearning(
        lessons={name: each.lesson for name, each in found.items()},
        ideas={name: each.ideas for name, each in found.items()},
        puzzles={name: each.puzzles for name, each in found.items()},
    )
    return json_answer(told, headers=KEPT)


@router.get("/api/lessons/{game}", responses=holds(Learning) | refusals(404))
async def lessons_of(game: GameInPath, services: TheServices) -> Response:
    """Return the lessons and puzzles of a game."""
    return json_answer(await _learning(services, game), headers=KEPT)


async def _learning(services: Services, name: str) -> Learning:
    await services.readiness.need(name)
    return await asyncio.to_thread(_read, name)


@cache
def _read(name: str) -> Learning:
    taught = lessons.lessons(name)
    ideas, puzzles = (
        [_puzzle(taught, each) for each in found] for found in (taught.ideas, taught.puzzles)
    )
    return Learning(lesson=_lesson(taught), ideas=ideas, puzzles=puzzles)


def _lesson(taught: lessons.Lessons) -> Lesson:
    steps = [
        LessonStep(
            id=step.id,
            kind=step.kind,
            position=step.position,
            points=[list(things) for things in step.points],
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
