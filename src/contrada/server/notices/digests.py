"""Digests: one mail a day at most, about all tables that wait for a guest."""

from __future__ import annotations

from email.message import EmailMessage

from contrada.server import times
from contrada.server.db.store import Store
from contrada.server.notices import texts
from contrada.server.notices.channels import Channel, ChannelRepository
from contrada.server.notices.hours import next_at
from contrada.server.notices.mail import Mailer, written
from contrada.server.notices.tokens import MailTokens
from contrada.server.settings import SECOND, Settings
from contrada.server.tables.presence import Presence
from contrada.server.tables.summaries import read_summary
from contrada.server.wire.answers import StoredSummary

LOOK = 20.0  # seconds between looks for digests that are due
HOUR = 3600 * SECOND
A_DAY = 20 * HOUR  # at least between two of them, even if somebody changes the hour
TRY_AGAIN, GIVE_UP = HOUR // 2, 4 * HOUR  # after a failure; after the hour of the digest
MOST_LISTED = 20  # tables in one mail
Waiting = list[tuple[StoredSummary, int]]  # tables, and since when they wait


class Digests:
    """Sends digests. The process that first moves the time of the next one sends this one."""

    def __init__(
        self,
        store: Store,
        presence: Presence,
        channels: ChannelRepository,
        mailer: Mailer,
        tokens: MailTokens,
        settings: Settings,
    ) -> None:
        self._store, self._presence, self._channels = store, presence, channels
        self._mailer, self._tokens, self._settings = mailer, tokens, settings

    async def look(self) -> None:
        """Send the digests that are due."""
        for channel in await self._channels.due_digests(times.now()):
            await self._see_to(channel)

    async def _see_to(self, channel: Channel) -> None:
        at = times.now()
        zone = (await self._channels.quiet_hours(channel.guest)).zone
        following = next_at(channel.hour, zone, at)
        if not await self._channels.change(channel, due=following):
            return  # another process sends it
        claimed = channel._replace(due=following)
        waiting = await self._news_for(channel, at)
        if not waiting:
            return
        if await self._mailer.send(self._written(channel, waiting, at)):
            await self._channels.change(claimed, told=at, failed=0)
            return
        again = at + TRY_AGAIN
        is_late = again > next_at(channel.hour, zone, at - 24 * HOUR) + GIVE_UP
        await self._channels.change(claimed, failed=at, due=following if is_late else again)

    async def _news_for(self, channel: Channel, at: int) -> Waiting:
        """Return the tables that wait; none if the latest digest told of all of them."""
        if channel.told > at - A_DAY:
            return []
        waiting: Waiting = []
        for text, began in await self._store.waiting_for(channel.guest):
            table = read_summary(text)
            if texts.is_awaited(table, channel.guest) and not await self._presence.is_looking(
                table.id, channel.guest
            ):
                waiting.append((table, began))
        return waiting if any(began > channel.told for _, began in waiting) else []

    def _written(self, channel: Channel, waiting: Waiting, at: int) -> EmailMessage:
        words, home = texts.words_of(channel.language), self._settings.public_url
        token = self._tokens.write("stop", channel.id)
        told = [
            (texts.title(words, table, channel.guest), texts.time_left(words, table, began, at))
            for table, began in waiting[:MOST_LISTED]
        ]
        links = [f"{home}/t/{table.id}" for table, _ in waiting[:MOST_LISTED]]
        paragraphs = [
            "\n".join(filter(None, (*lines, link))) for lines, link in zip(told, links, strict=True)
        ]
        return written(
            self._settings.mail_from,
            channel.address,
            words.digest_subject[words.form(len(waiting))].format(n=len(waiting)),
            "\n\n".join(
                [words.digest, *paragraphs, words.stop.format(link=f"{home}/mail#stop={token}")]
            ),
            stop=f"{home}/api/mail/stop?token={token}",
        )
