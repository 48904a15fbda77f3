"""The addresses to come in by: guests, their names, and the tokens they are known by."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from contrada.server.http.dependencies import COOKIE, Known, TheHub, address_of, refusals
from contrada.server.people import identity
from contrada.server.wire import requests

FOR_A_YEAR = 365 * 24 * 3600
router = APIRouter(prefix="/api")


@router.post("/guests", status_code=201, responses=refusals(403))
async def welcome(
    request: Request, response: Response, newcomer: requests.Newcomer, hub: TheHub
) -> requests.NewGuest:
    """Make a guest."""
    request.app.state.newcomers.take(address_of(request))
    guest, token = await identity.welcome(hub.store.guests, newcomer.name)
    _keep_token(request, response, token)
    return requests.NewGuest(id=guest.id, name=guest.name, token=token)


@router.get("/me", responses=refusals(401))
async def me(guest: Known) -> requests.Me:
    """Say who asks."""
    return requests.Me(id=guest.id, name=guest.name)


@router.patch("/me", responses=refusals(401, 403))
async def rename(request: Request, guest: Known, wanted: requests.Name, hub: TheHub) -> requests.Me:
    """Change one's name."""
    request.app.state.newcomers.take(guest.id)
    renamed = await hub.rename(guest, wanted.name)
    return requests.Me(id=renamed.id, name=renamed.name)


@router.post("/me/links", status_code=201, responses=refusals(401, 403))
async def link(request: Request, guest: Known, hub: TheHub) -> requests.Token:
    """Make a further token, for another device."""
    request.app.state.newcomers.take(guest.id)
    return requests.Token(token=await identity.further_token(hub.store.guests, guest))


@router.post("/sessions", responses=refusals(401, 403))
async def enter(
    request: Request, response: Response, shown: requests.Token, hub: TheHub
) -> requests.Me:
    """Turn a token into the cookie."""
    request.app.state.newcomers.take(address_of(request))
    guest = await identity.who_has(hub.store.guests, shown.token)
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
