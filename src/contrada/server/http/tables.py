"""Routes for tables: make, list and look at them, and send any message about one."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response

from contrada.server.db.store import MOST_LISTED
from contrada.server.http.dependencies import (
    REFUSED,
    After,
    CurrentGuest,
    OptionalGuest,
    PageSize,
    TableId,
    TheServices,
    address_of,
    body,
    holds,
    json_answer,
    reads,
    refusals,
    while_awaited,
)
from contrada.server.http.security import problem
from contrada.server.tables import setup
from contrada.server.tables.summaries import summary_for
from contrada.server.tables.views import summary
from contrada.server.wire import answers, messages, openapi, requests
from contrada.server.wire.refusals import Refused
from contrada.server.wire.snapshots import Snapshot

router = APIRouter(prefix="/api/tables")
lists = APIRouter(prefix="/api/lobby")


@router.post(
    "",
    status_code=201,
    responses=holds(answers.Summary, 201) | refusals(401, 403),
    openapi_extra=reads(requests.NewTable),
)
async def make(
    request: Request,
    guest: CurrentGuest,
    wanted: Annotated[requests.NewTable, body(requests.NewTable)],
    services: TheServices,
) -> Response:
    """Make a table."""
    wanted.options = services.house.check_offered(wanted.game, wanted.options)
    table = await services.maker.make(guest, setup.made(wanted, guest), address_of(request))
    pauses = services.store.cluster.pauses(table.made.game)
    return json_answer(summary_for(summary(table), guest, pauses), 201)


@router.get("", responses=holds(answers.Lobby) | refusals())
async def lobby(services: TheServices, guest: OptionalGuest) -> Response:
    """List the tables of the lobby."""
    return json_answer(await services.lobby.listed(guest))


@lists.get("/{status}", responses=holds(answers.TablePage) | refusals())
async def more_of_lobby(
    services: TheServices,
    guest: OptionalGuest,
    status: Literal["open", "playing"],
    after: After = None,
    limit: PageSize = MOST_LISTED,
) -> Response:
    """List some tables of the lobby; `after`: the `next` of the part before."""
    return json_answer(await services.lobby.page(guest, status, after, limit))


@router.get("/{table_id}", responses=holds(Snapshot) | refusals(404))
async def look(table_id: TableId, services: TheServices, guest: OptionalGuest) -> Response:
    """Show a table as you may see it."""
    return json_answer(await services.presence.look(guest, table_id))


@router.post(
    "/{table_id}/messages",
    responses=holds(openapi.MessageAnswer) | refusals(401, 403, 404, 409),
    openapi_extra=reads(messages.HttpMessage),
)
async def tell(
    table_id: TableId, request: Request, guest: CurrentGuest, services: TheServices
) -> Response:
    """Accept any message about a table, like the socket."""
    text = await request.body()
    if len(text) > services.settings.limits.message_size:
        raise Refused("limit", "That is too long for a message")
    try:
        message = _for_table(messages.read_message(text), table_id)
        work = services.dispatcher.handle(guest, message, address=address_of(request))
        is_long = isinstance(message, messages.Hint)
        return json_answer(await (while_awaited(request, work) if is_long else work))
    except Refused as refused:
        REFUSED.labels(refused.reason).inc()
        return problem(refused, messages.id_of(text), table_id)


def _for_table(message: messages.Anything, table_id: str) -> messages.HttpMessage:
    if not isinstance(message, messages.HttpMessage):
        raise Refused("message", "Only messages about a table can be sent here")
    if message.table != table_id:
        raise Refused("message", "The message is about another table than the address")
    return message
