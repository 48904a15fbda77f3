"""The addresses to come in by: new guests, and the cookie that keeps their token."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from contrada.server.http.dependencies import COOKIE, TheServices, address_of, refusals
from contrada.server.people.identity import create_guest, guest_with_token
from contrada.server.wire import requests

FOR_A_YEAR = 365 * 24 * 3600
router = APIRouter(prefix="/api")


@router.post("/guests", status_code=201, responses=refusals(403))
async def welcome(
    request: Request, response: Response, newcomer: requests.Newcomer, services: TheServices
) -> requests.NewGuest:
    """Make a guest."""
    services.limits.guests.consume(address_of(request))
    guest, token = await create_guest(services.guests, newcomer.name)
    _keep_token(request, response, token)
    return requests.NewGuest(id=guest.id, name=guest.name, token=token)


@router.post("/sessions", responses=refusals(401, 403))
async def enter(
    request: Request, response: Response, shown: requests.Token, services: TheServices
) -> requests.Me:
    """Turn a token into the cookie."""
    services.limits.guests.consume(address_of(request))
    guest = await guest_with_token(services.guests, shown.token)
    if guest is None:
        raise HTTPException(401, "Nobody has this token")
    _keep_token(request, response, shown.token)
    return requests.Me(id=guest.id, name=guest.name)


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
