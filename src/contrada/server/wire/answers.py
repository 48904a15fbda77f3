"""What answers hold, for the description of the API; they are encoded by hand, which is quicker.

What a view or an account holds differs from game to game: docs/protocol.md and docs/notation tell.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from contrada.server.wire.protocol import GameState
from contrada.server.wire.requests import Advice, GameClock, TurnClock

Options = dict[str, bool | str]
View = dict[str, Any]
Account = dict[str, Any]
SeatKind = Literal["person", "open", "bot", "kept"]
Status = Literal["open", "playing", "over"]
What = Literal["takeback", "draw"]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


# --- The games -----------------------------------------------------------------------------------


class Option(_Answer):
    """What can be agreed before a game; `needs` names an option without which it is no choice."""

    name: str
    values: list[bool | str]
    about: str
    needs: str


class Measure(_Answer):
    """What decides who wins, one after the other."""

    name: str
    fewest: bool


class Facts(_Answer):
    """What there is to know of a game before one plays it, and whether one can."""

    name: str
    title: str
    seats: tuple[int, int]
    seat_names: list[str]
    options: list[Option]
    decisions: int
    longest_turn: int
    hidden: bool
    chance: bool
    measures: list[Measure]
    state: GameState


class Level(_Answer):
    """How well a bot plays."""

    number: int
    name: str
    about: str


class Games(_Answer):
    """The games and the levels of bots."""

    version: str
    games: list[Facts]
    levels: list[Level]


class Decisions(_Answer):
    """What each decision of a game is made of."""

    game: str
    parts: list[dict[str, Any]]
    implied: list[int]


# --- Tables --------------------------------------------------------------------------------------


class ListedSeat(_Answer):
    """Who sits somewhere, as lists tell it."""

    kind: SeatKind
    name: str
    level: int | None


class Summary(_Answer):
    """A table, as lists show it."""

    id: str
    game: str
    options: Options
    status: Status
    listed: bool
    hints: bool
    host: str
    clock: GameClock | TurnClock | None
    created: int
    changed: int
    seats: list[ListedSeat]
    you: int | None
    to_move: int | None
    turn: int
    places: list[int] | None
    scores: list[int] | None


class Lobby(_Answer):
    """Listed tables."""

    open: list[Summary]
    playing: list[Summary]


class Summaries(_Answer):
    """One's tables."""

    tables: list[Summary]


class MyGames(_Answer):
    """Some of one's tables, and whether there are more."""

    games: list[Summary]
    more: bool


class Seat(_Answer):
    """Who sits somewhere; `out` tells who has left the game, and how."""

    kind: SeatKind
    name: str
    guest: str | None
    level: int | None
    out: Literal["resigned", "time"] | None


class Clock(_Answer):
    """What the seats had `left` at a time, in milliseconds, and whose time runs since."""

    setting: GameClock | TurnClock
    left: list[int]
    running: int | None
    at: int
    now: int | None = None


class Seed(_Answer):
    """What was promised of the shuffle; at the end also what it was."""

    commitment: str
    salt: str | None
    seed: str | None


class LogLine(_Answer):
    """A turn, as one has seen it; `ply` counts the decisions of the game until then."""

    seat: int
    ply: int
    does: list[Account]
    text: str
    squares: list[str]
    done: bool


class Question(_Answer):
    """What somebody asks the others, and who has agreed."""

    what: What
    seat: int
    yes: list[int]


class ChatLine(_Answer):
    """What somebody has said."""

    guest: str
    name: str
    seat: int | None
    text: str
    at: int


class Ending(_Answer):
    """How a game ended; `seat` has resigned or run out of time."""

    places: list[int]
    results: list[float]
    scores: list[int]
    decided_by: str | None
    why: Literal["rules", "resigned", "time", "draw"]
    seat: int | None


class ScoreLine(_Answer):
    """A line of a seat's score."""

    what: str
    name: str
    points: int
    squares: list[str]
    goal: bool


class Snapshot(_Answer):
    """All that one may know of a table."""

    type: Literal["snapshot"]
    id: int | None = None
    table: str
    seq: int
    ply: int
    game: str
    options: Options
    status: Status
    listed: bool
    hints: bool
    host: str
    you: int | None
    seats: list[Seat]
    clock: Clock | None
    seed: Seed | None
    view: View | None
    to_move: int | None
    legal: list[int] | None
    then: dict[str, list[int]] | None
    log: list[LogLine]
    can: list[str]
    asks: list[Question]
    chat: list[ChatLine]
    muted: list[str]
    result: Ending | None
    sheet: list[list[ScoreLine]] | None
    hands: list[View] | None
    rematch: str | None
    online: list[bool]
    abandoned_at: list[int | None]
    watchers: int


class Preview(_Answer):
    """What decisions would lead to, `null` where nobody can know it."""

    type: Literal["preview"]
    id: int | None
    table: str
    ply: int
    decisions: list[int]
    view: View
    to_move: int | None
    ends_turn: bool
    reveals: bool
    legal: list[int] | None
    then: dict[str, list[int]] | None


class Hint(_Answer):
    """What a search says about one's own decision."""

    type: Literal["hint"]
    id: int | None
    table: str
    ply: int
    advice: Advice


class Done(_Answer):
    """It has happened; of a rematch, `table` is the one of the next game."""

    type: Literal["done"]
    id: int | None
    table: str | None = None


Told = Snapshot | Preview | Hint | Done


# --- Records and replays -------------------------------------------------------------------------


class Record(BaseModel):
    """A game written down: docs/records.md."""

    contrada: int
    game: str
    options: Options
    seats: list[str]
    turns: list[str]
    result: dict[str, Any] | None


class Step(_Answer):
    """A decision of a replay; the first step is the start. `view` holds what has changed."""

    seat: int | None
    turn: int
    text: str
    does: Account | None
    squares: list[str]
    to_move: int | None
    scores: list[int]
    view: View


class Replay(BaseModel):
    """A game step by step, as somebody has seen it."""

    game: str
    options: Options
    title: str
    seats: list[str]
    seat: int | None
    result: dict[str, Any] | None
    steps: list[Step]
