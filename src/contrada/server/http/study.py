"""Routes for studying any position of a finished game without changing it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response

from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.server.http.dependencies import (
    TheServices,
    TheShare,
    body,
    holds,
    json_answer,
    reads,
    refusals,
    while_awaited,
)
from contrada.server.search import positions
from contrada.server.search.advice import searched
from contrada.server.search.pool import ADVISER
from contrada.server.search.study import turn_of
from contrada.server.wire import requests, snapshots
from contrada.server.wire.study import Advice, Reply

StudyRequest = Annotated[requests.StudyRequest, body(requests.StudyRequest)]
PreviewRequest = Annotated[requests.PreviewRequest, body(requests.PreviewRequest)]
BotRequest = Annotated[requests.BotRequest, body(requests.BotRequest)]
AdviceRequest = Annotated[requests.AdviceRequest, body(requests.AdviceRequest)]
router = APIRouter(prefix="/api/study")


@router.post(
    "",
    responses=holds(snapshots.Snapshot) | refusals(403, 404, 409),
    openapi_extra=reads(requests.StudyRequest),
)
async def look(services: TheServices, share: TheShare, wanted: StudyRequest) -> Response:
    """Show a position in the form of a table's snapshot."""
    found = await services.study.look(share, wanted, lambda at: positions.snapshot(at, wanted.seat))
    return json_answer(found)


@router.post(
    "/preview",
    responses=holds(snapshots.PreviewAnswer) | refusals(403, 404, 409),
    openapi_extra=reads(requests.PreviewRequest),
)
async def preview(services: TheServices, share: TheShare, wanted: PreviewRequest) -> Response:
    """Show where decisions would lead."""
    found = await services.study.look(
        share, wanted, lambda at: positions.preview(at, wanted.seat, wanted.tried)
    )
    return json_answer(found)


@router.post(
    "/bot",
    responses=holds(Reply) | refusals(403, 404, 409),
    openapi_extra=reads(requests.BotRequest),
)
async def bot(
    request: Request, services: TheServices, share: TheShare, wanted: BotRequest
) -> Response:
    """Let a bot play the turn of the seat to move."""
    work = services.study.search(share, wanted, wanted.level, turn_of)
    return json_answer(Reply(await while_awaited(request, work)))


@router.post(
    "/advice",
    responses=holds(Advice) | refusals(403, 404, 409),
    openapi_extra=reads(requests.AdviceRequest),
)
async def advice(
    request: Request, services: TheServices, share: TheShare, wanted: AdviceRequest
) -> Response:
    """Return the best decisions, and what to expect of each."""

    def work(player: SearchPlayer, position: Position) -> Advice:
        return searched(player, position, Limits(wanted.seconds))

    found = await while_awaited(request, services.study.search(share, wanted, ADVISER, work))
    return json_answer(found)
