"""Messages that clients send over the socket; those about a table also go over HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import (
    LONGEST_CHAT,
    DecisionsAtOnce,
    GuestId,
    Id,
    LevelNumber,
    Ply,
    QuestionKind,
    SeatNumber,
    TableId,
)


class Message(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Something a client says; its answer repeats `id`."""

    id: Id | None = None


class Ping(Message, tag="ping"):
    """Say something, to see that the socket works."""


class Home(Message, tag="home"):
    """Tell me of the lobby and my tables from now on."""


class LeaveHome(Message, tag="leave_home"):
    """Tell me no more of them."""


class TableMessage(Message):
    """A message about a table."""

    table: TableId


class Watch(TableMessage, tag="watch"):
    """Show me a table, and what happens there from now on."""


class Leave(TableMessage, tag="leave"):
    """Tell me no more of it."""


class AtPly(TableMessage):
    """A message that is meant for one moment of the game only."""

    ply: Ply


class Play(AtPly, tag="play"):
    """Take decisions, all or none."""

    decisions: DecisionsAtOnce


class Preview(AtPly, tag="preview"):
    """Tell what decisions would lead to."""

    decisions: DecisionsAtOnce


class Hint(AtPly, tag="hint"):
    """Tell what a search says about the guest's own decision."""


class Undo(AtPly, tag="undo"):
    """Take back the latest decision of the present turn."""


class Ask(AtPly, tag="ask"):
    """Ask the others to take back the asking seat's latest turn, or for a draw."""

    what: QuestionKind


class Answer(AtPly, tag="answer"):
    """Answer what somebody asked."""

    what: QuestionKind
    yes: bool


class Resign(AtPly, tag="resign"):
    """Give up."""


class Claim(AtPly, tag="claim"):
    """The clock of the seat to move has run out."""


class Sit(TableMessage, tag="sit"):
    """Take an open seat, or one that is kept for the guest."""

    seat: SeatNumber


class Stand(TableMessage, tag="stand"):
    """Give the seat back before the start."""


class Give(TableMessage, tag="give"):
    """Give an open or abandoned seat to a bot."""

    seat: SeatNumber
    level: LevelNumber


class Rematch(TableMessage, tag="rematch"):
    """Play again, with the seats rotated."""


class Chat(TableMessage, tag="chat"):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Mute(TableMessage, tag="mute"):
    """Silence somebody at the host's table, or no more."""

    guest: GuestId
    muted: bool


TableCommand = (
    Play | Undo | Ask | Answer | Resign | Claim | Sit | Stand | Give | Rematch | Chat | Mute
)
HttpMessage = TableCommand | Preview | Hint | Watch
Anything = HttpMessage | Leave | Ping | Home | LeaveHome
_messages: msgspec.json.Decoder[Anything] = msgspec.json.Decoder(Anything)


def read_message(text: str | bytes) -> Anything:
    """Read what a client has sent; `Refused` says what is wrong with it."""
    try:
        return _messages.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
        raise Refused("message", _about(wrong)) from None


class _Numbered(Struct):
    id: Id | None = None


def id_of(text: str | bytes) -> int | None:
    """Return the number of a message that cannot be read otherwise, if it has one."""
    try:
        return msgspec.json.decode(text, type=_Numbered).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _about(wrong: Exception) -> str:
    detail = str(wrong) if isinstance(wrong, msgspec.DecodeError) else "it is not text in UTF-8"
    return f"That is no message of the protocol: {detail[:200]}"
