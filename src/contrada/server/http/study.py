"""The addresses for studying: any position of a finished game, without disturbing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Request, Response

from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.server.http.dependencies import (
    Share,
    TheShare,
    body,
    holds,
    json_answer,
    reads,
    refusals,
    while_awaited,
)
from contrada.server.hub import Hub
from contrada.server.runtime.limits import Buckets
from contrada.server.search import positions
from contrada.server.search.advice import searched
from contrada.server.search.bots import ONLOOKER, turn_of
from contrada.server.search.positions import Sources, Studied
from contrada.server.wire import requests, snapshots
from contrada.server.wire.refusals import Refused
from contrada.server.wire.study import Advice, Reply

OVER = "The game is over there, so there is nothing to decide"
T = TypeVar("T")


class Study:
    """What those who study share: sources, and how much each may ask for."""

    def __init__(self, hub: Hub, replays: Buckets) -> None:
        """Begin with nobody studying."""
        self._sources = Sources(hub.tables, hub.readiness, replays)
        self._hub = hub
        self._looks = Buckets(*hub.settings.limits.studies)

    async def look(self, share: Share, wanted: requests.Tried, show: Callable[[Studied], T]) -> T:
        """Show somebody something of a position."""
        self._looks.take(share.who)
        return await self._sources.study(share.address, wanted, show)

    async def game(self, share: Share, source: requests.GameSource) -> Studied:
        """Return a game at its end, for somebody."""
        self._looks.take(share.who)
        return await self._sources.game(share.address, source)

    async def search(
        self,
        share: Share,
        wanted: requests.Tried,
        level: int,
        work: Callable[[SearchPlayer, Position], T],
    ) -> T:
        """Let somebody's position be searched."""
        position = await self.look(share, wanted, lambda found: found.position)
        if not position.legal():
            raise Refused("now", OVER)
        with self._hub.searching.place(share.who):
            return await self._hub.thinking.search(
                share.who, position.game, level, lambda player: work(player, position)
            )


def study_of(request: Request) -> Study:
    """Return what those who study share."""
    return request.app.state.study  # type: ignore[no-any-return]


TheStudy = Annotated[Study, Depends(study_of)]
Looking = Annotated[requests.Looking, body(requests.Looking)]
Trying = Annotated[requests.Trying, body(requests.Trying)]
Replying = Annotated[requests.Replying, body(requests.Replying)]
Wondering = Annotated[requests.Wondering, body(requests.Wondering)]
router = APIRouter(prefix="/api/study")


@router.post(
    "",
    responses=holds(snapshots.Snapshot) | refusals(403, 404, 409),
    openapi_extra=reads(requests.Looking),
)
async def look(study: TheStudy, share: TheShare, wanted: Looking) -> Response:
    """Show a position, as a snapshot of a table that there is none of."""
    found = await study.look(share, wanted, lambda at: positions.snapshot(at, wanted.seat))
    return json_answer(found)


@router.post(
    "/preview",
    responses=holds(snapshots.PreviewAnswer) | refusals(403, 404, 409),
    openapi_extra=reads(requests.Trying),
)
async def preview(study: TheStudy, share: TheShare, wanted: Trying) -> Response:
    """Show what decisions would lead to."""
    found = await study.look(
        share, wanted, lambda at: positions.preview(at, wanted.seat, wanted.tried)
    )
    return json_answer(found)


@router.post(
    "/bot",
    responses=holds(Reply) | refusals(403, 404, 409),
    openapi_extra=reads(requests.Replying),
)
async def bot(request: Request, study: TheStudy, share: TheShare, wanted: Replying) -> Response:
    """Let a bot play the turn of whoever is to move."""
    work = study.search(share, wanted, wanted.level, turn_of)
    return json_answer(Reply(await while_awaited(request, work)))


@router.post(
    "/advice",
    responses=holds(Advice) | refusals(403, 404, 409),
    openapi_extra=reads(requests.Wondering),
)
async def advice(request: Request, study: TheStudy, share: TheShare, wanted: Wondering) -> Response:
    """Say what could be decided, and what to expect of it."""

    def work(player: SearchPlayer, position: Position) -> Advice:
        return searched(player, position, Limits(wanted.seconds))

    found = await while_awaited(request, study.search(share, wanted, ONLOOKER, work))
    return json_answer(found)
