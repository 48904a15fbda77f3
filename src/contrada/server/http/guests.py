"""Routes for signing in: new guests, and the cookie with their token."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response

from contrada.server.http.dependencies import (
    COOKIE,
    TheServices,
    ThisDevice,
    address_of,
    body,
    holds,
    is_host,
    json_answer,
    reads,
    refusals,
)
from contrada.server.people.devices import name_of
from contrada.server.people.identity import create_guest, sign_in
from contrada.server.people.tokens import hash_of
from contrada.server.wire import answers, requests
from contrada.server.wire.refusals import Refused

FOR_A_YEAR = 365 * 24 * 3600
router = APIRouter(prefix="/api")


@router.post(
    "/guests",
    status_code=201,
    responses=holds(answers.NewGuest, 201) | refusals(401, 403),
    openapi_extra=reads(requests.Newcomer),
)
async def welcome(
    request: Request,
    newcomer: Annotated[requests.Newcomer, body(requests.Newcomer)],
    services: TheServices,
) -> Response:
    """Create a guest."""
    services.limits.guests.consume(address_of(request))
    if not await is_host(request):
        await services.house.admit(newcomer, address_of(request))
    guest, token = await create_guest(services.guests, newcomer.name, _device(request))
    response = json_answer(answers.NewGuest(guest.id, guest.name, token), 201)
    _keep_token(request, response, token)
    return response


@router.post(
    "/sessions",
    responses=holds(answers.NewGuest) | refusals(401, 403),
    openapi_extra=reads(requests.Token),
)
async def enter(
    request: Request, shown: Annotated[requests.Token, body(requests.Token)], services: TheServices
) -> Response:
    """Sign in with the token of a personal link or of another device."""
    services.limits.guests.consume(address_of(request))
    found = await sign_in(services.guests, shown.token, _device(request))
    if found is None:
        raise Refused("guest", "Nobody has this token")
    former = request.cookies.get(COOKIE)
    if former:  # nobody could sign it out any more
        await services.devices.sign_out(hash_of(former), unless_link=True)
    guest, token = found
    response = json_answer(answers.NewGuest(guest.id, guest.name, token))
    _keep_token(request, response, token)
    return response


@router.delete("/sessions", status_code=204, responses=refusals(403))
async def forget(response: Response, services: TheServices, device: ThisDevice) -> None:
    """Sign out: the token ends, and the cookie is deleted."""
    if device:
        await services.devices.sign_out(device)
    response.delete_cookie(COOKIE, path="/")


def _device(request: Request) -> str:
    return name_of(request.headers.get("user-agent", ""))


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
