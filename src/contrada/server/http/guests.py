"""The addresses to come in by: guests, their names, and the tokens they are known by."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from contrada.server.http.dependencies import (
    COOKIE,
    Known,
    TheHub,
    address_of,
    body,
    holds,
    json_answer,
    reads,
    refusals,
)
from contrada.server.people import identity
from contrada.server.wire import answers, requests

FOR_A_YEAR = 365 * 24 * 3600
router = APIRouter(prefix="/api")


@router.post(
    "/guests",
    status_code=201,
    responses=holds(answers.NewGuest, 201) | refusals(403),
    openapi_extra=reads(requests.Newcomer),
)
async def welcome(
    request: Request, newcomer: Annotated[requests.Newcomer, body(requests.Newcomer)], hub: TheHub
) -> Response:
    """Make a guest."""
    request.app.state.newcomers.take(address_of(request))
    guest, token = await identity.welcome(hub.store.guests, newcomer.name)
    response = json_answer(answers.NewGuest(guest.id, guest.name, token), 201)
    _keep_token(request, response, token)
    return response


@router.get("/me", responses=holds(answers.Guest) | refusals(401))
async def me(guest: Known) -> Response:
    """Say who asks."""
    return json_answer(answers.Guest(guest.id, guest.name))


@router.patch(
    "/me",
    responses=holds(answers.Guest) | refusals(401, 403),
    openapi_extra=reads(requests.Name),
)
async def rename(
    request: Request,
    guest: Known,
    wanted: Annotated[requests.Name, body(requests.Name)],
    hub: TheHub,
) -> Response:
    """Change one's name."""
    request.app.state.newcomers.take(guest.id)
    renamed = await hub.rename(guest, wanted.name)
    return json_answer(answers.Guest(renamed.id, renamed.name))


@router.post(
    "/me/links", status_code=201, responses=holds(answers.NewToken, 201) | refusals(401, 403)
)
async def link(request: Request, guest: Known, hub: TheHub) -> Response:
    """Make a further token, for another device."""
    request.app.state.newcomers.take(guest.id)
    token = await identity.further_token(hub.store.guests, guest)
    return json_answer(answers.NewToken(token), 201)


@router.post(
    "/sessions",
    responses=holds(answers.Guest) | refusals(401, 403),
    openapi_extra=reads(requests.Token),
)
async def enter(
    request: Request, shown: Annotated[requests.Token, body(requests.Token)], hub: TheHub
) -> Response:
    """Turn a token into the cookie."""
    request.app.state.newcomers.take(address_of(request))
    guest = await identity.who_has(hub.store.guests, shown.token)
    if guest is None:
        raise HTTPException(401, "Nobody has this token")
    response = json_answer(answers.Guest(guest.id, guest.name))
    _keep_token(request, response, shown.token)
    return response


@router.delete("/sessions", status_code=204, responses=refusals(403))
async def forget(response: Response) -> None:
    """Forget the cookie."""
    response.delete_cookie(COOKIE, path="/")


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
