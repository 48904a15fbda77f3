"""Routes about yourself: name and devices, tables, games, results, export, erasure."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse

from contrada import games
from contrada.server.http.dependencies import (
    COOKIE,
    CurrentGuest,
    RefusedAs,
    TheServices,
    address_of,
    body,
    holds,
    json_answer,
    reads,
    refusals,
)
from contrada.server.people.export import Export
from contrada.server.people.identity import create_token
from contrada.server.people.results import results_of
from contrada.server.tables.summaries import read_summary, summary_for
from contrada.server.wire import answers, requests
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import ID_PATTERN, LONGEST_ID

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
    services.limits.guests.consume(guest.id)
    return json_answer(await services.names.rename(guest, wanted.name))


@router.post("/links", status_code=201, responses=holds(answers.NewToken, 201) | refusals(401, 403))
async def link(guest: CurrentGuest, services: TheServices) -> Response:
    """Create another token, for another device."""
    services.limits.guests.consume(guest.id)
    return json_answer(answers.NewToken(await create_token(services.guests, guest)), 201)


# --- Tables, games and results -------------------------------------------------------------------


@router.get("/tables", responses=holds(answers.MyTables) | refusals(401))
async def my_tables(guest: CurrentGuest, services: TheServices) -> Response:
    """List your tables, the ones that wait for you first."""
    yours = await services.lobby.tables_of(guest)
    yours.sort(key=lambda each: not _waits(each))
    return json_answer(answers.MyTables(yours))


def _waits(table: answers.Summary) -> bool:
    return table.to_move is not None and table.to_move == table.you


@router.get("/games", responses=holds(answers.MyGames) | refusals(401))
async def my_games(
    guest: CurrentGuest,
    services: TheServices,
    game: GameName | None = None,
    before: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    last: Annotated[str | None, Query(max_length=LONGEST_ID, pattern=ID_PATTERN)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_GAMES)] = 20,
) -> Response:
    """List your tables, latest first; `before` and `last`: `changed` and id of the last one."""
    found = await services.store.games_of(guest.id, game, before, last, limit + 1)
    shown = [summary_for(read_summary(text), guest) for text in found[:limit]]
    return json_answer(answers.MyGames(shown, more=len(found) > limit))


@router.get("/results", responses=holds(answers.Results) | refusals(401))
async def my_results(guest: CurrentGuest, services: TheServices) -> Response:
    """Count your finished games, by game, seats and opponents."""
    rows = await results_of(guest.id, await services.store.games_of(guest.id))
    return json_answer(answers.Results(rows))


# --- Export and erasure --------------------------------------------------------------------------


@router.get("/export", responses=DOCUMENT | refusals(401), response_class=StreamingResponse)
async def export(guest: CurrentGuest, services: TheServices) -> Response:
    """Return everything stored about you, as one JSON document."""
    services.limits.exports.consume(guest.id)
    document = Export(services.store, services.guests, guest)
    for game in await document.games():
        await services.readiness.need(game)  # nothing can be refused once the document has begun
    return StreamingResponse(
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
