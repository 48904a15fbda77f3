"""What routes share: who is asking, refusals, answers, and work that clients wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query, Request, Response
from fastapi import Path as PathParameter
from prometheus_client import Counter
from starlette.requests import ClientDisconnect, HTTPConnection

from contrada import games
from contrada.server.db.places import Place
from contrada.server.db.store import MOST_LISTED
from contrada.server.people.identity import guest_with_token
from contrada.server.people.tokens import hash_of
from contrada.server.runtime.addresses import share_of_address
from contrada.server.runtime.limits import Share, stranger_at
from contrada.server.runtime.tasks import log_unheard
from contrada.server.services import Services
from contrada.server.wire import openapi
from contrada.server.wire.encoding import encode
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refusal, Refused
from contrada.server.wire.requests import B, read_body
from contrada.server.wire.values import ID_PATTERN, LONGEST_ID

COOKIE = "contrada"
HOST_COOKIE = "contrada_host"  # of a browser that the host link was opened in
STILL_THERE = 0.25  # seconds between checks that the client still waits
REFUSED = Counter("contrada_refused", "Messages refused", ["reason"])
RefusedAs = dict[int | str, dict[str, Any]]
PNG: RefusedAs = {200: {"content": {"image/png": {}}}}
CURSOR = r"^[01]\.[0-9]{1,16}\.[A-Za-z0-9_-]{1,40}$"  # as `lobby.Cursor` writes it
T = TypeVar("T")


def refusals(*statuses: int) -> RefusedAs:
    """Describe the refusals of a route."""
    always = (422, 429, 503)
    refusal = {"content": _content(Refusal)}
    return dict.fromkeys(sorted({*always, *statuses}), refusal)


def holds(kind: Any, status: int = 200) -> RefusedAs:
    """Describe what an answer holds."""
    return {status: {"content": _content(kind)}}


def reads(kind: Any) -> dict[str, Any]:
    """Describe the body of a request."""
    return {"requestBody": {"required": True, "content": _content(kind)}}


def _content(kind: Any) -> dict[str, Any]:
    return {"application/json": {"schema": openapi.schema_of(kind)}}


def body(kind: type[B]) -> Any:
    """Read the body of a request, or refuse it."""

    async def read(request: Request) -> B:
        return read_body(await request.body(), kind)

    return Depends(read)


def json_answer(
    document: Any, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return anything as a JSON response."""
    return Response(encode(document), status, headers, media_type="application/json")


def services_of(connection: HTTPConnection) -> Services:
    """Return the parts of this server."""
    return connection.app.state.services  # type: ignore[no-any-return]


def address_of(connection: HTTPConnection) -> str:
    """Return the client's address as far as limits depend on it, if it is known."""
    return share_of_address(connection.client.host if connection.client else "")


def token_of(headers: Mapping[str, str], cookies: Mapping[str, str]) -> str | None:
    """Return the token in the request."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else cookies.get(COOKIE)


def device_of(connection: HTTPConnection) -> str:
    """Return the hash of the token in the request; nothing if there is none."""
    token = token_of(connection.headers, connection.cookies)
    return hash_of(token) if token else ""


async def optional_guest(connection: HTTPConnection) -> Identity | None:
    """Return the guest who is asking, if known; the gate may have found out already."""
    if not hasattr(connection.state, "guest"):
        services = services_of(connection)
        token = token_of(connection.headers, connection.cookies)
        network = services.house.network_of(address_of(connection))
        connection.state.guest = await guest_with_token(services.guests, token, network)
    found: Identity | None = connection.state.guest
    return found


async def is_host(connection: HTTPConnection) -> bool:
    """Whether the host of the house is asking; only a cookie says so, never a header."""
    token = connection.cookies.get(HOST_COOKIE)
    return await services_of(connection).house.hosts.is_host(token)


async def current_host(request: Request) -> None:
    """Refuse everyone but the host of the house."""
    if not await is_host(request):
        raise Refused("guest", "Only the host of this server may do that: open the host link")


async def current_guest(request: Request) -> Identity:
    """Return the guest who is asking, or refuse."""
    guest = await optional_guest(request)
    if guest is None:
        raise Refused("guest", "Tell who you are: a token, or the cookie of this server")
    return guest


async def share_of(request: Request) -> Share:
    """Return who is charged for the request."""
    guest, address = await optional_guest(request), address_of(request)
    return Share(guest.id, address) if guest else stranger_at(address)


async def existing_game(game: str) -> str:
    """Return the game named in the path, or refuse."""
    if game not in games.NAMES:
        raise Refused("missing", f"There is no game {game[:40]!r}")
    return game


def _following(
    before: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    last: Annotated[str | None, Query(max_length=LONGEST_ID, pattern=ID_PATTERN)] = None,
) -> Place | None:
    """Return where a list continues: after a row with this time and this id."""
    return None if before is None else Place(before, last)


OptionalGuest = Annotated[Identity | None, Depends(optional_guest)]
CurrentGuest = Annotated[Identity, Depends(current_guest)]
ThisDevice = Annotated[str, Depends(device_of)]
TheShare = Annotated[Share, Depends(share_of)]
TheServices = Annotated[Services, Depends(services_of)]
GameInPath = Annotated[str, Depends(existing_game)]
After = Annotated[str | None, Query(pattern=CURSOR)]
Following = Annotated[Place | None, Depends(_following)]
PageSize = Annotated[int, Query(ge=1, le=MOST_LISTED)]
GuestInPath = Annotated[str, PathParameter(min_length=1, max_length=LONGEST_ID, pattern=ID_PATTERN)]
TableId = Annotated[str, PathParameter(min_length=1, max_length=LONGEST_ID, pattern=ID_PATTERN)]


async def while_awaited(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Run slow work; cancel it when the client has gone."""
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            await asyncio.wait([task], timeout=STILL_THERE)
            if not task.done() and await request.is_disconnected():
                raise ClientDisconnect
    except BaseException:
        task.cancel()
        task.add_done_callback(log_unheard)  # it may still fail while it is being cancelled
        raise
    return task.result()
