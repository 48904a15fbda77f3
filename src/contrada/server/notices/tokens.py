"""Tokens in mails: each does one thing for one channel, and only this server can make them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Literal

from contrada.server.db.engine import Database
from contrada.server.db.shared_values import shared_value

NAME = "mail tokens"  # the name that the secret is stored under
LONGEST = 100  # characters
Purpose = Literal["confirm", "stop"]


class MailTokens:
    """Makes and reads the tokens of all processes on one database."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    @classmethod
    async def shared(cls, database: Database) -> MailTokens:
        """Read the secret; the first server on a database makes it."""
        return cls(await shared_value(database, NAME, lambda: secrets.token_hex(32)))

    def write(self, purpose: Purpose, channel: str) -> str:
        """Return the token that does something for a channel."""
        return f"{channel}.{self._signature(purpose, channel)}"

    def read(self, purpose: Purpose, token: str) -> str | None:
        """Return the channel of a token, if this server made it for that purpose."""
        channel, _, signature = token[:LONGEST].rpartition(".")
        known = self._signature(purpose, channel).encode()
        is_ours = hmac.compare_digest(known, signature.encode("utf-8", "replace"))
        return channel if is_ours else None

    def _signature(self, purpose: Purpose, channel: str) -> str:
        signed = f"{purpose} {channel}".encode("utf-8", "replace")
        return hmac.new(self._secret, signed, hashlib.sha256).hexdigest()[:40]
