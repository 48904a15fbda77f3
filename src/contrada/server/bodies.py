"""What HTTP requests carry and answers hold, for checking and for the description of the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from contrada import games, shuffle
from contrada.bots.levels import LEVELS
from contrada.errors import OptionError
from contrada.games.contract import Game
from contrada.server import protocol
from contrada.server.guests import LONGEST_TOKEN, Identity
from contrada.server.protocol import LONGEST_NAME, Refused, SeatData


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
    minutes: Annotated[float, Field(ge=0.1, le=600)]
    increment: Annotated[float, Field(ge=0, le=600)] = 0

    def setting(self) -> protocol.ClockSetting:
        """Return it as the log holds it."""
        return protocol.GameClock(self.minutes, self.increment)


class TurnClock(_Body):
    """Hours for each turn."""

    kind: Literal["turn"]
    hours: Annotated[float, Field(ge=0.01, le=24 * 60)]

    def setting(self) -> protocol.ClockSetting:
        """Return it as the log holds it."""
        return protocol.TurnClock(self.hours)


class SeatWish(_Body):
    """Who is to sit somewhere."""

    kind: Literal["me", "open", "bot"]
    level: Annotated[int, Field(ge=1, le=len(LEVELS))] | None = None


class NewTable(_Body):
    """A table to be made."""

    game: Literal[tuple(games.NAMES)]  # type: ignore[valid-type]
    options: Annotated[dict[str, bool | str], Field(max_length=10)] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=10)]
    listed: bool = False
    clock: Annotated[GameClock | TurnClock, Field(discriminator="kind")] | None = None
    random_seats: bool = False

    def made(self, guest: Identity) -> protocol.Made:
        """Return the table as its log begins; `Refused` says what is wrong with it."""
        try:
            game: Game = games.game(self.game, **self.options)
            game.check_seats(len(self.seats))
        except OptionError as wrong:
            raise Refused("message", str(wrong)) from None
        if sum(seat.kind == "me" for seat in self.seats) > 1:
            raise Refused("message", "You can have one seat at a table")
        return protocol.Made(
            game=self.game,
            options=dict(game.options),
            seats=[_seat(seat, guest) for seat in self.seats],
            listed=self.listed,
            host=guest.id,
            host_name=guest.name,
            clock=self.clock.setting() if self.clock else None,
            random_seats=self.random_seats,
        )


def _seat(wish: SeatWish, guest: Identity) -> SeatData:
    if wish.kind == "me":
        return SeatData("person", guest.name, guest.id)
    if wish.kind == "bot":
        if wish.level is None:
            raise Refused("message", f"A bot has a level, 1 to {len(LEVELS)}")
        return SeatData("bot", level=wish.level)
    return SeatData("open")


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


class Summaries(BaseModel):
    """Tables, as lists show them."""

    tables: list[dict[str, Any]]


class Lobby(BaseModel):
    """Listed tables."""

    open: list[dict[str, Any]]
    playing: list[dict[str, Any]]
