"""The addresses to come in by: guests, their names, and the tokens they are known by."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from contrada.server import bodies, guests
from contrada.server.asking import COOKIE, Known, TheHub, address_of, refusals

FOR_A_YEAR = 365 * 24 * 3600
router = APIRouter(prefix="/api")


@router.post("/guests", status_code=201, responses=refusals(403))
async def welcome(
    request: Request, response: Response, newcomer: bodies.Newcomer, hub: TheHub
) -> bodies.NewGuest:
    """Make a guest."""
    request.app.state.newcomers.take(address_of(request))
    guest, token = await guests.welcome(hub.store.guests, newcomer.name)
    _keep_token(request, response, token)
    return bodies.NewGuest(id=guest.id, name=guest.name, token=token)


@router.get("/me", responses=refusals(401))
async def me(guest: Known) -> bodies.Me:
    """Say who asks."""
    return bodies.Me(id=guest.id, name=guest.name)


@router.patch("/me", responses=refusals(401, 403))
async def rename(request: Request, guest: Known, wanted: bodies.Name, hub: TheHub) -> bodies.Me:
    """Change one's name."""
    request.app.state.newcomers.take(guest.id)
    renamed = await hub.rename(guest, wanted.name)
    return bodies.Me(id=renamed.id, name=renamed.name)


@router.post("/me/links", status_code=201, responses=refusals(401, 403))
async def link(request: Request, guest: Known, hub: TheHub) -> bodies.Token:
    """Make a further token, for another device."""
    request.app.state.newcomers.take(guest.id)
    return bodies.Token(token=await guests.further_token(hub.store.guests, guest))


@router.post("/sessions", responses=refusals(401, 403))
async def enter(
    request: Request, response: Response, shown: bodies.Token, hub: TheHub
) -> bodies.Me:
    """Turn a token into the cookie."""
    request.app.state.newcomers.take(address_of(request))
    guest = await guests.who_has(hub.store.guests, shown.token)
    if guest is None:
        raise HTTPException(401, "Nobody has this token")
    _keep_token(request, response, shown.token)
    return bodies.Me(id=guest.id, name=guest.name)


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
