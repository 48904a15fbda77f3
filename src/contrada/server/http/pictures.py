"""Pictures of positions, for previews of links: as everyone may see them."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from contrada import __version__, lessons
from contrada.games.contract import Position
from contrada.server.http.dependencies import (
    PNG,
    GameInPath,
    TableId,
    TheServices,
    address_of,
    refusals,
)
from contrada.server.links.places import LONGEST, at_place
from contrada.server.services import Services
from contrada.server.tables.table import Table
from contrada.server.wire.refusals import Refused

SOON, LATER = 60, 24 * 3600  # seconds until a picture may have changed
router = APIRouter(prefix="/api")


@router.get("/tables/{table_id}/picture.png", responses=PNG | refusals(404))
async def of_table(
    request: Request,
    table_id: TableId,
    services: TheServices,
    place: Annotated[str, Query(max_length=LONGEST)] = "",
) -> Response:
    """Draw the position of a table as everyone may see it; before the start, one of the game.

    Once the game is over, `place` names another position of it, as the address of a study does.
    """
    table = await services.registry.table(table_id)
    if table.position is None:
        return await _example(request, services, table)
    if place and table.status == "over":
        position = await asyncio.to_thread(at_place, table.position, place)
        name = f"{table_id}-{hashlib.sha256(place.encode()).hexdigest()}"
        return await _answer(request, services, name, position, LATER)
    name = f"{table_id}-{table.ply}"
    return await _answer(request, services, name, table.position, _lasts(table))


def _lasts(table: Table) -> int:
    return LATER if table.status == "over" else SOON


async def _example(request: Request, services: Services, table: Table) -> Response:
    """Answer with the position of a puzzle: an empty board says little about a game."""
    game = table.game.name
    position = _puzzle(game, 1)
    return await _answer(request, services, f"{game}-1", position, SOON)


@router.get("/lessons/{game}/second/picture.png", responses=PNG | refusals(404))
async def of_second_lesson(request: Request, game: GameInPath, services: TheServices) -> Response:
    """Draw the position with which the second lesson of a game begins."""
    await services.readiness.need(game)
    taught = lessons.lessons(game)
    if not taught.ideas:
        raise Refused("missing", "There is no second lesson")
    position = taught.game.position(taught.ideas[0].position)
    return await _answer(request, services, f"{game}-second", position, LATER)


@router.get("/lessons/{game}/{number}/picture.png", responses=PNG | refusals(404))
async def of_puzzle(
    request: Request,
    game: GameInPath,
    number: Annotated[int, Path(ge=1, le=999)],
    services: TheServices,
) -> Response:
    """Draw the position of a puzzle."""
    await services.readiness.need(game)
    return await _answer(request, services, f"{game}-{number}", _puzzle(game, number), LATER)


def _puzzle(game: str, number: int) -> Position:
    found = lessons.puzzle(game, number)
    if found is None:
        raise Refused("missing", f"There is no puzzle {number}")
    return lessons.lessons(game).game.position(found.position)


async def _answer(
    request: Request, services: Services, name: str, position: Position, lasts: int
) -> Response:
    """Answer with a picture, or say that the one that the client has is still right."""
    tag = f'"{name}-{__version__}"'
    headers = {"Cache-Control": f"public, max-age={lasts}", "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    found = await services.gallery.picture(name, position, address_of(request))
    return Response(found, media_type="image/png", headers=headers)
