"""Routes about notices: where you are told that it is your turn, and links in mails."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from contrada.server.http.dependencies import (
    CurrentGuest,
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
from contrada.server.services import Services
from contrada.server.wire import notices
from contrada.server.wire.guests import Identity
from contrada.server.wire.values import LONGEST_TOKEN

ANSWER = holds(notices.NoticeSettings)
router = APIRouter(prefix="/api/me/notices")
mail_router = APIRouter(prefix="/api/mail")


async def _settings(services: Services, guest: Identity, here: str) -> Response:
    devices = await services.devices.names_of(guest.id)
    return json_answer(await services.notices.subscriptions.of(guest.id, here, devices))


def _origin(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


@router.get("", responses=ANSWER | refusals(401))
async def settings(guest: CurrentGuest, services: TheServices, here: ThisDevice) -> Response:
    """Return where you are told of your turns."""
    return await _settings(services, guest, here)


# --- Browsers ------------------------------------------------------------------------------------


@router.put(
    "/push",
    responses=ANSWER | refusals(401, 403, 404),
    openapi_extra=reads(notices.PushRequest),
)
async def add_push(
    request: Request,
    guest: CurrentGuest,
    services: TheServices,
    here: ThisDevice,
    wanted: Annotated[notices.PushRequest, body(notices.PushRequest)],
) -> Response:
    """Be told in this browser."""
    services.limits.channels.consume(guest.id)
    await services.notices.subscriptions.add_push(guest.id, here, _origin(request), wanted)
    return await _settings(services, guest, here)


@router.delete("/push/{channel_id}", responses=ANSWER | refusals(401, 403, 404))
async def remove_push(
    guest: CurrentGuest, services: TheServices, here: ThisDevice, channel_id: TableId
) -> Response:
    """Be told no longer in one of your browsers."""
    await services.notices.subscriptions.remove(guest.id, "push", channel_id)
    return await _settings(services, guest, here)


# --- A webhook -----------------------------------------------------------------------------------


@router.put(
    "/webhook",
    responses=ANSWER | refusals(401, 403, 404),
    openapi_extra=reads(notices.WebhookRequest),
)
async def set_webhook(
    request: Request,
    guest: CurrentGuest,
    services: TheServices,
    here: ThisDevice,
    wanted: Annotated[notices.WebhookRequest, body(notices.WebhookRequest)],
) -> Response:
    """Be told at an address of yours."""
    services.limits.channels.consume(guest.id)
    await services.notices.subscriptions.set_webhook(guest.id, _origin(request), wanted)
    return await _settings(services, guest, here)


@router.post("/webhook/test", responses=holds(notices.WebhookTest) | refusals(401, 403, 404))
async def test_webhook(guest: CurrentGuest, services: TheServices) -> Response:
    """Send a test to your webhook."""
    services.limits.channels.consume(guest.id)
    return json_answer(await services.notices.subscriptions.test_webhook(guest.id))


@router.delete("/webhook", responses=ANSWER | refusals(401, 403, 404))
async def remove_webhook(guest: CurrentGuest, services: TheServices, here: ThisDevice) -> Response:
    """Be told no longer at an address of yours."""
    await services.notices.subscriptions.remove(guest.id, "webhook")
    return await _settings(services, guest, here)


# --- Mail ----------------------------------------------------------------------------------------


@router.put(
    "/mail", responses=ANSWER | refusals(401, 403, 404), openapi_extra=reads(notices.MailRequest)
)
async def set_mail(
    request: Request,
    guest: CurrentGuest,
    services: TheServices,
    here: ThisDevice,
    wanted: Annotated[notices.MailRequest, body(notices.MailRequest)],
) -> Response:
    """Be told by mail, once the address is confirmed."""
    services.limits.channels.consume(guest.id)
    subscriptions = services.notices.subscriptions
    if not await subscriptions.gets_mail(guest.id, wanted.address):
        for who in (guest.id, address_of(request), f"to {wanted.address.lower()}"):
            services.limits.mails.consume(who)  # nobody is to be flooded with questions
    await subscriptions.set_mail(guest.id, wanted)
    return await _settings(services, guest, here)


@router.delete("/mail", responses=ANSWER | refusals(401, 403, 404))
async def remove_mail(guest: CurrentGuest, services: TheServices, here: ThisDevice) -> Response:
    """Be told no longer by mail."""
    await services.notices.subscriptions.remove(guest.id, "mail")
    return await _settings(services, guest, here)


@mail_router.post(
    "/confirm",
    status_code=204,
    responses=refusals(403, 404),
    openapi_extra=reads(notices.MailToken),
)
async def confirm(
    services: TheServices, shown: Annotated[notices.MailToken, body(notices.MailToken)]
) -> None:
    """Confirm a mail address with the token of a link."""
    await services.notices.subscriptions.confirm(shown.token)


@mail_router.post("/stop", status_code=204, responses=refusals(403, 404))
async def stop(
    services: TheServices, token: Annotated[str, Query(min_length=1, max_length=LONGEST_TOKEN)]
) -> None:
    """Stop the mails to an address; programs that read mail do this with one request (RFC 8058)."""
    await services.notices.subscriptions.stop(token)


# --- Quiet hours ---------------------------------------------------------------------------------


@router.put(
    "/quiet", responses=ANSWER | refusals(401, 403), openapi_extra=reads(notices.QuietRequest)
)
async def set_quiet_hours(
    guest: CurrentGuest,
    services: TheServices,
    here: ThisDevice,
    wanted: Annotated[notices.QuietRequest, body(notices.QuietRequest)],
) -> Response:
    """Set when you are told nothing."""
    services.limits.channels.consume(guest.id)
    await services.notices.subscriptions.set_quiet_hours(guest.id, wanted)
    return await _settings(services, guest, here)
