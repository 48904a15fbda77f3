"""The addresses for studying: any position of a finished game, without disturbing it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.server.http.dependencies import (
    TheServices,
    TheShare,
    holds,
    json_answer,
    refusals,
    while_awaited,
)
from contrada.server.search import positions
from contrada.server.search.advice import searched
from contrada.server.search.pool import ADVISER
from contrada.server.search.study import turn_of
from contrada.server.wire import answers, requests

router = APIRouter(prefix="/api/study")


@router.post("", responses=holds(answers.Snapshot) | refusals(403, 404, 409))
async def look(services: TheServices, share: TheShare, wanted: requests.Looking) -> Response:
    """Show a position, as a snapshot of a table that there is none of."""
    found = await services.study.look(share, wanted, lambda at: positions.snapshot(at, wanted.seat))
    return json_answer(found)


@router.post("/preview", responses=holds(answers.Preview) | refusals(403, 404, 409))
async def preview(services: TheServices, share: TheShare, wanted: requests.Trying) -> Response:
    """Show what decisions would lead to."""
    found = await services.study.look(
        share, wanted, lambda at: positions.preview(at, wanted.seat, wanted.tried)
    )
    return json_answer(found)


@router.post("/bot", responses=refusals(403, 404, 409))
async def bot(
    request: Request, services: TheServices, share: TheShare, wanted: requests.Replying
) -> requests.Reply:
    """Let a bot play the turn of the seat to move."""
    work = services.study.search(share, wanted, wanted.level, turn_of)
    return requests.Reply(decisions=await while_awaited(request, work))


@router.post("/advice", responses=refusals(403, 404, 409))
async def advice(
    request: Request, services: TheServices, share: TheShare, wanted: requests.Wondering
) -> requests.Advice:
    """Say what could be decided, and what to expect of it."""

    def work(player: SearchPlayer, position: Position) -> dict[str, Any]:
        return searched(player, position, Limits(wanted.seconds))

    found = await while_awaited(request, services.study.search(share, wanted, ADVISER, work))
    return requests.Advice(**found)
