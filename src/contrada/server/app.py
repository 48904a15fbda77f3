"""The addresses of the server: HTTP, the socket, and the page; docs/protocol.md."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, JSONResponse

from contrada import __version__, games, record, replay
from contrada.bots import search_player
from contrada.bots.levels import LEVELS
from contrada.errors import ContradaError
from contrada.server import (
    analyses,
    bodies,
    guests,
    learning,
    mine,
    protocol,
    safety,
    socket,
    study,
)
from contrada.server.asking import (
    COOKIE,
    REFUSED,
    Anyone,
    Known,
    TableId,
    TheHub,
    address_of,
    json_answer,
    refusals,
    token_of,
    while_awaited,
)
from contrada.server.faces import summary
from contrada.server.guests import Identity
from contrada.server.home import summary_for
from contrada.server.hub import Hub
from contrada.server.limits import Buckets
from contrada.server.protocol import Refused, encode
from contrada.server.settings import Settings
from contrada.server.store import Store, StoreError
from contrada.server.table import Table

PAGE = Path(__file__).parent / "page"
FOR_A_YEAR = 365 * 24 * 3600
AboutTable = protocol.AtTable | protocol.Preview | protocol.Hint | protocol.Watch
FOREVER = "public, max-age=31536000, immutable"


def make_app(settings: Settings, store: Store) -> FastAPI:
    """Make the application that a web server runs."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hub = hub = Hub(store, settings)
        app.state.study = study.Study(hub, app.state.replays)
        app.state.analyses = analyses.Analyses(hub, app.state.study)
        await asyncio.to_thread(_load_games, settings.games or games.NAMES)
        hub.start()
        yield
        await app.state.analyses.close()
        await hub.close()

    app = FastAPI(
        title="Contrada",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.newcomers = Buckets(*settings.limits.guests)
    app.state.sockets = Buckets(*settings.limits.requests)
    app.state.replays = Buckets(*settings.limits.replays)
    app.state.replaying = asyncio.Lock()
    app.state.exports = Buckets(*settings.limits.exports)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(safety.Safety, settings=settings)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(StoreError, _busy)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(Exception, _failed)
    _add_guests(app)
    _add_games(app)
    _add_tables(app)
    _add_replays(app)
    app.include_router(study.router)
    app.include_router(analyses.router)
    app.include_router(mine.router)
    app.include_router(learning.router)
    _add_service(app)
    _add_page(app)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    return app


def _load_games(names: Any) -> None:
    """Load rules and search before anyone waits for them."""
    for name in names:
        games.game(name).start().view()
        search_player.load(games.definition(name))


# --- Errors --------------------------------------------------------------------------------------


async def _refused(_request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, Refused)
    REFUSED.labels(wrong.reason).inc()
    return safety.problem(wrong)


async def _busy(_request: Request, wrong: Exception) -> Response:
    socket.log.error("store failed", error=str(wrong))
    return safety.problem(socket.BUSY)


async def _invalid(_request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, RequestValidationError)
    first = wrong.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return safety.problem(Refused("message", f"{where}: {first['msg']}"[:300]))


async def _not_found(_request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    if wrong.status_code == 404:
        return safety.problem(Refused("missing", "There is nothing at this address"))
    refused = Refused("message", str(wrong.detail))
    if wrong.status_code == 400:  # a body that cannot be read is refused as any other message
        return safety.problem(refused)
    return JSONResponse(refused.answer(None), wrong.status_code, wrong.headers)


async def _failed(_request: Request, _wrong: Exception) -> Response:
    """Say no more than that it is our fault; the log has the rest."""
    refused = Refused("busy", "Something went wrong here; it has been noted")
    return JSONResponse(refused.answer(None), 500, safety.HEADERS)


# --- Who asks ------------------------------------------------------------------------------------


def _keep_token(request: Request, response: Response, token: str) -> None:
    response.set_cookie(
        COOKIE,
        token,
        max_age=FOR_A_YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )


def _add_guests(app: FastAPI) -> None:
    @app.post("/api/guests", status_code=201, responses=refusals(403))
    async def welcome(
        request: Request, response: Response, newcomer: bodies.Newcomer, hub: TheHub
    ) -> bodies.NewGuest:
        """Make a guest."""
        request.app.state.newcomers.take(address_of(request))
        guest, token = await guests.welcome(hub.store, newcomer.name)
        _keep_token(request, response, token)
        return bodies.NewGuest(id=guest.id, name=guest.name, token=token)

    @app.get("/api/me", responses=refusals(401))
    async def me(guest: Known) -> bodies.Me:
        """Say who asks."""
        return bodies.Me(id=guest.id, name=guest.name)

    @app.patch("/api/me", responses=refusals(401, 403))
    async def rename(request: Request, guest: Known, wanted: bodies.Name, hub: TheHub) -> bodies.Me:
        """Change one's name."""
        request.app.state.newcomers.take(guest.id)
        renamed = await hub.rename(guest, wanted.name)
        return bodies.Me(id=renamed.id, name=renamed.name)

    @app.post("/api/me/links", status_code=201, responses=refusals(401, 403))
    async def link(request: Request, guest: Known, hub: TheHub) -> bodies.Token:
        """Make a further token, for another device."""
        request.app.state.newcomers.take(guest.id)
        return bodies.Token(token=await guests.further_token(hub.store, guest))

    @app.post("/api/sessions", responses=refusals(401, 403))
    async def enter(
        request: Request, response: Response, shown: bodies.Token, hub: TheHub
    ) -> bodies.Me:
        """Turn a token into the cookie."""
        request.app.state.newcomers.take(address_of(request))
        guest = await guests.who_has(hub.store, shown.token)
        if guest is None:
            raise HTTPException(401, "Nobody has this token")
        _keep_token(request, response, shown.token)
        return bodies.Me(id=guest.id, name=guest.name)

    @app.delete("/api/sessions", status_code=204, responses=refusals(403))
    async def forget(response: Response) -> None:
        """Forget the cookie."""
        response.delete_cookie(COOKIE, path="/")

    @app.get("/api/me/tables", responses=refusals(401))
    async def my_tables(guest: Known, hub: TheHub) -> bodies.Summaries:
        """List one's tables, those that wait for one first."""
        yours = (await hub.lists(guest))["yours"]
        yours.sort(key=lambda each: not _waits(each))
        return bodies.Summaries(tables=yours)


def _waits(summary: dict[str, Any]) -> bool:
    return summary["to_move"] is not None and summary["to_move"] == summary["you"]


# --- Games ---------------------------------------------------------------------------------------


def _facts(name: str) -> dict[str, Any]:
    facts = games.definition(name).facts
    return {
        "name": facts.name,
        "title": facts.title,
        "seats": facts.seats,
        "seat_names": facts.seat_names,
        "options": [
            {"name": o.name, "values": o.values, "about": o.about, "needs": o.needs}
            for o in facts.options
        ],
        "decisions": facts.decisions,
        "longest_turn": facts.longest_turn,
        "hidden": facts.hidden,
        "chance": facts.chance,
        "measures": [{"name": m.name, "fewest": m.fewest} for m in facts.measures],
    }


def _add_games(app: FastAPI) -> None:
    @app.get("/api/games", responses=refusals())
    async def all_games() -> dict[str, Any]:
        """Tell which games and levels there are."""
        levels = [{"number": n.number, "name": n.name, "about": n.about} for n in LEVELS]
        found = [_facts(name) for name in games.NAMES]
        return {"version": __version__, "games": found, "levels": levels}

    @app.get("/api/games/{game}/decisions", responses=refusals(404))
    async def decisions(game: str, response: Response) -> dict[str, Any]:
        """Tell what each decision of a game is made of."""
        if game not in games.NAMES:
            raise Refused("missing", f"There is no game {game[:40]!r}")
        response.headers["Cache-Control"] = "public, max-age=3600"
        found = games.game(game)
        return {"game": game, "parts": found.parts(), "implied": found.implied}


# --- Tables --------------------------------------------------------------------------------------


def _add_tables(app: FastAPI) -> None:
    @app.post("/api/tables", status_code=201, responses=refusals(401, 403))
    async def make(guest: Known, wanted: bodies.NewTable, hub: TheHub) -> dict[str, Any]:
        """Make a table."""
        table = await hub.making.make(guest, wanted.made(guest))
        return _summary(table, guest)

    @app.get("/api/tables", responses=refusals())
    async def lobby(hub: TheHub, guest: Anyone) -> bodies.Lobby:
        """List the tables of the lobby."""
        found = await hub.lists(guest)
        return bodies.Lobby(open=found["open"], playing=found["playing"])

    @app.get("/api/tables/{table_id}", responses=refusals(404))
    async def look(table_id: TableId, hub: TheHub, guest: Anyone) -> Response:
        """Show a table, as the one who asks may see it."""
        return json_answer(await hub.look(guest, table_id))

    @app.post(
        "/api/tables/{table_id}/messages",
        responses=refusals(401, 403, 404, 409),
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/Message"}}
                },
            }
        },
    )
    async def tell(table_id: TableId, request: Request, guest: Known, hub: TheHub) -> Response:
        """Take any message about a table, as the socket does."""
        body = await request.body()
        if len(body) > hub.settings.limits.message_size:
            raise Refused("limit", "That is too long for a message")
        message = _for_table(protocol.read_message(body), table_id)
        if isinstance(message, protocol.Watch):
            return json_answer(await hub.look(guest, table_id))
        if isinstance(message, protocol.Preview):
            return json_answer(await hub.preview(guest, message))
        if isinstance(message, protocol.Hint):
            return json_answer(await while_awaited(request, hub.hint(guest, message)))
        return json_answer(await hub.act(guest, message))


def _for_table(message: protocol.Anything, table_id: str) -> AboutTable:
    if not isinstance(message, AboutTable):
        raise Refused("message", "Only messages about a table can be sent here")
    if message.table != table_id:
        raise Refused("message", "The message is about another table than the address")
    return message


def _summary(table: Table, guest: Identity) -> dict[str, Any]:
    return summary_for(encode(summary(table)).decode(), guest)


# --- Records and replays -------------------------------------------------------------------------


def _add_replays(app: FastAPI) -> None:
    @app.get("/api/tables/{table_id}/record", responses=refusals(404, 409))
    async def the_record(table_id: TableId, hub: TheHub) -> Response:
        """Give out the record of a game, once it gives nothing away."""
        table = await _begun(hub, table_id)
        if table.status != "over" and table.game.facts.uncertain:
            raise Refused("now", "The record tells what is hidden; wait until the game is over")
        assert table.position is not None
        document = record.Record(table.position, table.names()).document()
        name = f"{table.game.name}-{table_id}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
        return Response(text, media_type="application/json", headers=headers)

    @app.get("/api/tables/{table_id}/replay", responses=refusals(403, 404, 409))
    async def the_replay(
        request: Request,
        table_id: TableId,
        hub: TheHub,
        guest: Anyone,
        seat: Annotated[int | None, Query(ge=0, le=protocol.LAST_SEAT)] = None,
    ) -> Response:
        """Show a game step by step, as a seat or everyone has seen it."""
        table = await _begun(hub, table_id)
        if seat is not None and seat >= len(table.seats):
            raise Refused("message", f"Seats here are 0 to {len(table.seats) - 1}")
        if (
            seat is not None
            and table.status != "over"
            and table.seat_of(guest.id if guest else None) != seat
        ):
            raise Refused("who", "While a game is running, only your own seat's view can be had")
        assert table.position is not None
        found = await _beside(request, replay.replay_of, table.position, table.names(), seat)
        # A game may end without the rules saying so.
        return json_answer({**found, "result": table.end.data() if table.end else None})

    @app.post(
        "/api/replays",
        responses=refusals(403),
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": {"type": "object"}}},
            }
        },
    )
    async def replay_of_record(request: Request) -> Response:
        """Replay a record, checking every turn."""
        body = await request.body()
        return json_answer(await _beside(request, _replayed, body))

    @app.post("/api/verify", responses=refusals(403))
    async def verify(promise: bodies.Promise) -> bodies.Kept:
        """Say whether a shuffle was the one that was promised."""
        return bodies.Kept(matches=promise.is_kept())


async def _beside(request: Request, work: Callable[..., Any], *arguments: Any) -> Any:
    """Do what takes long in a thread, one after the other, so that no move waits for it."""
    state = request.app.state
    state.replays.take(address_of(request))
    async with state.replaying:
        return await asyncio.to_thread(work, *arguments)


async def _begun(hub: Hub, table_id: str) -> Table:
    table = await hub.tables.table(table_id)
    if table.position is None:
        raise Refused("now", "The game has not begun yet")
    return table


def _replayed(body: bytes) -> dict[str, Any]:
    try:
        found = record.loads(body.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Refused("message", "That is not text in UTF-8, so it holds no record") from None
    except ContradaError as wrong:
        raise Refused("message", str(wrong)) from None
    return replay.replay_of(found.position, found.names, title=found.title)


# --- The service itself, and the page ------------------------------------------------------------


def _add_service(app: FastAPI) -> None:
    @app.api_route("/healthz", methods=["GET", "HEAD"], include_in_schema=False)
    async def health(hub: TheHub) -> dict[str, str]:
        """Say whether the server and its database work."""
        await hub.store.lobby()
        return {"status": "ok", "version": __version__}

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        """Give figures for Prometheus."""
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    @app.websocket("/api/socket")
    async def the_socket(connection: WebSocket) -> None:
        """Play."""
        settings: Settings = app.state.settings
        address = address_of(connection)
        if not safety.is_allowed_origin(connection.headers, settings.origins):
            await connection.close(1008)
            return
        try:
            app.state.sockets.take(address)
        except Refused:
            await connection.close(1013)
            return
        hub: Hub = app.state.hub
        token = token_of(connection.headers, connection.cookies)
        try:
            guest = await guests.who_has(hub.store, token)
        except StoreError:
            await connection.close(1013)
            return
        await socket.serve(connection, hub, guest)


def _add_page(app: FastAPI) -> None:
    @app.api_route("/api/{_rest:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def no_such_address(request: Request, _rest: str) -> None:
        if request.method == "HEAD":
            raise HTTPException(405)
        raise Refused("missing", "There is nothing at this address")

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str) -> Response:
        """Serve a file of the page, or the page itself, which knows its addresses."""
        return _file(path)


def _file(path: str) -> Response:
    if path and _is_of_page(path):
        hashed = path.startswith("assets/")
        headers = {"Cache-Control": FOREVER if hashed else "no-cache"}
        return FileResponse(PAGE / path, headers=headers)
    last = path.rpartition("/")[2]
    if path.startswith("assets/") or "." in last:
        raise Refused("missing", "There is nothing at this address")
    index = PAGE / "index.html"
    if not index.is_file():
        raise Refused("missing", "The page has not been built: make page")
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def _is_of_page(path: str) -> bool:
    """Whether a file of the page is meant, and nothing beside it."""
    try:
        file = (PAGE / path).resolve()
        return file.is_relative_to(PAGE.resolve()) and file.is_file()
    except (OSError, ValueError):  # no file can have such a name
        return False


def _described(app: FastAPI) -> dict[str, Any]:
    """Describe the addresses, with the messages that the socket takes too."""
    if app.openapi_schema:
        return app.openapi_schema
    schema = get_openapi(
        title=app.title,
        version=app.version,
        routes=app.routes,
        description="Play, watch and replay games about building a city; see docs/protocol.md.",
    )
    message, parts = protocol.message_schema()
    schema["components"]["schemas"] |= {"Message": message, **parts}
    app.openapi_schema = json.loads(msgspec.json.encode(schema))
    return app.openapi_schema
