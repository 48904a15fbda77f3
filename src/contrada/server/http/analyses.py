"""The addresses of analyses: have a game judged, and see how far that has come."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response

from contrada.server.http.dependencies import (
    TableId,
    TheServices,
    TheShare,
    body,
    holds,
    reads,
    refusals,
)
from contrada.server.wire import requests, study

router = APIRouter(prefix="/api/analyses")
PROGRESS = holds(study.Progress)


@router.post(
    "", responses=PROGRESS | refusals(403, 404, 409), openapi_extra=reads(requests.AnalysisRequest)
)
async def ask(
    services: TheServices,
    share: TheShare,
    wanted: Annotated[requests.AnalysisRequest, body(requests.AnalysisRequest)],
) -> Response:
    """Have every decision of a game judged; asked again, tell how far that has come."""
    return _answer(await services.analyses.ask(share, wanted.source))


@router.get("/{analysis_id}", responses=PROGRESS | refusals(404))
async def look(services: TheServices, analysis_id: TableId) -> Response:
    """Tell how far an analysis has come, and what was found out."""
    return _answer(await services.analyses.look(analysis_id))


def _answer(document: bytes) -> Response:
    return Response(document, media_type="application/json")
