"""Delivers the notices in the outbox, a few at a time."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from prometheus_client import Counter

from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.notices import texts
from contrada.server.notices.channels import Channel, ChannelRepository
from contrada.server.notices.hours import quiet_until
from contrada.server.notices.outbox import Claimed, Letter, Outbox
from contrada.server.notices.posting import Outcome, Posted
from contrada.server.notices.sender import Sender
from contrada.server.runtime.limits import RateLimit
from contrada.server.settings import SECOND
from contrada.server.tables.presence import Presence
from contrada.server.tables.summaries import read_summary
from contrada.server.wire.answers import StoredSummary
from contrada.server.wire.notices import TurnNotice
from contrada.server.wire.refusals import Refused

LOOK = 1.0  # seconds between looks into the outbox
AT_ONCE = 8
BACK_OFF = [60 * SECOND, 5 * 60 * SECOND, 30 * 60 * SECOND, 2 * 3600 * SECOND]  # then we give up
TOO_MANY = 30 * SECOND  # how long a notice waits if its guest gets too many
LAST_WORDS = 3.0  # seconds that notices on their way have when the server stops
SENT = Counter("contrada_notices", "Notices of turns, by kind and outcome", ["kind", "outcome"])
log = structlog.get_logger()


def notice_of(letter: Letter, channel: Channel, table: StoredSummary, at: int) -> TurnNotice:
    """Write a notice in the language of a channel."""
    words = texts.words_of(channel.language)
    began = letter.notice.turn
    return TurnNotice(
        id=f"{table.id}.{began}",
        title=texts.title(words, table, channel.guest),
        text=texts.time_left(words, table, began, at),
        table=table.id,
        game=table.game,
        waiting=letter.waiting,
        url=f"/t/{table.id}",
    )


class Courier:
    """Claims notices and delivers them."""

    def __init__(
        self,
        presence: Presence,
        outbox: Outbox,
        channels: ChannelRepository,
        sender: Sender,
        rate: RateLimit,
    ) -> None:
        """Start with nothing on its way; `rate` is how many notices a guest may get."""
        self._presence, self._outbox, self._channels = presence, outbox, channels
        self._sender, self._rate = sender, rate
        self._on_their_way: set[asyncio.Task[None]] = set()

    async def look(self) -> None:
        """Deliver what is due."""
        free = AT_ONCE - len(self._on_their_way)
        for notice in await self._outbox.claim(free) if free > 0 else []:
            task = asyncio.create_task(self._see_to(notice))
            self._on_their_way.add(task)
            task.add_done_callback(self._on_their_way.discard)

    async def close(self) -> None:
        """Let notices on their way arrive; those that take longer are left to other processes."""
        if self._on_their_way:
            await asyncio.wait(self._on_their_way, timeout=LAST_WORDS)
        for task in list(self._on_their_way):
            task.cancel()
        await asyncio.gather(*self._on_their_way, return_exceptions=True)

    async def _see_to(self, notice: Claimed) -> None:
        """Deliver a notice; if the database fails, its claim ends and it is delivered later."""
        try:
            await self._deliver(await self._outbox.open(notice))
        except StoreError:
            return  # already logged
        except Exception:
            log.exception("a notice failed")
            with suppress(StoreError):
                await self._outbox.finish(notice)  # the next one may fare better

    async def _deliver(self, letter: Letter) -> None:
        notice, channel = letter.notice, letter.channel
        if channel is None or letter.summary is None:  # the turn is over, or nobody wants it
            await self._outbox.finish(notice)
            return
        wait = await self._wait(notice, channel)
        if wait:
            await self._outbox.postpone(notice, wait)
        elif await self._presence.is_looking(notice.table_id, channel.guest):
            await self._outbox.finish(notice)
        else:
            table = read_summary(letter.summary)
            posted = await self._sender.send(
                channel, notice_of(letter, channel, table, times.now())
            )
            SENT.labels(channel.kind, posted.outcome.value).inc()
            await self._conclude(notice, channel, posted)

    async def _wait(self, notice: Claimed, channel: Channel) -> int | None:
        """Return until when a notice has to wait, if it has to."""
        at = times.now()
        hours = await self._channels.quiet_hours(channel.guest)
        until = quiet_until(hours.begins, hours.ends, hours.zone, at)
        if until is None and not notice.tries:
            try:
                self._rate.consume(channel.guest)
            except Refused:
                return at + TOO_MANY
        return until

    async def _conclude(self, notice: Claimed, channel: Channel, posted: Posted) -> None:
        at = times.now()
        match posted.outcome:
            case Outcome.DELIVERED:
                await self._outbox.finish(notice)
                await self._channels.change(channel, told=at, failed=0)
            case Outcome.GONE if channel.kind == "push":
                await self._channels.remove_one(channel.id)
            case Outcome.FAILED if notice.tries < len(BACK_OFF):
                later = at + max(BACK_OFF[notice.tries], posted.retry_after * SECOND)
                await self._outbox.postpone(notice, later, failed=True)
            case _:
                await self._outbox.finish(notice)
                await self._channels.change(channel, failed=at)
