"""Webhooks: a notice as plain JSON, or in the form that Discord takes."""

from __future__ import annotations

import re
from typing import Any

from contrada.server.wire.encoding import encode
from contrada.server.wire.notices import TurnNotice

HEADERS = {"Content-Type": "application/json"}
_MARKS = re.compile(r"([\\*_~`|>\[\]()#@:<-])")


def body_of(form: str, notice: TurnNotice) -> bytes:
    """Return the body of a request that tells of a notice."""
    return encode(_for_discord(notice) if form == "discord" else notice)


def _for_discord(notice: TurnNotice) -> dict[str, Any]:
    """Return a message for Discord; what people are called there formats and calls nobody."""
    lines = [f"**{_plain(notice.title)}**", _plain(notice.text), notice.url]
    return {
        "username": "Contrada",
        "content": "\n".join(filter(None, lines)),
        "allowed_mentions": {"parse": []},
    }


def _plain(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)
