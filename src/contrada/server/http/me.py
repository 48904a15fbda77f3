"""What is one's own: games, results, all of it as a file, and the way to be forgotten."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from statistics import fmean
from typing import Annotated, Any, NamedTuple

import msgspec
from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse

from contrada import games, record
from contrada.server.http.dependencies import (
    COOKIE,
    Known,
    RefusedAs,
    TheHub,
    address_of,
    body,
    holds,
    json_answer,
    reads,
    refusals,
)
from contrada.server.hub import Hub
from contrada.server.lobby import summary_for
from contrada.server.people.identity import Identity
from contrada.server.runtime.limits import Buckets
from contrada.server.tables.registry import apply_all
from contrada.server.tables.table import Table
from contrada.server.wire import answers, requests
from contrada.server.wire.answers import Tally
from contrada.server.wire.encoding import encode
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import ID_PATTERN, LONGEST_ID

MOST_GAMES = 100
MEANT = "delete"  # whoever has forgotten their name may say this
VERSION = 1
Summary = dict[str, Any]
GameName = Annotated[str, Query(pattern=f"^({'|'.join(games.NAMES)})$")]
DOCUMENT: RefusedAs = {200: {"content": {"application/json": {"schema": {"type": "object"}}}}}
router = APIRouter(prefix="/api/me")


# --- Games and results ---------------------------------------------------------------------------


@router.get("/games", responses=holds(answers.MyGames) | refusals(401))
async def my_games(
    guest: Known,
    hub: TheHub,
    game: GameName | None = None,
    before: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    last: Annotated[str | None, Query(max_length=LONGEST_ID, pattern=ID_PATTERN)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_GAMES)] = 20,
) -> Response:
    """List one's tables, the latest first; `before`, `last`: `changed` and id of the last one."""
    found = await hub.store.games_of(guest.id, game, before, last, limit + 1)
    shown = [summary_for(text, guest) for text in found[:limit]]
    return json_answer({"games": shown, "more": len(found) > limit})


@router.get("/results", responses=holds(answers.Results) | refusals(401))
async def my_results(guest: Known, hub: TheHub) -> Response:
    """Count one's games that are over, by game, seats and opponents."""
    rows = await _results(await hub.store.games_of(guest.id), guest.id)
    return json_answer(answers.Results(rows))


async def _results(summaries: list[str], guest: str) -> list[Tally]:
    """Count in a thread: somebody may have played thousands of games."""
    return await asyncio.to_thread(results, map(msgspec.json.decode, summaries), guest)


class _Against(NamedTuple):
    """What is counted together; people come before levels."""

    game: str
    level: int  # 0: people
    seats: int


def results(summaries: Iterable[Summary], guest: str) -> list[Tally]:
    """Count how somebody has fared, by stored summaries of their tables."""
    places: dict[_Against, list[tuple[int, bool]]] = defaultdict(list)
    for summary in summaries:
        mine = [n for n, seat in enumerate(summary["seats"]) if seat.get("guest") == guest]
        if summary["status"] == "over" and len(mine) == 1:  # several: they shared a screen
            places[_against(summary, mine[0])].append(_place(summary, mine[0]))
    return [_counted(against, found) for against, found in sorted(places.items())]


def _against(summary: Summary, mine: int) -> _Against:
    """Name the opponents: people if there was one, or else the best of the bots."""
    others = [seat for number, seat in enumerate(summary["seats"]) if number != mine]
    people = any(seat["kind"] != "bot" or seat.get("guest") for seat in others)
    level = 0 if people else max(seat["level"] for seat in others)
    return _Against(summary["game"], level, len(summary["seats"]))


def _place(summary: Summary, mine: int) -> tuple[int, bool]:
    """Return the place, and whether it is shared; whoever lost the seat comes last."""
    if summary["seats"][mine]["kind"] == "bot":
        return len(summary["seats"]), False
    places = summary["places"]
    return places[mine], places.count(places[mine]) > 1


def _counted(against: _Against, found: list[tuple[int, bool]]) -> Tally:
    won = sum(place == 1 and not shared for place, shared in found)
    drawn = sum(place == 1 and shared for place, shared in found)
    return Tally(
        game=against.game,
        against=against.level or "people",
        seats=against.seats,
        played=len(found),
        won=won,
        drawn=drawn,
        lost=len(found) - won - drawn,
        mean_place=round(fmean(place for place, _ in found), 2),
    )


# --- All of it -----------------------------------------------------------------------------------


def exports_of(request: Request) -> Buckets:
    """Return how often everybody may still take all of it."""
    return request.app.state.exports  # type: ignore[no-any-return]


@router.get(
    "/export",
    responses=DOCUMENT | refusals(401),
    response_class=StreamingResponse,
)
async def export(request: Request, guest: Known, hub: TheHub) -> Response:
    """Give out all that is known of somebody, as one JSON document."""
    exports_of(request).take(guest.id)
    summaries = await hub.store.games_of(guest.id)
    for game in {msgspec.json.decode(text)["game"] for text in summaries}:
        await hub.readiness.need(game)  # once the document begins nobody can be refused any more
    since = await hub.store.guests.since(guest.id)
    head = {
        "contrada_export": VERSION,
        "guest": {"id": guest.id, "name": guest.name, "since": since},
        "results": await _results(summaries, guest.id),
    }
    return StreamingResponse(
        _document(hub, guest, head, summaries),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="contrada.json"'},
    )


async def _document(
    hub: Hub, guest: Identity, head: dict[str, Any], summaries: list[str]
) -> AsyncIterator[bytes]:
    """Write the document table by table; all of them at once would be much."""
    yield encode(head)[:-1] + b',"games":['
    for number, text in enumerate(summaries):
        summary = summary_for(text, guest)
        rows = await hub.store.entries(summary["id"])
        written = await asyncio.to_thread(_written, summary, rows, guest.id)
        yield (b"," if number else b"") + written
    yield b"]}\n"


def _written(summary: Summary, rows: list[tuple[int, int, str]], guest: str) -> bytes:
    """Write a table, the record of its game once it is over, and what the guest said there."""
    table = Table(summary["id"])
    apply_all(table, rows)
    said = [{"at": each.at, "text": each.text} for each in table.chat if each.guest == guest]
    return encode({"table": summary, "record": _record(table), "said": said})


def _record(table: Table) -> dict[str, Any] | None:
    if table.status != "over" or table.position is None:
        return None
    return record.Record(table.position, table.names()).document()


# --- To be forgotten -----------------------------------------------------------------------------


@router.delete(
    "",
    status_code=204,
    responses=refusals(401, 403),
    openapi_extra=reads(requests.Confirmation),
)
async def forget(
    request: Request,
    response: Response,
    guest: Known,
    hub: TheHub,
    wanted: Annotated[requests.Confirmation, body(requests.Confirmation)],
) -> None:
    """Forget who asks, for ever."""
    request.app.state.newcomers.take(address_of(request))
    if wanted.confirm.strip() not in (guest.name, MEANT):
        raise Refused("message", f"To be forgotten, confirm it with your name or {MEANT!r}")
    await hub.forgetting.forget(guest.id)
    response.delete_cookie(COOKIE, path="/")
