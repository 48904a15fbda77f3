"""Lessons and puzzles over HTTP, as decisions and parts: for clients that know no rules."""

from __future__ import annotations

import asyncio
import gzip
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from contrada import games, lessons
from contrada.lessons.places import Place, places
from contrada.server.http.dependencies import GameInPath, TheServices, holds, json_answer, refusals
from contrada.server.search.positions import Studied, preview, set_up, snapshot
from contrada.server.services import Services
from contrada.server.wire.encoding import encode
from contrada.server.wire.lessons import (
    AllLearning,
    FoundPuzzle,
    FoundPuzzles,
    Learning,
    Lesson,
    LessonPosition,
    LessonPositions,
    LessonStep,
    LessonTry,
    Puzzle,
)
from contrada.server.wire.refusals import Refused
from contrada.server.wire.requests import PositionSource

JSON = "application/json"
MOST = 999  # puzzles of a game
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


@router.get("/api/lessons/{game}/positions", responses=holds(LessonPositions) | refusals(404))
async def positions_of(request: Request, game: GameInPath, services: TheServices) -> Response:
    """Return every position that these come by, for whoever will learn without a connection."""
    await services.readiness.need(game)
    packed = await asyncio.to_thread(_positions, game)
    headers = {**KEPT, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=JSON, headers={**headers, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=JSON, headers=headers)


@router.get("/api/puzzles/{game}", responses=holds(FoundPuzzles) | refusals(404))
async def puzzles_of(game: GameInPath, services: TheServices) -> Response:
    """List the puzzles of a game that were found by search."""
    await services.readiness.need(game)
    return json_answer(await asyncio.to_thread(_outlines, game), headers=KEPT)


@router.get("/api/puzzles/{game}/{number}", responses=holds(Puzzle) | refusals(404))
async def puzzle_of(
    game: GameInPath, number: Annotated[int, Path(ge=1, le=MOST)], services: TheServices
) -> Response:
    """Return a puzzle by its number."""
    await services.readiness.need(game)
    found = lessons.puzzle(game, number)
    if found is None:
        raise Refused("missing", f"There is no puzzle {number}")
    told = await asyncio.to_thread(_puzzle, lessons.lessons(game), found)
    return json_answer(told, headers=KEPT)


@cache
def _outlines(name: str) -> FoundPuzzles:
    return FoundPuzzles(
        [
            FoundPuzzle(each.number, each.id, each.level, list(each.themes))
            for each in lessons.outlines(name)
        ]
    )


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
        level=puzzle.level,
        themes=list(puzzle.themes),
    )


# --- Learning without a connection ---------------------------------------------------------------


@cache
def _positions(name: str) -> bytes:
    """Return the positions compressed; otherwise they take megabytes, most of it repeated."""
    taught = lessons.lessons(name)
    found = LessonPositions([_position(taught, place) for place in places(taught)])
    return gzip.compress(encode(found))


def _position(taught: lessons.Lessons, place: Place) -> LessonPosition:
    source = PositionSource(game=taught.game.name, options=taught.options, text=place.text)
    here = set_up(source).after(place.decisions)
    return LessonPosition(
        text=place.text,
        decisions=list(place.decisions),
        seat=place.seat,
        snapshot=snapshot(here, place.seat),
        tries=[_tried(here, place.seat, list(each)) for each in sorted(place.tries)],
    )


def _tried(here: Studied, seat: int, decisions: list[int]) -> LessonTry:
    try:
        return LessonTry(decisions, preview(here, seat, decisions), None)
    except Refused as wrong:
        return LessonTry(decisions, None, wrong.answer(None))
