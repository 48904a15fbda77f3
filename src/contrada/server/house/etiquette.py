"""Etiquette: who may speak to whom and sit down with whom, and how players report each other."""

from __future__ import annotations

from contrada.server.house.house import TheHouse
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.table import Table
from contrada.server.wire import messages
from contrada.server.wire.guests import Identity
from contrada.server.wire.house import ReportRequest
from contrada.server.wire.refusals import Refused

# What somebody may not do at a table where somebody who has blocked them sits, or is its host.
NEAR = messages.Chat | messages.Sit | messages.Keep | messages.Rematch
TOO_MANY = "You have reported enough for now; the host has to look at it first"


class Etiquette:
    """Checks what people do to each other."""

    def __init__(self, house: TheHouse, registry: TableRegistry) -> None:
        self._house, self._registry = house, registry

    async def check(self, table: Table, guest: Identity, message: messages.TableCommand) -> None:
        """Refuse a message that people at the table, or the host of the house, do not want."""
        if not isinstance(message, NEAR):
            return
        if isinstance(message, messages.Chat):
            self._house.check_speaking(guest.id)
        near = {seat.guest for seat in table.seats if seat.guest} | {table.made.host}
        if await self._house.repository.blocks_between(guest.id, near - {guest.id}):
            raise Refused("blocked", "Somebody at this table wants nothing to do with you")

    async def report(self, reporter: Identity, wanted: ReportRequest) -> None:
        """Tell the host of the house about somebody at a table, with what was said, as it was."""
        table = await self._registry.table(wanted.table)
        if wanted.guest == reporter.id:
            raise Refused("message", "You cannot report yourself")
        reported = Identity(wanted.guest, _name_of(table, wanted.guest))
        said = _said(table, wanted) if wanted.what == "chat" else reported.name
        note, add = " ".join(wanted.note.split()), self._house.repository.add_report
        if not await add(reporter.id, wanted.what, table.id, reported, said, note):
            raise Refused("limit", TOO_MANY)
        self._house.report_came()


def _name_of(table: Table, guest: str) -> str:
    names = [seat.name for seat in table.seats if seat.guest == guest and not seat.here]
    names += [table.made.host_name] if table.made.host == guest else []
    names += [line.name for line in table.chat if line.guest == guest]
    if not names:
        raise Refused("missing", "Nobody of that kind is at this table")
    return names[0]


def _said(table: Table, wanted: ReportRequest) -> str:
    for line in table.chat:
        if line.guest == wanted.guest and line.at == wanted.at:
            return line.text
    raise Refused("missing", "Nobody has said that here")
