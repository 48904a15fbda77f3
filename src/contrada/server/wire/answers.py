"""Other answers: greetings, confirmations, lists of tables, games, people and lessons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from contrada.bots.levels import Level
from contrada.games.contract import Measure, Option, Parts
from contrada.server.wire.clocks import ClockSetting
from contrada.server.wire.guests import Identity
from contrada.server.wire.values import Decision, GameState, Options, SeatKind, Status

# --- People --------------------------------------------------------------------------------------


class NewGuest(Identity, frozen=True):
    """A guest, with the token of the device that asks; it is never shown again."""

    token: str


class NewToken(Struct, forbid_unknown_fields=True):
    """The token of a personal link, which signs other devices in; it is never shown again."""

    token: str


class Device(Struct, forbid_unknown_fields=True):
    """Where a guest is signed in, or their personal link."""

    id: str
    kind: Literal["device", "link", "either"]  # either: from before there was a difference
    name: str  # browser and system; empty for programs and links
    created: int
    used: int  # for the last time, to the hour
    here: bool  # it is the one that asks


class Devices(Struct, forbid_unknown_fields=True):
    """All devices and the personal link of a guest, the latest used first."""

    devices: list[Device]


class Tally(Struct, forbid_unknown_fields=True):
    """A guest's results at a game, against people or against bots of a level."""

    game: str
    against: Literal["people"] | int
    seats: int
    played: int
    won: int
    drawn: int  # shared first places
    lost: int
    mean_place: float


class Results(Struct, forbid_unknown_fields=True):
    """A guest's results at all games."""

    results: list[Tally]


class DaysOff(Struct, forbid_unknown_fields=True):
    """A guest's days off in correspondence games."""

    year: int  # the current one, in UTC
    days: int  # that everybody has in a year; 0: there are none here
    used: int  # of this year, those of the current stretch included
    most: int  # that can be taken now, some of them perhaps from next year
    until: int | None  # when the current stretch is over, if there is one


# --- Answers to messages -------------------------------------------------------------------------


class Hello(Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message on a socket."""

    guest: Identity | None
    version: str
    now: int  # the server's time
    games: dict[str, GameState]
    paused: bool  # nobody can play now, so all clocks stand still


class GameStates(Struct, tag_field="type", tag="games", forbid_unknown_fields=True):
    """Games whose state has changed."""

    states: dict[str, GameState]


class Time(Struct, tag_field="type", tag="time", forbid_unknown_fields=True):
    """The server's time, sent when it stops or goes on."""

    now: int
    paused: bool


class Done(Struct, tag_field="type", tag="done", forbid_unknown_fields=True):
    """The message was carried out."""

    id: int | None
    table: str | UnsetType = UNSET  # of a rematch: the new table


class Pong(Struct, tag_field="type", tag="pong", forbid_unknown_fields=True):
    """The socket works."""

    id: int | None


class Closing(Struct, tag_field="type", tag="closing", forbid_unknown_fields=True):
    """The server is about to stop; come back after a moment."""


# --- Lists of tables -----------------------------------------------------------------------------


class ListedSeat(Struct, forbid_unknown_fields=True):
    """A seat, as lists show it."""

    kind: SeatKind
    name: str
    level: int | None


class StoredSeat(ListedSeat, forbid_unknown_fields=False):
    """A seat as it is stored, with the guest's id."""

    guest: str | None = None


class RematchNews(Struct, forbid_unknown_fields=True):
    """What has been said about a rematch after a game."""

    wanted: Sequence[int]  # by these seats, first the one that offered it
    declined: Sequence[int]  # seats whose offer somebody has declined
    table: str | None  # where it is played


class _Table(Struct, forbid_unknown_fields=True, kw_only=True):
    """What lists say about a table to everyone."""

    id: str
    game: str
    options: Options
    status: Status
    listed: bool
    hints: bool
    host: str
    clock: ClockSetting | None
    created: int
    changed: int
    to_move: int | None
    turn: int  # the current or last one, from 1; 0 before the game
    began: int | None  # when the current turn began
    places: Sequence[int] | None  # at the end, unless the game was stopped
    scores: Sequence[int] | None  # at the end, unless somebody resigned or the like
    rematch: RematchNews | None  # as soon as somebody has spoken of one


class Summary(_Table):
    """A table, as lists show it."""

    seats: list[ListedSeat]
    you: int | None  # your seat
    until: int | None  # when the seat to move runs out of time, if its clock runs


class StoredSummary(_Table, kw_only=True, forbid_unknown_fields=False):
    """The same as it is stored, with the guests who sit there; never sent as it is."""

    seats: list[StoredSeat]
    # Older ones say nothing about these.
    hints: bool = False
    began: int | None = None
    rematch: RematchNews | None = None
    left: int | None = None  # of the time of the seat to move, if its clock runs
    left_at: int | None = None  # when it had that; later pauses cost nothing


class TablePage(Struct, forbid_unknown_fields=True):
    """A part of a list of tables, and where it goes on, unless this is the end."""

    tables: list[Summary]
    next: str | None


class Lobby(Struct, forbid_unknown_fields=True):
    """Listed tables, the latest of them, and where each list goes on."""

    open: list[Summary]
    playing: list[Summary]
    open_next: str | None
    playing_next: str | None


class Home(Lobby, tag_field="type", tag="home"):
    """The lobby and your own tables, the ones that wait for you first."""

    yours: list[Summary]
    yours_next: str | None
    id: int | None


class Running(Struct, tag_field="type", tag="running", forbid_unknown_fields=True):
    """Your tables where a game is running, the latest of them."""

    tables: list[Summary]
    id: int | None


class MyGames(Struct, forbid_unknown_fields=True):
    """Some of your tables, and whether there are more."""

    games: list[Summary]
    more: bool


# --- The games -----------------------------------------------------------------------------------


class GameFacts(Struct, forbid_unknown_fields=True):
    """Facts about a game, and whether it is ready."""

    name: str
    title: str
    seats: tuple[int, int]  # fewest, most
    seat_names: tuple[str, ...]
    options: tuple[Option, ...]
    decisions: int
    longest_turn: int
    hidden: bool
    chance: bool
    measures: tuple[Measure, ...]
    state: GameState
    offered: bool  # for new tables; options have only the values that are


class Games(Struct, forbid_unknown_fields=True):
    """The games and the levels of bots."""

    version: str
    games: list[GameFacts]
    levels: tuple[Level, ...]


class Decisions(Struct, forbid_unknown_fields=True):
    """The parts of each decision of a game."""

    game: str
    parts: list[Parts]
    implied: list[Decision]


# --- Records and shuffles ------------------------------------------------------------------------


class GameRecord(Struct):
    """A game written down: docs/records.md."""

    contrada: int
    game: str
    options: Options
    seats: list[str]
    turns: list[str]
    result: dict[str, Any] | None


class ShuffleCheck(Struct, forbid_unknown_fields=True):
    """Whether a shuffle matches its fingerprint."""

    matches: bool
