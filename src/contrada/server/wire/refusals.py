"""Refusals: why something that was asked for does not happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

Reason = Literal["message", "who", "stale", "rule", "now", "limit", "missing", "busy", "preparing"]
STATUS: dict[Reason, int] = {
    "message": 422,
    "who": 403,
    "stale": 409,
    "rule": 409,
    "now": 409,
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
    squares: Sequence[str] | UnsetType = UNSET  # to point at
    decision: int | UnsetType = UNSET  # that the rules refuse
    game: str | UnsetType = UNSET  # that is not ready


class Refused(Exception):  # noqa: N818 - the word of the protocol
    """A message that is not followed, and why."""

    def __init__(
        self,
        reason: Reason,
        sentence: str,
        *,
        rule: str | UnsetType = UNSET,
        squares: Sequence[str] | UnsetType = UNSET,
        decision: int | UnsetType = UNSET,
        game: str | UnsetType = UNSET,
    ) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence
        self._more = rule, squares, decision, game

    def answer(self, message_id: int | None, table: str | None = None) -> Refusal:
        """Return it as it goes over the wire."""
        return Refusal(message_id, table, self.reason, self.sentence, *self._more)
