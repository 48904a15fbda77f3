"""What everyone may know about the house, and what players ask of it: reports, blocks, consent."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response

from contrada.server.http.dependencies import (
    CurrentGuest,
    GuestInPath,
    TheServices,
    body,
    holds,
    json_answer,
    reads,
    refusals,
)
from contrada.server.wire import house as wire
from contrada.server.wire.refusals import Refused

router = APIRouter(prefix="/api")


@router.get("/house", responses=holds(wire.House) | refusals())
async def the_house(services: TheServices) -> Response:
    """Say what this house is called, who may come in, what is offered, and what is kept."""
    return json_answer(services.house.told)


@router.post(
    "/reports",
    status_code=204,
    responses=refusals(401, 403, 404),
    openapi_extra=reads(wire.ReportRequest),
)
async def report(
    guest: CurrentGuest,
    services: TheServices,
    wanted: Annotated[wire.ReportRequest, body(wire.ReportRequest)],
) -> None:
    """Report somebody at a table to the host of the house: a line of the chat, a name, a guest."""
    services.limits.chat.consume(guest.id)
    await services.etiquette.report(guest, wanted)


# --- Blocks --------------------------------------------------------------------------------------


@router.get("/me/blocks", responses=holds(wire.Blocked) | refusals(401))
async def blocks(guest: CurrentGuest, services: TheServices) -> Response:
    """List whom you have blocked."""
    return json_answer(wire.Blocked(await services.house.repository.blocked_by(guest.id)))


@router.put("/me/blocks/{guest_id}", responses=holds(wire.Blocked) | refusals(401, 403, 404, 409))
async def block(guest: CurrentGuest, services: TheServices, guest_id: GuestInPath) -> Response:
    """Block a guest: they cannot chat or sit down where you sit, nor offer you a rematch."""
    if guest_id == guest.id:
        raise Refused("now", "You cannot block yourself")
    if not await services.guests.name_of(guest_id):
        raise Refused("missing", "There is no such guest")
    if not await services.house.repository.block(guest.id, guest_id):
        raise Refused("limit", "You have blocked enough people; unblock somebody first")
    return await blocks(guest, services)


@router.delete("/me/blocks/{guest_id}", responses=holds(wire.Blocked) | refusals(401, 403))
async def unblock(guest: CurrentGuest, services: TheServices, guest_id: GuestInPath) -> Response:
    """Let a guest near you again."""
    await services.house.repository.unblock(guest.id, guest_id)
    return await blocks(guest, services)


# --- Consent -------------------------------------------------------------------------------------


@router.get("/me/consent", responses=holds(wire.Consent) | refusals(401))
async def consent(guest: CurrentGuest, services: TheServices) -> Response:
    """Tell whether your name may stand in the records that the host exports."""
    return json_answer(wire.Consent(await services.guests.is_named(guest.id)))


@router.put(
    "/me/consent",
    responses=holds(wire.Consent) | refusals(401, 403),
    openapi_extra=reads(wire.Consent),
)
async def agree(
    guest: CurrentGuest,
    services: TheServices,
    wanted: Annotated[wire.Consent, body(wire.Consent)],
) -> Response:
    """Agree to that, or no longer."""
    await services.guests.set_named(guest.id, named=wanted.named)
    return json_answer(wanted)
