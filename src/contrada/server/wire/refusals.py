"""Refusals: why a message or request is not carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

Reason = Literal[
    "message",
    "guest",
    "seat",
    "turn",
    "host",
    "muted",
    "blocked",
    "admission",
    "banned",
    "origin",
    "stale",
    "rule",
    "now",
    "playing",
    "limit",
    "missing",
    "busy",
    "preparing",
]
TextValues = dict[str, str | int | list[str]]  # that texts speak of, each with its placeholder
STATUS: dict[Reason, int] = {
    "message": 422,
    "guest": 401,
    "seat": 403,
    "turn": 403,
    "host": 403,
    "muted": 403,
    "blocked": 403,
    "admission": 401,
    "banned": 403,
    "origin": 403,
    "stale": 409,
    "rule": 409,
    "now": 409,
    "playing": 409,
    "limit": 429,
    "missing": 404,
    "busy": 503,
    "preparing": 503,
}


class Refusal(Struct, tag_field="type", tag="refused", forbid_unknown_fields=True):
    """Why a message or request was refused; docs/protocol.md explains the reasons."""

    id: int | None
    table: str | None
    reason: Reason
    sentence: str
    rule: str | UnsetType = UNSET
    case: str | UnsetType = UNSET  # of the rule; empty if it has only one
    values: TextValues | UnsetType = UNSET  # that the sentence speaks of, for other languages
    squares: Sequence[str] | UnsetType = UNSET  # to point at
    decision: int | UnsetType = UNSET  # that the rules refuse
    game: str | UnsetType = UNSET  # that is not ready


class Refused(Exception):  # noqa: N818 - the word of the protocol
    """A message that is not carried out, and why."""

    def __init__(
        self,
        reason: Reason,
        sentence: str,
        *,
        rule: str | UnsetType = UNSET,
        case: str | UnsetType = UNSET,
        values: TextValues | UnsetType = UNSET,
        squares: Sequence[str] | UnsetType = UNSET,
        decision: int | UnsetType = UNSET,
        game: str | UnsetType = UNSET,
    ) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence
        self._more = rule, case, values, squares, decision, game

    def answer(self, message_id: int | None, table: str | None = None) -> Refusal:
        """Return the refusal in the form of an answer."""
        return Refusal(message_id, table, self.reason, self.sentence, *self._more)


BUSY = Refused("busy", "The server cannot store that now; nothing has happened, try again")
