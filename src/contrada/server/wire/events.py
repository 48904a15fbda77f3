"""Events: what has happened at a table, as its log keeps it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from contrada.server.wire.clocks import ClockSetting
from contrada.server.wire.encoding import encode
from contrada.server.wire.values import Options, QuestionKind, SeatKind


class SeatData(Struct, omit_defaults=True):
    """Who sits somewhere, or is to."""

    kind: SeatKind
    name: str = ""
    guest: str | None = None
    level: int | None = None
    here: bool = False  # somebody with a name of their own, at the screen of the guest


class Event(Struct, tag_field="kind", omit_defaults=True):
    """Something that has happened at a table."""


class Made(Event, tag="made"):
    """The table was made."""

    game: str
    options: Options
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
    what: QuestionKind


class Answered(Event, tag="answered"):
    """Somebody answered."""

    seat: int
    what: QuestionKind
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


def write_events(events: list[AnyEvent]) -> str:
    """Write what happened at one moment, for the log."""
    return encode(events).decode()


def read_events(text: str) -> list[AnyEvent]:
    """Read it back."""
    return _events.decode(text)
