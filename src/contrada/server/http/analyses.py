"""Routes for analyses: start one, and see its progress."""

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
    """Start an analysis of every decision of a game; ask again to see its progress."""
    return _answer(await services.analysis_requests.ask(share, wanted.source))


@router.get("/{analysis_id}", responses=PROGRESS | refusals(404))
async def look(services: TheServices, analysis_id: TableId) -> Response:
    """Return the progress and the results of an analysis."""
    return _answer(await services.analysis_requests.look(analysis_id))


def _answer(document: bytes) -> Response:
    return Response(document, media_type="application/json")
