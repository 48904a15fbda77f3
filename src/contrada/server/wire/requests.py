"""Bodies of HTTP requests."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from contrada import shuffle
from contrada.server.wire.clocks import ClockSetting
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import (
    LONGEST_NAME,
    LONGEST_TOKEN,
    Decision,
    DecisionsToTry,
    GameName,
    LevelNumber,
    Options,
    Ply,
    SeatNumber,
    TableId,
)

MOST_SEATS, MOST_OPTIONS = 10, 10  # beyond all games
MOST_TRIED = 4000  # decisions; no game is as long
MOST_DAYS_OFF = 732  # at once: all days of two years
LONGEST_PASSWORD = 200
LONGEST_POSITION = 4000  # characters
SEED = f"^[0-9]{{1,{shuffle.LONGEST_SEED}}}$"
SHORTEST_SEARCH, LONGEST_SEARCH = 0.2, 5.0  # seconds
GivenName = Annotated[str, Meta(max_length=4 * LONGEST_NAME)]  # cut and cleaned later
GivenOptions = Annotated[Options, Meta(max_length=MOST_OPTIONS)]
B = TypeVar("B", bound="Body")


class Body(Struct, forbid_unknown_fields=True):
    """The body of a request."""


# --- People --------------------------------------------------------------------------------------


class Name(Body):
    """A guest's new name."""

    name: Annotated[str, Meta(min_length=1, max_length=4 * LONGEST_NAME)]


class Newcomer(Body):
    """A new guest; without a name, one is chosen."""

    name: GivenName | None = None
    # What some houses want to see before they let anybody in.
    invitation: Annotated[str, Meta(max_length=LONGEST_TOKEN)] = ""
    password: Annotated[str, Meta(max_length=LONGEST_PASSWORD)] = ""


class Token(Body):
    """A token that identifies a guest."""

    token: Annotated[str, Meta(min_length=1, max_length=LONGEST_TOKEN)]


class Confirmation(Body):
    """A confirmation: the guest's name, or `delete`."""

    confirm: GivenName


class DaysOffWish(Body):
    """How many days off to take from now on, or in addition to those that have begun."""

    days: Annotated[int, Meta(ge=1, le=MOST_DAYS_OFF)]


# --- Tables --------------------------------------------------------------------------------------


class SeatWish(Body):
    """Who should have a seat."""

    kind: Literal["me", "here", "open", "bot"]
    level: LevelNumber | None = None  # of a bot
    name: GivenName = ""  # of another person at your screen


class NewTable(Body, kw_only=True):
    """A table to make."""

    game: GameName
    options: GivenOptions = {}
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=MOST_SEATS)]
    listed: bool = False
    clock: ClockSetting | None = None
    random_seats: bool = False
    hints: bool | None = None  # for the one person among bots; null: if every other seat is a bot


# --- Studying ------------------------------------------------------------------------------------


class TableSource(Body, tag_field="kind", tag="table"):
    """A finished table after a number of decisions, or at its end."""

    table: TableId
    ply: Ply | None = None


class RecordSource(Body, tag_field="kind", tag="record"):
    """A record (docs/records.md) after a number of decisions, or at its end."""

    record: dict[str, Any]
    ply: Ply | None = None


class PositionSource(Body, tag_field="kind", tag="position", kw_only=True):
    """A position by its text (docs/notation)."""

    game: GameName
    options: GivenOptions = {}
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_POSITION)]


class StartSource(Body, tag_field="kind", tag="start", kw_only=True):
    """The start of a game, dealt from a seed that is known; without seats, as few as possible."""

    game: GameName
    options: GivenOptions = {}
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    seed: Annotated[str, Meta(pattern=SEED)] = "0"


GameSource = TableSource | RecordSource
Source = TableSource | RecordSource | PositionSource | StartSource


class StudiedLine(Body):
    """A source, and decisions tried since."""

    source: Source
    decisions: Annotated[list[Decision], Meta(max_length=MOST_TRIED)] = []


class StudyRequest(StudiedLine):
    """The same as seen by a seat; without one, by the seat to move."""

    seat: SeatNumber | None = None


class PreviewRequest(StudyRequest, kw_only=True):
    """The same with decisions to preview, or none."""

    tried: DecisionsToTry = field(name="try")


class BotRequest(StudiedLine, kw_only=True):
    """The same with the level of the bot that should play the turn."""

    level: LevelNumber


class AdviceRequest(StudiedLine):
    """The same with the time for the search."""

    seconds: Annotated[float, Meta(ge=SHORTEST_SEARCH, le=LONGEST_SEARCH)] = 1.0


class AnalysisRequest(Body):
    """A game to analyse."""

    source: GameSource


# --- Shuffles ------------------------------------------------------------------------------------


class PromisedShuffle(Body):
    """A shuffle to check: its fingerprint, salt and seed."""

    commitment: Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")]
    salt: Annotated[str, Meta(pattern=f"^[!-~]{{1,{shuffle.LONGEST_SALT}}}$")]
    seed: Annotated[str, Meta(pattern=SEED)]


# --- Reading -------------------------------------------------------------------------------------


def read_body(text: bytes, kind: type[B]) -> B:
    """Decode the body of a request; raise `Refused` to say what is wrong with it, and where."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as wrong:
        raise Refused("message", _sentence(str(wrong))) from None
    except (UnicodeError, RecursionError):
        raise Refused("message", "body: it is not JSON in UTF-8") from None


def encoded(wanted: Body) -> bytes:
    """Write the body of a request, the same for the same wish."""
    return msgspec.json.encode(wanted, order="deterministic")


def _sentence(wrong: str) -> str:
    """Put the place first: `Expected … - at `$.seats[1]`` becomes `body.seats.1: Expected …`."""
    what, _, where = wrong.partition(" - at `$")
    steps = re.findall(r"\w+", where)
    named = re.fullmatch(r"Object (?:missing required|contains unknown) field `(\w+)`", what)
    steps += [named[1]] if named else []
    return f"{'.'.join(['body', *steps])}: {what}"[:300]
