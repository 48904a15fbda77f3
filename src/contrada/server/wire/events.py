"""Events: what has happened at a table, as its log keeps it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from contrada.server.wire.clocks import ClockSetting
from contrada.server.wire.encoding import encode
from contrada.server.wire.values import Options, QuestionKind, SeatKind


class SeatData(Struct, omit_defaults=True):
    """A seat, and who has it or is to have it."""

    kind: SeatKind
    name: str = ""
    guest: str | None = None
    level: int | None = None
    here: bool = False  # another person at the guest's screen, with their own name


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
    # Milliseconds for each seat's first move, with which its clock starts. 0 in older logs, and
    # with hours for each turn: then clocks run from the start.
    first_move_within: int = 0


class Sat(Event, tag="sat"):
    """Someone sat down."""

    seat: int
    guest: str
    name: str


class Stood(Event, tag="stood"):
    """Someone stood up before the start."""

    seat: int


class Kept(Event, tag="kept"):
    """A seat was kept for someone who learns the game first."""

    seat: int
    guest: str
    name: str
    until: int


class Freed(Event, tag="freed"):
    """A seat was no longer kept: its time was over."""

    seat: int


class Given(Event, tag="given"):
    """A seat was given to a bot."""

    seat: int
    level: int


class Closed(Event, tag="closed"):
    """The host closed the table before the start."""


class Started(Event, tag="started"):
    """The game began: the new order of the seats, and the seed."""

    seed: str | int  # digits; a number in logs from before shuffles were secret
    salt: str
    order: list[int]

    @property
    def is_secret(self) -> bool:
        """Whether what is hidden cannot be worked out from what lies open."""
        return isinstance(self.seed, str)


class Played(Event, tag="played"):
    """Decisions were played."""

    seat: int
    decisions: list[int]


class Reopened(Event, tag="reopened"):
    """A seat did not make its first move in time: it is free, and the table waits again."""

    seat: int


class Resumed(Event, tag="resumed"):
    """Someone ended a pause."""

    seat: int


class Undone(Event, tag="undone"):
    """The latest decision was taken back within its turn."""

    seat: int


class Asked(Event, tag="asked"):
    """Someone asked the others something."""

    seat: int
    what: QuestionKind


class Answered(Event, tag="answered"):
    """Someone answered a question."""

    seat: int
    what: QuestionKind
    yes: bool


class Withdrawn(Event, tag="withdrawn"):
    """Someone withdrew a question."""

    seat: int
    what: QuestionKind


class Resigned(Event, tag="resigned"):
    """Someone resigned."""

    seat: int


class Claimed(Event, tag="claimed"):
    """A seat ran out of time, and someone claimed it."""

    seat: int
    by: int


class Stopped(Event, tag="stopped"):
    """A new version of Contrada ended the game: its shuffles were not secret enough."""


class Ended(Event, tag="ended"):
    """Whoever runs the server ended the game: nobody has won."""


class Said(Event, tag="said"):
    """Someone sent a chat message."""

    guest: str
    name: str
    text: str


class Muted(Event, tag="muted"):
    """The host muted someone, or unmuted them."""

    guest: str
    muted: bool


class Renamed(Event, tag="renamed"):
    """Someone changed their name."""

    guest: str
    name: str


class Named(Event, tag="named"):
    """A person at another's screen got a name."""

    seat: int
    guest: str  # whose screen it is
    name: str


class Forgotten(Event, tag="forgotten"):
    """A guest was erased: neither their name nor their messages are shown any more."""

    guest: str


class Rematched(Event, tag="rematched"):
    """The next game is at another table."""

    table: str


AnyEvent = (
    Made
    | Sat
    | Stood
    | Kept
    | Freed
    | Given
    | Closed
    | Started
    | Played
    | Reopened
    | Resumed
    | Undone
    | Asked
    | Answered
    | Withdrawn
    | Resigned
    | Claimed
    | Stopped
    | Ended
    | Said
    | Muted
    | Renamed
    | Named
    | Forgotten
    | Rematched
)
_events: msgspec.json.Decoder[list[AnyEvent]] = msgspec.json.Decoder(list[AnyEvent])


def write_events(events: list[AnyEvent]) -> str:
    """Encode the events of one entry for the log."""
    return encode(events).decode()


def read_events(text: str) -> list[AnyEvent]:
    """Decode the events of an entry."""
    return _events.decode(text)
