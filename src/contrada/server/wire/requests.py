"""What HTTP requests carry and answers hold, for checking and for the description of the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from contrada import games, shuffle
from contrada.bots.levels import LEVELS
from contrada.errors import OptionError
from contrada.games.contract import Game
from contrada.server.wire import protocol
from contrada.server.wire.guests import LONGEST_TOKEN, Identity, clean_name
from contrada.server.wire.protocol import LONGEST_NAME, Refused, SeatData


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Name(_Body):
    """What somebody wants to be called."""

    name: Annotated[str, Field(min_length=1, max_length=4 * LONGEST_NAME)]


class Newcomer(_Body):
    """Somebody new; without a name one is chosen."""

    name: Annotated[str, Field(max_length=4 * LONGEST_NAME)] | None = None


class Token(_Body):
    """What tells who somebody is."""

    token: Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN)]


class Me(_Body):
    """Who somebody is."""

    id: str
    name: str


class NewGuest(Me):
    """A guest that was just made, with the token that nobody is told again."""

    token: str


class GameClock(_Body):
    """Minutes for all of the game, and seconds more after each turn."""

    kind: Literal["game"]
    minutes: Annotated[float, Field(ge=protocol.FEWEST_MINUTES, le=protocol.MOST_MINUTES)]
    increment: Annotated[float, Field(ge=0, le=protocol.MOST_INCREMENT)] = 0

    def setting(self) -> protocol.ClockSetting:
        """Return it as the log holds it."""
        return protocol.GameClock(self.minutes, self.increment)


class TurnClock(_Body):
    """Hours for each turn."""

    kind: Literal["turn"]
    hours: Annotated[float, Field(ge=protocol.FEWEST_HOURS, le=protocol.MOST_HOURS)]

    def setting(self) -> protocol.ClockSetting:
        """Return it as the log holds it."""
        return protocol.TurnClock(self.hours)


class SeatWish(_Body):
    """Who is to sit somewhere."""

    kind: Literal["me", "here", "open", "bot"]
    level: Annotated[int, Field(ge=1, le=len(LEVELS))] | None = None
    name: Annotated[str, Field(max_length=4 * LONGEST_NAME)] = ""  # of somebody at my screen


class NewTable(_Body):
    """A table to be made."""

    game: Literal[tuple(games.NAMES)]  # type: ignore[valid-type]
    options: Annotated[dict[str, bool | str], Field(max_length=10)] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=10)]
    listed: bool = False
    clock: Annotated[GameClock | TurnClock, Field(discriminator="kind")] | None = None
    random_seats: bool = False
    hints: bool | None = None  # if nothing is said: where every other seat is a bot

    def made(self, guest: Identity) -> protocol.Made:
        """Return the table as its log begins; `Refused` says what is wrong with it."""
        try:
            game = Game(games.definition(self.game), **self.options)
            game.check_seats(len(self.seats))
        except OptionError as wrong:
            raise Refused("message", str(wrong)) from None
        if sum(seat.kind == "me" for seat in self.seats) > 1:
            raise Refused("message", "You can have one seat at a table")
        seats = [_seat(seat, guest) for seat in self.seats]
        return protocol.Made(
            game=self.game,
            options=dict(game.options),
            seats=seats,
            listed=self.listed,
            host=guest.id,
            host_name=guest.name,
            clock=self.clock.setting() if self.clock else None,
            random_seats=self.random_seats,
            hints=self._hints(seats),
        )

    def _hints(self, seats: list[SeatData]) -> bool:
        """Whether there are hints: for somebody who sits among bots only."""
        kinds = sorted(seat.kind for seat in seats)
        possible = kinds == ["bot"] * (len(seats) - 1) + ["person"]
        if self.hints and not possible:
            raise Refused("message", "There are hints only where every other seat is a bot")
        return possible if self.hints is None else self.hints


def _seat(wish: SeatWish, guest: Identity) -> SeatData:
    if wish.kind == "me":
        return SeatData("person", guest.name, guest.id)
    if wish.kind == "here":
        return SeatData("person", clean_name(wish.name), guest.id, here=True)
    if wish.kind == "bot":
        if wish.level is None:
            raise Refused("message", f"A bot has a level, 1 to {len(LEVELS)}")
        return SeatData("bot", level=wish.level)
    return SeatData("open")


# --- Studying ------------------------------------------------------------------------------------

MOST_TRIED = 4000  # decisions; no game is as long
LONGEST_POSITION = 4000  # characters
SHORTEST_SEARCH, LONGEST_SEARCH = 0.2, 5.0  # seconds
TABLE_ID = Field(min_length=1, max_length=protocol.LONGEST_ID, pattern=protocol.ID_PATTERN)
Ply = Annotated[int, Field(strict=True, ge=0, le=protocol.MOST_PLY)]
SeatNumber = Annotated[int, Field(strict=True, ge=0, le=protocol.LAST_SEAT)]
Decision = Annotated[int, Field(strict=True, ge=0, le=protocol.LAST_DECISION)]


class TableSource(_Body):
    """A finished table after so many decisions, or at its end."""

    kind: Literal["table"]
    table: Annotated[str, TABLE_ID]
    ply: Ply | None = None


class RecordSource(_Body):
    """A record (docs/records.md) after so many decisions, or at its end."""

    kind: Literal["record"]
    record: dict[str, Any]
    ply: Ply | None = None


class PositionSource(_Body):
    """A position by its text (docs/notation)."""

    kind: Literal["position"]
    game: Literal[tuple(games.NAMES)]  # type: ignore[valid-type]
    options: Annotated[dict[str, bool | str], Field(max_length=10)] = {}
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_POSITION)]


GameSource = Annotated[TableSource | RecordSource, Field(discriminator="kind")]
Source = Annotated[TableSource | RecordSource | PositionSource, Field(discriminator="kind")]


class Tried(_Body):
    """A source, and decisions taken since."""

    source: Source
    decisions: Annotated[list[Decision], Field(max_length=MOST_TRIED)] = []


class Looking(Tried):
    """The same through a seat's eyes; without one, through those of whoever is to move."""

    seat: SeatNumber | None = None


class Trying(Looking):
    """The same with decisions whose outcome is to be shown."""

    tried: Annotated[
        list[Decision], Field(alias="try", min_length=1, max_length=protocol.MOST_DECISIONS)
    ]


class Replying(Tried):
    """The same with the level of the bot that is to play the turn."""

    level: Annotated[int, Field(strict=True, ge=1, le=len(LEVELS))]


class Wondering(Tried):
    """The same with how long a search may take."""

    seconds: Annotated[float, Field(ge=SHORTEST_SEARCH, le=LONGEST_SEARCH)] = 1.0


class Reply(_Body):
    """What a bot decides, until its turn is over."""

    decisions: list[int]


class Turn(_Body):
    """What a seat is expected to do in a turn."""

    seat: int
    does: list[dict[str, Any]]


class Choice(_Body):
    """A decision that could be taken, and what to expect of it."""

    decision: int
    does: dict[str, Any]
    rest: list[dict[str, Any]]
    then: list[Turn]
    text: str
    value: float | None
    share: float
    certain: bool
    turns: list[str]
    line: list[int]


class Advice(_Body):
    """What a search says about a position."""

    seat: int
    values: list[float]
    iterations: int
    seconds: float
    choices: list[Choice]


class Asked(_Body):
    """A game whose decisions are to be judged."""

    source: GameSource


class Judgement(_Body):
    """What a decision of a game was worth."""

    ply: int
    turn: int
    seat: int
    played: Choice
    choices: list[Choice]
    before: list[float]
    after: list[float]
    loss: float


class Analysis(_Body):
    """What the decisions of a game were worth, as far as they have been judged."""

    judgements: list[Judgement]
    course: list[tuple[int, list[float]]]
    turning_points: list[int]
    given_away: list[float | None]


class Progress(_Body):
    """How far an analysis has come, and what was found out so far."""

    id: str
    done: int
    total: int
    is_over: bool
    analysis: Analysis


# --- What is one's own ---------------------------------------------------------------------------


class Result(_Body):
    """How somebody has fared at a game, against people or against bots of a level."""

    game: str
    against: Literal["people"] | int
    seats: int
    played: int
    won: int
    drawn: int
    lost: int
    mean_place: float


class Results(_Body):
    """How somebody has fared."""

    results: list[Result]


class Confirmation(_Body):
    """That somebody means it: their name, or `delete`."""

    confirm: Annotated[str, Field(max_length=4 * LONGEST_NAME)]


# --- Shuffles ------------------------------------------------------------------------------------


class Promise(_Body):
    """A promised shuffle, and what is said to have been promised."""

    commitment: Annotated[str, Field(pattern="^[0-9a-fA-F]{64}$")]
    salt: Annotated[str, Field(pattern=f"^[!-~]{{1,{shuffle.LONGEST_SALT}}}$")]
    seed: Annotated[str, Field(pattern="^[0-9]{1,19}$")]

    def is_kept(self) -> bool:
        """Whether salt and seed are those that were promised."""
        try:
            return shuffle.matches(self.commitment, int(self.seed), self.salt)
        except OptionError:  # no such seed
            return False


class Kept(_Body):
    """Whether a promise was kept."""

    matches: bool


class Problem(BaseModel):
    """Why a request was refused; docs/protocol.md explains the reasons."""

    type: Literal["refused"] = "refused"
    id: int | None = None
    table: str | None = None
    reason: str
    sentence: str
    rule: str | None = None
    squares: list[str] | None = None
    decision: int | None = None
    game: str | None = None
