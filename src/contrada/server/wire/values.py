"""Values that messages, events and answers share, and how large they may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from contrada import games
from contrada.bots.levels import LEVELS

LONGEST_ID, ID_PATTERN = 40, "^[A-Za-z0-9_-]+$"
LONGEST_NAME = 24
LONGEST_CHAT = 300
LONGEST_TOKEN = 100
MOST_PLY, LAST_SEAT, LAST_DECISION = 2**31, 9, 2**20  # beyond all games
MOST_DECISIONS = 64  # at once; no turn is as long
NOBODY = "—"  # the name of those who are forgotten, in any language
UNNAMED = ("Guest", "Ospite", "Гость")  # what the page calls those who have not said their name

_ID = Meta(min_length=1, max_length=LONGEST_ID, pattern=ID_PATTERN)
Id = Annotated[int, Meta(ge=0, le=2**53)]
TableId = Annotated[str, _ID]
GuestId = Annotated[str, _ID]
Ply = Annotated[int, Meta(ge=0, le=MOST_PLY)]
SeatNumber = Annotated[int, Meta(ge=0, le=LAST_SEAT)]
LevelNumber = Annotated[int, Meta(ge=1, le=len(LEVELS))]
Decision = Annotated[int, Meta(ge=0, le=LAST_DECISION)]
DecisionsAtOnce = Annotated[list[Decision], Meta(min_length=1, max_length=MOST_DECISIONS)]
DecisionsToTry = Annotated[list[Decision], Meta(max_length=MOST_DECISIONS)]

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[tuple(games.NAMES)]
# "waiting" and "compiling": not yet; "loading": in a moment, what needs the game waits for it.
GameState = Literal["waiting", "compiling", "loading", "ready", "failed"]
Options = dict[str, bool | str]
# "closed": the host has closed it before the start.
Status = Literal["open", "playing", "over", "closed"]
# "kept": for a guest who has yet to come.
SeatKind = Literal["person", "open", "bot", "kept"]
# Offers of a player to the others: one kind is made during a game, the other after it.
OfferInGame = Literal["takeback", "draw", "pause"]
QuestionKind = Literal[OfferInGame, "rematch"]
