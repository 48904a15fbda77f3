"""Routes for records, replays and checking shuffles."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from contrada import record, replay, shuffle
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import Position
from contrada.server.http.dependencies import (
    OptionalGuest,
    TableId,
    TheServices,
    address_of,
    body,
    holds,
    json_answer,
    reads,
    refusals,
    services_of,
)
from contrada.server.runtime.readiness import game_named_in
from contrada.server.services import Services
from contrada.server.tables.table import Table
from contrada.server.wire import answers, requests
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import LAST_SEAT

router = APIRouter(prefix="/api")


# --- Of tables -----------------------------------------------------------------------------------


@router.get("/tables/{table_id}/record", responses=holds(answers.GameRecord) | refusals(404, 409))
async def the_record(request: Request, table_id: TableId, services: TheServices) -> Response:
    """Return the record of a game, once it reveals no secret."""
    table = await _begun(services, table_id)
    if table.status != "over" and table.game.facts.uncertain:
        raise Refused("now", "The record tells what is hidden; wait until the game is over")
    assert table.position is not None
    text = await _beside(request, _written, table.position, table.names())
    name = f"{table.game.name}-{table_id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


def _written(position: Position, names: tuple[str, ...]) -> str:
    document = record.Record(position, names).document()
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


@router.get("/tables/{table_id}/replay", responses=holds(replay.Replay) | refusals(403, 404, 409))
async def the_replay(
    request: Request,
    table_id: TableId,
    services: TheServices,
    guest: OptionalGuest,
    seat: Annotated[int | None, Query(ge=0, le=LAST_SEAT)] = None,
) -> Response:
    """Return a game step by step, as a seat or everyone saw it."""
    table = await _begun(services, table_id)
    if seat is not None:
        _check_seat(table, seat, guest)
    assert table.position is not None
    end = table.end  # as of this position; a game may end without the rules saying so
    found = await _beside(request, replay.replay_of, table.position, table.names(), seat)
    return json_answer({**found, "result": end})


async def _begun(services: Services, table_id: str) -> Table:
    table = await services.registry.table(table_id)
    if table.position is None:
        raise Refused("now", "The game has not begun yet")
    return table


def _check_seat(table: Table, seat: int, guest: Identity | None) -> None:
    """Refuse a seat's view to everyone else until the game is over."""
    if seat >= len(table.seats):
        raise Refused("message", f"Seats here are 0 to {len(table.seats) - 1}")
    if table.status != "over" and table.seat_of(guest.id if guest else None) != seat:
        raise Refused("seat", "While a game is running, only your own seat's view can be had")


# --- Of records ----------------------------------------------------------------------------------


@router.post(
    "/replays",
    responses=holds(replay.Replay) | refusals(403),
    openapi_extra=reads(dict[str, Any]),
)
async def replay_of_record(request: Request, services: TheServices) -> Response:
    """Replay a record, checking every turn."""
    text = await request.body()
    await services.readiness.need(await asyncio.to_thread(_game_of, text))
    return json_answer(await _beside(request, _replayed, text))


def _game_of(text: bytes) -> str:
    """Return a record's game; nothing if it is no record, which replaying it will report."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    return game_named_in(document) if isinstance(document, dict) else ""


def _replayed(text: bytes) -> replay.Replay:
    try:
        found = record.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Refused("message", "That is not text in UTF-8, so it holds no record") from None
    except ContradaError as wrong:
        raise Refused("message", str(wrong)) from None
    return replay.replay_of(found.position, found.names, title=found.title)


async def _beside(request: Request, work: Callable[..., Any], *arguments: Any) -> Any:
    """Run slow work in a thread, one at a time, so that no move waits for it."""
    services = services_of(request)
    services.limits.replays.consume(address_of(request))
    async with services.replaying:
        return await asyncio.to_thread(work, *arguments)


# --- Of shuffles ---------------------------------------------------------------------------------


@router.post(
    "/verify",
    responses=holds(answers.ShuffleCheck) | refusals(403),
    openapi_extra=reads(requests.PromisedShuffle),
)
async def verify(
    promise: Annotated[requests.PromisedShuffle, body(requests.PromisedShuffle)],
) -> Response:
    """Check a shuffle against its fingerprint."""
    return json_answer(answers.ShuffleCheck(_is_kept(promise)))


def _is_kept(promise: requests.PromisedShuffle) -> bool:
    try:
        return shuffle.matches(promise.commitment, int(promise.seed), promise.salt)
    except OptionError:  # no such seed
        return False
