"""Routes for prepared answers: try lines on the board, keep them, and see what is left of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response

from contrada.server.http.dependencies import (
    CurrentGuest,
    TableId,
    TheServices,
    body,
    holds,
    json_answer,
    reads,
    refusals,
)
from contrada.server.wire.prepared import AnswersRequest, LineRequest, Prepared
from contrada.server.wire.snapshots import Snapshot

router = APIRouter(prefix="/api/tables/{table_id}")


@router.post(
    "/line",
    responses=holds(Snapshot) | refusals(401, 403, 404, 409),
    openapi_extra=reads(LineRequest),
)
async def line(
    table_id: TableId,
    guest: CurrentGuest,
    services: TheServices,
    wanted: Annotated[LineRequest, body(LineRequest)],
) -> Response:
    """Show where a line from the current position leads, as far as you can know."""
    return json_answer(await services.answers.try_line(guest, table_id, wanted))


@router.get("/answers", responses=holds(Prepared) | refusals(401, 404))
async def answers(table_id: TableId, guest: CurrentGuest, services: TheServices) -> Response:
    """Return your prepared answers; nobody else can."""
    return json_answer(await services.answers.of(guest, table_id))


@router.put(
    "/answers",
    responses=holds(Prepared) | refusals(401, 403, 404, 409),
    openapi_extra=reads(AnswersRequest),
)
async def keep(
    table_id: TableId,
    guest: CurrentGuest,
    services: TheServices,
    wanted: Annotated[AnswersRequest, body(AnswersRequest)],
) -> Response:
    """Keep answers in place of all earlier ones."""
    return json_answer(await services.answers.keep(guest, table_id, wanted))
