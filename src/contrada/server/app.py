"""The web application: routes, error handlers and the socket."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import structlog
from fastapi import APIRouter, FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from contrada import __version__
from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.http import (
    analyses,
    answers,
    games,
    gate,
    guests,
    host,
    house,
    lessons,
    me,
    notices,
    page,
    pictures,
    records,
    security,
    study,
    tables,
    websocket,
)
from contrada.server.http.dependencies import (
    REFUSED,
    TheServices,
    address_of,
    is_host,
    json_answer,
    optional_guest,
)
from contrada.server.runtime.readiness import Listener
from contrada.server.services import Services
from contrada.server.settings import Settings
from contrada.server.wire import openapi
from contrada.server.wire.refusals import BUSY, Refused

log = structlog.get_logger()


def make_app(settings: Settings, store: Store, *listeners: Listener) -> FastAPI:
    """Build the ASGI application; listeners are told how each game's compilation is going."""
    app = FastAPI(
        title="Contrada",
        version=__version__,
        lifespan=_lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings, app.state.store, app.state.listeners = settings, store, listeners
    app.state.let_in = gate.check  # the page asks before it says who sits at a table
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(security.SecurityMiddleware, settings=settings, let_in=gate.check)
    for kind, answer in ERRORS.items():
        app.add_exception_handler(kind, answer)
    routes = (guests, games, tables, answers, records, pictures, study, analyses)
    for part in (*routes, me, lessons, notices, house, host):
        app.include_router(part.router)
    app.include_router(host.door)
    app.include_router(notices.mail_router)
    app.include_router(tables.lists)
    app.include_router(service)
    app.include_router(page.router)  # last, because the page may own any address
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.services = services = Services(app.state.store, app.state.settings)
    services.readiness.listeners += app.state.listeners
    await services.start()
    store = app.state.store
    log.info("serving", version=__version__, shared=store.is_shared, process=store.cluster.process)
    yield
    await services.close()
    log.info("stopped")


def _described(app: FastAPI) -> dict[str, Any]:
    """Build the OpenAPI description, including the messages that the socket accepts."""
    if app.openapi_schema:
        return app.openapi_schema
    schema = get_openapi(
        title=app.title,
        version=app.version,
        routes=app.routes,
        description="Play, watch and replay games about building a city; see docs/protocol.md.",
    )
    schema["components"] = {"schemas": openapi.components()}
    app.openapi_schema = json.loads(msgspec.json.encode(schema))
    return app.openapi_schema


# --- Errors --------------------------------------------------------------------------------------


async def _refused(_request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, Refused)
    REFUSED.labels(wrong.reason).inc()
    return security.problem(wrong)


async def _busy(_request: Request, _wrong: Exception) -> Response:
    """Answer that the database failed; that has been logged already."""
    return security.problem(BUSY)


async def _invalid(_request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, RequestValidationError)
    first = wrong.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return security.problem(Refused("message", f"{where}: {first['msg']}"[:300]))


async def _not_found(_request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    if wrong.status_code == 404:
        return security.problem(Refused("missing", "There is nothing at this address"))
    refused = Refused("message", str(wrong.detail))
    if wrong.status_code == 400:  # a body that cannot be read is refused like any other message
        return security.problem(refused)
    return json_answer(refused.answer(None), wrong.status_code, wrong.headers)


async def _failed(_request: Request, _wrong: Exception) -> Response:
    """Answer that the server failed, without details; those are in the log."""
    refused = Refused("busy", "Something went wrong here; it has been noted")
    return json_answer(refused.answer(None), 500, security.HEADERS)


ERRORS = {
    Refused: _refused,
    StoreError: _busy,
    RequestValidationError: _invalid,
    HTTPException: _not_found,
    Exception: _failed,
}


# --- The service itself --------------------------------------------------------------------------

service = APIRouter()


@service.api_route("/healthz", methods=["GET", "HEAD"], include_in_schema=False)
async def health() -> dict[str, str]:
    """Report that the server runs, even if the database fails: a restart would not help."""
    return {"status": "ok", "version": __version__}


@service.api_route("/readyz", methods=["GET", "HEAD"], include_in_schema=False)
async def ready(services: TheServices) -> Response:
    """Report whether moves can be stored, by storing something."""
    try:
        await services.store.probe.write()
    except StoreError:
        return json_answer({"status": "the database takes no writes"}, 503, {"Retry-After": "5"})
    return json_answer({"status": "ready"})


@service.get("/metrics", include_in_schema=False)
async def metrics() -> Response:
    """Return metrics for Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@service.websocket("/api/socket")
async def the_socket(connection: WebSocket) -> None:
    """Play."""
    state = connection.app.state
    if not security.is_allowed_origin(connection.headers, state.settings.origins):
        await connection.close(websocket.NOT_ALLOWED)
        return
    try:
        state.services.limits.sockets.consume(address_of(connection))
        guest, is_a_host = await optional_guest(connection), await is_host(connection)
    except (Refused, StoreError):
        await connection.close(websocket.COME_BACK)
        return
    await websocket.serve(connection, state.services, guest, is_a_host=is_a_host)
