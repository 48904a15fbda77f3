"""Routes for the host of the house: everything that keeps order. All of it is logged."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from contrada import __version__, games
from contrada.errors import OptionError
from contrada.server import times
from contrada.server.house.hosts import LASTS
from contrada.server.house.house import HOUR
from contrada.server.house.looking import MOST_SHOWN
from contrada.server.house.repository import MOST_ACTS, Restrained, new_id
from contrada.server.http.dependencies import (
    HOST_COOKIE,
    Following,
    GuestInPath,
    TableId,
    TheServices,
    address_of,
    body,
    current_host,
    holds,
    json_answer,
    reads,
    refusals,
)
from contrada.server.people.tokens import fresh_token, hash_of
from contrada.server.settings import SECOND
from contrada.server.tables.table import Change, Table
from contrada.server.wire import house as wire
from contrada.server.wire.answers import NewToken
from contrada.server.wire.events import AnyEvent, Closed, Ended
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import LONGEST_NAME, Status

DAY = 24 * HOUR
door = APIRouter(prefix="/api/host")  # the way in, which asks for the link itself
router = APIRouter(prefix="/api/host", dependencies=[Depends(current_host)])


# --- Coming and going ----------------------------------------------------------------------------


@door.post(
    "/sessions", status_code=204, responses=refusals(401, 403), openapi_extra=reads(wire.HostToken)
)
async def sign_in(
    request: Request,
    response: Response,
    services: TheServices,
    shown: Annotated[wire.HostToken, body(wire.HostToken)],
) -> None:
    """Exchange the token of the host link for a cookie."""
    address = address_of(request)
    services.limits.tries.consume(address)
    own = await services.house.hosts.sign_in(shown.token)
    services.limits.tries.refund(address)
    _keep_token(request, response, own)


@router.delete("/sessions", status_code=204, responses=refusals(401, 403))
async def sign_out(request: Request, response: Response, services: TheServices) -> None:
    """Stop being a host in this browser."""
    await services.house.hosts.sign_out(request.cookies.get(HOST_COOKIE, ""))
    response.delete_cookie(HOST_COOKIE, path="/api")


@router.post("/link", status_code=201, responses=holds(NewToken, 201) | refusals(401, 403))
async def renew_link(request: Request, services: TheServices) -> Response:
    """Renew the host link: the old one stops working, and other browsers are signed out."""
    token, own = await services.house.hosts.renew()
    response = json_answer(NewToken(token), 201)
    _keep_token(request, response, own)
    return response


def _keep_token(request: Request, response: Response, token: str) -> None:
    response.set_cookie(
        HOST_COOKIE,
        token,
        max_age=LASTS // SECOND,
        httponly=True,
        samesite="strict",  # no other page can act in the host's name
        secure=request.url.scheme == "https",
        path="/api",
    )


@router.get("", responses=holds(wire.HostHouse) | refusals(401))
async def overview(services: TheServices) -> Response:
    """Return the settings, and how many there are of everything."""
    house = services.house
    counts = await services.looking.counts()
    counts["here"] = len(services.connections.guests())
    counts["reports"] = await house.repository.count_waiting()
    return json_answer(
        wire.HostHouse(
            settings=house.rules_without_password,
            has_password=bool(house.rules.admission.password),
            usual=house.usual_limits,
            counts=counts,
            options={
                name: {
                    each.name: list(each.values) for each in games.definition(name).facts.options
                }
                for name in games.NAMES
            },
            version=__version__,
        )
    )


@router.put(
    "/settings",
    responses=holds(wire.HostHouse) | refusals(401, 403),
    openapi_extra=reads(wire.HouseSettings),
)
async def change_settings(
    services: TheServices,
    wanted: Annotated[wire.HouseSettings, body(wire.HouseSettings)],
) -> Response:
    """Put other settings into force."""
    try:
        await services.house.change_rules(wanted)
    except OptionError as wrong:
        raise Refused("message", str(wrong)) from None
    return await overview(services)


# --- Tables --------------------------------------------------------------------------------------


@router.get("/tables", responses=holds(wire.HostTables) | refusals(401))
async def tables(
    services: TheServices, after: Following = None, status: Status | None = None
) -> Response:
    """List tables, latest first; `before` and `last`: `changed` and id of the last one seen."""
    found = await services.looking.tables(status, after)
    return json_answer(wire.HostTables(found[:MOST_SHOWN], more=len(found) > MOST_SHOWN))


@router.post("/tables/{table_id}/end", status_code=204, responses=refusals(401, 403, 404, 409))
async def end_table(services: TheServices, table_id: TableId) -> None:
    """Close a table before its game, or end the game: nobody has won."""
    await services.registry.change(table_id, _ending())
    await services.house.repository.note("ended_table", table=table_id)


def _ending() -> Callable[[Table], Change]:
    def decide(table: Table) -> Change:
        if table.status not in ("open", "playing"):
            raise Refused("now", "The game is over already")
        event: AnyEvent = Ended() if table.status == "playing" else Closed()
        return Change([event])

    return decide


# --- Chat and reports ----------------------------------------------------------------------------


@router.get("/chat", responses=holds(wire.HostChat) | refusals(401))
async def chat(services: TheServices) -> Response:
    """Return what was said lately, at all tables."""
    return json_answer(wire.HostChat(await services.looking.chat()))


@router.get("/tables/{table_id}/chat", responses=holds(wire.HostChat) | refusals(401))
async def chat_at(services: TheServices, table_id: TableId) -> Response:
    """Return what was said at a table."""
    return json_answer(wire.HostChat(await services.looking.chat(table_id)))


@router.get("/reports", responses=holds(wire.Reports) | refusals(401))
async def reports(services: TheServices) -> Response:
    """List what players have reported."""
    return json_answer(wire.Reports(await services.house.repository.reports()))


@router.put("/reports/{report_id}", status_code=204, responses=refusals(401, 403, 404))
async def handle_report(services: TheServices, report_id: GuestInPath) -> None:
    """Note that a report has been dealt with."""
    await _handle(services, report_id, done=True)


@router.delete("/reports/{report_id}", status_code=204, responses=refusals(401, 403, 404))
async def reopen_report(services: TheServices, report_id: GuestInPath) -> None:
    """Let a report wait again."""
    await _handle(services, report_id, done=False)


async def _handle(services: TheServices, report_id: str, *, done: bool) -> None:
    if not await services.house.repository.handle_report(report_id, done=done):
        raise Refused("missing", "There is no such report")


# --- Guests --------------------------------------------------------------------------------------


@router.get("/guests", responses=holds(wire.HostGuests) | refusals(401))
async def guests(
    services: TheServices,
    after: Following = None,
    find: Annotated[str, Query(max_length=4 * LONGEST_NAME)] = "",
) -> Response:
    """List guests, latest first; `find`: a part of the name, or the id.

    `before` and `last`: `created` and id of the last one seen.
    """
    here, house = services.connections.guests(), services.house
    found = await services.looking.guests(find.replace("\0", ""), after, here)
    for each in found:
        each.banned = house.is_restrained(each.id, "ban")
        each.muted = house.is_restrained(each.id, "mute")
    return json_answer(wire.HostGuests(found[:MOST_SHOWN], more=len(found) > MOST_SHOWN))


@router.get("/restraints", responses=holds(wire.Restraints) | refusals(401))
async def restraints(services: TheServices) -> Response:
    """List who is kept out, or kept quiet."""
    found = await services.house.repository.restraints()
    return json_answer(
        wire.Restraints(
            [
                wire.Restraint(
                    id=each.id,
                    kind=each.kind,
                    guest=each.guest,
                    name=each.name,
                    address=bool(each.network),
                    why=each.why,
                    created=each.created,
                    until=each.until,
                )
                for each in found
            ]
        )
    )


@router.post(
    "/restraints",
    status_code=201,
    responses=holds(wire.Restraints, 201) | refusals(401, 403, 404),
    openapi_extra=reads(wire.RestraintRequest),
)
async def restrain(
    services: TheServices,
    wanted: Annotated[wire.RestraintRequest, body(wire.RestraintRequest)],
) -> Response:
    """Keep a guest out, or quiet; with `address` also everybody who comes from where they do."""
    name = await services.looking.name_of(wanted.guest)
    if not name:
        raise Refused("missing", "There is no such guest")
    networks = [""]
    if wanted.address:
        if wanted.kind == "mute":
            raise Refused("message", "An address can only be kept out, not kept quiet")
        networks += await services.house.networks_of(wanted.guest)
    for network in networks:
        await services.house.repository.restrain(
            Restrained(
                id=new_id(),
                kind=wanted.kind,
                guest=wanted.guest,
                network=network,
                name=name,
                why=" ".join(wanted.why.split()),
                created=times.now(),
                until=_until(wanted.hours, HOUR),
            )
        )
    await services.house.load()
    answer = await restraints(services)
    answer.status_code = 201
    return answer


@router.delete("/restraints/{restraint_id}", status_code=204, responses=refusals(401, 403, 404))
async def release(services: TheServices, restraint_id: GuestInPath) -> None:
    """Let somebody in again, or let them speak."""
    if not await services.house.repository.release(restraint_id):
        raise Refused("missing", "Nobody is restrained like that")
    await services.house.load()


def _until(number: int | None, unit: int) -> int | None:
    return None if number is None else times.now() + number * unit


# --- Announcements -------------------------------------------------------------------------------


@router.put(
    "/announcement",
    status_code=204,
    responses=refusals(401, 403),
    openapi_extra=reads(wire.AnnouncementRequest),
)
async def announce(
    services: TheServices,
    wanted: Annotated[wire.AnnouncementRequest, body(wire.AnnouncementRequest)],
) -> None:
    """Tell everybody something, in place of what was announced before."""
    text = " ".join(wanted.text.split())
    if not text:
        raise Refused("message", "There is nothing in it that can be seen")
    until = _until(wanted.hours, HOUR)
    await services.house.announce(wire.Announcement(new_id(), text, until))


@router.delete("/announcement", status_code=204, responses=refusals(401, 403))
async def withdraw(services: TheServices) -> None:
    """Withdraw the announcement."""
    await services.house.announce(None)


# --- Invitations ---------------------------------------------------------------------------------


@router.get("/invitations", responses=holds(wire.Invitations) | refusals(401))
async def invitations(services: TheServices) -> Response:
    """List the links that let people in."""
    return json_answer(wire.Invitations(await services.house.repository.invitations()))


@router.post(
    "/invitations",
    status_code=201,
    responses=holds(wire.NewInvitation, 201) | refusals(401, 403),
    openapi_extra=reads(wire.InvitationRequest),
)
async def invite(
    services: TheServices,
    wanted: Annotated[wire.InvitationRequest, body(wire.InvitationRequest)],
) -> Response:
    """Make a link that lets people in; its token is never shown again."""
    token = fresh_token()
    found = wire.NewInvitation(
        id=secrets.token_urlsafe(9),
        note=" ".join(wanted.note.split()),
        uses=wanted.uses,
        used=0,
        created=times.now(),
        until=_until(wanted.days, DAY),
        token=token,
    )
    await services.house.repository.add_invitation(found, hash_of(token))
    return json_answer(found, 201)


@router.delete("/invitations/{invitation_id}", status_code=204, responses=refusals(401, 403, 404))
async def uninvite(services: TheServices, invitation_id: GuestInPath) -> None:
    """End a link; those who have used it stay."""
    if not await services.house.repository.remove_invitation(invitation_id):
        raise Refused("missing", "There is no such link")


# --- The log -------------------------------------------------------------------------------------


@router.get("/log", responses=holds(wire.HostLog) | refusals(401))
async def the_log(services: TheServices, after: Following = None) -> Response:
    """List what hosts have done, latest first; `before` and `last`: `at` and id of the last."""
    found = await services.house.repository.log(after)
    return json_answer(wire.HostLog(found[:MOST_ACTS], more=len(found) > MOST_ACTS))
