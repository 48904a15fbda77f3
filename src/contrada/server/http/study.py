"""Routes for studying any position without changing a game, and for sharing what was found."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from contrada import replay
from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.server.http.dependencies import (
    PNG,
    TheServices,
    TheShare,
    address_of,
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
from contrada.server.wire.study import Advice, PositionText, Reply

StudyRequest = Annotated[requests.StudyRequest, body(requests.StudyRequest)]
PreviewRequest = Annotated[requests.PreviewRequest, body(requests.PreviewRequest)]
BotRequest = Annotated[requests.BotRequest, body(requests.BotRequest)]
AdviceRequest = Annotated[requests.AdviceRequest, body(requests.AdviceRequest)]
LONGEST_ADDRESS = 12_000  # characters: a position and a long line fit, a whole record does not
LASTS = {"Cache-Control": "public, max-age=86400"}  # the same question always has the same answer
router = APIRouter(prefix="/api/study")


def line_in_query(at: Annotated[str, Query(max_length=LONGEST_ADDRESS)]) -> requests.StudiedLine:
    """Read what would be the body of `POST /api/study`, for requests that are links."""
    return requests.read_body(at.encode(), requests.StudiedLine)


SharedLine = Annotated[requests.StudiedLine, Depends(line_in_query)]


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


# --- Sharing -------------------------------------------------------------------------------------


@router.post(
    "/text",
    responses=holds(PositionText) | refusals(403, 404, 409),
    openapi_extra=reads(requests.StudyRequest),
)
async def text(services: TheServices, share: TheShare, wanted: StudyRequest) -> Response:
    """Write a position as text, with the turns that led to it."""
    return json_answer(await services.study.look(share, wanted, positions.as_text))


@router.get("/replay", responses=holds(replay.Replay) | refusals(404, 409))
async def line_replay(services: TheServices, share: TheShare, wanted: SharedLine) -> Response:
    """Return a line step by step; pages elsewhere may load it for the element."""
    found = await services.study.look(share, wanted, positions.as_replay)
    return json_answer(found, headers=LASTS)


@router.get("/picture.png", responses=PNG | refusals(404, 409))
async def line_picture(
    request: Request, services: TheServices, share: TheShare, wanted: SharedLine
) -> Response:
    """Draw a position as everyone may see it."""
    position = await services.study.look(share, wanted, lambda found: found.position)
    name = hashlib.sha256(requests.encoded(wanted)).hexdigest()
    picture = await services.gallery.picture(name, position, address_of(request))
    return Response(picture, media_type="image/png", headers=LASTS)
