"""Messages that clients send over the socket; those about a table also go over HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import (
    LONGEST_CHAT,
    DecisionsAtOnce,
    DecisionsToTry,
    GuestId,
    Id,
    LevelNumber,
    OfferInGame,
    Ply,
    QuestionKind,
    SeatNumber,
    TableId,
)


class Message(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A message from a client; its answer repeats `id`."""

    id: Id | None = None


class Ping(Message, tag="ping"):
    """Ask for a `pong`, to see that the socket works."""


class Home(Message, tag="home"):
    """Subscribe to the lobby and your own tables."""


class Running(Message, tag="running"):
    """Subscribe to your running tables only, instead of the lobby."""


class LeaveHome(Message, tag="leave_home"):
    """Unsubscribe from the lobby, or from your running tables."""


class Visible(Message, tag="visible"):
    """Tell whether the page can be seen: in a tab in the background, nobody looks at its tables."""

    visible: bool


class TableMessage(Message):
    """A message about a table."""

    table: TableId


class Watch(TableMessage, tag="watch"):
    """Subscribe to a table."""


class Leave(TableMessage, tag="leave"):
    """Unsubscribe from a table."""


class AtPly(TableMessage):
    """A message that is meant for one ply of the game only."""

    ply: Ply


class Play(AtPly, tag="play"):
    """Play decisions, all or none."""

    decisions: DecisionsAtOnce


class Preview(AtPly, tag="preview"):
    """Ask where decisions would lead; without any, what could come of the position as it is."""

    decisions: DecisionsToTry


class Hint(AtPly, tag="hint"):
    """Ask a search about your own decision."""


class Undo(AtPly, tag="undo"):
    """Take back the latest decision of the current turn."""


class Ask(AtPly, tag="ask"):
    """Ask the others to take back the asking seat's latest turn, for a draw, or for a pause."""

    what: OfferInGame


class Answer(AtPly, tag="answer"):
    """Answer a question."""

    what: QuestionKind
    yes: bool


class Withdraw(AtPly, tag="withdraw"):
    """Withdraw a question that the others have yet to answer."""

    what: QuestionKind


class Resign(AtPly, tag="resign"):
    """Resign the game."""


class Claim(AtPly, tag="claim"):
    """Claim that the seat to move has run out of time."""


class Resume(AtPly, tag="resume"):
    """End a pause: clocks run again."""


class Sit(TableMessage, tag="sit"):
    """Take an open seat, or one that is reserved for you."""

    seat: SeatNumber


class Keep(TableMessage, tag="keep"):
    """Reserve an open seat for a while, to learn the game before you sit down."""

    seat: SeatNumber


class Stand(TableMessage, tag="stand"):
    """Give your seat back before the start."""


class Give(TableMessage, tag="give"):
    """Give an open or abandoned seat to a bot."""

    seat: SeatNumber
    level: LevelNumber


class Close(TableMessage, tag="close"):
    """Close your table before the start."""


class Rematch(TableMessage, tag="rematch"):
    """Offer a rematch, or accept the one that is offered; the seats are rotated."""


class NameSeat(TableMessage, tag="name"):
    """Name another person at your screen."""

    seat: SeatNumber
    name: str


class Chat(TableMessage, tag="chat"):
    """Send a chat message to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Mute(TableMessage, tag="mute"):
    """Mute someone at your table, or unmute them."""

    guest: GuestId
    muted: bool


TableCommand = (
    Play
    | Undo
    | Ask
    | Answer
    | Withdraw
    | Resign
    | Claim
    | Resume
    | Sit
    | Keep
    | Stand
    | Give
    | Close
    | Rematch
    | NameSeat
    | Chat
    | Mute
)
HttpMessage = TableCommand | Preview | Hint | Watch
Anything = HttpMessage | Leave | Ping | Home | Running | LeaveHome | Visible
_messages: msgspec.json.Decoder[Anything] = msgspec.json.Decoder(Anything)


def read_message(text: str | bytes) -> Anything:
    """Decode a message; raise `Refused` to say what is wrong with it."""
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
