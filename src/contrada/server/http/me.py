"""Routes about yourself: name, devices, tables, games, results, days off, export, erasure."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse
from starlette.types import Send

from contrada import games
from contrada.server.db.errors import StoreError
from contrada.server.db.store import MOST_LISTED
from contrada.server.http.dependencies import (
    COOKIE,
    After,
    CurrentGuest,
    Following,
    PageSize,
    RefusedAs,
    TableId,
    TheServices,
    ThisDevice,
    address_of,
    body,
    holds,
    json_answer,
    reads,
    refusals,
)
from contrada.server.people.export import Export
from contrada.server.people.identity import renew_link
from contrada.server.people.results import results_of
from contrada.server.tables.summaries import read_summary
from contrada.server.wire import answers, requests
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refused

MOST_GAMES = 100
MEANT = "delete"  # for those who do not know their name
GameName = Annotated[str, Query(pattern=f"^({'|'.join(games.NAMES)})$")]
DOCUMENT: RefusedAs = {200: {"content": {"application/json": {"schema": {"type": "object"}}}}}
router = APIRouter(prefix="/api/me")


# --- Name and devices ----------------------------------------------------------------------------


@router.get("", responses=holds(Identity) | refusals(401))
async def me(guest: CurrentGuest) -> Response:
    """Return who you are."""
    return json_answer(guest)


@router.patch(
    "", responses=holds(Identity) | refusals(401, 403), openapi_extra=reads(requests.Name)
)
async def rename(
    guest: CurrentGuest,
    wanted: Annotated[requests.Name, body(requests.Name)],
    services: TheServices,
) -> Response:
    """Change your name."""
    services.limits.names.consume(guest.id)
    return json_answer(await services.names.rename(guest, wanted.name))


@router.get("/devices", responses=holds(answers.Devices) | refusals(401))
async def devices(guest: CurrentGuest, services: TheServices, here: ThisDevice) -> Response:
    """List where you are signed in, and your personal link."""
    return json_answer(answers.Devices(await services.devices.of(guest.id, here)))


@router.delete("/devices/{device_id}", status_code=204, responses=refusals(401, 403, 404))
async def sign_out(guest: CurrentGuest, services: TheServices, device_id: TableId) -> None:
    """Sign one of your devices out, or end your personal link."""
    await services.devices.sign_out_one(guest.id, device_id)


@router.delete("/devices", status_code=204, responses=refusals(401, 403))
async def sign_out_others(guest: CurrentGuest, services: TheServices, here: ThisDevice) -> None:
    """Sign all your other devices out, and end your personal link."""
    await services.devices.sign_out_others(guest.id, here)


@router.post("/links", status_code=201, responses=holds(answers.NewToken, 201) | refusals(401, 403))
async def link(guest: CurrentGuest, services: TheServices) -> Response:
    """Create or renew your personal link; an older one opens nothing any more."""
    services.limits.guests.consume(guest.id)
    return json_answer(answers.NewToken(await renew_link(services.guests, guest)), 201)


# --- Tables, games and results -------------------------------------------------------------------


@router.get("/tables", responses=holds(answers.TablePage) | refusals(401))
async def my_tables(
    guest: CurrentGuest, services: TheServices, after: After = None, limit: PageSize = MOST_LISTED
) -> Response:
    """List your tables, those that wait for you first; `after`: the `next` of the part before."""
    return json_answer(await services.lobby.tables_of(guest, after, limit))


@router.get("/games", responses=holds(answers.MyGames) | refusals(401))
async def my_games(
    guest: CurrentGuest,
    services: TheServices,
    game: GameName | None = None,
    after: Following = None,
    limit: Annotated[int, Query(ge=1, le=MOST_GAMES)] = 20,
) -> Response:
    """List your tables, latest first; `before` and `last`: `changed` and id of the last one."""
    found = await services.store.games_of(guest.id, game, after, limit + 1)
    shown = services.lobby.shown(map(read_summary, found[:limit]), guest)
    return json_answer(answers.MyGames(shown, more=len(found) > limit))


@router.get("/results", responses=holds(answers.Results) | refusals(401))
async def my_results(guest: CurrentGuest, services: TheServices) -> Response:
    """Count your finished games, by game, seats and opponents."""
    rows = await results_of(guest.id, await services.store.games_of(guest.id))
    return json_answer(answers.Results(rows))


# --- Days off ------------------------------------------------------------------------------------


@router.get("/days-off", responses=holds(answers.DaysOff) | refusals(401))
async def days_off(guest: CurrentGuest, services: TheServices) -> Response:
    """Tell how many days off you have had this year, and until when you have some now."""
    return json_answer(await services.days_off.of(guest.id))


@router.post(
    "/days-off",
    responses=holds(answers.DaysOff) | refusals(401, 403, 409),
    openapi_extra=reads(requests.DaysOffWish),
)
async def take_days_off(
    guest: CurrentGuest,
    services: TheServices,
    wanted: Annotated[requests.DaysOffWish, body(requests.DaysOffWish)],
) -> Response:
    """Take days off from now on, or more of them: your correspondence clocks stand still."""
    return json_answer(await services.days_off.take(guest.id, wanted.days))


@router.delete("/days-off", responses=holds(answers.DaysOff) | refusals(401, 403, 409))
async def end_days_off(guest: CurrentGuest, services: TheServices) -> Response:
    """End your days off; the day that has begun is used, the others are yours again."""
    return json_answer(await services.days_off.end(guest.id))


# --- Export and erasure --------------------------------------------------------------------------


class Parts(StreamingResponse):
    """A document that is sent while it is written."""

    async def stream_response(self, send: Send) -> None:
        """Send it; if the database fails midway, only the closed connection can say so."""
        with suppress(StoreError):  # already logged
            await super().stream_response(send)


@router.get("/export", responses=DOCUMENT | refusals(401), response_class=Parts)
async def export(guest: CurrentGuest, services: TheServices) -> Response:
    """Return everything stored about you, as one JSON document."""
    services.limits.exports.consume(guest.id)
    subscriptions = services.notices.subscriptions
    known = (services.store, services.guests, services.devices, subscriptions)
    document = Export(*known, guest)
    for game in await document.begin():
        await services.readiness.need(game)  # nothing can be refused once it is being sent
    return Parts(
        document.parts(),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="contrada.json"'},
    )


@router.delete(
    "", status_code=204, responses=refusals(401, 403), openapi_extra=reads(requests.Confirmation)
)
async def forget(
    request: Request,
    response: Response,
    guest: CurrentGuest,
    services: TheServices,
    wanted: Annotated[requests.Confirmation, body(requests.Confirmation)],
) -> None:
    """Erase you, for ever."""
    services.limits.guests.consume(address_of(request))
    if wanted.confirm.strip() not in (guest.name, MEANT):
        raise Refused("message", f"To be forgotten, confirm it with your name or {MEANT!r}")
    await services.erasure.begin(guest.id)
    response.delete_cookie(COOKIE, path="/")
