"""What goes over the wire and into the log: messages, refusals and events; docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from contrada.bots.levels import LEVELS

Id = Annotated[int, Meta(ge=0, le=2**53)]
LONGEST_ID, ID_PATTERN = 40, "^[A-Za-z0-9_-]+$"
ID_TEXT = Meta(min_length=1, max_length=LONGEST_ID, pattern=ID_PATTERN)
TableId = Annotated[str, ID_TEXT]
GuestId = Annotated[str, ID_TEXT]
MOST_PLY, LAST_SEAT, LAST_DECISION = 2**31, 9, 2**20  # beyond all games
Ply = Annotated[int, Meta(ge=0, le=MOST_PLY)]
SeatNumber = Annotated[int, Meta(ge=0, le=LAST_SEAT)]
LevelNumber = Annotated[int, Meta(ge=1, le=len(LEVELS))]
Decision = Annotated[int, Meta(ge=0, le=LAST_DECISION)]
MOST_DECISIONS = 64  # at once; no turn is as long
Decisions = Annotated[list[Decision], Meta(min_length=1, max_length=MOST_DECISIONS)]
What = Literal["takeback", "draw"]
GameState = Literal["waiting", "compiling", "loading", "ready", "failed"]
LONGEST_CHAT = 300
LONGEST_NAME = 24
NOBODY = "—"  # the name of those who are forgotten, in any language


# --- Messages ------------------------------------------------------------------------------------


class Message(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Something a client says; its answer repeats `id`."""

    id: Id | None = None


class Ping(Message, tag="ping"):
    """Say something, to see that the socket works."""


class Home(Message, tag="home"):
    """Tell me of the lobby and my tables from now on."""


class LeaveHome(Message, tag="leave_home"):
    """Tell me no more of them."""


class OfTable(Message):
    """A message about a table."""

    table: TableId


class Watch(OfTable, tag="watch"):
    """Show me a table, and what happens there from now on."""


class Leave(OfTable, tag="leave"):
    """Tell me no more of it."""


class AtPly(OfTable):
    """A message that is meant for one moment of the game only."""

    ply: Ply


class Play(AtPly, tag="play"):
    """Take decisions, all or none."""

    decisions: Decisions


class Preview(AtPly, tag="preview"):
    """Tell what decisions would lead to."""

    decisions: Decisions


class Hint(AtPly, tag="hint"):
    """Tell what a search says about one's own decision."""


class Undo(AtPly, tag="undo"):
    """Take back the latest decision of one's own turn."""


class Ask(AtPly, tag="ask"):
    """Ask the others to take back one's latest turn, or for a draw."""

    what: What


class Answer(AtPly, tag="answer"):
    """Answer what somebody asked."""

    what: What
    yes: bool


class Resign(AtPly, tag="resign"):
    """Give up."""


class Claim(AtPly, tag="claim"):
    """The clock of the seat to move has run out."""


class Sit(OfTable, tag="sit"):
    """Take an open seat, or one that is kept for oneself."""

    seat: SeatNumber


class Stand(OfTable, tag="stand"):
    """Give the seat back before the start."""


class Give(OfTable, tag="give"):
    """Give an open or abandoned seat to a bot."""

    seat: SeatNumber
    level: LevelNumber


class Rematch(OfTable, tag="rematch"):
    """Play again, with the seats rotated."""


class Chat(OfTable, tag="chat"):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Mute(OfTable, tag="mute"):
    """Silence somebody at one's table, or no more."""

    guest: GuestId
    muted: bool


AtTable = Play | Undo | Ask | Answer | Resign | Claim | Sit | Stand | Give | Rematch | Chat | Mute
Anything = AtTable | Preview | Hint | Watch | Leave | Ping | Home | LeaveHome
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


def message_schema() -> tuple[dict[str, Any], dict[str, Any]]:
    """Describe the messages about a table as JSON Schema, with the parts that it refers to."""
    (schema,), parts = msgspec.json.schema_components(
        [AtTable | Preview | Watch | Hint], ref_template="#/components/schemas/{name}"
    )
    return schema, parts


# --- Refusals ------------------------------------------------------------------------------------

Reason = Literal["message", "who", "stale", "rule", "now", "limit", "missing", "busy", "preparing"]
STATUS: dict[str, int] = {
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


class Refused(Exception):  # noqa: N818 - the word of the protocol
    """A message that is not followed, and why."""

    def __init__(self, reason: Reason, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence
        self.more = more  # rule, squares, decision, game

    def answer(self, message_id: int | None, table: str | None = None) -> dict[str, Any]:
        """Return it as it goes over the wire."""
        return {
            "type": "refused",
            "id": message_id,
            "table": table,
            "reason": self.reason,
            "sentence": self.sentence,
            **self.more,
        }


# --- What is agreed before a game ----------------------------------------------------------------


FEWEST_MINUTES, MOST_MINUTES, MOST_INCREMENT = 0.1, 600, 600
FEWEST_HOURS, MOST_HOURS = 0.01, 24 * 60


class GameClock(Struct, tag_field="kind", tag="game", forbid_unknown_fields=True, frozen=True):
    """Minutes for all of the game, and seconds more after each turn."""

    minutes: Annotated[float, Meta(ge=FEWEST_MINUTES, le=MOST_MINUTES)]
    increment: Annotated[float, Meta(ge=0, le=MOST_INCREMENT)] = 0


class TurnClock(Struct, tag_field="kind", tag="turn", forbid_unknown_fields=True, frozen=True):
    """Hours for each turn."""

    hours: Annotated[float, Meta(ge=FEWEST_HOURS, le=MOST_HOURS)]


ClockSetting = GameClock | TurnClock
SeatKind = Literal["person", "open", "bot", "kept"]


class SeatData(Struct, omit_defaults=True):
    """Who sits somewhere, or is to."""

    kind: SeatKind
    name: str = ""
    guest: str | None = None
    level: int | None = None
    here: bool = False  # somebody with a name of their own, at the screen of the guest


# --- Events, the log of a table ------------------------------------------------------------------


class Event(Struct, tag_field="kind", omit_defaults=True):
    """Something that has happened at a table."""


class Made(Event, tag="made"):
    """The table was made."""

    game: str
    options: dict[str, bool | str]
    seats: list[SeatData]
    listed: bool
    host: str
    host_name: str
    clock: ClockSetting | None = None
    random_seats: bool = False
    hints: bool = False  # for the one person among bots


class Sat(Event, tag="sat"):
    """Somebody sat down."""

    seat: int
    guest: str
    name: str


class Stood(Event, tag="stood"):
    """Somebody stood up before the start."""

    seat: int


class Given(Event, tag="given"):
    """A seat was given to a bot."""

    seat: int
    level: int


class Started(Event, tag="started"):
    """The game began: who sits where now, by their seats before, and the seed."""

    seed: int
    salt: str
    order: list[int]


class Played(Event, tag="played"):
    """Decisions were taken."""

    seat: int
    decisions: list[int]


class Undone(Event, tag="undone"):
    """The latest decision was taken back within its turn."""

    seat: int


class Asked(Event, tag="asked"):
    """Somebody asked the others."""

    seat: int
    what: What


class Answered(Event, tag="answered"):
    """Somebody answered."""

    seat: int
    what: What
    yes: bool


class Resigned(Event, tag="resigned"):
    """Somebody gave up."""

    seat: int


class Claimed(Event, tag="claimed"):
    """A seat's clock had run out, and somebody said so."""

    seat: int
    by: int


class Said(Event, tag="said"):
    """Somebody said something."""

    guest: str
    name: str
    text: str


class Muted(Event, tag="muted"):
    """The host silenced somebody, or no more."""

    guest: str
    muted: bool


class Renamed(Event, tag="renamed"):
    """Somebody goes by another name now."""

    guest: str
    name: str


class Forgotten(Event, tag="forgotten"):
    """Somebody is not to be known here any more: neither their name nor what they said."""

    guest: str


class Rematched(Event, tag="rematched"):
    """The next game is at another table."""

    table: str


AnyEvent = (
    Made
    | Sat
    | Stood
    | Given
    | Started
    | Played
    | Undone
    | Asked
    | Answered
    | Resigned
    | Claimed
    | Said
    | Muted
    | Renamed
    | Forgotten
    | Rematched
)
_events: msgspec.json.Decoder[list[AnyEvent]] = msgspec.json.Decoder(list[AnyEvent])
_encoder = msgspec.json.Encoder()


def encode(document: Any) -> bytes:
    """Write anything as JSON."""
    return _encoder.encode(document)


def write_events(events: list[AnyEvent]) -> str:
    """Write what happened at one moment, for the log."""
    return _encoder.encode(events).decode()


def read_events(text: str) -> list[AnyEvent]:
    """Read it back."""
    return _events.decode(text)
