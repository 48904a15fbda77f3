"""Sends a notice to a browser or a webhook, in the form that each takes."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from contrada.server.notices import push, texts, webhooks
from contrada.server.notices.channels import Channel
from contrada.server.notices.posting import Posted, post
from contrada.server.notices.push import PushKey
from contrada.server.settings import Settings
from contrada.server.wire.encoding import encode
from contrada.server.wire.notices import TurnNotice


class Sender:
    """Knows the key that notices for browsers are signed with."""

    def __init__(self, settings: Settings) -> None:
        """Start without the key, which is read later."""
        self._settings = settings
        self.key: PushKey

    async def send(self, channel: Channel, notice: TurnNotice) -> Posted:
        """Send a notice."""
        origin = self._settings.public_url or channel.origin
        if channel.kind == "webhook":
            notice = replace(notice, url=f"{origin}{notice.url}")
            return await self._post(
                channel, webhooks.HEADERS, webhooks.body_of(channel.form, notice)
            )
        private, contact = self._settings.private_notices, self._settings.contact or origin
        headers = self.key.headers(channel.address, notice.table, contact, private=private)
        content = await asyncio.to_thread(push.encrypted, encode(notice), channel.keys)
        return await self._post(channel, headers, content)

    async def send_test(self, channel: Channel) -> Posted:
        """Send a notice about nothing."""
        words = texts.words_of(channel.language)
        about = {"id": "test", "title": words.test_title, "text": words.test_text}
        return await self.send(
            channel, TurnNotice(**about, table="", game="", waiting=0, url="/me")
        )

    async def _post(self, channel: Channel, headers: dict[str, str], body: bytes) -> Posted:
        private = self._settings.private_notices
        return await post(channel.address, headers, body, private=private)
