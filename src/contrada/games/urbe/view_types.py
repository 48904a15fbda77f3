"""What a view of Urbe holds."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from contrada.games.contract import ScoreData

Due = Literal[
    "side",
    "useful",
    "mark",
    "archbishop",
    "meeple",
    "pay",
    "second",
    "treasurer",
    "place",
    "swap",
    "over",
]
Phase = Literal["characters", "mark", "take", "place", "over"]
Part = Literal["flags", "guilds"]


class Options(TypedDict):
    """What was agreed before the game."""

    useful_eight: bool
    components: str


class Tile(TypedDict):
    """A tile."""

    id: str
    name: str
    colour: str  # of a guild, or "grey"
    vp: int
    guilds: list[str]
    power: str | None  # of a grey tile


class Place(TypedDict):
    """A place of the market."""

    place: int
    tile: Tile | None
    meeple: int | None  # the seat
    archbishop: int | None  # the seat


class Card(TypedDict):
    """A coin card."""

    card: int
    flags: list[str]  # colours
    guilds: list[str]
    text: str


class HeldCard(Card):
    """A card of a seat."""

    pays: dict[Part, list[int]]  # the places of the market that each part pays for


class CardInUse(Card):
    """A card of which a part has paid and the other may."""

    paid_by: Part


class Useful(TypedDict):
    """A useful character."""

    id: str
    name: str
    text: str
    vp: int
    used: NotRequired[bool]  # of a seat that has it


class Character(TypedDict):
    """A side of a guild's character."""

    name: str
    vp: int
    counts: list[int]


class Side(Character):
    """The same with its letter."""

    side: str


class Cell(TypedDict):
    """A cell of a city."""

    cell: str
    tile: Tile | None
    worth: int | None


class Bridge(TypedDict):
    """A tile on a border of two cells."""

    border: str
    tile: Tile


class Watchtower(TypedDict):
    """A tile outside of the walls."""

    outside: str
    tile: Tile


class Fountain(TypedDict):
    """A fountain between four cells."""

    square: str
    vp: int


class OpenCell(TypedDict):
    """A cell that a decree still needs."""

    cell: str
    colour: str


class Progress(TypedDict):
    """How near a decree is: where the fewest tiles are missing and none is wrong."""

    missing: int | None  # None: something wrong lies wherever it could stand
    right: list[str]  # cells that fit already
    open: list[OpenCell]  # cells still to be filled


class Decree(Progress):
    """A decree of a seat."""

    id: str
    name: str
    vp: int
    grid: list[str]
    pile: Literal["starting", "advanced"]
    met: bool
    cells: list[str]


class Player(TypedDict):
    """What is known of a seat."""

    seat: int
    name: str
    guild: str
    colour: str
    side: str | None
    character: Character | None
    sides: list[Side]
    useful: Useful | None
    drawn: list[Useful]
    cards: list[HeldCard]
    cards_played: int
    meeples: list[int]
    has_archbishop: bool
    is_herald: bool
    waiting: list[Tile]
    city: list[Cell]
    bridges: list[Bridge]
    watchtowers: list[Watchtower]
    fountains: list[Fountain]
    decrees: list[Decree] | None  # None: not for these eyes
    decrees_size: int
    points: int
    sheet: list[ScoreData]


class FountainsLeft(TypedDict):
    """Fountains of one worth that are left."""

    vp: int
    left: int


class UrbeView(TypedDict):
    """A position of Urbe as a seat, or everyone, may know it."""

    game: str
    options: Options
    seats: int
    seat: int | None  # whose eyes these are; None: everyone's
    seat_names: list[str]
    round: int
    rounds: int
    first: int
    to_move: int | None
    due: Due
    phase: Phase
    order: list[int]  # the seats in this phase, one after another
    goes: int  # how many of them have had their go
    colours: list[str]
    guilds: list[str]
    market: list[Place]
    target: int | None
    card: CardInUse | None
    pile_size: int
    discards_size: int
    box_size: int
    fountains_left: list[FountainsLeft]
    players: list[Player]
    scores: list[int]
    text: str
