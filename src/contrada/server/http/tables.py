"""Tables over HTTP: making, listing and looking at them, and all messages the socket takes."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response

from contrada.server.http.dependencies import (
    Anyone,
    Known,
    TableId,
    TheHub,
    body,
    holds,
    json_answer,
    reads,
    refusals,
    while_awaited,
)
from contrada.server.lobby import summary_for
from contrada.server.tables import setup
from contrada.server.tables.views import summary
from contrada.server.wire import answers, messages, openapi, requests
from contrada.server.wire.encoding import encode
from contrada.server.wire.refusals import Refused
from contrada.server.wire.snapshots import Snapshot

router = APIRouter(prefix="/api")


@router.post(
    "/tables",
    status_code=201,
    responses=holds(answers.Summary, 201) | refusals(401, 403),
    openapi_extra=reads(requests.NewTable),
)
async def make(
    guest: Known, wanted: Annotated[requests.NewTable, body(requests.NewTable)], hub: TheHub
) -> Response:
    """Make a table."""
    table = await hub.making.make(guest, setup.made(wanted, guest))
    return json_answer(summary_for(encode(summary(table)).decode(), guest), 201)


@router.get("/tables", responses=holds(answers.Lobby) | refusals())
async def lobby(hub: TheHub, guest: Anyone) -> Response:
    """List the tables of the lobby."""
    found = await hub.lists(guest)
    return json_answer({"open": found["open"], "playing": found["playing"]})


@router.get("/me/tables", responses=holds(answers.MyTables) | refusals(401))
async def my_tables(guest: Known, hub: TheHub) -> Response:
    """List one's tables, those that wait for one first."""
    yours = (await hub.lists(guest))["yours"]
    yours.sort(key=lambda each: not _waits(each))
    return json_answer({"tables": yours})


def _waits(table: dict[str, Any]) -> bool:
    return table["to_move"] is not None and table["to_move"] == table["you"]


@router.get("/tables/{table_id}", responses=holds(Snapshot) | refusals(404))
async def look(table_id: TableId, hub: TheHub, guest: Anyone) -> Response:
    """Show a table, as the one who asks may see it."""
    return json_answer(await hub.look(guest, table_id))


@router.post(
    "/tables/{table_id}/messages",
    responses=holds(openapi.Told) | refusals(401, 403, 404, 409),
    openapi_extra=reads(messages.AboutTable),
)
async def tell(table_id: TableId, request: Request, guest: Known, hub: TheHub) -> Response:
    """Take any message about a table, as the socket does."""
    text = await request.body()
    if len(text) > hub.settings.limits.message_size:
        raise Refused("limit", "That is too long for a message")
    message = _for_table(messages.read_message(text), table_id)
    if isinstance(message, messages.Watch):
        return json_answer(await hub.look(guest, table_id))
    if isinstance(message, messages.Preview):
        return json_answer(await hub.preview(guest, message))
    if isinstance(message, messages.Hint):
        return json_answer(await while_awaited(request, hub.hint(guest, message)))
    return json_answer(await hub.act(guest, message))


def _for_table(message: messages.Anything, table_id: str) -> messages.AboutTable:
    if not isinstance(message, messages.AboutTable):
        raise Refused("message", "Only messages about a table can be sent here")
    if message.table != table_id:
        raise Refused("message", "The message is about another table than the address")
    return message
