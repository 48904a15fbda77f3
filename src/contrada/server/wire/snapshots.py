"""Snapshots: everything that an onlooker may know about a table, and how it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from contrada.games.contract import Outlook, ScoreLine, View
from contrada.replay import LogLine
from contrada.server.wire.clocks import ClockSetting
from contrada.server.wire.values import Decision, Options, QuestionKind, SeatKind, Status

Out = Literal["resigned", "time"]
# Nobody has won what was stopped by a new version, or ended by whoever runs the server.
Why = Literal["rules", Out, "draw", "stopped", "ended"]
Can = Literal[
    "play",
    "undo",
    "takeback",
    "draw",
    "pause",
    "resume",
    "answer",
    "resign",
    "claim",
    "sit",
    "keep",
    "stand",
    "give",
    "close",
    "rematch",
    "chat",
    "mute",
    "hint",
]


class Seat(Struct, forbid_unknown_fields=True):
    """A seat, and who has it."""

    kind: SeatKind
    name: str
    guest: str | None = None  # public id
    level: int | None = None  # of a bot
    out: Out | None = None  # left the game; with three seats or more a bot plays on
    here: bool = False  # another person at the guest's screen
    until: int | None = None  # how long it is kept for somebody who learns the game


class Clock(Struct, forbid_unknown_fields=True):
    """The time that each seat has left, in milliseconds, and whose clock is running."""

    setting: ClockSetting
    left: list[int]  # as of `at`
    running: int | None  # the seat whose time runs since `at`
    at: int
    # Until when the seat to move has to make its first move, with which its clock starts.
    first_move_by: int | None = None
    paused: bool = False  # by agreement
    # By seat, until when it has days off; its clock stands still until then. Left out if none has.
    off: list[int | None] | UnsetType = UNSET
    now: int | UnsetType = UNSET  # the server's time, if it is not part of a delta


class Seed(Struct, forbid_unknown_fields=True):
    """The fingerprint of the shuffle; at the end also its seed and salt."""

    commitment: str
    salt: str | None
    seed: str | None  # digits: a browser's numbers are too short for it


class Question(Struct, forbid_unknown_fields=True):
    """A question that a player asks the others."""

    what: QuestionKind
    seat: int  # who asks
    yes: list[int]  # who has agreed so far


class Reopened(Struct, forbid_unknown_fields=True):
    """Why a table waits again: whose first move did not come in time."""

    seat: int
    name: str
    guest: str | None


class Declined(Struct, forbid_unknown_fields=True, frozen=True):
    """A question that was declined, until the one who asked has played a turn."""

    what: QuestionKind
    seat: int  # who asked
    by: int


class ChatLine(Struct, forbid_unknown_fields=True):
    """A chat message."""

    guest: str
    name: str
    seat: int | None
    text: str
    at: int


class Result(Struct, forbid_unknown_fields=True, frozen=True):
    """How a game ended."""

    places: Sequence[int]
    results: Sequence[float]
    scores: Sequence[int]
    decided_by: str | None
    why: Why
    seat: int | None = None  # who resigned or ran out of time


class SharedSnapshot(Struct, forbid_unknown_fields=True, kw_only=True):
    """What everyone with the same viewpoint may know about a table."""

    ply: int  # decisions and take-backs so far: the same number is the same position
    game: str
    options: Options
    status: Status
    listed: bool = False
    hints: bool = False  # the table allows them; `can` has "hint" when they can be had
    host: str = ""  # public id of the guest
    host_name: str = ""
    random_seats: bool = False  # the seats are shuffled at the start
    you: int | None
    seats: list[Seat]
    clock: Clock | None = None
    seed: Seed | None = None
    view: View | None  # null before the start
    to_move: int | None
    legal: list[Decision] | None = None  # what you may decide, if you are to move
    then: dict[Decision, list[Decision]] | None = None  # what follows each implied decision
    log: list[LogLine]
    can: list[Can]
    asks: list[Question] = []
    reopened: Reopened | None = None  # until the game starts again
    declined: list[Declined] = []
    chat: list[ChatLine] = []
    muted: list[str] = []  # guests
    result: Result | None = None
    sheet: list[list[ScoreLine]] | None = None  # at the end
    hands: list[View] | None = None  # at the end, what each seat saw
    rematch: str | None = None  # the table of the next game


class Snapshot(SharedSnapshot, tag_field="type", tag="snapshot", kw_only=True):
    """Everything that an onlooker may know about a table."""

    id: int | UnsetType | None = UNSET  # of the message that is answered
    table: str
    seq: int  # how many things have been stored of the table
    online: list[bool]  # by seat
    # By seat: from when on the seat of somebody who is away may be given to a bot.
    abandoned_at: list[int | None]
    watchers: int


class Delta(Struct, tag_field="type", tag="delta", forbid_unknown_fields=True, kw_only=True):
    """What has changed since the previous snapshot or delta."""

    table: str
    since: int | UnsetType = UNSET  # the `seq` before it, if it is not the number before
    seq: int
    set: dict[str, Any]  # fields of the snapshot that are replaced
    view: dict[str, Any] | UnsetType = UNSET  # fields of the view that are replaced
    log_from: int | UnsetType = UNSET  # how many lines of the log stay
    log: list[LogLine] | UnsetType = UNSET  # lines that are added after them
    chat: list[ChatLine] | UnsetType = UNSET  # lines that are added


class ClockChange(Struct, tag_field="type", tag="clock", forbid_unknown_fields=True):
    """The clock of a table, sent when it has changed without anybody doing anything."""

    table: str
    clock: Clock


class Presence(Struct, tag_field="type", tag="presence", forbid_unknown_fields=True):
    """Who is at a table, sent whenever that changes."""

    table: str
    online: list[bool]
    abandoned_at: list[int | None]
    watchers: int


class PreviewAnswer(Struct, tag_field="type", tag="preview", forbid_unknown_fields=True):
    """Where decisions would lead; null in the view marks what cannot be known."""

    id: int | None
    table: str
    ply: int
    decisions: list[Decision]
    view: View
    to_move: int | None
    ends_turn: bool
    reveals: bool
    legal: list[Decision] | None  # how the turn could go on
    then: dict[Decision, list[Decision]] | None
    outlook: Outlook | None  # what could come of the position as it is, if there are no decisions
